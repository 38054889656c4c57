import DataTile from 'ol/DataTile.js';
import TileLayer from 'ol/layer/Tile.js';
import { get } from 'ol/proj.js';
import ImageTile from 'ol/source/ImageTile.js';
import TileState from 'ol/TileState.js';
import { expect, it } from 'vitest';
import { createRasterGrid } from './raster-grid.ts';
import { createRasterRenderer } from './raster-renderer.ts';

/** Returns a loaded tile. */
function loadedTile(z: number, x: number, y: number) {
  const tile = new DataTile({ tileCoord: [z, x, y], loader: async () => new Uint8Array(4) });
  tile.setState(TileState.LOADED);
  return tile;
}

/** Calls a method of a renderer that OpenLayers' types keep private. */
function callPrivate(renderer: object, name: string, inputs: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(renderer, name);
  if (typeof method !== 'function') throw new Error(`OpenLayers has no ${name} any more`);
  return Reflect.apply(method, renderer, inputs);
}

/** Returns the levels of the tiles that stand in for a tile of zoom 3 while those of one other level are loaded. */
function levelsFor(loaded: readonly number[], z = 5) {
  const grid = createRasterGrid(256);
  const source = Object.assign(new ImageTile({ tileGrid: grid }), { getTile: loadedTile });
  const renderer = createRasterRenderer(new TileLayer({ source }));
  const frame = { pixelRatio: 1, viewState: { projection: get('EPSG:3857') } };
  for (const level of loaded)
    for (let x = 0; x < 10; x += 1)
      for (let y = 0; y < 10; y += 1) callPrivate(renderer, 'getTile', [level, x, y, frame]);
  const tilesByZ = {};
  const isCovered = callPrivate(renderer, 'findAltTiles_', [grid, [z, 1, 1], z + 1, tilesByZ]);
  return { isCovered, levels: Object.keys(tilesByZ) };
}

it('shows the tiles of a whole zoom closer until those of a view are loaded', () => {
  expect(levelsFor([7])).toEqual({ isCovered: true, levels: ['7'] });
  expect(levelsFor([6, 7])).toEqual({ isCovered: true, levels: ['6'] });
  expect(levelsFor([8])).toEqual({ isCovered: false, levels: [] });
});
