/** A window of interleaved samples: those that are shown, and the alpha if there is one. */
export interface SampleWindow {
  data: ArrayLike<number>;
  samplesPerPixel: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The input for painting one tile. */
export interface PaintOptions {
  /** The flat `column, row` of each output pixel, in pixels of the level that `window` is cut from. */
  pixels: Float64Array;
  window: SampleWindow;
  levelWidth: number;
  levelHeight: number;
  /** The samples of the window for red, green and blue. */
  bands: readonly [number, number, number];
  /** For each shown band, the values that become 0 and 255. */
  stretch: readonly (readonly [number, number])[];
  nodata: number | null;
  /** The sample with the opacity of a pixel, and its value for fully opaque; null if all pixels are opaque. */
  alpha: { sample: number; full: number } | null;
  /**
   * True for bilinear interpolation between pixel centres; else the nearest pixel, because a zoomed-in view must show
   * single pixels.
   */
  smooth: boolean;
}

/**
 * Paints output pixels as RGBA; pixels outside of the raster, and those where all shown bands are "no data", stay
 * transparent.
 */
export function paint(options: PaintOptions): Uint8ClampedArray<ArrayBuffer> {
  const { pixels, window, levelWidth, levelHeight, bands, stretch, nodata, alpha, smooth } = options;
  const { data, samplesPerPixel, left, top, width, height } = window;
  const count = pixels.length / 2;
  const rgba = new Uint8ClampedArray(count * 4);
  const offset = (column: number, row: number) => {
    const c = Math.max(0, Math.min(width - 1, column - left));
    const r = Math.max(0, Math.min(height - 1, row - top));
    return (r * width + c) * samplesPerPixel;
  };
  /** NaN and infinite values are "no data" in every raster. */
  const isHole = (value: number | undefined) =>
    value === undefined || value === nodata || !Number.isFinite(value);
  const [r, g, b] = bands;
  for (let i = 0; i < count; i += 1) {
    const column = pixels[2 * i] ?? -1;
    const row = pixels[2 * i + 1] ?? -1;
    if (!(column >= 0 && row >= 0 && column < levelWidth && row < levelHeight)) continue;
    const here = offset(Math.floor(column), Math.floor(row));
    if (isHole(data[here + r]) && isHole(data[here + g]) && isHole(data[here + b])) continue;
    const opacity = alpha === null ? 1 : (data[here + alpha.sample] ?? 0) / alpha.full;
    if (!(opacity > 0)) continue;
    const x0 = Math.floor(column - 0.5);
    const y0 = Math.floor(row - 0.5);
    const u = column - 0.5 - x0;
    const v = row - 0.5 - y0;
    const a = smooth ? offset(Math.max(0, x0), Math.max(0, y0)) : here;
    const c = smooth ? offset(Math.min(levelWidth - 1, x0 + 1), Math.max(0, y0)) : here;
    const d = smooth ? offset(Math.max(0, x0), Math.min(levelHeight - 1, y0 + 1)) : here;
    const e = smooth ? offset(Math.min(levelWidth - 1, x0 + 1), Math.min(levelHeight - 1, y0 + 1)) : here;
    for (let channel = 0; channel < 3; channel += 1) {
      const band = bands[channel] ?? 0;
      const middle = data[here + band] ?? 0;
      // A neighbour without data must not darken the edge.
      const at = (index: number) => {
        const value = data[index + band];
        if (isHole(value) || (alpha !== null && data[index + alpha.sample] === 0)) return middle;
        return value ?? middle;
      };
      const value = smooth
        ? (at(a) * (1 - u) + at(c) * u) * (1 - v) + (at(d) * (1 - u) + at(e) * u) * v
        : middle;
      const [low = 0, high = 255] = stretch[channel] ?? [0, 255];
      rgba[4 * i + channel] = ((value - low) / (high - low)) * 255;
    }
    // What is there at all can be seen.
    rgba[4 * i + 3] = Math.max(1, opacity * 255);
  }
  return rgba;
}
