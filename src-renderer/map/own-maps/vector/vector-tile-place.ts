import type TileGrid from 'ol/tilegrid/TileGrid.js';
import type { MapSource } from '../../../../src-preload/contract/maps.ts';
import { fileAddress } from '../../../kit/client/launch-page.ts';
import { tileUnits } from './vector-tile-data.ts';

/** A tile of the grid that the page draws. */
export interface DrawnTile {
  z: number;
  x: number;
  y: number;
}

/**
 * Returns the stored tile of a map that a drawn tile shows, and which square of it, in units of the stored tile. Beyond the last zoom
 * of the map a drawn tile shows a part of the stored one that contains it. Another `attempt` makes another key of the tile.
 */
export function storedTileOf(own: MapSource, { z, x, y }: DrawnTile, attempt: number) {
  const beyond = Math.max(0, z - own.maxZoom);
  const size = 2 ** beyond;
  const place = { z: z - beyond, x: Math.floor(x / size), y: Math.floor(y / size) };
  const span = tileUnits / size;
  const path = `/files/map-tile/${own.id}/${own.revision}/${place.z}/${place.x}/${place.y}`;
  return {
    tile: { key: `${path} ${attempt}`, address: fileAddress(path) },
    left: (x - place.x * size) * span,
    top: (y - place.y * size) * span,
    span,
  };
}

/**
 * Returns the tile of a grid at a place of EPSG:3857, in the main world, with the position within it from 0 to 1 and its width in
 * metres; null beyond the upper and lower edge of the world.
 */
export function drawnTileAt(
  grid: TileGrid,
  { x, y, resolution }: { x: number; y: number; resolution: number },
) {
  const z = grid.getZForResolution(resolution);
  const [, column = 0, row = 0] = grid.getTileCoordForCoordAndZ([x, y], z);
  const columns = 2 ** z;
  if (row < 0 || row >= columns) return null;
  const [west = 0, , east = 0, north = 0] = grid.getTileCoordExtent([z, column, row]);
  const widthMetres = east - west;
  return {
    tile: { z, x: ((column % columns) + columns) % columns, y: row },
    right: (x - west) / widthMetres,
    down: (north - y) / widthMetres,
    widthMetres,
  };
}
