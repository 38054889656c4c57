import type { LonLat } from '../geometry/lon-lat.ts';
import type { Subject } from '../state/selection.ts';
import type { MarkKey, SubjectMarks } from '../state/subject-marks.ts';
import type { Workspace } from '../state/ui-store.ts';

/** How the map shows the objects of a subject, and what a click on one of them does besides selecting it. */
export interface MapSubject {
  subject: Subject;
  /** Marks of a greater height are drawn above those of a smaller one, and hit first. */
  height: number;
  draws: readonly ('points' | 'outlines')[];
  /** While one of these has marks of its own on the map, those of this subject are not drawn. */
  hiddenBy: readonly Subject[];
  /** Returns the marks for the time in which no list of this subject is open; left out if there are none then. */
  useUnlisted?: () => SubjectMarks | null;
  /** True if the map moves to an object that is selected, so that it is in view. */
  revealsSelected: boolean;
  /** True if an object is also hit inside its outline. The areas of many orders overlap, so they are hit at their point. */
  isHitInside: boolean;
  /** The workspace that a click opens, and the one that stays open instead. */
  opens?: { workspace: Workspace; unlessIn: Workspace };
  /** Set if its marks have colours of their own, and names, in place of a status. */
  hasOwnColours?: true;
  /** Set if its objects are hit before those of all others while a list of it is open. */
  isHitFirstWhileListed?: true;
  /** Returns the objects that are selected besides the one whose details are open. */
  useChosen?: () => ReadonlySet<MarkKey>;
  /** What a click with Shift does with an object, in place of selecting it. */
  onShiftClick?: (key: MarkKey) => void;
  /** Set if points can be dragged to another place. */
  drag?: {
    canDrag: (key: MarkKey) => boolean;
    onDrop: (key: MarkKey, place: LonLat) => void;
  };
}
