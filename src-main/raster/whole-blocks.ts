import type { FileHandle } from 'node:fs/promises';
import { samplesOf } from './block-samples.ts';
import { hasReversedBits, packedRowBytes, type RasterImage } from './raster-image.ts';
import { allocateSamples, type Samples } from './samples.ts';
import { UndrawableError } from './undrawable.ts';
import { unpackBlock } from './unpack-block.ts';

/** The limit of the cache for unpacked tiles that the next rows may need again. */
const cachedBytes = 16 * 1_024 * 1_024;
/** A packed block may be larger than an unpacked one by so much; a larger one is not read. */
const packedSpareBytes = 1_024 * 1_024;

/** The size of one read from the file. */
const aheadBytes = 1_024 * 1_024;

const reversedBits = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) reversed |= 128 >> bit;
  return reversed;
});

/** Creates a cache of the latest blocks, limited in bytes; the latest block always stays. */
function createBlockCache() {
  const blocks = new Map<number, Samples>();
  return {
    get(index: number): Samples | undefined {
      const block = blocks.get(index);
      if (!block) return undefined;
      blocks.delete(index);
      blocks.set(index, block);
      return block;
    },
    add(index: number, block: Samples) {
      blocks.set(index, block);
      let total = 0;
      for (const { byteLength } of blocks.values()) total += byteLength;
      for (const [oldest, { byteLength }] of blocks) {
        if (total <= cachedBytes || oldest === index) break;
        blocks.delete(oldest);
        total -= byteLength;
      }
    },
    clear: () => blocks.clear(),
  };
}

/**
 * Creates the reader of tiles and short strips, which are unpacked as a whole; the latest ones are cached. A block that was never written
 * is filled with `empty`. Throws UndrawableError if the file is damaged.
 */
export function createWholeBlocks({
  file,
  image,
  empty,
}: {
  file: FileHandle;
  image: RasterImage;
  empty: number;
}) {
  const { widthPx, heightPx, blockWidth, blockHeight } = image;
  const across = Math.ceil(widthPx / blockWidth);
  const down = Math.ceil(heightPx / blockHeight);
  const samplesPerPixel = image.planar ? 1 : image.samples;
  const rowBytes = packedRowBytes(image);
  const isReversed = hasReversedBits(image);
  const cache = createBlockCache();

  /** Bytes that were read ahead: a read for each strip of a few kilobytes would take longer than unpacking it. */
  let ahead = { offset: 0, bytes: Buffer.alloc(0) };

  async function readAhead(offset: number, length: number): Promise<Buffer> {
    if (offset < ahead.offset || offset + length > ahead.offset + ahead.bytes.length) {
      const bytes = Buffer.alloc(Math.max(length, aheadBytes));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      ahead = { offset, bytes: bytes.subarray(0, bytesRead) };
    }
    return ahead.bytes.subarray(offset - ahead.offset, offset - ahead.offset + length);
  }

  async function packedBlock(index: number): Promise<Uint8Array | null> {
    const [offset = 0, length = 0] = [image.offsets[index], image.byteCounts[index]];
    if (length === 0) return null;
    if (length > 2 * rowBytes * blockHeight + packedSpareBytes) throw new UndrawableError('not-readable');
    const packed = await readAhead(offset, length);
    if (packed.length < length) throw new UndrawableError('not-readable');
    return isReversed ? packed.map((byte) => reversedBits[byte] ?? 0) : packed;
  }

  /** Returns the rows of a block: tiles are complete at the lower edge too; the last strip may have fewer rows. */
  const rowsOf = (y: number) =>
    image.isTiled ? blockHeight : Math.min(blockHeight, heightPx - y * blockHeight);

  async function unpackedBlock(index: number, rows: number): Promise<Samples> {
    const packed = await packedBlock(index);
    if (!packed) return allocateSamples(image, blockWidth * rows * samplesPerPixel).fill(empty);
    const { bytes, isNative } = await unpackBlock(image, packed, { dueBytes: rowBytes * rows, rows });
    return samplesOf(image, bytes, { rows, isNative });
  }

  return {
    /** The number of blocks in a row of blocks. */
    across,
    /** Returns the samples of the block in column `x` and row `y` of blocks, of one plane. */
    async read(x: number, y: number, plane: number): Promise<Samples> {
      const index = (plane * down + y) * across + x;
      const cached = cache.get(index);
      if (cached) return cached;
      const block = await unpackedBlock(index, rowsOf(y));
      cache.add(index, block);
      return block;
    },
    clear: cache.clear,
  };
}
