import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';
import type { DegreeBox } from '../../src-shared/geometry/box-of-places.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { Subject } from '../kit/state/selection.ts';
import type { MarkKey } from '../kit/state/subject-marks.ts';

/** Marks of a subject that would overlap, drawn as one mark with their number. */
export interface Cluster<Key = MarkKey> {
  size: number;
  /** The number of its marks by status. */
  counts: ReadonlyMap<TaskStatusKind, number>;
  /** Identifies this cluster among others of the same marks. */
  id: string;
  /** Returns the keys of its marks, at most `max`. */
  keys(max: number): readonly Key[];
  /** Returns the box of its marks. */
  box(): DegreeBox;
  /** False if its marks are so close to each other that no zoom separates them. */
  splits: boolean;
}

/** A hit at a place on the map: an object, several in a cluster, or a moment of the timeline with its minute since 1970. */
export type MapHit =
  | {
      subject: Subject;
      key: MarkKey;
      /** True for an outline that contains the place; marks are drawn over it. False for a mark. */
      isArea: boolean;
      /** Set for a mark that is drawn over its cluster, which is also hit. */
      isInCluster?: true;
    }
  | { subject: Subject; cluster: Cluster }
  | { moment: { key: string; minute: number } };

/** A click on the map, or a key press with the same effect. */
export interface MapClick {
  /** Everything at the place, the topmost first. */
  hits: readonly MapHit[];
  place: LonLat;
  /** In pixels of the window. */
  at: { x: number; y: number };
  /** True for a click with Shift. */
  isExtending?: boolean;
}

/** Returns the subject of what is hit. */
export const subjectOfHit = (hit: MapHit): Subject => ('moment' in hit ? 'moment' : hit.subject);

/** Returns a text that identifies a hit. */
export function idOfHit(hit: MapHit): string {
  if ('moment' in hit) return `moment ${hit.moment.key}`;
  return 'cluster' in hit ? `${hit.subject} ${hit.cluster.id}` : `${hit.subject} ${hit.key}`;
}

/** Returns the hits that a click applies to. Marks are drawn over outlines, so outlines count only if there is no mark. */
export function selectableHits(hits: readonly MapHit[]): readonly MapHit[] {
  const marks = hits.filter((hit) => !('isArea' in hit && hit.isArea));
  return marks.length > 0 ? marks : hits;
}
