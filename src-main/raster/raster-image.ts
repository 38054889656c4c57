import type { TiffDirectory } from './tiff-directory.ts';
import { UndrawableError } from './undrawable.ts';

/** The tags of one image that are needed to read its samples. */
export interface RasterImage {
  widthPx: number;
  heightPx: number;
  blockWidth: number;
  blockHeight: number;
  isTiled: boolean;
  /** True if each sample has its own blocks. */
  planar: boolean;
  samples: number;
  bits: number;
  sampleFormat: 1 | 2 | 3;
  compression: number;
  predictor: number;
  photometric: number;
  /** True if the bits of each byte are in reverse order (FillOrder 2). */
  isBitReversed: boolean;
  extraSamples: number[];
  offsets: Float64Array;
  byteCounts: Float64Array;
  /** True if one value of a list is meant for all samples, as some programs write it; the page's library needs one for each. */
  hasShortLists: boolean;
  /** True if the lengths of the blocks are not in the file, as in some old ones; the page's library needs them. */
  hasNoLengths: boolean;
  /** True if the positions of tiles are in the tags of strips, as some old programs wrote them. */
  hasStripTags: boolean;
  colourMap: Float64Array;
  jpegTables: Uint8Array | null;
  /** The packing of LERC blobs: 0 none, 1 deflate, 2 zstd. */
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
  webp: 50_001,
} as const;

/** The usual names of compressions that are not read. */
const unreadCompressions: Record<number, string> = {
  2: 'CCITT RLE',
  3: 'CCITT G3',
  4: 'CCITT G4',
  6: 'JPEG (TIFF 6)',
  34676: 'SGI LogLuv',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
};

/** The usual names of kinds of colours that are not read. */
const unreadColours: Record<number, string> = {
  8: 'CIELab',
  9: 'ICCLab',
  10: 'ITULab',
  32803: 'CFA',
  32844: 'LogL',
  32845: 'LogLuv',
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

/** The limit for a raster, unpacked, with all bands. */
const maxRasterBytes = 4 * 1_024 ** 3;
/** The limit for one tile, or for one strip of a compression that is unpacked as a whole. */
const maxUnpackedBlockBytes = 64 * 1_024 ** 2;
/** Up to this size a block may be larger than the whole raster. */
const usualBlockBytes = 16 * 1_024 ** 2;
/** The limit for a row of all bands, because several rows are always in memory. */
const maxRowBytes = 4 * 1_024 ** 2;
const maxBands = 4_096;
/** The limit for a JPEG block: its decoder needs about ten bytes for each sample. */
const maxJpegSamples = 8 * 1_024 ** 2;

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

/** The compressions whose samples may be differences; the tag says nothing with any other one, as libtiff reads it. */
const predicted: readonly number[] = [
  compressions.lzw,
  compressions.deflate,
  compressions.oldDeflate,
  compressions.zstd,
];

/** Returns true if strips with this compression can be unpacked piece by piece, however tall they are. */
export const isStreamed = (image: RasterImage) => !image.isTiled && streamed.includes(image.compression);

const definesBitOrder: readonly number[] = [compressions.jpeg, compressions.lerc, compressions.webp];
/** Returns true if the bits of each packed byte must be reversed; JPEG, LERC and WebP define their own bit order. */
export const hasReversedBits = (image: RasterImage): boolean =>
  image.isBitReversed && !definesBitOrder.includes(image.compression);

function sampleFormatOf(formats: Float64Array): 1 | 2 | 3 {
  const [format = 1] = formats;
  if (formats.some((each) => each !== format)) throw new UndrawableError('mixed-samples');
  // 4 means "undefined": unsigned integers.
  if (format === 1 || format === 4 || format === 0) return 1;
  if (format === 2 || format === 3) return format;
  throw new UndrawableError('complex-samples');
}

/** The samples that are colours, by their kind; libtiff counts no others. */
const colourSamples: Readonly<Record<number, number>> = {
  [photometrics.minIsWhite]: 1,
  [photometrics.minIsBlack]: 1,
  [photometrics.rgb]: 3,
  [photometrics.palette]: 1,
  [photometrics.cmyk]: 4,
  [photometrics.yCbCr]: 3,
};

/** What Corel Draw 10 writes for an alpha that is not premultiplied. */
const corelAlpha = 999;

/** Returns what each sample after the colours is: as the file lists them, from the first such sample on, then 0 for “nothing known”. */
function extraSamplesOf(listed: Float64Array, photometric: number, samples: number): number[] {
  const due = samples - (colourSamples[photometric] ?? samples);
  return Array.from({ length: Math.max(listed.length, due) }, (_, i) =>
    listed[i] === corelAlpha ? 2 : (listed[i] ?? 0),
  );
}

/** Returns the kind of the colours. As libtiff reads it, a palette without the right number of colours is none. */
function photometricOf(declared: number, colourMap: Float64Array, bits: number, samples: number): number {
  if (declared !== photometrics.palette || colourMap.length === 3 * 2 ** bits) return declared;
  return bits === 8 && samples === 3 ? photometrics.rgb : photometrics.minIsBlack;
}

/** Returns the lengths of the blocks if the file has none: those of a single strip for each plane, uncompressed. */
function knownLengths(
  { widthPx, heightPx, samples, planar, bits }: RasterImage,
  blocks: number,
): Float64Array {
  const planes = planar ? samples : 1;
  const rowBytes = Math.ceil((widthPx * (planar ? 1 : samples) * bits) / 8);
  return new Float64Array(blocks === planes ? planes : 0).fill(rowBytes * heightPx);
}

function checkSamples({ bits, sampleFormat, samples }: RasterImage): void {
  const isOk =
    sampleFormat === 3
      ? bits === 16 || bits === 24 || bits === 32 || bits === 64
      : sampleFormat === 2
        ? bits === 8 || bits === 16 || bits === 32 || bits === 64
        : (bits >= 1 && bits <= 32) || bits === 64;
  if (!isOk) throw new UndrawableError('sample-type', String(bits));
  if (!(samples >= 1)) throw new UndrawableError('not-readable');
  if (samples > maxBands) throw new UndrawableError('too-many-bands', String(samples));
}

/** Returns the size of one unpacked sample in bytes. */
export function bytesPerSample({ bits }: Pick<RasterImage, 'bits'>): number {
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

/** Returns the size in bytes of one row of a block, before its samples are unpacked. */
export function packedRowBytes(image: RasterImage): number {
  return Math.ceil((image.blockWidth * (image.planar ? 1 : image.samples) * image.bits) / 8);
}

/**
 * Throws for lists of blocks that are too short, and for blocks without compression that have less than their pixels, which means damage:
 * blocks that were never written are in the lists too, with length 0.
 */
function checkBlocks(image: RasterImage): void {
  const across = Math.ceil(image.widthPx / image.blockWidth);
  const down = Math.ceil(image.heightPx / image.blockHeight);
  const due = across * down * (image.planar ? image.samples : 1);
  if (!(image.offsets.length >= due && image.byteCounts.length >= due))
    throw new UndrawableError('not-readable');
  if (image.compression !== compressions.none) return;
  const rowBytes = packedRowBytes(image);
  for (let block = 0; block < due; block += 1) {
    const top = (Math.floor(block / across) % down) * image.blockHeight;
    const rows = image.isTiled ? image.blockHeight : Math.min(image.blockHeight, image.heightPx - top);
    const bytes = image.byteCounts[block] ?? 0;
    if (bytes > 0 && bytes < rowBytes * rows) throw new UndrawableError('not-readable');
  }
}

/**
 * Throws for sizes above the limits, before anything is unpacked: a few bytes can claim to be a raster of any size, in blocks of
 * any size. Throws for blocks that are missing or too short.
 */
export function checkSizes(image: RasterImage): void {
  const pixelBytes = image.samples * bytesPerSample(image);
  const rasterBytes = image.widthPx * image.heightPx * pixelBytes;
  const blockRow = image.blockWidth * (image.planar ? 1 : image.samples) * bytesPerSample(image);
  const blockBytes = blockRow * image.blockHeight;
  // A tile is unpacked as a whole, however small the raster is.
  const maxBlockBytes = Math.min(maxUnpackedBlockBytes, Math.max(usualBlockBytes, 2 * rasterBytes));
  const isJpegTooLarge =
    image.compression === compressions.jpeg && blockBytes / bytesPerSample(image) > maxJpegSamples;
  // These comparisons refuse NaN too.
  const isSize = rasterBytes > 0 && blockBytes > 0;
  if (!isSize) throw new UndrawableError('not-readable');
  if (rasterBytes > maxRasterBytes) throw new UndrawableError('too-large');
  if (image.widthPx * pixelBytes > maxRowBytes) throw new UndrawableError('wide-rows');
  if (blockRow > 2 * maxRowBytes || (!isStreamed(image) && blockBytes > maxBlockBytes) || isJpegTooLarge)
    throw new UndrawableError('large-blocks');
  checkBlocks(image);
}

/** Throws UndrawableError for an image that cannot be read here. Sizes are not checked. */
export async function readRasterImage(directory: TiffDirectory): Promise<RasterImage> {
  const first = async (tag: number, otherwise: number) => (await directory.numbers(tag))[0] ?? otherwise;
  const [widthPx, heightPx] = [await first(256, 0), await first(257, 0)];
  const isTiled = (await directory.numbers(322)).length > 0;
  const bitsOfEach = await directory.numbers(258);
  const formats = await directory.numbers(339);
  const samples = await first(277, 1);
  const [bits = 1] = bitsOfEach;
  if (bitsOfEach.some((each) => each !== bits)) throw new UndrawableError('mixed-samples');
  const hasStripTags = isTiled && (await directory.numbers(324)).length === 0;
  const [offsetsTag, countsTag] = isTiled && !hasStripTags ? [324, 325] : [273, 279];
  const kind = await first(254, 0);
  const compression = await first(259, 1);
  const blockHeight = await first(isTiled ? 323 : 278, heightPx);
  const colourMap = await directory.numbers(320);
  const photometric = photometricOf(await first(262, photometrics.minIsBlack), colourMap, bits, samples);
  const sampleFormat = sampleFormatOf(formats);
  const byteCounts = await directory.numbers(countsTag);
  const image: RasterImage = {
    widthPx,
    heightPx,
    blockWidth: isTiled ? await first(322, 0) : widthPx,
    // "All rows in one strip" is written as the largest possible number.
    blockHeight: isTiled ? blockHeight : Math.min(blockHeight, heightPx),
    isTiled,
    samples,
    planar: (await first(284, 1)) === 2 && samples > 1,
    bits,
    // Inks of eight bits are never negative, whatever the file says.
    sampleFormat: photometric === photometrics.cmyk && bits === 8 && sampleFormat === 2 ? 1 : sampleFormat,
    compression,
    predictor: predicted.includes(compression) ? await first(317, 1) : 1,
    photometric,
    isBitReversed: (await first(266, 1)) === 2,
    extraSamples: extraSamplesOf(await directory.numbers(338), photometric, samples),
    offsets: await directory.numbers(offsetsTag),
    byteCounts,
    hasShortLists: [bitsOfEach, formats].some((list) => list.length > 0 && list.length < samples),
    hasNoLengths: byteCounts.length === 0,
    hasStripTags,
    colourMap,
    jpegTables: await directory.bytes(347),
    lercPacking: (await directory.numbers(50_674))[1] ?? 0,
    littleEndian: directory.littleEndian,
    isReduced: (kind & 1) === 1,
    isMask: (kind & 4) === 4,
  };
  checkSamples(image);
  if (image.hasNoLengths && !isTiled && compression === compressions.none)
    image.byteCounts = knownLengths(image, image.offsets.length);
  if (!isKnown(image.compression))
    throw new UndrawableError(
      'compression',
      unreadCompressions[image.compression] ?? String(image.compression),
    );
  if (image.photometric > photometrics.yCbCr)
    throw new UndrawableError('colours', unreadColours[image.photometric] ?? String(image.photometric));
  // Without JPEG, its colour samples are subsampled and stored in a different order.
  if (image.photometric === photometrics.yCbCr && image.compression !== compressions.jpeg)
    throw new UndrawableError('colours', 'YCbCr');
  return image;
}
