import {
  type RowDifferences,
  undoDifferences,
  unpackBlock as unpackPlain,
} from '../../src-shared/raster/block-codec.ts';
import { decodeJpegBlock } from './decode-jpeg.ts';
import { decodeLercBlock } from './decode-lerc.ts';
import { decodeWebpBlock } from './decode-webp.ts';
import { inflateBounded } from './inflate-bounded.ts';
import { bytesPerSample, compressions, packedRowBytes, type RasterImage } from './raster-image.ts';
import { UndrawableError } from './undrawable.ts';
import { unpackPackBits } from './unpack-packbits.ts';

function unpackBits(packed: Uint8Array, dueBytes: number): Uint8Array {
  const [piece = new Uint8Array()] = unpackPackBits({ literal: 0, repeat: 0 }, packed, dueBytes);
  return piece;
}

/** An unpacked block. `isNative`: the samples are in this machine's byte order and need no further decoding. */
export interface UnpackedBlock {
  bytes: Uint8Array;
  isNative: boolean;
}

/** Returns the differences in the rows of an image that are undone while a block is unpacked; null if they are undone afterwards. */
function differencesOf(image: RasterImage): RowDifferences | null {
  const sampleBytes = bytesPerSample(image);
  const isWhole = image.bits === 8 * sampleBytes && sampleBytes <= 4;
  const isHalf = image.sampleFormat === 3 && image.bits < 32;
  if (image.predictor !== 2 || !isWhole || isHalf || !image.littleEndian) return null;
  return { rowBytes: packedRowBytes(image), samples: image.planar ? 1 : image.samples, sampleBytes };
}

/** Undoes the differences in the rows of unpacked bytes if that can be done here. */
function withoutDifferences(image: RasterImage, bytes: Uint8Array): UnpackedBlock {
  const differences = differencesOf(image);
  if (differences === null) return { bytes, isNative: false };
  return { bytes: undoDifferences(bytes, differences), isNative: true };
}

/** Unpacks a whole block of at most `dueBytes`; predictors are undone only if the samples are native then. Throws UndrawableError, CodecError. */
export async function unpackBlock(
  image: RasterImage,
  packed: Uint8Array,
  { dueBytes, rows }: { dueBytes: number; rows: number },
): Promise<UnpackedBlock> {
  switch (image.compression) {
    case compressions.none:
      return { bytes: packed.subarray(0, dueBytes), isNative: false };
    case compressions.lzw: {
      const differences = differencesOf(image);
      return { bytes: unpackPlain('lzw', packed, { dueBytes, differences }), isNative: differences !== null };
    }
    case compressions.deflate:
    case compressions.oldDeflate:
      return withoutDifferences(image, inflateBounded('deflate', packed, dueBytes));
    case compressions.zstd:
      return withoutDifferences(image, inflateBounded('zstd', packed, dueBytes));
    case compressions.packBits:
      return { bytes: unpackBits(packed, dueBytes), isNative: false };
    case compressions.lerc:
      // libtiff swaps the samples of a big-endian file before LERC packs them.
      return {
        bytes: decodeLercBlock(image, packed, { dueBytes, rows }),
        isNative: image.littleEndian || image.bits === 8,
      };
    case compressions.jpeg:
      return { bytes: await decodeJpegBlock(image, packed, rows), isNative: true };
    case compressions.webp:
      return { bytes: await decodeWebpBlock(image, packed, rows), isNative: true };
    default:
      throw new UndrawableError('compression', String(image.compression));
  }
}
