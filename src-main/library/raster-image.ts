import type { TiffDirectory } from './tiff-directory.ts';
import { UndrawableError } from './undrawable.ts';

/** What the tags of one image say, as far as reading its samples needs it. */
export interface RasterImage {
  widthPx: number;
  heightPx: number;
  blockWidth: number;
  blockHeight: number;
  isTiled: boolean;
  /** Each sample has blocks of its own. */
  planar: boolean;
  samples: number;
  bits: number;
  sampleFormat: 1 | 2 | 3;
  compression: number;
  predictor: number;
  photometric: number;
  /** FillOrder 2: the bits of each byte stand in the other order. */
  isBitReversed: boolean;
  extraSamples: number[];
  offsets: Float64Array;
  byteCounts: Float64Array;
  colourMap: Float64Array;
  jpegTables: Uint8Array | null;
  /** What LERC blobs are packed in: 0 nothing, 1 deflate, 2 zstd. */
  lercPacking: number;
  littleEndian: boolean;
  isReduced: boolean;
  isMask: boolean;
}

export const compressions = {
  none: 1,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  oldDeflate: 32_946,
  packBits: 32_773,
  lerc: 34_887,
  zstd: 50_000,
} as const;

/** Those that are met and not read: their names in the words of the field. */
const unreadCompressions: Record<number, string> = {
  2: 'CCITT RLE',
  3: 'CCITT G3',
  4: 'CCITT G4',
  6: 'JPEG (TIFF 6)',
  34676: 'SGI LogLuv',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  50001: 'WebP',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
};

export const photometrics = {
  minIsWhite: 0,
  minIsBlack: 1,
  rgb: 2,
  palette: 3,
  mask: 4,
  cmyk: 5,
  yCbCr: 6,
} as const;

/** Unpacked, all bands. */
const largestRasterBytes = 4 * 1_024 ** 3;
/** One tile, or one strip of a compression that is unpacked as a whole. */
const largestBlockBytes = 64 * 1_024 ** 2;
/** Up to this size a block may be larger than its raster. */
const usualBlockBytes = 16 * 1_024 ** 2;
/** A row of all bands: nothing is ever held that is not a number of rows. */
const largestRowBytes = 4 * 1_024 ** 2;
const mostBands = 256;
/** Of JPEG: its decoder keeps some ten bytes for each. */
const mostJpegSamples = 8 * 1_024 ** 2;

function isKnown(compression: number): boolean {
  return Object.values(compressions).some((known) => known === compression);
}

const streamed: readonly number[] = [
  compressions.none,
  compressions.lzw,
  compressions.deflate,
  compressions.oldDeflate,
  compressions.packBits,
  compressions.zstd,
];

/** Strips of these are read from top to bottom, however tall they are. */
export const isStreamed = (image: RasterImage) => !image.isTiled && streamed.includes(image.compression);

/** Whether the bits of each packed byte must be turned round; JPEG and LERC have an order of their own. */
export const hasReversedBits = (image: RasterImage): boolean =>
  image.isBitReversed && image.compression !== compressions.jpeg && image.compression !== compressions.lerc;

function sampleFormatOf(formats: Float64Array): 1 | 2 | 3 {
  const [format = 1] = formats;
  if (formats.some((each) => each !== format)) throw new UndrawableError('sample-type', 'mixed');
  // 4 is "undefined": whole numbers without a sign.
  if (format === 1 || format === 4 || format === 0) return 1;
  if (format === 2 || format === 3) return format;
  throw new UndrawableError('sample-type', 'complex');
}

function checkSamples({ bits, sampleFormat, samples }: RasterImage): void {
  const isOk =
    sampleFormat === 3
      ? bits === 16 || bits === 32 || bits === 64
      : sampleFormat === 2
        ? bits === 8 || bits === 16 || bits === 32
        : bits >= 1 && bits <= 32;
  if (!isOk) throw new UndrawableError('sample-type', `${bits} bits`);
  if (!(samples >= 1 && samples <= mostBands)) throw new UndrawableError('too-large');
}

/** Bytes of one sample once it is unpacked. */
export function bytesPerSample({ bits }: Pick<RasterImage, 'bits'>): number {
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

/** Bytes of one row of one block, as it is packed. */
export function packedRowBytes(image: RasterImage): number {
  return Math.ceil((image.blockWidth * (image.planar ? 1 : image.samples) * image.bits) / 8);
}

/** A few bytes can claim to be a raster of any size, in blocks of any size: refused before anything is unpacked. */
export function checkSizes(image: RasterImage): void {
  const pixelBytes = image.samples * bytesPerSample(image);
  const rasterBytes = image.widthPx * image.heightPx * pixelBytes;
  const blockRow = image.blockWidth * (image.planar ? 1 : image.samples) * bytesPerSample(image);
  const blockBytes = blockRow * image.blockHeight;
  // A tile is unpacked as a whole, however small the raster.
  const mostBlockBytes = Math.min(largestBlockBytes, Math.max(usualBlockBytes, 2 * rasterBytes));
  const isJpegTooLarge =
    image.compression === compressions.jpeg && blockBytes / bytesPerSample(image) > mostJpegSamples;
  // Written so that what is no number is refused too.
  const isSize = rasterBytes > 0 && blockBytes > 0;
  if (
    !isSize ||
    rasterBytes > largestRasterBytes ||
    image.widthPx * pixelBytes > largestRowBytes ||
    blockRow > 2 * largestRowBytes ||
    (!isStreamed(image) && blockBytes > mostBlockBytes) ||
    isJpegTooLarge
  )
    throw new UndrawableError('too-large');
}

/** Throws UndrawableError for what cannot be read here. Sizes are not checked. */
export async function readRasterImage(directory: TiffDirectory): Promise<RasterImage> {
  const first = async (tag: number, otherwise: number) => (await directory.numbers(tag))[0] ?? otherwise;
  const [widthPx, heightPx] = [await first(256, 0), await first(257, 0)];
  const isTiled = (await directory.numbers(322)).length > 0;
  const bitsOfEach = await directory.numbers(258);
  const [bits = 1] = bitsOfEach;
  if (bitsOfEach.some((each) => each !== bits)) throw new UndrawableError('sample-type', 'mixed');
  const kind = await first(254, 0);
  const blockHeight = await first(isTiled ? 323 : 278, heightPx);
  const image: RasterImage = {
    widthPx,
    heightPx,
    blockWidth: isTiled ? await first(322, 0) : widthPx,
    // "All rows in one strip" is written as the largest number there is.
    blockHeight: isTiled ? blockHeight : Math.min(blockHeight, heightPx),
    isTiled,
    samples: await first(277, 1),
    planar: (await first(284, 1)) === 2 && (await first(277, 1)) > 1,
    bits,
    sampleFormat: sampleFormatOf(await directory.numbers(339)),
    compression: await first(259, 1),
    predictor: await first(317, 1),
    photometric: await first(262, photometrics.minIsBlack),
    isBitReversed: (await first(266, 1)) === 2,
    extraSamples: [...(await directory.numbers(338))],
    offsets: await directory.numbers(isTiled ? 324 : 273),
    byteCounts: await directory.numbers(isTiled ? 325 : 279),
    colourMap: await directory.numbers(320),
    jpegTables: await directory.bytes(347),
    lercPacking: (await directory.numbers(50_674))[1] ?? 0,
    littleEndian: directory.littleEndian,
    isReduced: (kind & 1) === 1,
    isMask: (kind & 4) === 4,
  };
  checkSamples(image);
  if (!isKnown(image.compression))
    throw new UndrawableError(
      'compression',
      unreadCompressions[image.compression] ?? String(image.compression),
    );
  if (image.photometric > photometrics.yCbCr) throw new UndrawableError('colours');
  // Without JPEG its colour samples are woven together in a way of their own.
  if (image.photometric === photometrics.yCbCr && image.compression !== compressions.jpeg)
    throw new UndrawableError('colours');
  return image;
}
