import TileGrid from 'ol/tilegrid/TileGrid.js';
import { halfWorldMetres, worldMetres } from '../../src-shared/geometry/mercator.ts';

/** Enough for pixels of a centimetre. */
const closestZoom = 24;

/**
 * Returns the grid of the tiles of rasters on the map. It has a level for every half step of the zoom, where the usual grids have one
 * for every whole step: so the pixels of a tile are never far from those of the screen, and a view at any zoom costs at most half as
 * many of them. A whole number of tiles fits around the world at each level, because tiles repeat there.
 */
export function createRasterGrid(tileSize: number): TileGrid {
  const halfSteps = Array.from({ length: 2 * closestZoom + 1 }, (_, step) => Math.round(2 ** (step / 2)));
  const resolutions = [...new Set(halfSteps)].map((across) => worldMetres / (across * tileSize));
  const extent = [-halfWorldMetres, -halfWorldMetres, halfWorldMetres, halfWorldMetres];
  return new TileGrid({ extent, origin: [-halfWorldMetres, halfWorldMetres], resolutions, tileSize });
}

/** Returns the number of tiles around the world at a level. */
export const tilesAcross = (grid: TileGrid, z: number): number => grid.getFullTileRange(z)?.getWidth() ?? 1;
