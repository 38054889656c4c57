import { createStore } from 'zustand/vanilla';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { RemarkGeometry, RemarkId, ReviewQueueId } from '../../src-preload/contract/reviews.ts';

export const remarkShapes = ['point', 'line', 'area'] as const;
/** How a remark is drawn on the map. */
export type RemarkShape = (typeof remarkShapes)[number];

/** A remark as the map shows it. */
export interface RemarkOnMap {
  key: string;
  geometry: RemarkGeometry;
  text: string;
  /** False for those of other reviewers, which are drawn in another colour. */
  isMine: boolean;
}

interface ReviewUi {
  /** The queue that is worked through; null if none is open. */
  queueId: ReviewQueueId | null;
  /** The scene of the queue that is on its way to the screen; `asked` until it is known which one. */
  goingTo: LibrarySceneId | 'asked' | null;
  /** True once the user has opened the review of a scene outside of a queue; it stays open for the next scenes. */
  isOpen: boolean;
  /** The remarks of the selected scene on the map. */
  onMap: readonly RemarkOnMap[];
  drawing: RemarkShape | null;
  /** A remark that was just drawn: its text field takes the focus. */
  drawn: RemarkId | null;
  /** True while a reason of a rejection is chosen. */
  isRejecting: boolean;
  /** The report that is open: of a queue, or of these scenes. */
  report: { title: string; librarySceneIds: readonly LibrarySceneId[] } | null;
  /** True while the dialog that reads reviews of another folder is open. */
  isReading: boolean;
}

/** What the page shows of reviews. */
export const reviewStore = createStore<ReviewUi>(() => ({
  queueId: null,
  goingTo: null,
  isOpen: false,
  onMap: [],
  drawing: null,
  drawn: null,
  isRejecting: false,
  report: null,
  isReading: false,
}));
