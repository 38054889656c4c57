import type { FileHandle } from 'node:fs/promises';
import { photometrics, type RasterImage } from './raster-image.ts';
import { createRasterRows } from './raster-rows.ts';
import { allocateSamples, fullOf, type Samples, type SampleType } from './samples.ts';
import { UndrawableError } from './undrawable.ts';

/** Rows as they are drawn: bands, then the alpha where there is one. */
export interface DrawnRows {
  widthPx: number;
  heightPx: number;
  type: SampleType;
  /** Bands that are seen, without the alpha. */
  bands: number;
  /** The last sample says how much of the pixel is there. */
  hasAlpha: boolean;
  /** Null where an alpha says it. */
  nodata: number | null;
  read(top: number, count: number): Promise<Samples>;
  close(): Promise<void>;
}

interface DrawnRowsOptions {
  file: FileHandle;
  image: RasterImage;
  /** The mask of the image: what is 0 there is not there. */
  mask: RasterImage | null;
  nodata: number | null;
}

/** TIFF 6, ExtraSamples: 1 an alpha that the colours were multiplied by, 2 one that they were not. */
export function alphaOf(image: RasterImage): number | null {
  const first = image.samples - image.extraSamples.length;
  const at = image.extraSamples.findIndex((kind) => kind === 1 || kind === 2);
  return at < 0 || first + at < 1 ? null : first + at;
}

const isPalette = (image: RasterImage) =>
  image.photometric === photometrics.palette && image.colourMap.length > 0;
const isCmyk = (image: RasterImage) =>
  image.photometric === photometrics.cmyk && image.samples >= 4 && image.sampleFormat === 1;

/** Its samples are no bands: they become colours. */
export const isConverted = (image: RasterImage) => isPalette(image) || isCmyk(image);

/** Names of bands that the way of colouring itself gives; null where it gives none. */
export function colourNames(image: RasterImage): readonly string[] | null {
  const isRgb = image.photometric === photometrics.rgb || image.photometric === photometrics.yCbCr;
  return isConverted(image) || (isRgb && image.samples >= 3) ? ['red', 'green', 'blue'] : null;
}

/** How many bands are seen of this image. */
export function bandCount(image: RasterImage): number {
  return isConverted(image) ? 3 : image.samples - (alphaOf(image) === null ? 0 : 1);
}

type Colour = (row: Samples, from: number, into: Samples, to: number) => void;

/** Sample to colour, for the ways of storing that are no bands. */
function colourOf(image: RasterImage): Colour | null {
  if (isPalette(image)) {
    const entries = image.colourMap.length / 3;
    // Some writers gave bytes where the format has 16 bits.
    const scale = image.colourMap.some((value) => value > 255) ? 257 : 1;
    return (row, from, into, to) => {
      const index = row[from] ?? 0;
      for (let channel = 0; channel < 3; channel += 1)
        into[to + channel] = Math.round((image.colourMap[channel * entries + index] ?? 0) / scale);
    };
  }
  if (isCmyk(image)) {
    const full = fullOf(image);
    return (row, from, into, to) => {
      const black = full - (row[from + 3] ?? 0);
      for (let channel = 0; channel < 3; channel += 1)
        into[to + channel] = Math.round((full - (row[from + channel] ?? 0)) * (black / full));
    };
  }
  return null;
}

function checkMask(image: RasterImage, mask: RasterImage): void {
  if (mask.widthPx !== image.widthPx || mask.heightPx !== image.heightPx)
    throw new UndrawableError('not-readable');
}

/**
 * Reads an image as it is to be drawn: palettes and CMYK as colours, masks and alphas as one alpha behind the bands. Other samples
 * stay what they are.
 */
export function createDrawnRows({ file, image, mask, nodata }: DrawnRowsOptions): DrawnRows {
  const colour = colourOf(image);
  const alphaAt = alphaOf(image);
  const bands = bandCount(image);
  if (mask) checkMask(image, mask);
  const indexed = isPalette(image);
  const hasAlpha = alphaAt !== null || mask !== null || (indexed && nodata !== null);
  // A palette has 16 bits in its table and eight on every screen.
  const type: SampleType = indexed
    ? { sampleFormat: 1, bits: 8 }
    : {
        sampleFormat: image.sampleFormat,
        bits: image.bits === 16 && image.sampleFormat === 3 ? 32 : image.bits,
      };
  const samples = bands + (hasAlpha ? 1 : 0);
  const isAsStored = colour === null && !mask && (alphaAt === null || alphaAt === image.samples - 1);
  const rows = createRasterRows({ file, image, empty: nodata ?? 0 });
  const maskRows = mask && createRasterRows({ file, image: mask, empty: 0 });
  const full = fullOf({ ...type, bits: allocateSamples(type, 1).BYTES_PER_ELEMENT * 8 });
  const alphaScale = full / fullOf(image);

  function alpha(row: Samples, from: number, there: number): number {
    if (there === 0 || (indexed && nodata !== null && row[from] === nodata)) return 0;
    return alphaAt === null ? full : (row[from + alphaAt] ?? 0) * alphaScale;
  }

  return {
    ...{ widthPx: image.widthPx, heightPx: image.heightPx, type, bands, hasAlpha },
    nodata: indexed ? null : nodata,
    async read(top, count) {
      const stored = await rows.read(top, count);
      if (isAsStored) return stored;
      const there = await maskRows?.read(top, count);
      const drawn = allocateSamples(type, image.widthPx * count * samples);
      for (let pixel = 0; pixel < image.widthPx * count; pixel += 1) {
        const from = pixel * image.samples;
        const to = pixel * samples;
        if (colour) colour(stored, from, drawn, to);
        else
          for (let sample = 0, band = 0; sample < image.samples; sample += 1) {
            if (sample === alphaAt) continue;
            drawn[to + band] = stored[from + sample] ?? 0;
            band += 1;
          }
        if (hasAlpha) drawn[to + bands] = alpha(stored, from, there?.[pixel] ?? 1);
      }
      return drawn;
    },
    async close() {
      await rows.close();
      await maskRows?.close();
    },
  };
}
