import TileGrid from 'ol/tilegrid/TileGrid.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { MapBox, MapSource } from '../../../src-preload/contract/maps.ts';
import { latitudeOf, longitudeOf } from '../../../src-shared/geometry/mercator.ts';

/** Returns the grid of a map made of pictures. */
export function gridOf({ grid, tileSize, maxZoom }: MapSource): TileGrid {
  if (grid === 'mercator') return createXYZ({ tileSize, maxZoom });
  // At zoom 0 two tiles show half of the world each.
  const resolutions = Array.from({ length: maxZoom + 1 }, (_, z) => 180 / 256 / 2 ** z);
  return new TileGrid({ extent: [-180, -90, 180, 90], origin: [-180, 90], tileSize: 256, resolutions });
}

function touches([west, south, east, north]: MapBox, tile: readonly number[]): boolean {
  const [tileWest = 0, tileSouth = 0, tileEast = 0, tileNorth = 0] = tile;
  if (tileSouth >= north || tileNorth <= south) return false;
  return west <= east
    ? tileWest < east && tileEast > west
    : // A box that crosses the antimeridian is at both edges of the world.
      tileWest < east || tileEast > west;
}

/** Returns true if the map may cover a tile. Other tiles are not requested. */
export function isCovered(
  { bounds, grid }: Pick<MapSource, 'bounds' | 'grid'>,
  [west = 0, south = 0, east = 0, north = 0]: readonly number[],
): boolean {
  if (bounds === null) return true;
  if (grid === 'degrees') return touches(bounds, [west, south, east, north]);
  return touches(bounds, [longitudeOf(west), latitudeOf(south), longitudeOf(east), latitudeOf(north)]);
}
