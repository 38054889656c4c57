import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';
import type { DegreeBox } from '../geometry/box-of-places.ts';
import type { LonLat } from '../geometry/lon-lat.ts';
import type { Subject } from '../state/selection.ts';
import type { MarkKey } from '../state/subject-marks.ts';

/** Marks of a subject that would overlap and are drawn as one mark with their number. */
export interface Cluster<Key = MarkKey> {
  size: number;
  /** How many of its marks have each status. */
  counts: ReadonlyMap<TaskStatusKind, number>;
  /** Tells this cluster from others of the same marks. */
  id: string;
  /** Returns the keys of its marks, at most this many. */
  keys(max: number): readonly Key[];
  /** Returns the box of its marks. */
  box(): DegreeBox;
  /** False if its marks are so near to each other that no zoom of the map draws them apart. */
  splits: boolean;
}

/** What is at a place on the map: an object, several in a cluster, or a moment of the timeline with its minute since 1970. */
export type MapHit =
  | {
      subject: Subject;
      key: MarkKey;
      /** True for an outline that contains the place, which other marks lie upon; false for a mark. */
      isArea: boolean;
      /** Set for a mark that is drawn over a cluster which is hit too and has it already. */
      isInCluster?: true;
    }
  | { subject: Subject; cluster: Cluster }
  | { moment: { key: string; minute: number } };

/** A click on the map, or a key that stands for one. */
export interface MapClick {
  /** Everything at the place, the topmost first. */
  hits: readonly MapHit[];
  place: LonLat;
  /** In pixels of the window. */
  at: { x: number; y: number };
  /** True for a click with Shift. */
  isExtending?: boolean;
}

/** Returns a text that tells a hit from others. */
export function idOfHit(hit: MapHit): string {
  if ('moment' in hit) return `moment ${hit.moment.key}`;
  return 'cluster' in hit ? `${hit.subject} ${hit.cluster.id}` : `${hit.subject} ${hit.key}`;
}

/**
 * Returns what a click on a place means: marks lie upon outlines, so the outlines count only where there is no mark.
 */
export function selectableHits(hits: readonly MapHit[]): readonly MapHit[] {
  const marks = hits.filter((hit) => !('isArea' in hit && hit.isArea));
  return marks.length > 0 ? marks : hits;
}
