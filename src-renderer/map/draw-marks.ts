import { halfWorldMetres } from '../../src-shared/geometry/mercator.ts';
import { type Frame, worldsIn } from './canvas-layer.ts';
import { createStampSheet, type StampPixels, type StampSheet } from './stamp-sheet.ts';

/** Marks of one style that are closer to each other than this, in CSS pixels, hide each other. */
export const hiddenPx = 3;

/** Draws a mark in a square of `sizePx` CSS pixels and returns its pixels. */
export function drawStamp(
  sizePx: number,
  ratio: number,
  draw: (context: CanvasRenderingContext2D) => void,
): StampPixels {
  const size = Math.ceil(sizePx * ratio);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return { size: 0, data: new Uint8ClampedArray() };
  context.scale(ratio, ratio);
  draw(context);
  return { size, data: context.getImageData(0, 0, size, size).data };
}

interface DrawnMarks {
  /** In EPSG:3857, one entry per mark. */
  x: Float64Array;
  y: Float64Array;
  /** The largest distance from the middle of a mark to its edge, in CSS pixels. */
  halfPx: number;
  /** Returns the style of a mark, from 0; a mark with a negative style is not drawn. */
  styleOf(i: number): number;
  /** How often all marks are drawn one over the other, for example first their edges; 1 if not given. */
  passes?: number;
  /** Returns the stamp of a style in a pass, from 0. */
  stampOf(style: number, pass: number): StampPixels;
  /**
   * The width in CSS pixels of cells in which at most one mark of each style is drawn; null to draw all marks. The cells keep
   * their position on the map while it moves.
   */
  cellPx: number | null;
}

/** The longest time that a frame draws marks; the rest follows in the next frames. */
const sliceMs = 12;
/** The number of marks between two checks of the time. A stamp that is not drawn yet takes as long as many marks. */
const stride = 128;

interface Progress {
  sheet: StampSheet;
  worlds: readonly number[];
  /** A bit for each style that a cell already has. The cells start beyond the left and upper edge of the frame. */
  taken: Uint32Array;
  cells: { px: number; columns: number; left: number; top: number };
  /** The index of the next mark, counted over all passes and copies of the world. */
  next: number;
}

/**
 * Creates what draws the marks of a frame in all copies of the world, later ones on top. Many marks are drawn in slices over
 * several frames.
 */
export function createMarksDrawer() {
  let progress: Progress | null = null;

  function begin(frame: Frame, { halfPx, cellPx, passes = 1 }: DrawnMarks): Progress {
    const { width, height, resolution, left, top, ratio } = frame;
    const reach = halfPx * resolution;
    const px = cellPx ?? hiddenPx;
    const columns = Math.ceil(width / px) + 2;
    const count = columns * (Math.ceil(height / px) + 2);
    const beyond = (edge: number) => (((edge / resolution) % px) + px) % px;
    return {
      sheet: createStampSheet(Math.round(width * ratio), Math.round(height * ratio), progress?.sheet),
      worlds: worldsIn(frame, halfWorldMetres).filter(
        (world) =>
          world + halfWorldMetres + reach >= left &&
          world - halfWorldMetres - reach <= left + width * resolution,
      ),
      taken: new Uint32Array(cellPx === null ? 0 : passes * count),
      cells: { px, columns, left: beyond(left), top: beyond(-top) },
      next: 0,
    };
  }

  return (frame: Frame, marks: DrawnMarks): void => {
    const { x: xs, y: ys, halfPx, styleOf, passes = 1, stampOf, cellPx } = marks;
    const { context, width, height, resolution, left, top, ratio } = frame;
    if (!frame.isContinuation || !progress) progress = begin(frame, marks);
    const { sheet, worlds, taken, cells } = progress;
    const until = performance.now() + sliceMs;
    const once = worlds.length * xs.length;
    const all = passes * once;
    while (progress.next < all) {
      const pass = Math.floor(progress.next / once);
      const world = worlds[Math.floor(progress.next / xs.length) % worlds.length] ?? 0;
      const firstCell = (pass * taken.length) / passes;
      const from = progress.next % xs.length;
      const to = Math.min(xs.length, from + stride);
      for (let i = from; i < to; i += 1) {
        const x = ((xs[i] ?? 0) + world - left) / resolution;
        const y = (top - (ys[i] ?? 0)) / resolution;
        if (x < -halfPx || y < -halfPx || x > width + halfPx || y > height + halfPx) continue;
        const style = styleOf(i);
        if (style < 0) continue;
        if (cellPx !== null && x >= 0 && y >= 0) {
          const [column, row] = [
            Math.floor((x + cells.left) / cells.px),
            Math.floor((y + cells.top) / cells.px),
          ];
          const cell = firstCell + row * cells.columns + column;
          const bit = 1 << (style % 32);
          if (((taken[cell] ?? 0) & bit) !== 0) continue;
          taken[cell] = (taken[cell] ?? 0) | bit;
        }
        const stamp = stampOf(style, pass);
        sheet.put(stamp, Math.round(x * ratio - stamp.size / 2), Math.round(y * ratio - stamp.size / 2));
      }
      progress.next += to - from;
      if (performance.now() > until) break;
    }
    sheet.show(context);
    if (progress.next < all) frame.requestMore();
  };
}
