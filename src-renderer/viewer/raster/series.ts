import { halfWorldMetres } from '../../../src-shared/geometry/mercator.ts';
import { insideArea } from '../../../src-shared/geometry/rings.ts';
import type { DrawnRaster, TileExtent } from './raster-messages.ts';
import type { RasterReader } from './raster-reader.ts';
import { evaluatorOf, type PaintStyle, valuesOf } from './style/picture.ts';

type Point = readonly [x: number, y: number];
type Rings = readonly (readonly Point[])[];

/** The place of a series: a point, or the rings of an area, in metres of EPSG:3857. */
export type SeriesPlace = { kind: 'point'; at: Point } | { kind: 'area'; rings: Rings };

/** A raster of the series, and the index as an expression of its bands. */
export interface SeriesRaster {
  info: DrawnRaster;
  expression: string;
  offset: NonNullable<PaintStyle['offset']>;
}

/** The value at a point, or the mean of an area; null where there is none. */
export interface SeriesValue {
  value: number | null;
  /** The samples that have a value: one for a point, those of an even grid for an area. */
  samples: number;
  /** Which share of the place has values, from 0 to 1. */
  share: number;
}

/** An area is read on an even grid of at most this many samples a side, or as fine as the raster of the display. */
const gridPx = 256;
/** The side of the square that is read for a point, in metres: smaller than the pixels of any satellite. */
const pointMetres = 0.05;

/** Returns the box of rings. */
function boxOf(rings: Rings): TileExtent {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of rings.flat()) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return [west, south, east, north];
}

/** Returns the square that is read, the samples of a side, and which of them belong to the place. */
export function gridOf(place: SeriesPlace): { extent: TileExtent; sidePx: number; isMine: Uint8Array } {
  if (place.kind === 'point') {
    const [x, y] = place.at;
    const half = pointMetres / 2;
    return { extent: [x - half, y - half, x + half, y + half], sidePx: 1, isMine: new Uint8Array([1]) };
  }
  const [west, south, east, north] = boxOf(place.rings);
  const half = Math.min(halfWorldMetres, Math.max(east - west, north - south, pointMetres) / 2);
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const extent = [x - half, y - half, x + half, y + half] as const;
  const isMine = new Uint8Array(gridPx * gridPx);
  const metres = (2 * half) / gridPx;
  for (let row = 0; row < gridPx; row += 1)
    for (let column = 0; column < gridPx; column += 1) {
      const at = [extent[0] + (column + 0.5) * metres, extent[3] - (row + 0.5) * metres] as const;
      if (insideArea(place.rings, at)) isMine[row * gridPx + column] = 1;
    }
  return { extent, sidePx: gridPx, isMine };
}

/**
 * Returns the value of an expression at a place: of the nearest pixel at a point, and the mean over an area, on an even
 * grid of the map.
 */
export async function valueAt(
  reader: Pick<RasterReader, 'sample'>,
  { info, expression, offset }: SeriesRaster,
  { extent, sidePx, isMine }: ReturnType<typeof gridOf>,
  signal: AbortSignal,
): Promise<SeriesValue> {
  const evaluator = evaluatorOf(expression, info.bands);
  const style = { resampling: 'nearest', hidesZeros: false, offset } as const;
  const sampled = await reader.sample(extent, sidePx, { bands: evaluator.bands, style, signal });
  const asked = isMine.reduce((sum, each) => sum + each, 0);
  if (sampled === null || asked === 0) return { value: null, samples: 0, share: 0 };
  const values = valuesOf(evaluator, sampled);
  let [sum, samples] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (isMine[i] !== 1 || sampled.opacity[i] === 0 || !Number.isFinite(value)) continue;
    sum += value;
    samples += 1;
  }
  return { value: samples === 0 ? null : sum / samples, samples, share: samples / asked };
}
