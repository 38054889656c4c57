import { constants, rmSync } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { readForeignNumber } from '../../../../src-shared/raster/foreign-number.ts';
import { besideCrop } from '../../../core/exports-folder.ts';
import { type AuxiliaryMetadata, readAuxiliary } from '../../../raster/auxiliary-metadata.ts';
import { readPlaceFiles } from '../../../raster/placement/place-files.ts';
import { checkSizes, photometrics, type RasterImage, readRasterImage } from '../../../raster/raster-image.ts';
import { nodatasOf } from '../../../raster/raster-images.ts';
import { type MaskFile, openMaskFile } from '../../../raster/raster-sidecars.ts';
import type { Samples } from '../../../raster/samples.ts';
import { readTiffDirectories, type TiffDirectory } from '../../../raster/tiff-directory.ts';
import { checkTiffLayout } from '../../../raster/tiff-layout.ts';
import { UndrawableError } from '../../../raster/undrawable.ts';
import { createWindowRows } from '../../../raster/window-rows.ts';
import type { CropJob } from './crop-job.ts';
import { CropRefusedError } from './crop-refused.ts';
import { classNamesBeside, cropTags } from './crop-tags.ts';
import type { TiffEntry } from './tiff-entries.ts';
import { createTiledTiff } from './tiled-tiff.ts';

/** TIFF tag 254: the image is a mask of the raster. */
const maskKind = 4;
/** TIFF tag 254: the image is smaller than the raster. */
const reducedKind = 1;

/** Resolves with the mask of the raster; null if it has none. Rejects if there are several, or one of another size, which a crop would lose. */
async function maskOf(
  directories: readonly TiffDirectory[],
  raster: RasterImage,
): Promise<RasterImage | null> {
  let mask: RasterImage | null = null;
  for (const directory of directories.slice(1)) {
    const [kind = 0] = await directory.numbers(254);
    if ((kind & maskKind) === 0 || (kind & reducedKind) !== 0) continue;
    const image = await readRasterImage(directory);
    checkSizes(image);
    if (mask !== null || image.widthPx !== raster.widthPx || image.heightPx !== raster.heightPx)
      throw new CropRefusedError('mask');
    mask = image;
  }
  return mask;
}

/** The type of a written mask: bytes, 255 for pixels with a value. */
const maskType = { sampleFormat: 1, bits: 8 } as const;
const maskTags: readonly TiffEntry[] = [
  { tag: 254, type: 4, values: [maskKind] },
  { tag: 262, type: 3, values: [photometrics.mask] },
];
const asMask = (samples: Samples) => Uint8Array.from(samples, (value) => (value === 0 ? 0 : 255));

async function fallbackNodata(directory: TiffDirectory, beside: string | null): Promise<number> {
  const value = readForeignNumber(beside ?? (await directory.text(42_113)) ?? '');
  return value === null || Number.isNaN(value) ? 0 : value;
}

async function copyPixels(
  file: FileHandle,
  job: CropJob,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const directories = await readTiffDirectories(file);
  const [directory] = directories;
  if (!directory) throw new UndrawableError('not-readable');
  const image = await readRasterImage(directory);
  checkSizes(image);
  const auxiliary = await readAuxiliary(job.path);
  const maskFile = await openMaskFile(job.path, image);
  try {
    await copyMasked(file, job, onProgress, { directories, directory, image, maskFile, auxiliary });
  } finally {
    await maskFile?.file.close();
  }
}

interface CopiedRaster {
  directories: readonly TiffDirectory[];
  directory: TiffDirectory;
  image: RasterImage;
  /** The mask in a file beside the raster; null if there is none. */
  maskFile: MaskFile | null;
  /** What GDAL keeps of the raster beside it; null if there is none. */
  auxiliary: AuxiliaryMetadata | null;
}

async function copyMasked(
  file: FileHandle,
  job: CropJob,
  onProgress: (fraction: number) => void,
  { directories, directory, image, maskFile, auxiliary }: CopiedRaster,
): Promise<void> {
  const mask = (await maskOf(directories, image)) ?? maskFile?.image ?? null;
  const isBeside = mask !== null && mask === maskFile?.image;
  if (image.bits > 32 && image.sampleFormat !== 3) throw new CropRefusedError('wide-integers');
  const { window, target, bands, mostClassicBytes } = job;
  if (window.column + window.widthPx > image.widthPx || window.row + window.heightPx > image.heightPx)
    throw new UndrawableError('not-readable');
  // A TIFF has one value for all bands.
  if (auxiliary !== null && (await nodatasOf(directory, image, auxiliary.nodatas)) !== null)
    throw new CropRefusedError('mask');
  const empty = await fallbackNodata(directory, auxiliary?.nodata ?? null);
  const rows = createWindowRows({ file, image, empty, window });
  const maskRows =
    mask && createWindowRows({ file: isBeside ? maskFile.file : file, image: mask, empty: 0, window });
  const placeFiles = await readPlaceFiles(job.path, auxiliary?.place ?? null);
  const tags = await cropTags({ directory, image, window, bands, auxiliary, placeFiles });
  const writer = createTiledTiff({
    path: target,
    widthPx: window.widthPx,
    heightPx: window.heightPx,
    images: [
      { samplesPerPixel: image.samples, type: { sampleFormat: image.sampleFormat, bits: image.bits }, tags },
      ...(mask ? [{ samplesPerPixel: mask.samples, type: maskType, tags: maskTags }] : []),
    ],
    ...(mostClassicBytes === undefined ? {} : { mostClassicBytes }),
  });
  try {
    for (let top = 0; top < window.heightPx; top += writer.tileHeight) {
      const count = Math.min(writer.tileHeight, window.heightPx - top);
      writer.writeTiles(0, await rows.read(top, count), count);
      if (maskRows) writer.writeTiles(1, asMask(await maskRows.read(top, count)), count);
      onProgress((top + count) / window.heightPx);
    }
    writer.finish();
    const names = classNamesBeside(auxiliary?.classNames ?? new Map());
    if (names !== null) await writeFile(besideCrop(target), names);
  } catch (error) {
    writer.abandon();
    for (const path of [target, besideCrop(target)]) rmSync(path, { force: true });
    throw error;
  } finally {
    await rows.close();
    await maskRows?.close();
  }
}

/**
 * Writes a part of a raster to a new file, with the stored values of all samples, the placement, names and nodata; the names of its classes
 * are in a file beside it. Throws UndrawableError
 * for a file that cannot be read, CropRefusedError if the crop would lose something, and the error of the system if the disk is full; then
 * nothing stays at the target.
 */
export async function writeCrop(job: CropJob, onProgress: (fraction: number) => void): Promise<void> {
  // Non-blocking, because a pipe in the place of the file would block.
  const file = await open(job.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new UndrawableError('not-readable');
    await checkTiffLayout(file, info.size);
    await copyPixels(file, job, onProgress);
  } finally {
    await file.close();
  }
}
