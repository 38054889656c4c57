import TileLayer from 'ol/layer/Tile.js';
import { get } from 'ol/proj.js';
import ImageTile from 'ol/source/ImageTile.js';
import Tile from 'ol/Tile.js';
import { expect, it } from 'vitest';
import { createRasterGrid } from './raster-grid.ts';
import { createRasterRenderer } from './raster-renderer.ts';

class LoadedTile extends Tile {
  constructor(coord: number[]) {
    // Loaded.
    super(coord, 2);
  }
}

class LoadedTiles extends ImageTile {
  override getTile(z: number, x: number, y: number) {
    // biome-ignore lint/suspicious/noExplicitAny: only its place and its state are asked for
    return new LoadedTile([z, x, y]) as any;
  }
}

/** Returns the levels of the tiles that stand in for a tile of zoom 3 while those of one other level are loaded. */
function levelsFor(loaded: readonly number[], z = 5) {
  const grid = createRasterGrid(256);
  const source = new LoadedTiles({ tileGrid: grid });
  const renderer = createRasterRenderer(new TileLayer({ source }));
  const frame = { pixelRatio: 1, viewState: { projection: get('EPSG:3857') } };
  // biome-ignore lint/suspicious/noExplicitAny: the methods are not public
  const own = renderer as any;
  for (const level of loaded)
    for (let x = 0; x < 10; x += 1) for (let y = 0; y < 10; y += 1) own.getTile(level, x, y, frame);
  const tilesByZ = {};
  const isCovered: boolean = own.findAltTiles_(grid, [z, 1, 1], z + 1, tilesByZ);
  return { isCovered, levels: Object.keys(tilesByZ) };
}

it('shows the tiles of a whole zoom closer until those of a view are loaded', () => {
  expect(levelsFor([7])).toEqual({ isCovered: true, levels: ['7'] });
  expect(levelsFor([6, 7])).toEqual({ isCovered: true, levels: ['6'] });
  expect(levelsFor([8])).toEqual({ isCovered: false, levels: [] });
});
