import { halfWorldMetres, worldMetres } from '../../../src-shared/geometry/mercator.ts';
import type { MapWindow } from './basemap-messages.ts';
import { tileZoomFor, zoomOf } from './basemap-zooms.ts';
import { tileExtent } from './decode-tile.ts';
import type { PlacedTile, TileStore } from './tile-store.ts';

/** A tile in a window: the CSS pixels of its upper left corner, and the CSS pixels per unit of the tile. */
export interface TileInWindow extends PlacedTile {
  originX: number;
  originY: number;
  scale: number;
}

/** Returns the columns and rows of the tiles that a window touches, with `marginPx` around it. */
export function tileRange({ left, top, resolution, width, height }: MapWindow, marginPx: number) {
  const z = tileZoomFor(zoomOf(resolution));
  const size = worldMetres / 2 ** z;
  const margin = marginPx * resolution;
  const last = 2 ** z - 1;
  const row = (y: number) => Math.max(0, Math.min(last, Math.floor((halfWorldMetres - y) / size)));
  return {
    z,
    firstColumn: Math.floor((left - margin + halfWorldMetres) / size),
    lastColumn: Math.floor((left + width * resolution + margin + halfWorldMetres) / size),
    firstRow: row(top + margin),
    lastRow: row(top - height * resolution - margin),
  };
}

/** Returns the position of a tile in a window. */
export function placeTile(placed: PlacedTile, { left, top, resolution }: MapWindow): TileInWindow {
  const size = worldMetres / 2 ** placed.z;
  return {
    ...placed,
    originX: (placed.column * size - halfWorldMetres - left) / resolution,
    originY: (top - halfWorldMetres + placed.row * size) / resolution,
    scale: size / tileExtent / resolution,
  };
}

/**
 * Resolves with the tiles of a window and of a margin of `marginPx`, from the north-west, each once. A tile that cannot be read
 * is replaced by a coarser one. Rejects if a position has none at all.
 */
export async function tilesInWindow(
  store: Pick<TileStore, 'nearest'>,
  window: MapWindow,
  marginPx: number,
): Promise<TileInWindow[]> {
  const { z, firstColumn, lastColumn, firstRow, lastRow } = tileRange(window, marginPx);
  const wanted: Promise<PlacedTile>[] = [];
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = firstColumn; column <= lastColumn; column += 1)
      wanted.push(store.nearest(z, column, row));
  const found = new Map<string, PlacedTile>();
  for (const placed of await Promise.all(wanted))
    found.set(`${placed.z} ${placed.column} ${placed.row}`, placed);
  // A finer tile is drawn over the coarser one that overlaps it.
  return [...found.values()].sort((a, b) => a.z - b.z).map((placed) => placeTile(placed, window));
}
