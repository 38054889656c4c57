/** A window of samples, interleaved: those that are shown, and the alpha where there is one. */
export interface SampleWindow {
  data: ArrayLike<number>;
  samplesPerPixel: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What one tile is painted from. */
export interface PaintOptions {
  /** Flat `column, row` of each output pixel, in pixels of the level that `window` is cut from. */
  pixels: Float64Array;
  window: SampleWindow;
  levelWidth: number;
  levelHeight: number;
  /** Which samples of the window are red, green and blue. */
  bands: readonly [number, number, number];
  /** Per shown band: values that become 0 and 255. */
  stretch: readonly (readonly [number, number])[];
  nodata: number | null;
  /** The sample that says how much of a pixel is there, and its value for "fully"; null where all are. */
  alpha: { sample: number; full: number } | null;
  /** Bilinear between pixel centres; else the pixel itself (zoomed in, an analyst wants to see pixels). */
  smooth: boolean;
}

/** Paints output pixels as RGBA; outside of the raster and where all shown bands say "no data" they stay clear. */
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
  /** "Not a number" and the infinite are no data in any raster. */
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
    rgba[4 * i + 3] = opacity * 255;
  }
  return rgba;
}
