import type { BandScale } from '../../../src-shared/raster/band-scales.ts';
import { type DeclaredNodata, nodataRange } from '../../../src-shared/raster/nodata.ts';
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

/** What the samples of a window mean. */
export interface ValueOptions extends DeclaredNodata {
  /** What the file declares of each of its bands; null, or nothing, if stored samples are the values. */
  scales: readonly (BandScale | null)[];
  /** The numbers of the bands, by their place in the window. */
  bands: readonly number[];
  /** The place of the opacity of a pixel, and its value for fully opaque; null if all pixels are opaque. */
  alpha: { sample: number; full: number } | null;
  /** True: pixels that are 0 in all read bands count as “no data”. */
  hidesZeros: boolean;
}

/**
 * Turns the stored samples of a window into values, by the scale and offset that the file declares. Those that hold nothing become NaN:
 * “no data”, infinite values, pixels whose opacity is 0, and zeros where they are hidden; all of these are told by the stored samples.
 */
export function toValues(window: SampleWindow, options: ValueOptions): void {
  makeHoles(window, options);
  const { data, samplesPerPixel } = window;
  for (const [place, band] of options.bands.entries()) {
    const of = options.scales[band];
    if (of == null || (of.scale === 1 && of.offset === 0)) continue;
    const { scale, offset } = of;
    for (let at = place; at < data.length; at += samplesPerPixel) data[at] = (data[at] ?? 0) * scale + offset;
  }
}

function makeHoles(window: SampleWindow, options: ValueOptions): void {
  const { bands, alpha, hidesZeros } = options;
  const { data, samplesPerPixel } = window;
  const count = bands.length;
  const [lowest, highest] = nodataRange(options);
  const alphaAt = alpha?.sample ?? -1;
  const { length } = data;
  for (let at = 0; at < length; at += samplesPerPixel) {
    let isZero = hidesZeros;
    for (let place = at; place < at + count; place += 1) {
      const value = data[place] ?? 0;
      if (value !== 0) isZero = false;
      // What is not finite gives NaN here.
      if ((value >= lowest && value <= highest) || value - value !== 0) data[place] = Number.NaN;
    }
    if (isZero || (alphaAt >= 0 && data[at + alphaAt] === 0)) data.fill(Number.NaN, at, at + count);
  }
}

/** The input for reading the values under the pixels of one tile. */
export interface SampleOptions extends Pick<ValueOptions, 'bands' | 'alpha'> {
  /** The flat `column, row` of each output pixel, in pixels of the full image. */
  pixels: Float64Array;
  /** The number of pixels of the full image per pixel of the level that `window` is cut from; 1 if left out. */
  scale?: readonly [x: number, y: number];
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

/** Returns a plane of nothing, as precise as the window. */
function emptyPlane(data: SampleWindow['data'], count: number): Plane {
  const plane = data instanceof Float32Array ? new Float32Array(count) : new Float64Array(count);
  return plane.fill(Number.NaN);
}

/** Returns the value, or the other one where there is none. */
const valueOr = (value: number | undefined, otherwise: number) =>
  value === undefined || Number.isNaN(value) ? otherwise : value;

/** Returns the opacity of a pixel that has a value in any band; what is there at all can be seen. */
const opacityOf = (share: number) => (share > 0 ? Math.max(1, Math.min(255, Math.round(share * 255))) : 0);

/** What the loops over the pixels of a tile read and write. */
interface Sampling {
  options: SampleOptions;
  /** The number of samples in a row of the window. */
  rowStep: number;
  planes: readonly Plane[];
  opacity: Uint8Array;
}

/** Returns a place within 0 and the last one. Whole numbers stay such here, which `Math.max` does not promise to the compiler. */
function within(place: number, last: number): number {
  if (place < 0) return 0;
  if (place > last) return last;
  return place;
}

/** The samples around a place, as indices, and how far it is from the first of them. */
interface Around {
  upperLeft: number;
  upperRight: number;
  lowerLeft: number;
  lowerRight: number;
  u: number;
  v: number;
}

/** Interpolates one value; a neighbour that has none counts as the pixel itself. */
function mixThere(data: SampleWindow['data'], middle: number, around: Around): number {
  const { upperLeft, upperRight, lowerLeft, lowerRight, u, v } = around;
  const upper = valueOr(data[upperLeft], middle) * (1 - u) + valueOr(data[upperRight], middle) * u;
  const lower = valueOr(data[lowerLeft], middle) * (1 - u) + valueOr(data[lowerRight], middle) * u;
  return upper * (1 - v) + lower * v;
}

/** Returns how opaque a pixel is that has a value; `here` is the index of its first sample. */
function opacityAt({ window, alpha }: SampleOptions, here: number): number {
  return alpha === null ? 255 : opacityOf((window.data[here + alpha.sample] ?? 0) / alpha.full);
}

// The two loops below run for each pixel of each tile: they have no objects, and few calls. Places in the raster are not
// negative, so cutting off their fractions rounds them down; “not a number” is outside too.

function sampleNearest({ options, rowStep, planes, opacity }: Sampling) {
  const { pixels, window, levelWidth, levelHeight } = options;
  const { data, samplesPerPixel, left, top } = window;
  const [scaleX, scaleY] = options.scale ?? [1, 1];
  const [lastColumn, lastRow] = [window.width - 1, window.height - 1];
  for (let i = 0; i < opacity.length; i += 1) {
    const column = (pixels[2 * i] ?? -1) / scaleX;
    const row = (pixels[2 * i + 1] ?? -1) / scaleY;
    if (!(column >= 0 && column < levelWidth && row >= 0 && row < levelHeight)) continue;
    const here =
      within((row | 0) - top, lastRow) * rowStep + within((column | 0) - left, lastColumn) * samplesPerPixel;
    for (let band = 0; band < planes.length; band += 1) {
      const value = data[here + band] ?? Number.NaN;
      const plane = planes[band];
      if (Number.isNaN(value) || plane === undefined) continue;
      plane[i] = value;
      opacity[i] = 255;
    }
    if (options.alpha !== null && opacity[i] !== 0) opacity[i] = opacityAt(options, here);
  }
}

function sampleSmooth({ options, rowStep, planes, opacity }: Sampling) {
  const { pixels, window, levelWidth, levelHeight } = options;
  const { data, samplesPerPixel, left, top } = window;
  const [scaleX, scaleY] = options.scale ?? [1, 1];
  const [lastColumn, lastRow] = [window.width - 1, window.height - 1];
  const [rightmost, lowest] = [levelWidth - 1, levelHeight - 1];
  for (let i = 0; i < opacity.length; i += 1) {
    const column = (pixels[2 * i] ?? -1) / scaleX;
    const row = (pixels[2 * i + 1] ?? -1) / scaleY;
    if (!(column >= 0 && column < levelWidth && row >= 0 && row < levelHeight)) continue;
    const here =
      within((row | 0) - top, lastRow) * rowStep + within((column | 0) - left, lastColumn) * samplesPerPixel;
    const x = column < 0.5 ? -1 : (column - 0.5) | 0;
    const y = row < 0.5 ? -1 : (row - 0.5) | 0;
    const x0 = within(within(x, rightmost) - left, lastColumn) * samplesPerPixel;
    const x1 = within(within(x + 1, rightmost) - left, lastColumn) * samplesPerPixel;
    const y0 = within(within(y, lowest) - top, lastRow) * rowStep;
    const y1 = within(within(y + 1, lowest) - top, lastRow) * rowStep;
    const u = column - 0.5 - x;
    const v = row - 0.5 - y;
    const [fromLeft, fromUpper] = [1 - u, 1 - v];
    const [upperLeft, upperRight, lowerLeft, lowerRight] = [y0 + x0, y0 + x1, y1 + x0, y1 + x1];
    for (let band = 0; band < planes.length; band += 1) {
      const plane = planes[band];
      if (plane === undefined) continue;
      const upper =
        (data[upperLeft + band] ?? Number.NaN) * fromLeft + (data[upperRight + band] ?? Number.NaN) * u;
      const lower =
        (data[lowerLeft + band] ?? Number.NaN) * fromLeft + (data[lowerRight + band] ?? Number.NaN) * u;
      let value = upper * fromUpper + lower * v;
      // One of the four is the pixel itself, so this is also true where the pixel has no value.
      if (Number.isNaN(value)) {
        const middle = data[here + band] ?? Number.NaN;
        if (Number.isNaN(middle)) continue;
        value = mixThere(data, middle, {
          upperLeft: upperLeft + band,
          upperRight: upperRight + band,
          lowerLeft: lowerLeft + band,
          lowerRight: lowerRight + band,
          u,
          v,
        });
      }
      plane[i] = value;
      opacity[i] = 255;
    }
    if (options.alpha !== null && opacity[i] !== 0) opacity[i] = opacityAt(options, here);
  }
}

/**
 * Returns the values under output pixels; pixels outside of the raster, and those where all bands are “no data”, have no
 * opacity. A neighbour without data does not count, so that it darkens no edge.
 */
export function samplePixels(options: SampleOptions): SampledPixels {
  const { pixels, window, bands, smooth } = options;
  const count = pixels.length / 2;
  const opacity = new Uint8Array(count);
  const planes = bands.map(() => emptyPlane(window.data, count));
  const sampling = { options, rowStep: window.width * window.samplesPerPixel, planes, opacity };
  if (smooth) sampleSmooth(sampling);
  else sampleNearest(sampling);
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
