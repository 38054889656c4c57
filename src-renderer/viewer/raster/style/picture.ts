import type { PixelOffset, RasterStyle } from '../../../../src-preload/contract/raster-styles.ts';
import { compileExpression, type Evaluator, type Plane } from '../expression/evaluate.ts';
import { bindExpression } from './band-names.ts';
import { rampColours } from './ramps.ts';
import type { Bounds } from './stretch.ts';

/** How a raster is painted: a style after its bands and bounds are known. */
export interface PaintStyle
  extends Pick<RasterStyle, 'gamma' | 'resampling' | 'hidesZeros' | 'isRampReversed'> {
  /** Three expressions for red, green and blue, or one for a ramp. */
  expressions: readonly string[];
  /** For each expression the values that are drawn dark and bright. */
  bounds: readonly Bounds[];
  ramp: RasterStyle['ramp'] | null;
  /** How far the pixels are drawn to the right and down of their place, in pixels at full size; nowhere if left out. */
  offset?: PixelOffset;
}

/** What of a style changes which values are read. */
export type SampleStyle = Pick<PaintStyle, 'resampling' | 'hidesZeros' | 'offset'>;

/** Values of the bands of some pixels, as they are kept after they were read. */
export interface SampledPixels {
  count: number;
  /** By the number of the band; NaN where there is nothing. */
  planes: ReadonlyMap<number, Plane>;
  /** From 0 to 255; 0 outside of the raster. */
  opacity: Uint8Array;
}

/** Computes values of a raster with these bands. */
export interface BoundEvaluator {
  evaluate: Evaluator;
  /** The bands that it reads, each once. */
  bands: readonly number[];
}

/**
 * Compiles an expression for a raster with these bands.
 * @throws ExpressionError if it cannot be read.
 */
export function evaluatorOf(text: string, bands: readonly string[]): BoundEvaluator {
  const { expression, bandAt } = bindExpression(text, bands);
  const evaluate = compileExpression(expression, (at) => bandAt.get(at) ?? 0);
  return { evaluate, bands: [...new Set(bandAt.values())] };
}

/** Returns the values of an expression for pixels. */
export function valuesOf(evaluator: BoundEvaluator, pixels: SampledPixels): Plane {
  const none = new Float32Array(0);
  return evaluator.evaluate((band) => pixels.planes.get(band) ?? none, pixels.count);
}

/** How values of a channel become 0 … 1: stretched, cut off at both ends, and bent by gamma. */
interface Shade {
  low: number;
  scale: number;
  power: number;
}

const shadeOf = ([low, high]: Bounds, gamma: number): Shade => ({
  low,
  scale: 1 / (high - low),
  power: 1 / gamma,
});

// The loops below have no calls for a pixel, because a change of stretch paints all tiles of the view again.

function paintRamp(
  values: Plane,
  { low, scale, power }: Shade,
  colours: Uint8ClampedArray,
  { count, opacity }: SampledPixels,
) {
  const rgba = new Uint8ClampedArray(count * 4);
  for (let i = 0; i < count; i += 1) {
    const value = values[i] ?? Number.NaN;
    // What is not finite gives NaN here.
    if (opacity[i] === 0 || value - value !== 0) continue;
    let share = Math.max(0, Math.min(1, (value - low) * scale));
    if (power !== 1) share **= power;
    const at = 3 * Math.round(share * 255);
    rgba[4 * i] = colours[at] ?? 0;
    rgba[4 * i + 1] = colours[at + 1] ?? 0;
    rgba[4 * i + 2] = colours[at + 2] ?? 0;
    rgba[4 * i + 3] = opacity[i] ?? 0;
  }
  return rgba;
}

/** Paints a channel of a composite. */
function paintChannel(
  rgba: Uint8ClampedArray,
  { channel, values, shade }: { channel: number; values: Plane; shade: Shade },
  { count, opacity }: SampledPixels,
) {
  const { low, scale, power } = shade;
  for (let i = 0; i < count; i += 1) {
    const value = values[i] ?? Number.NaN;
    const opaque = opacity[i] ?? 0;
    if (opaque === 0 || value - value !== 0) continue;
    const share = Math.max(0, Math.min(1, (value - low) * scale));
    rgba[4 * i + channel] = (power === 1 ? share : share ** power) * 255;
    rgba[4 * i + 3] = opaque;
  }
}

/** Added to a double and taken away again it leaves the nearest whole number, of two the even one, as arrays of bytes round. */
const roundingBig = 6_755_399_441_055_744;

/** Colours are written four bytes at once, which only fits where the lowest byte comes first; that is so on all machines of today. */
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Paints three channels that no gamma bends, by one walk over the pixels. */
function paintStraight(
  rgba: Uint32Array,
  [red, green, blue]: readonly [Float32Array, Float32Array, Float32Array],
  [reds, greens, blues]: readonly [Shade, Shade, Shade],
  { count, opacity }: SampledPixels,
) {
  for (let i = 0; i < count; i += 1) {
    const opaque = opacity[i] ?? 0;
    if (opaque === 0) continue;
    const r = red[i] ?? Number.NaN;
    const g = green[i] ?? Number.NaN;
    const b = blue[i] ?? Number.NaN;
    let pixel = 0;
    // What is not finite gives NaN here.
    if (r - r === 0) {
      const v = (r - reds.low) * reds.scale * 255;
      pixel = (opaque << 24) | (v > 0 ? (v < 255 ? v + roundingBig - roundingBig : 255) : 0);
    }
    if (g - g === 0) {
      const v = (g - greens.low) * greens.scale * 255;
      pixel |= (opaque << 24) | ((v > 0 ? (v < 255 ? v + roundingBig - roundingBig : 255) : 0) << 8);
    }
    if (b - b === 0) {
      const v = (b - blues.low) * blues.scale * 255;
      pixel |= (opaque << 24) | ((v > 0 ? (v < 255 ? v + roundingBig - roundingBig : 255) : 0) << 16);
    }
    rgba[i] = pixel;
  }
}

/** A pixel is transparent where all three channels have nothing; a channel alone that has nothing is dark. */
function paintComposite(channels: readonly Plane[], shades: readonly Shade[], pixels: SampledPixels) {
  const rgba = new Uint8ClampedArray(pixels.count * 4);
  const [red, green, blue] = channels;
  const [reds, greens, blues] = shades;
  if (
    isLittleEndian &&
    red instanceof Float32Array &&
    green instanceof Float32Array &&
    blue instanceof Float32Array &&
    reds?.power === 1 &&
    greens?.power === 1 &&
    blues?.power === 1
  ) {
    paintStraight(new Uint32Array(rgba.buffer), [red, green, blue], [reds, greens, blues], pixels);
    return rgba;
  }
  for (const [channel, values] of channels.entries()) {
    const shade = shades[channel];
    if (shade) paintChannel(rgba, { channel, values, shade }, pixels);
  }
  return rgba;
}

/** A compiled paint style. */
export interface Picture {
  style: PaintStyle;
  /** The bands that it reads, each once. */
  bands: readonly number[];
  /** Returns the colours of pixels as RGBA. */
  paint(pixels: SampledPixels): Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Compiles a paint style for a raster with these bands.
 * @throws ExpressionError if an expression cannot be read.
 */
export function createPicture(style: PaintStyle, bands: readonly string[]): Picture {
  const channels = style.expressions.map((text) => evaluatorOf(text, bands));
  const shades = style.bounds.map((bounds) => shadeOf(bounds, style.gamma));
  const colours = style.ramp === null ? null : rampColours(style.ramp, style.isRampReversed);
  return {
    style,
    bands: [...new Set(channels.flatMap((channel) => channel.bands))],
    paint(pixels) {
      const values = channels.map((channel) => valuesOf(channel, pixels));
      const [single] = values;
      const [shade] = shades;
      if (colours !== null && single && shade) return paintRamp(single, shade, colours, pixels);
      return paintComposite(values, shades, pixels);
    },
  };
}
