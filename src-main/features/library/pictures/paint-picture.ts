import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PNG } from 'pngjs';
import type { BandScale } from '../../../../src-shared/raster/band-scales.ts';
import { naturalSampleChannels } from '../../../../src-shared/raster/natural-channels.ts';
import { readAuxiliary, withAuxiliary } from '../../../raster/auxiliary-metadata.ts';
import { createDrawnRows, type DrawnRows } from '../../../raster/drawn-rows.ts';
import { readGdalMetadata } from '../../../raster/gdal-metadata.ts';
import { bytesPerSample, checkSizes, photometrics, type RasterImage } from '../../../raster/raster-image.ts';
import {
  bandNames,
  checkLzw,
  imagesOf,
  nodataOf,
  openTiff,
  withMetadata,
} from '../../../raster/raster-images.ts';
import { presentReading, type RasterRecord, rasterRecordSchema } from '../../../raster/raster-record.ts';
import { openMaskFile } from '../../../raster/raster-sidecars.ts';
import { stretchOf } from '../../../raster/raster-stretch.ts';
import { fullOf, type Samples } from '../../../raster/samples.ts';
import { readTiffDirectories } from '../../../raster/tiff-directory.ts';
import type { PictureJob } from './picture-job.ts';

/** The length of the longer side of a picture. */
const sidePx = 256;
/** A larger image is not read for a picture, so a large raster has no picture until its overviews are built. */
const maxPixels = 4 * 1_024 ** 2;
const maxBytes = 128 * 1_024 ** 2;
/** The number of samples that are in memory at the same time. */
const samplesAtOnce = 1_024 ** 2;

/** A readable image of the raster that is small enough, with how it is drawn. */
interface Source {
  rows: DrawnRows;
  bands: readonly string[];
  stretch: readonly (readonly [number, number])[];
  scales: readonly (BandScale | null)[];
  nodata: number | null;
}

/** Returns the smallest image with enough pixels for a picture, else the largest one; null if it is too large. */
function imageFor(images: readonly RasterImage[]): RasterImage | null {
  const longer = ({ widthPx, heightPx }: RasterImage) => Math.max(widthPx, heightPx);
  const bySize = images.toSorted((a, b) => longer(a) - longer(b));
  const image = bySize.find((each) => longer(each) >= sidePx) ?? bySize.at(-1);
  if (image === undefined) return null;
  const pixels = image.widthPx * image.heightPx;
  if (pixels > maxPixels || pixels * image.samples * bytesPerSample(image) > maxBytes) return null;
  checkSizes(image);
  return image;
}

/** Returns the stored record, if it describes the file as it is now, and as this version of Nadir reads it. */
async function recordOf(file: FileHandle, text: string | null): Promise<RasterRecord | null> {
  const record = text === null ? undefined : rasterRecordSchema.safeParse(JSON.parse(text)).data;
  const { size, mtimeMs } = await file.stat();
  const isSame =
    record?.reading === presentReading &&
    record.source?.sizeBytes === size &&
    record.source.modifiedMs === mtimeMs;
  return record !== undefined && isSame ? record : null;
}

/** Returns the source in the overviews or the display copy, which have the bands in the order of the record; null without one. */
async function builtSource(file: FileHandle, record: RasterRecord): Promise<Source | null> {
  const image = imageFor((await imagesIn(file)).levels);
  if (image === null) return null;
  const { bands, stretch, scales, nodata } = record;
  return { rows: createDrawnRows({ file, image, mask: null, nodata }), bands, stretch, scales, nodata };
}

async function imagesIn(file: FileHandle) {
  const directories = await readTiffDirectories(file);
  const images = await imagesOf(directories);
  return { directories, images, levels: [images.full, ...images.reductions] };
}

async function originalSource(
  { file, path }: { file: FileHandle; path: string },
  record: RasterRecord | null,
  { bands: listed, areBandsEntered: isEntered = false }: Pick<PictureJob, 'bands' | 'areBandsEntered'>,
): Promise<Source | null> {
  const found = await imagesIn(file);
  const [directory] = found.directories;
  if (directory === undefined) return null;
  const beside = await readAuxiliary(path);
  const claims = { metadata: withAuxiliary(await readGdalMetadata(directory), beside), listed, isEntered };
  const { full, reductions, mask, reducedMasks } = withMetadata(found.images, claims);
  const image = imageFor([full, ...reductions]);
  if (image === null) return null;
  const maskFile = mask === null ? await openMaskFile(path, full) : null;
  // Its picture is painted from the display copy, in which the mask is an opacity.
  if (maskFile !== null) {
    await maskFile.file.close();
    return null;
  }
  await checkLzw(file, image);
  const isSameSize = (each: RasterImage) =>
    each.widthPx === image.widthPx && each.heightPx === image.heightPx;
  const maskOf = image === full ? mask : (reducedMasks.find(isSameSize) ?? null);
  if (maskOf) checkSizes(maskOf);
  const nodata = await nodataOf(directory, full, beside?.nodata ?? null);
  const rows = createDrawnRows({ file, image, mask: maskOf, nodata });
  const stretch =
    record?.stretch ??
    // The stretch reads from the top, so painting needs another reader of the rows.
    (await stretchIn(createDrawnRows({ file, image, mask: maskOf, nodata }), full));
  const bands = record?.bands ?? bandNames(full, claims);
  return { rows, bands, stretch, scales: record?.scales ?? [], nodata: rows.nodata };
}

async function stretchIn(rows: DrawnRows, full: RasterImage) {
  try {
    return await stretchOf(rows, full.photometric === photometrics.minIsWhite);
  } finally {
    await rows.close();
  }
}

/** Creates the sums of the pixels of an image below each pixel of the picture. */
function createSums(source: Source, widthPx: number, heightPx: number) {
  const { rows, nodata } = source;
  const chosen = naturalSampleChannels(source);
  const samples = rows.bands + (rows.hasAlpha ? 1 : 0);
  const full = fullOf(rows.type);
  const values = new Float64Array(widthPx * heightPx * 3);
  const counts = new Uint32Array(widthPx * heightPx * 3);
  const opacity = new Float64Array(widthPx * heightPx);
  const pixels = new Uint32Array(widthPx * heightPx);
  const columns = Uint32Array.from({ length: rows.widthPx }, (_, x) =>
    Math.floor((x * widthPx) / rows.widthPx),
  );
  // Samples of 32 bits cannot have a number with more digits.
  const rounded = nodata === null ? null : Math.fround(nodata);

  function addPixel(data: Samples, from: number, cell: number) {
    pixels[cell] = (pixels[cell] ?? 0) + 1;
    const shown = rows.hasAlpha ? Math.min(1, (data[from + rows.bands] ?? 0) / full) : 1;
    if (!(shown > 0)) return;
    let hasValue = false;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = data[from + (chosen[channel]?.band ?? 0)] ?? Number.NaN;
      if (!Number.isFinite(value) || value === nodata || value === rounded) continue;
      hasValue = true;
      const at = cell * 3 + channel;
      values[at] = (values[at] ?? 0) + value;
      counts[at] = (counts[at] ?? 0) + 1;
    }
    if (hasValue) opacity[cell] = (opacity[cell] ?? 0) + shown;
  }

  return {
    add(data: Samples, top: number, count: number) {
      for (let row = 0; row < count; row += 1) {
        const line = Math.floor(((top + row) * heightPx) / rows.heightPx) * widthPx;
        const start = row * rows.widthPx;
        for (let x = 0; x < rows.widthPx; x += 1)
          addPixel(data, (start + x) * samples, line + (columns[x] ?? 0));
      }
    },
    /** Writes the means as colours; returns false if all pixels are transparent. */
    draw(rgba: Uint8Array): boolean {
      let isAny = false;
      for (let cell = 0; cell < pixels.length; cell += 1) {
        const alpha = Math.round((255 * (opacity[cell] ?? 0)) / (pixels[cell] ?? 1));
        if (!(alpha > 0)) continue;
        isAny = true;
        rgba[cell * 4 + 3] = alpha;
        for (const [channel, { ends }] of chosen.entries()) {
          const count = counts[cell * 3 + channel] ?? 0;
          if (count === 0) continue;
          const [low, high] = ends;
          const mean = (values[cell * 3 + channel] ?? 0) / count;
          const share = high === low ? 0 : (mean - low) / (high - low);
          rgba[cell * 4 + channel] = Math.max(0, Math.min(255, Math.round(share * 255)));
        }
      }
      return isAny;
    },
  };
}

async function paint(source: Source): Promise<Buffer | null> {
  const { rows } = source;
  const scale = Math.min(1, sidePx / Math.max(rows.widthPx, rows.heightPx));
  const widthPx = Math.max(1, Math.round(rows.widthPx * scale));
  const heightPx = Math.max(1, Math.round(rows.heightPx * scale));
  const sums = createSums(source, widthPx, heightPx);
  const maxRows = Math.max(1, Math.floor(samplesAtOnce / (rows.widthPx * (rows.bands + 1))));
  for (let top = 0; top < rows.heightPx; top += maxRows) {
    const count = Math.min(maxRows, rows.heightPx - top);
    sums.add(await rows.read(top, count), top, count);
  }
  const png = new PNG({ width: widthPx, height: heightPx });
  png.data.fill(0);
  return sums.draw(png.data) ? PNG.sync.write(png, { deflateLevel: 4 }) : null;
}

async function painted(source: Source | null): Promise<Buffer | null> {
  if (source === null || source.bands.length === 0) return null;
  try {
    return await paint(source);
  } finally {
    await source.rows.close();
  }
}

/** Opens the file with the overviews or the display copy; resolves with null if it was deleted. */
const openBuilt = (path: string): Promise<FileHandle | null> =>
  open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null);

/**
 * Resolves with a small picture of a raster as a PNG, at most 256 pixels long, with the rows and columns of the file. It is painted from the
 * smallest overview that has enough pixels, with the colours with which the viewer first draws the raster: the natural bands, stretched as
 * in the record or by the same rule. Pixels without data are transparent. Resolves with null if all images of the raster are too large, or
 * if all pixels are transparent; rejects if it cannot be read.
 */
export async function paintPicture(job: PictureJob): Promise<Buffer | null> {
  const { path, displayPath, record } = job;
  const file = await openTiff(path);
  try {
    const known = await recordOf(file, record);
    const built = known !== null && (known.display || known.overviews) ? await openBuilt(displayPath) : null;
    if (known === null || built === null)
      return await painted(await originalSource({ file, path }, known, job));
    try {
      return await painted(await builtSource(built, known));
    } finally {
      await built.close();
    }
  } finally {
    await file.close();
  }
}
