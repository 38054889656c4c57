import type { Plane } from './expression/evaluate.ts';
import type { SampledPixels } from './style/picture.ts';

/** A window of interleaved samples: those that are read, and the alpha if there is one. */
export interface SampleWindow {
  data: Float32Array | Float64Array;
  samplesPerPixel: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What of a window is transparent. */
export interface HoleOptions {
  /** The numbers of the bands, by their place in the window. */
  bands: readonly number[];
  nodata: number | null;
  /** The place of the opacity of a pixel, and its value for fully opaque; null if all pixels are opaque. */
  alpha: { sample: number; full: number } | null;
  /** True: pixels that are 0 in all read bands count as “no data”. */
  hidesZeros: boolean;
}

/**
 * Turns the samples of a window that hold nothing into NaN: “no data”, infinite values, pixels whose opacity is 0, and
 * zeros where they are hidden.
 */
export function makeHoles(window: SampleWindow, { bands, nodata, alpha, hidesZeros }: HoleOptions): void {
  const { data, samplesPerPixel } = window;
  const count = bands.length;
  for (let at = 0; at < data.length; at += samplesPerPixel) {
    let isZero = hidesZeros;
    for (let sample = 0; sample < count; sample += 1) {
      const value = data[at + sample] ?? 0;
      if (value !== 0) isZero = false;
      if (value === nodata || !Number.isFinite(value)) data[at + sample] = Number.NaN;
    }
    if (isZero || (alpha !== null && data[at + alpha.sample] === 0)) data.fill(Number.NaN, at, at + count);
  }
}

/** The input for reading the values under the pixels of one tile. */
export interface SampleOptions extends Pick<HoleOptions, 'bands' | 'alpha'> {
  /** The flat `column, row` of each output pixel, in pixels of the level that `window` is cut from. */
  pixels: Float64Array;
  /** A window whose holes are NaN. */
  window: SampleWindow;
  levelWidth: number;
  levelHeight: number;
  /**
   * True for bilinear interpolation between pixel centres; else the nearest pixel, because a zoomed-in view must show
   * single pixels.
   */
  smooth: boolean;
}

/** Returns the places in the window of a pixel and of its four neighbours, with the shares between them. */
function createLocator({ window, levelWidth, levelHeight }: SampleOptions) {
  const { samplesPerPixel, left, top, width, height } = window;
  const offset = (column: number, row: number) => {
    const c = Math.max(0, Math.min(width - 1, column - left));
    const r = Math.max(0, Math.min(height - 1, row - top));
    return (r * width + c) * samplesPerPixel;
  };
  const place = { a: 0, c: 0, d: 0, e: 0, u: 0, v: 0 };
  return {
    here: (column: number, row: number) => offset(Math.floor(column), Math.floor(row)),
    around(column: number, row: number) {
      const x = Math.floor(column - 0.5);
      const y = Math.floor(row - 0.5);
      const x0 = Math.max(0, x);
      const y0 = Math.max(0, y);
      const x1 = Math.min(levelWidth - 1, x + 1);
      const y1 = Math.min(levelHeight - 1, y + 1);
      place.a = offset(x0, y0);
      place.c = offset(x1, y0);
      place.d = offset(x0, y1);
      place.e = offset(x1, y1);
      place.u = column - 0.5 - x;
      place.v = row - 0.5 - y;
      return place;
    },
  };
}

/**
 * Returns the values under output pixels; pixels outside of the raster, and those where all bands are “no data”, have no
 * opacity. A neighbour without data does not count, so that it darkens no edge.
 */
export function samplePixels(options: SampleOptions): SampledPixels {
  const { pixels, window, levelWidth, levelHeight, bands, alpha, smooth } = options;
  const { data } = window;
  const count = pixels.length / 2;
  const opacity = new Uint8Array(count);
  const planes = bands.map((): Plane => {
    const plane = data instanceof Float32Array ? new Float32Array(count) : new Float64Array(count);
    return plane.fill(Number.NaN);
  });
  const locator = createLocator(options);
  for (let i = 0; i < count; i += 1) {
    const column = pixels[2 * i] ?? -1;
    const row = pixels[2 * i + 1] ?? -1;
    if (!(column >= 0 && row >= 0 && column < levelWidth && row < levelHeight)) continue;
    const here = locator.here(column, row);
    const around = smooth ? locator.around(column, row) : null;
    let isThere = false;
    for (let band = 0; band < planes.length; band += 1) {
      const middle = data[here + band] ?? Number.NaN;
      if (Number.isNaN(middle)) continue;
      isThere = true;
      const plane = planes[band];
      if (!plane) continue;
      if (around === null) {
        plane[i] = middle;
        continue;
      }
      const { a, c, d, e, u, v } = around;
      const at = (place: number) => {
        const value = data[place + band] ?? Number.NaN;
        return Number.isNaN(value) ? middle : value;
      };
      plane[i] = (at(a) * (1 - u) + at(c) * u) * (1 - v) + (at(d) * (1 - u) + at(e) * u) * v;
    }
    if (!isThere) continue;
    const share = alpha === null ? 1 : (data[here + alpha.sample] ?? 0) / alpha.full;
    // What is there at all can be seen.
    if (share > 0) opacity[i] = Math.max(1, Math.min(255, Math.round(share * 255)));
  }
  return {
    count,
    planes: new Map(bands.map((band, i) => [band, planes[i] ?? new Float32Array(count)])),
    opacity,
  };
}

/** Fills the pixels of the first that have no opacity from the second: a raster may lie twice under one tile. */
export function fillFrom(above: SampledPixels, below: SampledPixels): void {
  for (let i = 0; i < above.count; i += 1) {
    if (above.opacity[i] !== 0 || below.opacity[i] === 0) continue;
    above.opacity[i] = below.opacity[i] ?? 0;
    for (const [band, plane] of above.planes) plane[i] = below.planes.get(band)?.[i] ?? Number.NaN;
  }
}

/** Returns the bytes of kept pixels. */
export function bytesOf({ planes, opacity }: SampledPixels): number {
  return [...planes.values()].reduce((bytes, plane) => bytes + plane.byteLength, opacity.byteLength);
}
