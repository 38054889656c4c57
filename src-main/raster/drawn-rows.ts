import type { FileHandle } from 'node:fs/promises';
import { nodataRange } from '../../src-shared/raster/nodata.ts';
import { alphaOf, isCmyk, isConverted, isPalette, paletteColours } from './raster-colours.ts';
import { photometrics, type RasterImage } from './raster-image.ts';
import { createRasterRows } from './raster-rows.ts';
import { allocateSamples, fullOf, type Samples, type SampleType } from './samples.ts';
import { UndrawableError } from './undrawable.ts';

/** The rows of an image as they are drawn: the bands, then the alpha if there is one. */
export interface DrawnRows {
  widthPx: number;
  heightPx: number;
  type: SampleType;
  /** The number of visible bands, without the alpha. */
  bands: number;
  /** True if the last sample is the opacity of the pixel. */
  hasAlpha: boolean;
  /** Null if an alpha or a mask replaces it. */
  nodata: number | null;
  read(top: number, count: number): Promise<Samples>;
  /** Returns the entries of the palette that occur in the rows that were read, without “no data”, ascending; empty without a palette. */
  usedEntries(): number[];
  close(): Promise<void>;
}

interface DrawnRowsOptions {
  file: FileHandle;
  image: RasterImage;
  /** The mask of the image: a pixel whose mask is 0 is missing. */
  mask: RasterImage | null;
  /** The file of the mask, if it is in one of its own. */
  maskFile?: FileHandle;
  nodata: number | null;
  /** “No data” of each sample, if the bands differ in it. */
  nodatas?: readonly (number | null)[] | null;
}

/** Returns the band names that follow from the photometric interpretation; null if there are none. */
export function colourNames(image: RasterImage): readonly string[] | null {
  const isRgb = image.photometric === photometrics.rgb || image.photometric === photometrics.yCbCr;
  return isConverted(image) || (isRgb && image.samples >= 3) ? ['red', 'green', 'blue'] : null;
}

/** Returns how many bands of this image are visible. */
export function bandCount(image: RasterImage): number {
  return isConverted(image) ? 3 : image.samples - (alphaOf(image) === null ? 0 : 1);
}

/** Returns the type of the unpacked samples; with holes it is a float type, which has "not a number". */
function unpackedType({ sampleFormat, bits }: RasterImage, hasHoles: boolean): SampleType {
  if (bits > 32) return { sampleFormat: 3, bits: 64 };
  // Floats of 32 bits hold whole numbers of up to 24 bits.
  if (hasHoles) return { sampleFormat: 3, bits: sampleFormat === 3 || bits <= 24 ? 32 : 64 };
  return { sampleFormat, bits: sampleFormat === 3 ? 32 : bits };
}

type Colour = (row: Samples, from: number, into: Samples, to: number) => void;

/** Returns the conversion from samples to colours for images whose samples are not bands; null for others. It sets `isUsed` of each entry of a palette that it converts to 1. */
function colourOf(image: RasterImage, isUsed: Uint8Array): Colour | null {
  if (isPalette(image)) {
    const colours = paletteColours(image);
    return (row, from, into, to) => {
      const entry = row[from] ?? 0;
      isUsed[entry] = 1;
      const at = 3 * entry;
      for (let channel = 0; channel < 3; channel += 1) into[to + channel] = colours[at + channel] ?? 0;
    };
  }
  if (isCmyk(image)) {
    const full = fullOf(image);
    return (row, from, into, to) => {
      const black = full - (row[from + 3] ?? 0);
      for (let channel = 0; channel < 3; channel += 1)
        into[to + channel] = Math.floor(((full - (row[from + channel] ?? 0)) * black) / full);
    };
  }
  return null;
}

function checkMask(image: RasterImage, mask: RasterImage): void {
  if (mask.widthPx !== image.widthPx || mask.heightPx !== image.heightPx)
    throw new UndrawableError('not-readable');
}

/**
 * Creates the reader of an image as it is drawn: palettes and CMYK as colours, masks and alphas as one alpha after the bands.
 * Other samples stay unchanged.
 */
export function createDrawnRows({
  file,
  image,
  mask,
  maskFile = file,
  nodata: declared,
  nodatas: declaredEach = null,
}: DrawnRowsOptions): DrawnRows {
  // GDAL asks the mask alone: lossy pixels may have that value by chance.
  const nodatas = mask === null ? declaredEach : null;
  const nodata = mask === null && nodatas === null ? declared : null;
  const indexed = isPalette(image);
  const isUsed = new Uint8Array(indexed ? image.colourMap.length / 3 : 0);
  const colour = colourOf(image, isUsed);
  const alphaAt = alphaOf(image);
  const bands = bandCount(image);
  if (mask) checkMask(image, mask);
  /** True if each band has a mask: a masked sample becomes "not a number", and the others keep their values. */
  const isPerBand = mask !== null && colour === null && mask.samples === image.samples && mask.samples > 1;
  const isMasked = mask !== null && !isPerBand;
  const hasAlpha = alphaAt !== null || isMasked || (indexed && nodata !== null);
  // The colours of a palette have 16 bits, but a screen shows eight.
  const hasHoles = isPerBand || nodatas !== null;
  const type: SampleType = indexed ? { sampleFormat: 1, bits: 8 } : unpackedType(image, hasHoles);
  const samples = bands + (hasAlpha ? 1 : 0);
  const isAsStored =
    colour === null && !mask && nodatas === null && (alphaAt === null || alphaAt === image.samples - 1);
  const rows = createRasterRows({ file, image, empty: nodata ?? 0 });
  const isFloat = image.sampleFormat === 3;
  const [lowest, highest] = nodataRange({ nodata, isFloat });
  const ranges = nodatas?.map((each) => nodataRange({ nodata: each, isFloat }));
  /** Returns true for a sample that its own mask hides, or that is the "no data" of its band. */
  const isHole = (value: number, sample: number, maskValue: number | undefined) => {
    const [low = Number.NaN, high = Number.NaN] = ranges?.[sample] ?? [];
    return (isPerBand && maskValue === 0) || (value >= low && value <= high);
  };
  const maskRows = mask && createRasterRows({ file: maskFile, image: mask, empty: 0 });
  const maskSamples = mask?.samples ?? 1;
  const full = fullOf({ ...type, bits: allocateSamples(type, 1).BYTES_PER_ELEMENT * 8 });
  const alphaScale = full / fullOf(image);

  function alpha(row: Samples, from: number, maskValue: number): number {
    if ((isMasked && maskValue === 0) || (indexed && nodata !== null && row[from] === nodata)) return 0;
    return alphaAt === null ? full : (row[from + alphaAt] ?? 0) * alphaScale;
  }

  return {
    widthPx: image.widthPx,
    heightPx: image.heightPx,
    type,
    bands,
    hasAlpha,
    nodata: indexed ? null : nodata,
    async read(top, count) {
      const stored = await rows.read(top, count);
      // What is nearly "no data" becomes equal to it, so that all that is made of the rows can compare exactly.
      if (isFloat && nodata !== null && lowest !== highest)
        for (let i = 0; i < stored.length; i += 1) {
          const value = stored[i] ?? 0;
          if (value >= lowest && value <= highest) stored[i] = nodata;
        }
      if (isAsStored) return stored;
      const maskValues = await maskRows?.read(top, count);
      const drawn = allocateSamples(type, image.widthPx * count * samples);
      for (let pixel = 0; pixel < image.widthPx * count; pixel += 1) {
        const from = pixel * image.samples;
        const to = pixel * samples;
        if (colour) colour(stored, from, drawn, to);
        else
          for (let sample = 0, band = 0; sample < image.samples; sample += 1) {
            if (sample === alphaAt) continue;
            const value = stored[from + sample] ?? 0;
            const maskValue = maskValues?.[pixel * maskSamples + sample];
            drawn[to + band] = isHole(value, sample, maskValue) ? Number.NaN : value;
            band += 1;
          }
        if (hasAlpha)
          drawn[to + bands] = alpha(stored, from, (isMasked && maskValues?.[pixel * maskSamples]) || 0);
      }
      return drawn;
    },
    usedEntries: () => Array.from(isUsed.keys()).filter((entry) => isUsed[entry] === 1 && entry !== nodata),
    async close() {
      await rows.close();
      await maskRows?.close();
    },
  };
}
