import type { SceneFootprints } from '../../../src-preload/contract/library.ts';
import type { OrderPlaces } from '../../../src-preload/contract/orders.ts';
import type { PlacesOnMap } from '../../../src-preload/contract/places.ts';
import type { TaskStatusKind, TaskTargets } from '../../../src-preload/contract/tasking.ts';

/** The key of an object on the map, in the form of its subject. */
export type MarkKey = string | number;

/**
 * Points in columns: index i of each array belongs to one object; the kind determines its shape and colour. Degrees.
 */
export interface PointMarks<Key = MarkKey> {
  ids: readonly Key[];
  longitudes: readonly number[];
  latitudes: readonly number[];
  kinds: readonly TaskStatusKind[];
}

/**
 * Outlines in columns; each ring is flat `lon, lat, …` in degrees. Outlines that are not `solid` are drawn fainter, for
 * scenes that are not on disk.
 */
export interface OutlineMarks<Key = MarkKey> {
  ids: readonly Key[];
  rings: readonly (readonly number[])[];
  solid: readonly boolean[];
}

/**
 * The marks of one subject on the map. Lists come packed, because there are tens of thousands of objects; a worker
 * unpacks them.
 */
export type SubjectMarks =
  | ({ shape: 'points' } & PointMarks)
  | ({ shape: 'outlines' } & OutlineMarks)
  | PackedMarks;

/** Marks in the form of the main process. */
export type PackedMarks =
  | { shape: 'tasks'; places: TaskTargets }
  | { shape: 'orders'; places: OrderPlaces }
  | { shape: 'places'; places: PlacesOnMap }
  | { shape: 'scenes'; places: SceneFootprints };

/** Places of a file before they are imported, in EPSG:3857: points, and outer rings with their boxes. */
export interface PreviewPlaces {
  x: Float64Array;
  y: Float64Array;
  /** Ring i is `flat` from `starts[i]` up to `starts[i + 1]`, as x, y, x, y … */
  flat: Float64Array;
  starts: Uint32Array;
  /** West, south, east, north of each ring. */
  boxes: Float64Array;
}
