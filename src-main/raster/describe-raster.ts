import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { readAuxiliary, withAuxiliary } from './auxiliary-metadata.ts';
import { isFileBeside } from './beside-files.ts';
import { createDisplayWriter } from './display-writer.ts';
import { bandCount, createDrawnRows, type DrawnRows } from './drawn-rows.ts';
import { type GdalMetadata, readGdalMetadata } from './gdal-metadata.ts';
import { readPlaceFiles } from './placement/place-files.ts';
import { readPlacement } from './placement/raster-place.ts';
import { listClasses } from './raster-classes.ts';
import { alphaOf, isConverted } from './raster-colours.ts';
import {
  bytesPerSample,
  checkSizes,
  compressions,
  packedRowBytes,
  photometrics,
  type RasterImage,
} from './raster-image.ts';
import {
  bandNames,
  checkLzw,
  type Images,
  imagesOf,
  nodataOf,
  nodatasOf,
  openTiff,
  withMetadata,
} from './raster-images.ts';
import { presentReading, type RasterRecord } from './raster-record.ts';
import { type MaskFile, openMaskFile } from './raster-sidecars.ts';
import { earlyStretch, stretchOf } from './raster-stretch.ts';
import { readTiffDirectories } from './tiff-directory.ts';
import { UndrawableError } from './undrawable.ts';

/** Up to this size a raster is drawn as a whole, without overviews. */
const smallPx = 1_024;
const histogramPx = 512;
/** A larger overview does not count, because showing the whole image would read all of it. */
const coarsePx = 2_048;
/** The largest block that the page has to unpack. */
const drawnBlockBytes = 16 * 1_024 ** 2;
/** A view of strips reads whole rows; with wider rows it would read far more than it shows. */
const thinRowBytes = 128 * 1_024;
const thinStripBytes = 1_024 ** 2;

/** Returns the scale and offset that the file declares for each band; none if its samples are converted to colours. */
function bandScales(image: RasterImage, { scales, offsets }: GdalMetadata): RasterRecord['scales'] {
  const alpha = alphaOf(image);
  return Array.from({ length: bandCount(image) }, (_, band) => {
    const sample = alpha !== null && alpha <= band ? band + 1 : band;
    const isDeclared = !isConverted(image) && (scales.has(sample) || offsets.has(sample));
    return isDeclared ? { scale: scales.get(sample) ?? 1, offset: offsets.get(sample) ?? 0 } : null;
  });
}

/** The compressions that the page unpacks (src-renderer/viewer/raster/block-decoders.ts). */
const drawnCompressions: readonly number[] = [
  compressions.none,
  compressions.lzw,
  compressions.deflate,
  compressions.oldDeflate,
  compressions.zstd,
];

/** Returns true if the page can unpack and read the image block by block, within its limits. */
function isDrawable(image: RasterImage): boolean {
  const { compression, predictor, bits, sampleFormat } = image;
  const alpha = alphaOf(image);
  const blockBytes =
    image.blockWidth * image.blockHeight * (image.planar ? 1 : image.samples) * bytesPerSample(image);
  return (
    drawnCompressions.includes(compression) &&
    (predictor === 1 ||
      (predictor === 2 && bits <= 32) ||
      (predictor === 3 && sampleFormat === 3 && bits > 16)) &&
    (sampleFormat === 3 ? bits === 32 || bits === 64 : bits === 8 || bits === 16 || bits === 32) &&
    image.littleEndian &&
    !image.isBitReversed &&
    !image.hasStripTags &&
    !image.hasShortLists &&
    !image.hasNoLengths &&
    image.photometric <= photometrics.rgb &&
    (alpha === null || alpha === image.samples - 1) &&
    blockBytes <= drawnBlockBytes
  );
}

/** What is built for the page: nothing, overviews of a file that the page reads, or a copy of everything. */
type DisplayKind = 'none' | 'overviews' | 'copy';

/** Returns true if a view reads little more of the strips of an image than it shows. */
const hasThinStrips = (image: RasterImage): boolean =>
  packedRowBytes(image) <= thinRowBytes && packedRowBytes(image) * image.blockHeight <= thinStripBytes;

/** Returns true if the page can draw the file directly, although slowly without overviews. */
const isReadable = ({ full, reductions, mask }: Images): boolean =>
  !mask && [full, ...reductions].every(isDrawable);

/** Returns what the page needs to draw from. */
function displayOf({ full, reductions, mask }: Images, mayBeOverviews: boolean): DisplayKind {
  if (mask || !isDrawable(full)) return 'copy';
  if (Math.max(full.widthPx, full.heightPx) <= smallPx) return 'none';
  const drawable = reductions.filter((image) => image.isTiled && isDrawable(image));
  const coarsest = Math.min(...drawable.map((image) => image.widthPx * image.heightPx));
  const isReadable = full.isTiled || (mayBeOverviews && hasThinStrips(full));
  const isComplete = drawable.length === reductions.length && coarsest <= coarsePx ** 2;
  if (isReadable && isComplete) return 'none';
  return isReadable && mayBeOverviews ? 'overviews' : 'copy';
}

/** Returns the smallest image that still has enough pixels for a good histogram. */
function histogramImage({ full, reductions }: Images): RasterImage {
  let best = full;
  for (const image of reductions)
    if (image.widthPx < best.widthPx && image.widthPx >= histogramPx / 2) best = image;
  return best;
}

async function buildDisplay(
  rows: DrawnRows,
  { displayPath: path, progress }: Pick<DescribeOptions, 'displayPath' | 'progress'>,
  isOverviewsOnly: boolean,
): Promise<void> {
  const { widthPx, heightPx, type, bands, hasAlpha, nodata } = rows;
  const partial = `${path}.part`;
  const samplesPerPixel = bands + (hasAlpha ? 1 : 0);
  const writer = createDisplayWriter({
    path: partial,
    widthPx,
    heightPx,
    type,
    samplesPerPixel,
    hasAlpha,
    nodata,
    isOverviewsOnly,
  });
  try {
    for (let top = 0; top < heightPx; top += writer.bandRows) {
      const count = Math.min(writer.bandRows, heightPx - top);
      await writer.writeRows(await rows.read(top, count), count);
      progress((top + count) / heightPx);
    }
    await writer.finish();
  } catch (error) {
    await writer.abandon();
    rmSync(partial, { force: true });
    throw error;
  }
  renameSync(partial, path);
}

async function copyStretch(path: string, isInverted: boolean, nodata: number | null) {
  const file = await open(path, 'r');
  try {
    const images = await imagesOf(await readTiffDirectories(file));
    const rows = createDrawnRows({ file, image: histogramImage(images), mask: null, nodata });
    return await stretchOf(rows, isInverted);
  } finally {
    await file.close();
  }
}

interface DescribeOptions {
  path: string;
  displayPath: string;
  /** The names of the bands as the service lists them. */
  bands: readonly string[];
  /** True if a person has entered these names. */
  areBandsEntered?: boolean | undefined;
  /**
   * False: nothing is built. A file that needs overviews is described without them (`isEarly`); null is returned if the page cannot
   * read the file.
   */
  mayBuild: boolean;
  /** True if the page can draw the file together with overviews in a separate file. */
  mayBeOverviews: boolean;
  /** Called with the fraction that is built, from 0 to 1. */
  progress: (fraction: number) => void;
}

/**
 * Returns the description of a raster that is needed for drawing. It builds overviews for a file that lacks them, or a display copy of
 * one that the page cannot draw: tall strips, masks, palettes, other byte orders and compressions. Throws UndrawableError for a file
 * that cannot be drawn.
 */
export async function describeRaster(options: DescribeOptions): Promise<RasterRecord | null> {
  const { path, displayPath, progress } = options;
  const file = await openTiff(path);
  let maskFile: MaskFile | null = null;
  try {
    // Read first: if the file is written while it is read, the record must not match the new one.
    const { size, mtimeMs } = await file.stat();
    const directories = await readTiffDirectories(file);
    const [directory] = directories;
    if (!directory) throw new UndrawableError('not-readable');
    const beside = await readAuxiliary(path);
    const metadata = withAuxiliary(await readGdalMetadata(directory), beside);
    const claims = { metadata, listed: options.bands, isEntered: options.areBandsEntered === true };
    const images = withMetadata(await imagesOf(directories), claims);
    const { full } = images;
    checkSizes(full);
    if (images.mask === null) maskFile = await openMaskFile(path, full);
    if (maskFile !== null) images.mask = maskFile.image;
    const { mask } = images;
    await checkLzw(file, full);
    if (mask) checkSizes(mask);
    const nodata = await nodataOf(directory, full, beside?.nodata ?? null);
    const nodatas = beside === null ? null : await nodatasOf(directory, full, beside.nodatas);
    // The page knows one value for all bands.
    const display = nodatas === null ? displayOf(images, options.mayBeOverviews) : 'copy';
    const isInverted = full.photometric === photometrics.minIsWhite;
    const rows = createDrawnRows({
      file,
      image: full,
      mask,
      nodata,
      nodatas,
      ...(maskFile === null ? {} : { maskFile: maskFile.file }),
    });
    const overviewFile = `${path}.ovr`;
    const hasUnused = display !== 'none' && (await isFileBeside(overviewFile));
    const names = bandNames(full, claims);
    const isAsRead = full.samples === names.length + (rows.hasAlpha ? 1 : 0);
    const record = {
      ...(hasUnused ? { unusedOverviews: basename(overviewFile) } : {}),
      widthPx: full.widthPx,
      heightPx: full.heightPx,
      placement: await readPlacement(directory, full, await readPlaceFiles(path, beside?.place ?? null)),
      bitsPerSample: full.bits,
      bands: names,
      ...(isAsRead ? {} : { samples: full.samples }),
      scales: bandScales(full, metadata),
      hasAlpha: rows.hasAlpha,
      nodata: rows.nodata,
      isFloat: full.sampleFormat === 3,
      display: display === 'copy',
      overviews: display === 'overviews',
      isEarly: false,
      reading: presentReading,
      source: { sizeBytes: size, modifiedMs: mtimeMs },
    };
    const classNames = beside?.classNames ?? new Map<number, string>();
    const withClasses = (stretch: RasterRecord['stretch']): RasterRecord => {
      const classes = listClasses(full, { names: classNames, used: rows.usedEntries() });
      return { ...record, stretch, ...(classes === undefined ? {} : { classes }) };
    };
    if (display === 'none') {
      // Deletes the display copy of an earlier file of this record.
      rmSync(displayPath, { force: true });
      const image = histogramImage(images);
      checkSizes(image);
      const small = createDrawnRows({ file, image, mask: null, nodata });
      return withClasses(await stretchOf(small, isInverted));
    }
    if (!options.mayBuild) {
      if (!options.mayBeOverviews || nodatas !== null || !isReadable(images)) return null;
      const stretch = await earlyStretch(rows, full, isInverted).finally(rows.close);
      return { ...withClasses(stretch), display: false, overviews: false, isEarly: true };
    }
    try {
      await buildDisplay(rows, { displayPath, progress }, display === 'overviews');
    } finally {
      await rows.close();
    }
    if (rows.type.sampleFormat === 1 && rows.type.bits <= 8)
      return withClasses(await stretchOf(rows, isInverted));
    return withClasses(await copyStretch(displayPath, isInverted, rows.nodata));
  } finally {
    await maskFile?.file.close();
    await file.close();
  }
}
