import { worldMetres } from '../../src-shared/geometry/mercator.ts';
import type { Frame } from './canvas-layer.ts';
import type { StampSheet } from './stamp-sheet.ts';

/** Dots closer to each other than about this become one. */
const cellPx = 6;
const tilePx = 256;

/** The sides of a dot in CSS pixels, by the number of areas that it represents. */
const sides = [
  { from: 50, sidePx: 9 },
  { from: 5, sidePx: 7 },
  { from: 0, sidePx: 5 },
] as const;

/** Areas that are too small for an outline. */
interface SmallAreas {
  /** West, south, east, north of each area in EPSG:3857. */
  boxes: Float64Array;
  /** The areas to draw in each copy of the world, with the offset of the copy in metres. */
  inWorlds: readonly (readonly [world: number, areas: readonly number[]])[];
  /** True for an area that is drawn in full colour. */
  isSolid(i: number): boolean;
}

/** Pixels as `StampSheet` writes them. */
interface DotColours {
  solid: number;
  faint: number;
  /** The rim of the dots, which makes them visible on land, on water and over a raster. */
  edge: number;
}

/**
 * Counts areas in cells, so that a place with many areas looks denser, and a hundred thousand areas cost no more to draw than the
 * screen has cells. The cells are fixed on the globe and not on the screen, so that dots do not change while the map moves.
 */
function collect(frame: Frame, { boxes, inWorlds, isSolid }: SmallAreas) {
  const { resolution, left, top, width, height } = frame;
  const level = Math.floor(2 * Math.log2(worldMetres / tilePx / resolution) + 1e-6) / 2;
  const cell = (cellPx * worldMetres) / tilePx / 2 ** level;
  const [firstColumn, firstRow] = [Math.floor(left / cell), Math.floor(-top / cell)];
  const columns = Math.ceil((width * resolution) / cell) + 2;
  const rows = Math.ceil((height * resolution) / cell) + 2;
  const counts = new Uint32Array(columns * rows);
  const solid = new Uint8Array(columns * rows);
  const sumX = new Float64Array(columns * rows);
  const sumY = new Float64Array(columns * rows);
  for (const [world, areas] of inWorlds)
    for (const i of areas) {
      const x = ((boxes[4 * i] ?? 0) + (boxes[4 * i + 2] ?? 0)) / 2 + world;
      const y = ((boxes[4 * i + 1] ?? 0) + (boxes[4 * i + 3] ?? 0)) / 2;
      const [column, row] = [Math.floor(x / cell) - firstColumn, Math.floor(-y / cell) - firstRow];
      if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
      const at = row * columns + column;
      counts[at] = (counts[at] ?? 0) + 1;
      sumX[at] = (sumX[at] ?? 0) + (x - left) / resolution;
      sumY[at] = (sumY[at] ?? 0) + (top - y) / resolution;
      if (isSolid(i)) solid[at] = 1;
    }
  return { counts, solid, sumX, sumY };
}

/** Draws the dots of small areas on a sheet. */
export function putDots(frame: Frame, areas: SmallAreas, sheet: StampSheet, colours: DotColours) {
  const { ratio } = frame;
  const { counts, solid, sumX, sumY } = collect(frame, areas);
  // All edges are drawn before all dots, so that a crowd has one common edge.
  for (const isEdge of [true, false])
    for (let at = 0; at < counts.length; at += 1) {
      const count = counts[at] ?? 0;
      if (count === 0) continue;
      const side = (sides.find(({ from }) => count >= from)?.sidePx ?? 5) + (isEdge ? 2 : 0);
      const own = solid[at] === 1 ? colours.solid : colours.faint;
      sheet.square(
        isEdge ? colours.edge : own,
        Math.round(((sumX[at] ?? 0) / count - side / 2) * ratio),
        Math.round(((sumY[at] ?? 0) / count - side / 2) * ratio),
        Math.round(side * ratio),
      );
    }
}
