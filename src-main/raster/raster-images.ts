import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { reductionOf } from '../../src-preload/contract/overviews.ts';
import { readForeignNumber } from '../../src-shared/raster/foreign-number.ts';
import {
  commonNameOf,
  formatBandName,
  isNumberedBand,
  splitBandName,
  tellsMeaning,
} from '../../src-shared/raster/raster-bands.ts';
import { bandCount, colourNames } from './drawn-rows.ts';
import type { GdalMetadata } from './gdal-metadata.ts';
import { alphaOf, isConverted } from './raster-colours.ts';
import { compressions, type RasterImage, readRasterImage } from './raster-image.ts';
import { allocateSamples } from './samples.ts';
import type { TiffDirectory } from './tiff-directory.ts';
import { checkTiffLayout } from './tiff-layout.ts';
import { UndrawableError } from './undrawable.ts';

/** The images of a file that show the same ground. */
export interface Images {
  full: RasterImage;
  /** Smaller versions of the same image that can be read. */
  reductions: RasterImage[];
  mask: RasterImage | null;
  /** Masks of the smaller versions, each of the same size as its image. */
  reducedMasks: RasterImage[];
}

const shapeOf = (image: RasterImage) => ({
  widthPx: image.widthPx,
  heightPx: image.heightPx,
  samples: image.samples,
  isReduced: image.isReduced,
  isMask: image.isMask,
});

/** Reads the images of a file. Images after the first that cannot be read are left out. */
export async function imagesOf(directories: readonly TiffDirectory[]): Promise<Images> {
  const [first, ...rest] = directories;
  if (!first) throw new UndrawableError('not-readable');
  const full = await readRasterImage(first);
  const images: Images = { full, reductions: [], mask: null, reducedMasks: [] };
  for (const directory of rest) {
    const image = await readRasterImage(directory).catch((error: unknown) => {
      if (error instanceof UndrawableError) return null;
      throw error;
    });
    if (!image) continue;
    const isOfFull = image.widthPx === full.widthPx && image.heightPx === full.heightPx;
    if (image.isMask && !image.isReduced && isOfFull) images.mask ??= image;
    else if (image.isMask && image.isReduced) images.reducedMasks.push(image);
    else if (
      reductionOf(shapeOf(full), shapeOf(image)) !== null &&
      image.bits === full.bits &&
      image.sampleFormat === full.sampleFormat &&
      image.photometric === full.photometric
    )
      images.reductions.push(image);
  }
  return images;
}

/** What the file and its source tell of the bands. */
export interface BandClaims {
  metadata: GdalMetadata;
  /** The names of the bands as the service or an item lists them, with what they mean. */
  listed: readonly string[];
  /** True if a person has entered that list: then it wins over what the file says. */
  isEntered: boolean;
}

/**
 * Returns the image with the alpha that GDAL's metadata declare, or without one that they deny. A sample whose description, or whose name
 * in a list of all samples, is a part of the spectrum is a band: many programs write four bands as red, green, blue and alpha.
 */
function withColours(image: RasterImage, { metadata, listed }: BandClaims): RasterImage {
  const first = image.samples - image.extraSamples.length;
  const extraSamples = image.extraSamples.map((kind, i) => {
    const sample = first + i;
    const named = listed.length === image.samples ? listed[sample] : undefined;
    if (tellsMeaning(metadata.descriptions.get(sample) ?? '') || tellsMeaning(named ?? '')) return 0;
    const colour = metadata.colours.get(sample);
    if (colour === undefined) return kind;
    return colour === 'alpha' ? 2 : 0;
  });
  return { ...image, extraSamples };
}

/** Returns the images with the colours that the file and its source tell. */
export const withMetadata = ({ full, reductions, ...masks }: Images, claims: BandClaims): Images => ({
  full: withColours(full, claims),
  reductions: reductions.map((image) => withColours(image, claims)),
  ...masks,
});

/**
 * Returns the names of the bands: those that a person has entered, else the file's own descriptions, else the list of the service or item in file order, else the colours that
 * the file declares, else numbers; never an assumed order (service §10.5). A name that is only a number gets what is known of the band:
 * from the list, else from the colour or the wavelength that GDAL's metadata declare.
 */
export function bandNames(image: RasterImage, { metadata, listed, isEntered }: BandClaims): string[] {
  const count = bandCount(image);
  const alpha = alphaOf(image);
  const colours = colourNames(image);
  // Some services list the alpha among the bands.
  const named = listed.length === count || (alpha === count && listed.length === count + 1) ? listed : [];
  const isSilent = isConverted(image) || (isEntered && named.length > 0);
  const own = isSilent ? new Map<number, string>() : metadata.descriptions;
  return Array.from({ length: count }, (_, band) => {
    const sample = alpha !== null && alpha <= band ? band + 1 : band;
    const common = commonNameOf(metadata.colours.get(sample) ?? '');
    const nanometres = metadata.wavelengths.get(sample) ?? null;
    const name = own.get(sample) ?? named[band] ?? null;
    if (name !== null && !isNumberedBand(name)) return name;
    const inList = splitBandName(named[band] ?? '');
    const meaning = inList.meaning ?? (tellsMeaning(inList.name) ? inList.name : null);
    if (name !== null && meaning !== null && !tellsMeaning(name)) return `${name} (${meaning})`;
    return formatBandName(name, { common, nanometres }) ?? colours?.[band] ?? `band ${band + 1}`;
  });
}

/**
 * Returns the nodata value as the samples have it, that of a file beside the raster before its own; null if there is none. GDAL rounds it to the samples' 32-bit floats. A value that no
 * sample can have is ignored. NaN need not be declared, because such samples never count.
 */
export async function nodataOf(
  directory: TiffDirectory,
  image: RasterImage,
  beside: string | null = null,
): Promise<number | null> {
  const text = beside ?? (await directory.text(42_113));
  if (text === null || text.trim() === '') return null;
  const value = readForeignNumber(text);
  if (value === null) return null;
  const [stored = Number.NaN] = allocateSamples(image, 1).fill(value);
  if (!Number.isFinite(value) || !Number.isFinite(stored)) {
    // A value slightly above the largest float means the largest float.
    const largest = 3.4028234663852886e38;
    const isNearly = image.sampleFormat === 3 && image.bits <= 32 && Math.abs(value) <= largest * 1.000001;
    return isNearly ? Math.sign(value) * largest : null;
  }
  return image.sampleFormat === 3 || stored === value ? stored : null;
}

/**
 * Returns the nodata value of each sample, if a file beside the raster gives its bands different ones, as GDAL reads it: the raster's own
 * counts for the others. Null if all bands have the same.
 */
export async function nodatasOf(
  directory: TiffDirectory,
  image: RasterImage,
  beside: ReadonlyMap<number, string>,
): Promise<(number | null)[] | null> {
  if (beside.size === 0 || bandCount(image) < 2 || isConverted(image)) return null;
  const nodatas: (number | null)[] = [];
  for (let sample = 0; sample < image.samples; sample += 1)
    nodatas.push(await nodataOf(directory, image, beside.get(sample) ?? null));
  const ofBands = nodatas.filter((_, sample) => sample !== alphaOf(image));
  return new Set(ofBands).size > 1 ? nodatas : null;
}

/** Throws for old-style LZW (before 1989), whose codes begin at the other end of each byte. libtiff recognises it in the same way. */
export async function checkLzw(
  file: FileHandle,
  { compression, offsets, byteCounts }: RasterImage,
): Promise<void> {
  const at = byteCounts.findIndex((length) => length > 1);
  if (compression !== compressions.lzw || at < 0) return;
  const head = Buffer.alloc(2);
  await file.read(head, 0, 2, offsets[at] ?? 0);
  if (head[0] === 0 && ((head[1] ?? 0) & 1) === 1)
    throw new UndrawableError('compression', 'LZW (before TIFF 5)');
}

/**
 * Opens a TIFF, which may have been changed since it was verified. A pipe in its place does not block. Throws UndrawableError if it is not
 * a TIFF.
 */
export async function openTiff(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new UndrawableError('not-readable');
    await checkTiffLayout(file, info.size);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
