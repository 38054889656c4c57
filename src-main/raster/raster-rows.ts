import type { FileHandle } from 'node:fs/promises';
import { hasReversedBits, isStreamed, packedRowBytes, type RasterImage } from './raster-image.ts';
import { allocateSamples, type Samples } from './samples.ts';
import { createStripRows } from './strip-rows.ts';
import { UndrawableError } from './undrawable.ts';
import { createWholeBlocks } from './whole-blocks.ts';

/** A larger strip is read piece by piece. */
const wholeStripBytes = 4 * 1_024 * 1_024;
const maxStreams = 16;

/** A reader of an image by rows. */
export interface RasterRows {
  /** Reads `count` whole rows, with all samples of a pixel together. Cheap if called from top to bottom. */
  read(top: number, count: number): Promise<Samples>;
  close(): Promise<void>;
}

/** Returns true if the strips of an image are so tall that they are read piece by piece; throws if that is not possible. */
function isReadInPieces(image: RasterImage): boolean {
  const inPieces = isStreamed(image) && packedRowBytes(image) * image.blockHeight > wholeStripBytes;
  // Each plane needs its own stream, which costs memory.
  if (inPieces && image.planar && image.samples > maxStreams) throw new UndrawableError('large-blocks');
  if (inPieces && hasReversedBits(image)) throw new UndrawableError('not-readable');
  return inPieces;
}

/**
 * Creates the reader of an image from top to bottom with limited memory: tiles and short strips as a whole, tall strips piece by
 * piece. Blocks that were never written are filled with `empty`. Throws UndrawableError if the file is damaged.
 */
export function createRasterRows(source: {
  file: FileHandle;
  image: RasterImage;
  empty: number;
}): RasterRows {
  const { image } = source;
  const { widthPx, blockWidth, blockHeight, samples, planar } = image;
  const samplesPerPixel = planar ? 1 : samples;
  const inPieces = isReadInPieces(image);
  const blocks = createWholeBlocks(source);
  const strips = createStripRows(source);

  /** Copies rows of a block into whole rows; rows of a plane become one sample of each pixel. */
  function copy(
    from: Samples,
    into: Samples,
    at: { fromRow: number; row: number; rows: number; left: number; plane: number },
  ) {
    const columns = Math.min(blockWidth, widthPx - at.left);
    for (let i = 0; i < at.rows; i += 1) {
      const source = (at.fromRow + i) * blockWidth * samplesPerPixel;
      const target = ((at.row + i) * widthPx + at.left) * samples;
      if (!planar) into.set(from.subarray(source, source + columns * samplesPerPixel), target);
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
          if (inPieces) copy(await strips.read(row, rows, plane), into, { ...at, fromRow: 0, left: 0 });
          else
            for (let x = 0; x < blocks.across; x += 1)
              copy(await blocks.read(x, y, plane), into, { ...at, fromRow, left: x * blockWidth });
        }
        row += rows;
      }
      return into;
    },
    async close() {
      await strips.close();
      blocks.clear();
    },
  };
}
