import Flatbush from 'flatbush';
import { taskStatusKinds } from '../../src-preload/contract/plain-values.ts';
import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';
import { mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';

export const markKinds = taskStatusKinds;

/** Marks in EPSG:3857 with their index, in buffers that can be transferred between threads. */
export interface PlacedMarks {
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  /** The style of each mark: for a status its index in `markKinds`, for a place the index of its colour. */
  kinds: Uint8Array<ArrayBuffer>;
  /** Null for marks that are grouped. */
  index: ArrayBufferLike | null;
}

/** Projects marks to EPSG:3857. They get no index, because they are grouped when they are drawn. */
export function placeMarks(marks: {
  longitudes: readonly number[];
  latitudes: readonly number[];
  kinds: readonly TaskStatusKind[];
}): PlacedMarks {
  return {
    x: Float64Array.from(marks.longitudes, mercatorX),
    y: Float64Array.from(marks.latitudes, mercatorY),
    kinds: Uint8Array.from(marks.kinds, (kind) => markKinds.indexOf(kind)),
    index: null,
  };
}

/** Projects marks with a style instead of a status to EPSG:3857, and builds an index of them. */
export function placeStyled(marks: {
  longitudes: readonly number[];
  latitudes: readonly number[];
  styles: Uint8Array<ArrayBuffer>;
}): PlacedMarks {
  const count = marks.longitudes.length;
  const x = Float64Array.from(marks.longitudes, mercatorX);
  const y = Float64Array.from(marks.latitudes, mercatorY);
  const index = count === 0 ? null : new Flatbush(count);
  for (let i = 0; i < count && index; i += 1) index.add(x[i] ?? 0, y[i] ?? 0);
  index?.finish();
  return {
    x,
    y,
    kinds: marks.styles,
    index: index?.data ?? null,
  };
}

/** Outlines in EPSG:3857: ring i is `flat` from `starts[i]` up to `starts[i + 1]`. */
export interface PlacedOutlines {
  flat: Float64Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  /** West, south, east, north of each ring. */
  boxes: Float64Array<ArrayBuffer>;
  index: ArrayBufferLike | null;
}

/** Projects rings to EPSG:3857 and builds an index of their boxes. */
export function placeOutlines(rings: readonly (readonly number[])[]): PlacedOutlines {
  const starts = new Uint32Array(rings.length + 1);
  for (const [i, ring] of rings.entries()) starts[i + 1] = (starts[i] ?? 0) + ring.length;
  const flat = new Float64Array(starts[rings.length] ?? 0);
  const boxes = new Float64Array(4 * rings.length);
  const index = rings.length === 0 ? null : new Flatbush(rings.length);
  for (const [i, ring] of rings.entries()) {
    const from = starts[i] ?? 0;
    let west = Number.POSITIVE_INFINITY;
    let south = Number.POSITIVE_INFINITY;
    let east = Number.NEGATIVE_INFINITY;
    let north = Number.NEGATIVE_INFINITY;
    for (let at = 0; at + 1 < ring.length; at += 2) {
      const x = mercatorX(ring[at] ?? 0);
      const y = mercatorY(ring[at + 1] ?? 0);
      flat[from + at] = x;
      flat[from + at + 1] = y;
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
    boxes.set([west, south, east, north], 4 * i);
    index?.add(west, south, east, north);
  }
  index?.finish();
  return { flat, starts, boxes, index: index?.data ?? null };
}
