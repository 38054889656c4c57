import { constants, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { z } from 'zod';
import { registerBoundedInflate } from './bounded-inflate.ts';
import { createDisplayWriter, type Samples } from './display-writer.ts';
import { registerFastLzw } from './fast-lzw.ts';
import type { RasterRecord } from './raster-record.ts';
import { checkTiffLayout } from './tiff-layout.ts';

/** The file is whole but cannot be drawn on a map; `reason` is a catalogue key. */
export class UndrawableError extends Error {
  readonly reason: 'no-georeference' | 'rotated' | 'not-readable' | 'unknown-projection' | 'too-large';
  constructor(reason: UndrawableError['reason'], options?: { cause?: unknown }) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Up to this size a raster is drawn whole; overviews would gain nothing. */
const smallPx = 1_024;
const histogramPx = 512;
/** Unpacked, all bands. A third of it is held in memory while overviews are built. */
const largestRasterBytes = 4 * 1_024 ** 3;
/** One strip or tile, unpacked: many files are a single strip. */
const largestBlockBytes = 1_024 ** 3;
/** Up to this size a block may be larger than its raster. */
const usualBlockBytes = 64 * 1_024 ** 2;
const mostBands = 256;
/** An overview above this is none: looking at the whole would read it all. */
const coarsePx = 2_048;

const userDefined = 32_767;
const pixelIsPoint = 2;

function epsgOf(image: GeoTIFFImage): number {
  const keys = image.getGeoKeys();
  const code = Number(keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey ?? Number.NaN);
  if (!Number.isInteger(code) || code <= 0) throw new UndrawableError('no-georeference');
  if (code >= userDefined) throw new UndrawableError('unknown-projection');
  return code;
}

const numberList = z.preprocess(
  (value) => (value instanceof Float64Array ? [...value] : value),
  z.array(z.number().finite()).catch([]),
);

/**
 * GDAL's six numbers, from the tags and by GDAL's order of them: scale and one tie point, else the matrix. The library's own
 * reading turns the sign of a matrix's rows and forgets that a tie point may lie anywhere and mean a pixel's middle.
 */
function geoTransformOf(image: GeoTIFFImage): number[] {
  const directory = image.getFileDirectory();
  const [scaleX = 0, scaleY = 0] = numberList.parse(directory.getValue('ModelPixelScale'));
  const tie = numberList.parse(directory.getValue('ModelTiepoint'));
  const matrix = numberList.parse(directory.getValue('ModelTransformation'));
  let [originX, originY, width, height] = [0, 0, 0, 0];
  if (scaleX !== 0 && scaleY !== 0 && tie.length === 6) {
    const [i = 0, j = 0, , x = 0, y = 0] = tie;
    [width, height] = [scaleX, -scaleY];
    [originX, originY] = [x - i * width, y - j * height];
  } else if (matrix.length === 16) {
    if (matrix[1] !== 0 || matrix[4] !== 0) throw new UndrawableError('rotated');
    [originX, originY, width, height] = [matrix[3] ?? 0, matrix[7] ?? 0, matrix[0] ?? 0, matrix[5] ?? 0];
  }
  if (width === 0 || height === 0) throw new UndrawableError('no-georeference');
  if (image.getGeoKeys()?.GTRasterTypeGeoKey === pixelIsPoint) {
    originX -= width / 2;
    originY -= height / 2;
  }
  return [originX, width, 0, originY, 0, height];
}

/** The file's own descriptions, else the service's list in file order, else numbers: never an assumed order (observed, Scenes and files). */
async function bandNames(image: GeoTIFFImage, listed: readonly string[]): Promise<string[]> {
  const count = image.getSamplesPerPixel();
  const names: string[] = [];
  for (let band = 0; band < count; band += 1) {
    const metadata = await image.getGDALMetadata(band);
    const own = metadata?.DESCRIPTION ?? metadata?.Description;
    const fallback = listed.length === count ? listed[band] : undefined;
    names.push(typeof own === 'string' && own !== '' ? own : (fallback ?? `band ${band + 1}`));
  }
  return names;
}

/** "Not a number" needs no saying: such samples never count. */
function nodataOf(image: GeoTIFFImage): number | null {
  const value = image.getGDALNoData();
  return value === null || !Number.isFinite(value) ? null : value;
}

function isSamples(value: unknown): value is Samples {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

async function readInterleaved(
  image: GeoTIFFImage,
  window: [number, number, number, number],
): Promise<Samples> {
  const data: unknown = await image.readRasters({ window, interleave: true });
  if (!isSamples(data)) throw new UndrawableError('not-readable');
  return data;
}

async function buildDisplay(image: GeoTIFFImage, path: string, nodata: number | null): Promise<void> {
  const widthPx = image.getWidth();
  const heightPx = image.getHeight();
  const first = await readInterleaved(image, [0, 0, 1, 1]);
  const partial = `${path}.part`;
  const writer = createDisplayWriter({
    path: partial,
    widthPx,
    heightPx,
    samplesPerPixel: image.getSamplesPerPixel(),
    allocate: (length) => sameType(first, length),
    sampleFormat: image.getSampleFormat(),
    nodata,
  });
  try {
    for (let top = 0; top < heightPx; top += writer.bandRows) {
      const rows = Math.min(writer.bandRows, heightPx - top);
      writer.writeRows(await readInterleaved(image, [0, top, widthPx, top + rows]), rows);
    }
    writer.finish();
  } catch (error) {
    writer.abandon();
    rmSync(partial, { force: true });
    throw error;
  }
  renameSync(partial, path);
}

function sameType(like: Samples, length: number): Samples {
  if (like instanceof Uint8Array) return new Uint8Array(length);
  if (like instanceof Int8Array) return new Int8Array(length);
  if (like instanceof Uint16Array) return new Uint16Array(length);
  if (like instanceof Int16Array) return new Int16Array(length);
  if (like instanceof Uint32Array) return new Uint32Array(length);
  if (like instanceof Int32Array) return new Int32Array(length);
  return like instanceof Float32Array ? new Float32Array(length) : new Float64Array(length);
}

/** TIFF 6, NewSubfileType: bit 2 marks a transparency mask. */
function isMask(image: GeoTIFFImage): boolean {
  const kind: unknown = image.getFileDirectory().getValue('NewSubfileType');
  return typeof kind === 'number' && (kind & 4) !== 0;
}

/** The smallest image that still has enough pixels for a fair histogram; what is no reduction of the first may be of any size. */
async function histogramImage(tiff: GeoTIFF): Promise<GeoTIFFImage> {
  let best = await tiff.getImage(0);
  for (let index = 1; index < (await tiff.getImageCount()); index += 1) {
    const image = await tiff.getImage(index);
    if (
      !isMask(image) &&
      image.getSamplesPerPixel() === best.getSamplesPerPixel() &&
      image.getWidth() < best.getWidth() &&
      image.getHeight() <= best.getHeight() &&
      image.getWidth() >= histogramPx / 2 &&
      isBearable(image)
    )
      best = image;
  }
  return best;
}

async function stretchOf(tiff: GeoTIFF, nodata: number | null): Promise<[number, number][]> {
  const image = await histogramImage(tiff);
  const bands = image.getSamplesPerPixel();
  const width = image.getWidth();
  const height = image.getHeight();
  const data = await readInterleaved(image, [0, 0, width, height]);
  const step = Math.max(1, Math.floor((width * height) / 200_000));
  return Array.from({ length: bands }, (_, band) => {
    const values: number[] = [];
    for (let pixel = 0; pixel < width * height; pixel += step) {
      const value = data[pixel * bands + band] ?? 0;
      if (value !== nodata && Number.isFinite(value)) values.push(value);
    }
    values.sort((a, b) => a - b);
    const at = (share: number) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
    const low = at(0.02);
    const high = at(0.98);
    // An even surface must not become a division by nothing; reflectance as a fraction is well below one.
    return [low, high > low ? high : low + 1];
  });
}

/** The file may have been changed since it was verified, and the library follows directories round and round. */
async function checkFile(path: string): Promise<void> {
  // A pipe in its place would be waited for until somebody writes into it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new UndrawableError('not-readable');
    await checkTiffLayout(file, info.size);
  } finally {
    await file.close();
  }
}

/** A few bytes can claim to be a raster of any size, in blocks of any size. */
function isBearable(image: GeoTIFFImage): boolean {
  const bands = image.getSamplesPerPixel();
  const pixelBytes = bands * Math.ceil(image.getBitsPerSample() / 8);
  const rasterBytes = image.getWidth() * image.getHeight() * pixelBytes;
  const blockBytes = image.getTileWidth() * image.getTileHeight() * pixelBytes;
  // A block is unpacked as a whole, however small the raster.
  const mostBlockBytes = Math.min(largestBlockBytes, Math.max(usualBlockBytes, 2 * rasterBytes));
  // Written so that what is no number is refused too.
  const isSize = rasterBytes > 0 && blockBytes > 0;
  return isSize && bands <= mostBands && rasterBytes <= largestRasterBytes && blockBytes <= mostBlockBytes;
}

/** Whether even its coarsest image is too fine to be read whole. */
async function lacksOverviews(tiff: GeoTIFF): Promise<boolean> {
  if ((await tiff.getImageCount()) === 1) return true;
  const coarsest = await histogramImage(tiff);
  return coarsest.getWidth() * coarsest.getHeight() > coarsePx ** 2;
}

/** Reads what drawing needs and, where the file is plain strips or has no overviews, builds the display copy. */
export async function describeRaster(
  path: string,
  displayPath: string,
  listedBands: readonly string[],
): Promise<RasterRecord> {
  registerFastLzw();
  registerBoundedInflate();
  await checkFile(path);
  const tiff = await fromFile(path);
  try {
    const image = await tiff.getImage(0);
    if (!isBearable(image)) throw new UndrawableError('too-large');
    const widthPx = image.getWidth();
    const heightPx = image.getHeight();
    const nodata = nodataOf(image);
    const record = {
      widthPx,
      heightPx,
      epsg: epsgOf(image),
      geoTransform: geoTransformOf(image),
      bitsPerSample: image.getBitsPerSample(),
      bands: await bandNames(image, listedBands),
      nodata,
    };
    const large = Math.max(widthPx, heightPx) > smallPx;
    const striped = image.getTileWidth() >= widthPx && image.getTileHeight() < heightPx;
    const display = large && (striped || (await lacksOverviews(tiff)));
    if (!display) return { ...record, display, stretch: await stretchOf(tiff, nodata) };
    await buildDisplay(image, displayPath, nodata);
    const copy = await fromFile(displayPath);
    try {
      return { ...record, display, stretch: await stretchOf(copy, nodata) };
    } finally {
      copy.close();
    }
  } finally {
    tiff.close();
  }
}
