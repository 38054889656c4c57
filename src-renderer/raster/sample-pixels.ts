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
  // NaN is equal to nothing.
  const missing = nodata ?? Number.NaN;
  const alphaAt = alpha?.sample ?? -1;
  const { length } = data;
  for (let at = 0; at < length; at += samplesPerPixel) {
    let isZero = hidesZeros;
    for (let place = at; place < at + count; place += 1) {
      const value = data[place] ?? 0;
      if (value !== 0) isZero = false;
      // What is not finite gives NaN here.
      if (value === missing || value - value !== 0) data[place] = Number.NaN;
    }
    if (isZero || (alphaAt >= 0 && data[at + alphaAt] === 0)) data.fill(Number.NaN, at, at + count);
  }
}

/** The input for reading the values under the pixels of one tile. */
export interface SampleOptions extends Pick<HoleOptions, 'bands' | 'alpha'> {
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

/** Interpolates between four values, the upper ones first. */
const mix = (a: number, c: number, d: number, e: number, u: number, v: number) =>
  (a * (1 - u) + c * u) * (1 - v) + (d * (1 - u) + e * u) * v;

/** Returns the value, or the other one where there is none. */
const valueOr = (value: number | undefined, otherwise: number) =>
  value === undefined || Number.isNaN(value) ? otherwise : value;

/** Returns the opacity of a pixel that has a value in any band; what is there at all can be seen. */
const opacityOf = (share: number) => (share > 0 ? Math.max(1, Math.min(255, Math.round(share * 255))) : 0);

/** True for a place from 0 on and below the end; NaN is none. */
const isBelow = (place: number, end: number) => place >= 0 && place < end;

/** Returns a place within the window. */
const within = (place: number, last: number) => Math.max(0, Math.min(last, place));

/** Copies the values of one pixel to a place of the planes; returns true if there is any. */
function copyNearest(data: SampleWindow['data'], here: number, planes: readonly Plane[], i: number): boolean {
  let isThere = false;
  for (let band = 0; band < planes.length; band += 1) {
    const value = data[here + band] ?? Number.NaN;
    const plane = planes[band];
    if (Number.isNaN(value) || plane === undefined) continue;
    isThere = true;
    plane[i] = value;
  }
  return isThere;
}

/**
 * Returns the values under output pixels; pixels outside of the raster, and those where all bands are “no data”, have no
 * opacity. A neighbour without data does not count, so that it darkens no edge.
 */
export function samplePixels(options: SampleOptions): SampledPixels {
  const { pixels, window, levelWidth, levelHeight, bands, alpha, smooth } = options;
  const { data, samplesPerPixel, left, top } = window;
  const [scaleX, scaleY] = options.scale ?? [1, 1];
  const [lastColumn, lastRow] = [window.width - 1, window.height - 1];
  const rowStep = window.width * samplesPerPixel;
  const count = pixels.length / 2;
  const opacity = new Uint8Array(count);
  const planes = bands.map(() => emptyPlane(data, count));
  const bandCount = planes.length;
  const [alphaAt, alphaFull] = alpha === null ? [-1, 1] : [alpha.sample, alpha.full];
  // One loop without objects: it runs for each pixel of each tile.
  for (let i = 0; i < count; i += 1) {
    const column = (pixels[2 * i] ?? -1) / scaleX;
    const row = (pixels[2 * i + 1] ?? -1) / scaleY;
    if (!isBelow(column, levelWidth) || !isBelow(row, levelHeight)) continue;
    const hereColumn = within(Math.floor(column) - left, lastColumn);
    const hereRow = within(Math.floor(row) - top, lastRow);
    const here = hereRow * rowStep + hereColumn * samplesPerPixel;
    let isThere = false;
    if (!smooth) {
      isThere = copyNearest(data, here, planes, i);
    } else {
      const x = Math.floor(column - 0.5);
      const y = Math.floor(row - 0.5);
      const x0 = within(Math.max(0, x) - left, lastColumn) * samplesPerPixel;
      const x1 = within(Math.min(levelWidth - 1, x + 1) - left, lastColumn) * samplesPerPixel;
      const y0 = within(Math.max(0, y) - top, lastRow) * rowStep;
      const y1 = within(Math.min(levelHeight - 1, y + 1) - top, lastRow) * rowStep;
      const u = column - 0.5 - x;
      const v = row - 0.5 - y;
      for (let band = 0; band < bandCount; band += 1) {
        const middle = data[here + band] ?? Number.NaN;
        const plane = planes[band];
        if (Number.isNaN(middle) || plane === undefined) continue;
        isThere = true;
        const value = mix(
          data[y0 + x0 + band] ?? middle,
          data[y0 + x1 + band] ?? middle,
          data[y1 + x0 + band] ?? middle,
          data[y1 + x1 + band] ?? middle,
          u,
          v,
        );
        plane[i] = Number.isNaN(value)
          ? mix(
              valueOr(data[y0 + x0 + band], middle),
              valueOr(data[y0 + x1 + band], middle),
              valueOr(data[y1 + x0 + band], middle),
              valueOr(data[y1 + x1 + band], middle),
              u,
              v,
            )
          : value;
      }
    }
    if (isThere) opacity[i] = alphaAt < 0 ? 255 : opacityOf((data[here + alphaAt] ?? 0) / alphaFull);
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
