import type { FileHandle } from 'node:fs/promises';
import { samplesOf } from './block-samples.ts';
import { compressions, isStreamed, packedRowBytes, type RasterImage } from './raster-image.ts';
import { allocateSamples, type Samples } from './samples.ts';
import { UndrawableError } from './undrawable.ts';
import { unpackBlock } from './unpack-block.ts';
import { unpackStream } from './unpack-stream.ts';

/** Above this a strip is read piece by piece. */
const wholeStripBytes = 4 * 1_024 * 1_024;
/** Unpacked tiles that the next rows may need again. */
const keptBytes = 16 * 1_024 * 1_024;
/** A block packed is hardly larger than unpacked; a larger one is not read at all. */
const packedSpareBytes = 1_024 * 1_024;
const mostStreams = 16;

export interface RasterRows {
  /** `count` whole rows, all samples of a pixel together. Cheap from top to bottom. */
  read(top: number, count: number): Promise<Samples>;
  close(): Promise<void>;
}

const reversedBits = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) if (byte & (1 << bit)) reversed |= 128 >> bit;
  return reversed;
});

/** What one strip gives, row by row. */
interface StripReader {
  strip: number;
  nextRow: number;
  rows(count: number): Promise<Uint8Array>;
  close(): Promise<unknown>;
}

/**
 * Reads an image from top to bottom within bounds: tiles and short strips as a whole, tall strips piece by piece. Blocks that were
 * never written are filled with `empty`. Throws UndrawableError where the file is damaged.
 */
export function createRasterRows({
  file,
  image,
  empty,
}: {
  file: FileHandle;
  image: RasterImage;
  empty: number;
}): RasterRows {
  const { widthPx, heightPx, blockWidth, blockHeight, samples, planar } = image;
  const across = Math.ceil(widthPx / blockWidth);
  const down = Math.ceil(heightPx / blockHeight);
  const perPixel = planar ? 1 : samples;
  const rowBytes = packedRowBytes(image);
  const isReversed =
    image.isBitReversed && image.compression !== compressions.jpeg && image.compression !== compressions.lerc;
  const inPieces = isStreamed(image) && rowBytes * blockHeight > wholeStripBytes;
  // Each plane is a stream of its own, and none of them is free.
  if (inPieces && planar && samples > mostStreams) throw new UndrawableError('too-large');
  if (inPieces && isReversed) throw new UndrawableError('not-readable');
  const kept = new Map<number, Samples>();
  const strips = new Map<number, StripReader>();

  async function packedBlock(index: number): Promise<Uint8Array | null> {
    const [offset = 0, length = 0] = [image.offsets[index], image.byteCounts[index]];
    if (length === 0) return null;
    if (length > 2 * rowBytes * blockHeight + packedSpareBytes) throw new UndrawableError('not-readable');
    const packed = Buffer.alloc(length);
    const { bytesRead } = await file.read(packed, 0, length, offset);
    if (bytesRead < length) throw new UndrawableError('not-readable');
    if (isReversed) for (const [i, byte] of packed.entries()) packed[i] = reversedBits[byte] ?? 0;
    return packed;
  }

  /** Tiles are whole at the lower edge too; the last strip may have fewer rows. */
  const rowsOf = (y: number) =>
    image.isTiled ? blockHeight : Math.min(blockHeight, heightPx - y * blockHeight);

  async function wholeBlock(x: number, y: number, plane: number): Promise<Samples> {
    const index = (plane * down + y) * across + x;
    const known = kept.get(index);
    if (known) {
      kept.delete(index);
      kept.set(index, known);
      return known;
    }
    const packed = await packedBlock(index);
    const rows = rowsOf(y);
    let block: Samples;
    if (packed) {
      const { bytes, isNative } = await unpackBlock(image, packed, { dueBytes: rowBytes * rows, rows });
      block = samplesOf(image, bytes, { rows, isNative });
    } else block = allocateSamples(image, blockWidth * rows * perPixel).fill(empty);
    kept.set(index, block);
    let total = 0;
    for (const each of kept.values()) total += each.byteLength;
    for (const [oldest, each] of kept) {
      if (total <= keptBytes || oldest === index) break;
      kept.delete(oldest);
      total -= each.byteLength;
    }
    return block;
  }

  function openStrip(strip: number, plane: number): StripReader {
    const index = plane * down + strip;
    const pieces = unpackStream({
      ...{ file, offset: image.offsets[index] ?? 0, length: image.byteCounts[index] ?? 0 },
      compression: image.compression,
    });
    let left: Uint8Array = new Uint8Array();
    const reader: StripReader = {
      strip,
      nextRow: 0,
      async rows(count) {
        const wanted = new Uint8Array(count * rowBytes);
        for (let filled = 0; filled < wanted.length; ) {
          if (left.length === 0) {
            const next = await pieces.next();
            if (next.done) throw new UndrawableError('not-readable');
            left = next.value;
          }
          const length = Math.min(left.length, wanted.length - filled);
          wanted.set(left.subarray(0, length), filled);
          left = left.subarray(length);
          filled += length;
        }
        reader.nextRow += count;
        return wanted;
      },
      close: () => pieces.return(undefined),
    };
    return reader;
  }

  /** Rows of one strip, at most as many as it has; read in steps that skip what is not asked for. */
  async function stripRows(row: number, count: number, plane: number): Promise<Samples> {
    const strip = Math.floor(row / blockHeight);
    const inStrip = row - strip * blockHeight;
    if (image.byteCounts[plane * down + strip] === 0)
      return allocateSamples(image, blockWidth * count * perPixel).fill(empty);
    let reader = strips.get(plane);
    if (!reader || reader.strip !== strip || reader.nextRow > inStrip) {
      await reader?.close();
      reader = openStrip(strip, plane);
      strips.set(plane, reader);
    }
    while (reader.nextRow < inStrip) await reader.rows(Math.min(64, inStrip - reader.nextRow));
    return samplesOf(image, await reader.rows(count), { rows: count, isNative: false });
  }

  function copy(
    from: Samples,
    into: Samples,
    at: { fromRow: number; row: number; rows: number; left: number; plane: number },
  ) {
    const columns = Math.min(blockWidth, widthPx - at.left);
    for (let i = 0; i < at.rows; i += 1) {
      const source = (at.fromRow + i) * blockWidth * perPixel;
      const target = ((at.row + i) * widthPx + at.left) * samples;
      if (!planar) into.set(from.subarray(source, source + columns * perPixel), target);
      else
        for (let column = 0; column < columns; column += 1)
          into[target + column * samples + at.plane] = from[source + column] ?? 0;
    }
  }

  return {
    async read(top, count) {
      const into = allocateSamples(image, widthPx * count * samples);
      const planes = planar ? samples : 1;
      for (let row = top; row < top + count; ) {
        const y = Math.floor(row / blockHeight);
        const rows = Math.min(top + count, (y + 1) * blockHeight) - row;
        const fromRow = row - y * blockHeight;
        for (let plane = 0; plane < planes; plane += 1) {
          const at = { row: row - top, rows, plane };
          if (inPieces) copy(await stripRows(row, rows, plane), into, { ...at, fromRow: 0, left: 0 });
          else
            for (let x = 0; x < across; x += 1)
              copy(await wholeBlock(x, y, plane), into, { ...at, fromRow, left: x * blockWidth });
        }
        row += rows;
      }
      return into;
    },
    async close() {
      for (const reader of strips.values()) await reader.close();
      strips.clear();
      kept.clear();
    },
  };
}
