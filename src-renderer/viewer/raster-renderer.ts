import type TileLayer from 'ol/layer/Tile.js';
import CanvasTileLayerRenderer from 'ol/renderer/canvas/TileLayer.js';
import type { TileCoord } from 'ol/tilecoord.js';
import type TileGrid from 'ol/tilegrid/TileGrid.js';

/** Adds the loaded tiles of level `z` under a tile to a lookup; returns true if they cover the tile. */
type FindTiles = (grid: TileGrid, tile: TileCoord, z: number, tilesByZ: object) => boolean;

/**
 * Creates the renderer of a layer whose grid has a level for every half zoom. While a tile is loading, OpenLayers looks for finer tiles
 * only one level below. Those are of the last view after half a zoom, so a raster would disappear at every whole step out; here the next
 * level is used too.
 */
export function createRasterRenderer(layer: TileLayer): CanvasTileLayerRenderer {
  const renderer = new CanvasTileLayerRenderer(layer);
  // biome-ignore lint/complexity/useLiteralKeys: OpenLayers has no option for it, and only this form reaches a private method
  const find: FindTiles = renderer['findAltTiles_'].bind(renderer);
  const findInBoth: FindTiles = (grid, tile, z, tilesByZ) => {
    const isCovered = find(grid, tile, z, tilesByZ);
    if (isCovered || z < (tile[0] ?? 0) || z >= grid.getMaxZoom()) return isCovered;
    return find(grid, tile, z + 1, tilesByZ);
  };
  return Object.assign(renderer, { findAltTiles_: findInBoth });
}

/** Follows the frames of the layer of a raster. */
export function followDrawing(layer: TileLayer) {
  let lastFrame = -1;
  layer.on('postrender', ({ frameState }) => {
    if (frameState) lastFrame = frameState.index;
  });
  return {
    /** Returns true if the frame with this index has all tiles in view; tiles that cannot be read are not waited for. */
    isWholeIn(frame: number): boolean {
      const renderer = layer.getRenderer();
      return frame === lastFrame && renderer instanceof CanvasTileLayerRenderer && renderer.renderComplete;
    },
  };
}
