import TileLayer from 'ol/layer/Tile.js';
import ImageTile from 'ol/source/ImageTile.js';
import { createXYZ } from 'ol/tilegrid.js';
import { mercatorBox, worldMetres } from '../geometry/mercator.ts';
import type { RasterDisplay, RasterFailure, StatisticsRequest } from '../raster/raster-messages.ts';
import { createRasterPool, RasterTileError } from '../raster/raster-pool.ts';
import { boxOfRaster } from '../raster/warp.ts';

const tilePx = 256;
const tileCacheTiles = 384;

function blankTile(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = tilePx;
  canvas.height = tilePx;
  return canvas;
}

/** Tiles that stay on the map until those of a new style have been painted. */
class StyledTiles extends ImageTile {
  showStyle(key: string) {
    this.setKey(key);
  }
}

/** What the layer reports while it reads a raster. */
export interface RasterLayerEvents {
  /** Receives the number of tiles that are loading. */
  onLoading(pending: number): void;
  onFailure(failure: RasterFailure): void;
  /** Receives how many blocks were unpacked since the raster was opened. */
  onDecoded(blocks: number): void;
}

/** Creates the layer of a raster whose tiles are painted by workers; null if its projection is unknown. */
export function createRasterLayer(display: RasterDisplay, events: RasterLayerEvents) {
  const { info } = display;
  const box = boxOfRaster(info.epsg, info.geoTransform, info.widthPx, info.heightPx);
  if (!box) return null;
  const extent = mercatorBox(box);
  const pool = createRasterPool(display);
  const blank = blankTile();
  const grid = createXYZ({ tileSize: tilePx, maxZoom: 24 });
  let pending = 0;
  // Tiles that finish after the raster was replaced must not be reported for the next one.
  let destroyed = false;
  const count = (by: 1 | -1) => {
    pending += by;
    if (destroyed) return;
    events.onLoading(pending);
    events.onDecoded(pool.decoded());
  };

  /**
   * Returns true if a tile touches the raster. Tiles are requested in the main world, so a raster that crosses its edge
   * is checked on both sides.
   */
  function touches([west = 0, south = 0, east = 0, north = 0]: readonly number[]): boolean {
    if (north < extent[1] || south > extent[3]) return false;
    return [-worldMetres, 0, worldMetres].some(
      (world) => east + world >= extent[0] && west + world <= extent[2],
    );
  }

  let styles = 0;
  const source = new StyledTiles({
    tileGrid: grid,
    wrapX: true,
    transition: 0,
    interpolate: false,
    loader: async (z, x, y, { signal }) => {
      const [west = 0, south = 0, east = 0, north = 0] = grid.getTileCoordExtent([z, x, y]);
      if (!touches([west, south, east, north])) return blank;
      count(1);
      try {
        return (await pool.tile([west, south, east, north], tilePx, x, y, signal)) ?? blank;
      } catch (error) {
        if (!signal.aborted && !destroyed)
          events.onFailure(error instanceof RasterTileError ? error.failure : 'stopped');
        throw error;
      } finally {
        count(-1);
      }
    },
  });
  // The layer has no extent, because an extent would hide the raster in every world copy except the first.
  const layer = new TileLayer({ source, zIndex: 10, cacheSize: tileCacheTiles });
  return {
    layer,
    box,
    /** True if this display is of the same raster. */
    shows: (other: RasterDisplay) => other.info.path === info.path && other.info.fileId === info.fileId,
    /** Paints the raster in another way; what is on the map stays until the new tiles are there. */
    restyle({ paint }: RasterDisplay) {
      if (!paint) return;
      pool.restyle(paint);
      styles += 1;
      source.showStyle(`style ${styles}`);
    },
    statistics: (asked: StatisticsRequest, signal: AbortSignal) => pool.statistics(asked, signal),
    destroy() {
      destroyed = true;
      events.onLoading(0);
      pool.close();
      source.dispose();
      layer.dispose();
    },
  };
}
/** A raster on the map, drawn from tiles that worker threads read and paint. */
export type RasterLayer = NonNullable<ReturnType<typeof createRasterLayer>>;
