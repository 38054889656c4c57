import type { RasterInfo } from '../../../../src-preload/contract/library.ts';
import type { Plane } from '../expression/evaluate.ts';
import type { PixelsInDegrees } from '../place-pixels.ts';
import type { Level } from '../raster-levels.ts';
import type { PointValues } from '../raster-messages.ts';
import type { createWindowReader } from '../raster-window.ts';
import { toValues } from '../sample-pixels.ts';

/** What values of the full size are read from. */
export interface MeasuredRaster {
  info: Pick<RasterInfo, 'bands' | 'nodata' | 'isFloat' | 'scales' | 'classes' | 'widthPx' | 'heightPx'>;
  level: Level;
  /** The index of the level, which is a part of the key of its blocks. */
  index: number;
  windows: Pick<ReturnType<typeof createWindowReader>, 'read'>;
  alphaSample: number | null;
  place: PixelsInDegrees | null;
}

const nowhere = [Number.NaN, Number.NaN] as const;

/** Returns the pixel of a place. The raster may lie in the next turn of the globe, or twice where it goes round it. */
function pixelAt({ info, place }: MeasuredRaster, longitude: number, latitude: number) {
  if (place === null) return nowhere;
  const [west, south, east, north] = place.box;
  if (!(latitude >= south && latitude <= north)) return nowhere;
  let beside: readonly [number, number] = nowhere;
  for (const turn of [0, -360, 360, -720, 720]) {
    if (longitude + turn < west || longitude + turn > east) continue;
    const pixel = place.toPixel(longitude + turn, latitude);
    const [column, row] = pixel;
    if (column >= 0 && row >= 0 && column < info.widthPx && row < info.heightPx) return pixel;
    if (Number.isFinite(column + row) && Number.isNaN(beside[0])) beside = pixel;
  }
  return beside;
}

/**
 * Creates the function that returns the stored samples of all bands in the pixels of the full size that contain places, flat
 * `longitude, latitude`. Places of the same block follow each other, so each block is unpacked once.
 */
export function createPointReader(raster: MeasuredRaster) {
  const { info, level, index, windows, alphaSample } = raster;
  const bands = [...info.bands.keys()];
  const samples = [...bands, ...(alphaSample === null ? [] : [alphaSample])];
  // Only whether a pixel is there counts, and not how opaque it is.
  const alpha = alphaSample === null ? null : { sample: bands.length, full: 1 };

  return async function readPoints(places: Float64Array, signal: AbortSignal): Promise<PointValues> {
    const count = places.length / 2;
    const pixels = new Float64Array(2 * count);
    const inside: { at: number; column: number; row: number; block: number }[] = [];
    const [blockWidth, blockHeight] = [level.image.getTileWidth(), level.image.getTileHeight()];
    const across = Math.ceil(level.width / blockWidth);
    for (let at = 0; at < count; at += 1) {
      const [x, y] = pixelAt(raster, places[2 * at] ?? Number.NaN, places[2 * at + 1] ?? Number.NaN);
      pixels[2 * at] = x;
      pixels[2 * at + 1] = y;
      if (!(x >= 0 && y >= 0 && x < info.widthPx && y < info.heightPx)) continue;
      const [column, row] = [Math.floor(x), Math.floor(y)];
      const block = Math.floor(row / blockHeight) * across + Math.floor(column / blockWidth);
      inside.push({ at, column, row, block });
    }
    inside.sort((one, other) => one.block - other.block);
    let planes: Plane[] | null = null;
    for (const { at, column, row } of inside) {
      signal.throwIfAborted();
      const box = { left: column, top: row, right: column + 1, bottom: row + 1 };
      const window = await windows.read({ level, index, samples, box }, signal);
      toValues(window, {
        bands,
        nodata: info.nodata,
        isFloat: info.isFloat,
        scales: [],
        alpha,
        hidesZeros: false,
      });
      const { data } = window;
      planes ??= bands.map((): Plane => {
        const plane = data instanceof Float32Array ? new Float32Array(count) : new Float64Array(count);
        return plane.fill(Number.NaN);
      });
      for (const [band, plane] of planes.entries()) plane[at] = data[band] ?? Number.NaN;
    }
    return { pixels, bands: planes ?? bands.map(() => new Float32Array(count).fill(Number.NaN)) };
  };
}
