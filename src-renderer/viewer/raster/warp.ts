import type { Extent, PixelsUnderTile } from './place-pixels.ts';

const gridStep = 16;
/** How far the pixel in the middle of a cell may be from the mean of its corners, in pixels of the tile. */
const mostError = 0.2;

type Pair = readonly [number, number];

/**
 * Writes the source pixel of each output pixel's centre of a square tile into `pixels`, as flat `column, row` pairs, and returns it;
 * NaN outside of the raster's surroundings. It is exact on a grid of 16 pixels and bilinear in between. Where that would be visibly wrong (a seam of
 * the projection, an edge, a pole), each pixel is computed.
 */
export function warpTile(
  extent: Extent,
  sizePx: number,
  under: PixelsUnderTile,
  pixels = new Float64Array(sizePx * sizePx * 2),
): Float64Array {
  const [west, , east, north] = extent;
  const unit = (east - west) / sizePx;
  const xOf = (column: number) => west + (column + 0.5) * unit;
  const yOf = (row: number) => north - (row + 0.5) * unit;
  const exact = (column: number, row: number): Pair => under.toPixel(xOf(column), yOf(row));
  const nodes = Math.ceil(sizePx / gridStep) + 1;
  const grid: Pair[] = [];
  for (let j = 0; j < nodes; j += 1)
    for (let i = 0; i < nodes; i += 1) grid.push(exact(i * gridStep, j * gridStep));

  function fillCell(i: number, j: number, corners: readonly [Pair, Pair, Pair, Pair] | null) {
    const [right, bottom] = [Math.min(sizePx, (i + 1) * gridStep), Math.min(sizePx, (j + 1) * gridStep)];
    if (corners === null) {
      for (let y = j * gridStep; y < bottom; y += 1)
        for (let x = i * gridStep; x < right; x += 1) {
          const at = 2 * (y * sizePx + x);
          [pixels[at], pixels[at + 1]] = exact(x, y);
        }
      return;
    }
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners;
    for (let y = j * gridStep; y < bottom; y += 1) {
      const v = y / gridStep - j;
      const fromX = ax * (1 - v) + cx * v;
      const fromY = ay * (1 - v) + cy * v;
      const stepX = (bx * (1 - v) + dx * v - fromX) / gridStep;
      const stepY = (by * (1 - v) + dy * v - fromY) / gridStep;
      let at = 2 * (y * sizePx + i * gridStep);
      for (let x = i * gridStep, step = 0; x < right; x += 1, step += 1) {
        pixels[at] = fromX + stepX * step;
        pixels[at + 1] = fromY + stepY * step;
        at += 2;
      }
    }
  }

  const isFinitePair = ([column, row]: Pair) => Number.isFinite(column) && Number.isFinite(row);

  /** True if the middle of a cell is where its corners say that it is. */
  function isEven(i: number, j: number, corners: readonly [Pair, Pair, Pair, Pair]): boolean {
    const [a, b, c, d] = corners;
    if (!corners.every(isFinitePair)) return false;
    const [column, row] = exact((i + 0.5) * gridStep, (j + 0.5) * gridStep);
    const off = Math.hypot((a[0] + b[0] + c[0] + d[0]) / 4 - column, (a[1] + b[1] + c[1] + d[1]) / 4 - row);
    const step = Math.hypot(b[0] - a[0], b[1] - a[1]) / gridStep;
    return off <= mostError * Math.max(1e-9, step);
  }

  for (let j = 0; j < nodes - 1; j += 1)
    for (let i = 0; i < nodes - 1; i += 1) {
      const cell: Extent = [
        xOf(i * gridStep) - unit,
        yOf((j + 1) * gridStep) - unit,
        xOf((i + 1) * gridStep) + unit,
        yOf(j * gridStep) + unit,
      ];
      const at = j * nodes + i;
      const [a, b, c, d] = [grid[at], grid[at + 1], grid[at + nodes], grid[at + nodes + 1]];
      if (!a || !b || !c || !d) continue;
      if (under.isOutside(cell)) {
        const nothing: Pair = [Number.NaN, Number.NaN];
        fillCell(i, j, [nothing, nothing, nothing, nothing]);
      } else fillCell(i, j, isEven(i, j, [a, b, c, d]) ? [a, b, c, d] : null);
    }
  return pixels;
}
