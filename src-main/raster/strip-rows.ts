import type { FileHandle } from 'node:fs/promises';
import { samplesOf } from './block-samples.ts';
import { packedRowBytes, type RasterImage } from './raster-image.ts';
import { allocateSamples, type Samples } from './samples.ts';
import { UndrawableError } from './undrawable.ts';
import { unpackStream } from './unpack-stream.ts';

/** The number of rows that are read in one step to skip them. */
const skippedRows = 64;

/** A reader of one strip, row by row. */
interface StripReader {
  strip: number;
  nextRow: number;
  rows(count: number): Promise<Uint8Array>;
  close(): Promise<unknown>;
}

/**
 * Creates the reader of tall strips, which are unpacked piece by piece: one stream for each plane, fast from top to bottom. A strip that
 * was never written is filled with `empty`. Throws UndrawableError if the file is damaged.
 */
export function createStripRows({
  file,
  image,
  empty,
}: {
  file: FileHandle;
  image: RasterImage;
  empty: number;
}) {
  const { heightPx, blockWidth, blockHeight } = image;
  const stripsPerPlane = Math.ceil(heightPx / blockHeight);
  const samplesPerPixel = image.planar ? 1 : image.samples;
  const rowBytes = packedRowBytes(image);
  const readers = new Map<number, StripReader>();

  function openStrip(strip: number, plane: number): StripReader {
    const index = plane * stripsPerPlane + strip;
    const pieces = unpackStream({
      file,
      offset: image.offsets[index] ?? 0,
      length: image.byteCounts[index] ?? 0,
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

  /** Returns a reader that has not passed this row: the present one, unless it reads another strip or has passed the row. */
  async function readerBefore(strip: number, rowInStrip: number, plane: number): Promise<StripReader> {
    const current = readers.get(plane);
    if (current && current.strip === strip && current.nextRow <= rowInStrip) return current;
    await current?.close();
    const reader = openStrip(strip, plane);
    readers.set(plane, reader);
    return reader;
  }

  return {
    /** Reads rows of one strip, at most as many as it has; skips unwanted rows in steps. */
    async read(row: number, count: number, plane: number): Promise<Samples> {
      const strip = Math.floor(row / blockHeight);
      const rowInStrip = row - strip * blockHeight;
      if (image.byteCounts[plane * stripsPerPlane + strip] === 0)
        return allocateSamples(image, blockWidth * count * samplesPerPixel).fill(empty);
      const reader = await readerBefore(strip, rowInStrip, plane);
      while (reader.nextRow < rowInStrip)
        await reader.rows(Math.min(skippedRows, rowInStrip - reader.nextRow));
      return samplesOf(image, await reader.rows(count), { rows: count, isNative: false });
    },
    async close() {
      for (const reader of readers.values()) await reader.close();
      readers.clear();
    },
  };
}
