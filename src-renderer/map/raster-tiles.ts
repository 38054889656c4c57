import type Projection from 'ol/proj/Projection.js';
import ImageTile from 'ol/source/ImageTile.js';
import type TileGrid from 'ol/tilegrid/TileGrid.js';
import type {
  RasterDisplay,
  RasterFailure,
  StatisticsRequest,
  TileExtent,
} from '../raster/raster-messages.ts';
import { createRasterPool, RasterTileError } from '../raster/raster-pool.ts';

export const tilePx = 256;

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

/** Returns what tells rasters apart: a path has the number of the file in it. */
export const rasterKey = ({ info, minus }: RasterDisplay): string =>
  minus === undefined ? info.path : [info.path, minus.info.path, minus.expression, ...minus.offset].join(' ');

/** What is reported while a raster is read. */
export interface RasterLayerEvents {
  /** Receives the number of tiles that are loading. */
  onLoading(pending: number): void;
  onFailure(failure: RasterFailure): void;
  /** Receives how many blocks were unpacked since the raster was opened. */
  onDecoded?: (blocks: number) => void;
}

interface RasterTilesOptions {
  /** The most workers that read it; the usual number if not given. */
  mostWorkers?: number | undefined;
  display: RasterDisplay;
  events: RasterLayerEvents;
  grid: TileGrid;
  /** The projection of the view; null for that of the map, which repeats along the equator. */
  projection: Projection | null;
  /** Returns true if a tile with this extent touches the raster. */
  touches(extent: readonly number[]): boolean;
}

/** Creates the source of the tiles of a raster, which workers paint. */
export function createRasterTiles(options: RasterTilesOptions) {
  const { display, events, grid, projection, touches, mostWorkers } = options;
  const pool = createRasterPool(display, mostWorkers);
  const blank = blankTile();
  let pending = 0;
  // Tiles that finish after the raster was replaced must not be reported for the next one.
  let destroyed = false;
  const count = (by: 1 | -1) => {
    pending += by;
    if (destroyed) return;
    events.onLoading(pending);
    events.onDecoded?.(pool.decoded());
  };

  let styles = 0;
  let painted = JSON.stringify(display.paint);
  const source = new StyledTiles({
    ...(projection === null ? {} : { projection }),
    tileGrid: grid,
    wrapX: projection === null,
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
  return {
    source,
    /** True if this display is of the same raster, or of the same difference. */
    shows: (other: RasterDisplay) => rasterKey(other) === rasterKey(display),
    /** Paints the raster in another way; what is on the map stays until the new tiles are there. */
    restyle({ paint }: RasterDisplay) {
      // Else the tiles of all other rasters would be painted again with each change of one.
      const text = JSON.stringify(paint);
      if (!paint || text === painted) return;
      painted = text;
      pool.restyle(paint);
      styles += 1;
      source.showStyle(`style ${styles}`);
    },
    statistics: (asked: StatisticsRequest, signal: AbortSignal) => pool.statistics(asked, signal),
    /** Reads pixels of the full size. */
    reader: { points: pool.points, area: pool.area },
    /** Paints a square of EPSG:3857 at any scale, besides the tiles of the map; null where the raster does not lie. */
    async paint(extent: TileExtent, sizePx: number, signal: AbortSignal): Promise<ImageBitmap | null> {
      const [column, row] = [0, 1].map((axis) => Math.floor((extent[axis] ?? 0) / (extent[2] - extent[0])));
      return touches(extent) ? await pool.tile(extent, sizePx, column ?? 0, row ?? 0, signal) : null;
    },
    destroy() {
      destroyed = true;
      events.onLoading(0);
      pool.close();
      source.dispose();
    },
  };
}
