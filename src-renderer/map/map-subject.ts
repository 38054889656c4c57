import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { Subject } from '../kit/state/selection.ts';
import type { MarkKey, SubjectMarks } from '../kit/state/subject-marks.ts';
import type { Workspace } from '../kit/state/ui-store.ts';

/** How the map shows the objects of a subject, and what a click on one of them does besides selecting it. */
export interface MapSubject {
  subject: Subject;
  /** Marks of a greater height are drawn above those of a smaller one, and hit first. */
  height: number;
  draws: readonly ('points' | 'outlines')[];
  /** The marks of this subject are not drawn while one of these subjects has marks on the map. */
  hiddenBy: readonly Subject[];
  /** Returns the marks that are drawn while no list of this subject is open; not given if there are none. */
  useUnlisted?: () => SubjectMarks | null;
  /** The workspace with the list of this subject, whose open details are those of the selected object. */
  listedIn: Workspace;
  /** True if the map moves to an object when it is selected. */
  revealsSelected: boolean;
  /** True if an object is also hit inside its outline. Areas of orders often overlap, so they are hit at their point only. */
  isHitInside: boolean;
  /** The workspace that a click opens, and the one that stays open instead. */
  opens?: { workspace: Workspace; unlessIn: Workspace };
  /** Set if its marks have individual colours and names instead of a status. */
  hasOwnColours?: true;
  /** Set if its objects are hit before those of all others while a list of it is open. */
  isHitFirstWhileListed?: true;
  /** Returns the objects that are selected besides the one whose details are open. */
  useChosen?: () => ReadonlySet<MarkKey>;
  /** Handles a click with Shift on an object, instead of selecting it. */
  onShiftClick?: (key: MarkKey) => void;
  /** Set if points can be dragged to another place. */
  drag?: {
    canDrag: (key: MarkKey) => boolean;
    onDrop: (key: MarkKey, place: LonLat) => void;
  };
}
