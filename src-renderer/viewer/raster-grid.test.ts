import { expect, it } from 'vitest';
import { worldMetres } from '../../src-shared/geometry/mercator.ts';
import { createRasterGrid, tilesAcross } from './raster-grid.ts';

const grid = createRasterGrid(256);

it('has a level close to every scale', () => {
  for (let zoom = 3; zoom <= 24; zoom += 0.01) {
    const resolution = worldMetres / 256 / 2 ** zoom;
    const drawn = grid.getResolution(grid.getZForResolution(resolution));
    expect(Math.max(drawn / resolution, resolution / drawn), `zoom ${zoom}`).toBeLessThan(1.26);
  }
});

it('has the levels of whole zooms, and none beyond', () => {
  for (let zoom = 0; zoom <= 24; zoom += 1) {
    const resolution = worldMetres / 256 / 2 ** zoom;
    expect(grid.getResolution(grid.getZForResolution(resolution))).toBeCloseTo(resolution, 9);
  }
  expect(grid.getResolution(grid.getMaxZoom())).toBeCloseTo(worldMetres / 256 / 2 ** 24, 9);
});

it('fits around the world at every level', () => {
  for (let z = 0; z <= grid.getMaxZoom(); z += 1) {
    const across = tilesAcross(grid, z);
    expect(across * 256 * grid.getResolution(z), `level ${z}`).toBeCloseTo(worldMetres, 5);
    expect(grid.getFullTileRange(z)?.getHeight()).toBe(across);
    // The tile behind the last one is the first of the next world.
    expect(grid.getTileCoordExtent([z, across, 0])[0]).toBeCloseTo(worldMetres / 2, 5);
  }
});
