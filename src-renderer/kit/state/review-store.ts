import { createStore } from 'zustand/vanilla';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { RemarkGeometry, RemarkId, ReviewQueueId } from '../../../src-preload/contract/reviews.ts';

export const remarkShapes = ['point', 'line', 'area'] as const;
/** How a remark is drawn on the map. */
export type RemarkShape = (typeof remarkShapes)[number];

/** A remark as the map shows it. */
export interface RemarkOnMap {
  key: string;
  geometry: RemarkGeometry;
  text: string;
  /** False for those of other reviewers, which have another colour. */
  isMine: boolean;
}

/** What the menu of reviews does with the listed scenes. */
export type ListedReviewAct = 'queue' | 'report' | 'delete-rejected';

interface ReviewUi {
  /** The open queue; null if none is open. */
  queueId: ReviewQueueId | null;
  /** The scene of the queue that is being loaded; `asked` until it is known which one. */
  goingTo: LibrarySceneId | 'asked' | null;
  /** True after the user opened the review of a scene outside of a queue; it stays open for the next scenes. */
  isOpen: boolean;
  /** The number of keys that wait until the scenes they are for are on the screen. */
  waitingKeys: number;
  /** The number of keys pressed while a scene was loading that had no effect, until the user has been told; 0 for none. */
  droppedKeys: number;
  /** The remarks of the selected scene on the map. */
  onMap: readonly RemarkOnMap[];
  drawing: RemarkShape | null;
  /** A remark that was just drawn: its text field receives the focus. */
  drawn: RemarkId | null;
  /** True while the reason of a rejection is being selected. */
  isRejecting: boolean;
  /** What has been typed as a new reason. */
  typedReason: string;
  /** The open report: of a queue, or of these scenes. */
  report: { title: string; librarySceneIds: readonly LibrarySceneId[] } | null;
  /** What was requested of the listed scenes elsewhere, for example in the palette, until the list has begun it. */
  requested: ListedReviewAct | null;
  /** True while the dialog that imports reviews from another folder is open. */
  isReading: boolean;
}

/** The state of the review screens. */
export const reviewStore = createStore<ReviewUi>(() => ({
  queueId: null,
  goingTo: null,
  isOpen: false,
  waitingKeys: 0,
  droppedKeys: 0,
  onMap: [],
  drawing: null,
  drawn: null,
  isRejecting: false,
  typedReason: '',
  report: null,
  requested: null,
  isReading: false,
}));
