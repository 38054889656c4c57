import type { FileHandle } from 'node:fs/promises';
import type { PixelWindow } from '../../src-preload/contract/takeaway.ts';
import type { RasterImage } from './raster-image.ts';
import { createRasterRows } from './raster-rows.ts';
import { allocateSamples, type Samples } from './samples.ts';
import { createWholeBlocks } from './whole-blocks.ts';

/** The whole rows that are read from strips at a time take at most this. */
const stripBytes = 8 * 1_024 * 1_024;

interface WindowSource {
  file: FileHandle;
  image: RasterImage;
  /** The value of samples in blocks that were never written. */
  empty: number;
  window: PixelWindow;
}

/** A reader of rows of a part of an image, all samples of a pixel together, as they are stored. */
export interface WindowRows {
  /** Reads rows; `top` counts from the upper edge of the part. */
  read(top: number, count: number): Promise<Samples>;
  close(): Promise<void>;
}

/** Creates a reader that only reads the tiles of the part. */
function fromTiles(source: WindowSource): WindowRows {
  const { image, window } = source;
  const { blockWidth, blockHeight, samples, planar } = image;
  const blocks = createWholeBlocks(source);
  const perPixel = planar ? 1 : samples;
  const right = window.column + window.widthPx;

  function copy(
    block: Samples,
    into: Samples,
    at: { x: number; y: number; plane: number; top: number; count: number },
  ) {
    const first = Math.max(at.top, at.y * blockHeight);
    const end = Math.min(at.top + at.count, (at.y + 1) * blockHeight);
    const left = Math.max(window.column, at.x * blockWidth);
    const columns = Math.min(right, (at.x + 1) * blockWidth) - left;
    for (let row = first; row < end; row += 1) {
      const from = ((row - at.y * blockHeight) * blockWidth + left - at.x * blockWidth) * perPixel;
      const to = ((row - at.top) * window.widthPx + left - window.column) * samples;
      if (!planar) into.set(block.subarray(from, from + columns * perPixel), to);
      else
        for (let column = 0; column < columns; column += 1)
          into[to + column * samples + at.plane] = block[from + column] ?? 0;
    }
  }

  return {
    async read(from, count) {
      const into = allocateSamples(image, window.widthPx * count * samples);
      const top = window.row + from;
      for (let y = Math.floor(top / blockHeight); y * blockHeight < top + count; y += 1)
        for (let plane = 0; plane < (planar ? samples : 1); plane += 1)
          for (let x = Math.floor(window.column / blockWidth); x * blockWidth < right; x += 1)
            copy(await blocks.read(x, y, plane), into, { x, y, plane, top, count });
      return into;
    },
    async close() {
      blocks.clear();
    },
  };
}

/** Creates a reader that reads few whole rows at a time, because strips are as wide as the image. */
function fromStrips(source: WindowSource): WindowRows {
  const { image, window } = source;
  const { widthPx, samples } = image;
  const rows = createRasterRows(source);
  const rowBytes = widthPx * samples * allocateSamples(image, 1).BYTES_PER_ELEMENT;
  const maxRows = Math.max(1, Math.floor(stripBytes / rowBytes));
  return {
    async read(from, count) {
      const into = allocateSamples(image, window.widthPx * count * samples);
      for (let done = 0; done < count; done += maxRows) {
        const rowCount = Math.min(maxRows, count - done);
        const whole = await rows.read(window.row + from + done, rowCount);
        for (let row = 0; row < rowCount; row += 1) {
          const at = (row * widthPx + window.column) * samples;
          into.set(
            whole.subarray(at, at + window.widthPx * samples),
            (done + row) * window.widthPx * samples,
          );
        }
      }
      return into;
    },
    close: rows.close,
  };
}

/** Creates the reader of a part of an image with bounded memory. Throws UndrawableError if the file is damaged. */
export const createWindowRows = (source: WindowSource): WindowRows =>
  source.image.isTiled ? fromTiles(source) : fromStrips(source);
