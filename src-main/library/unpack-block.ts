import { unpackBlock as unpackPlain } from '../../src-preload/codecs/block-codec.ts';
import { decodeJpegBlock } from './decode-jpeg.ts';
import { decodeLercBlock } from './decode-lerc.ts';
import { decodeWebpBlock } from './decode-webp.ts';
import { inflateBounded } from './inflate-bounded.ts';
import { compressions, type RasterImage } from './raster-image.ts';
import { UndrawableError } from './undrawable.ts';
import { unpackPackBits } from './unpack-packbits.ts';

function unpackBits(packed: Uint8Array, dueBytes: number): Uint8Array {
  const [piece = new Uint8Array()] = unpackPackBits({ literal: 0, repeat: 0 }, packed, dueBytes);
  return piece;
}

/** One unpacked block. `isNative`: the samples are in this machine's byte order and need no further decoding. */
export interface UnpackedBlock {
  bytes: Uint8Array;
  isNative: boolean;
}

/** Unpacks a whole block of at most `dueBytes`; predictors in the rows are not undone. Throws UndrawableError, CodecError. */
export async function unpackBlock(
  image: RasterImage,
  packed: Uint8Array,
  { dueBytes, rows }: { dueBytes: number; rows: number },
): Promise<UnpackedBlock> {
  switch (image.compression) {
    case compressions.none:
      return { bytes: packed.subarray(0, dueBytes), isNative: false };
    case compressions.lzw:
      return { bytes: unpackPlain('lzw', packed, { dueBytes }), isNative: false };
    case compressions.deflate:
    case compressions.oldDeflate:
      return { bytes: inflateBounded('deflate', packed, dueBytes), isNative: false };
    case compressions.zstd:
      return { bytes: inflateBounded('zstd', packed, dueBytes), isNative: false };
    case compressions.packBits:
      return { bytes: unpackBits(packed, dueBytes), isNative: false };
    case compressions.lerc:
      // libtiff swaps what it writes to a big-endian file before LERC packs it.
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
