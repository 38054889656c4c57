import type {
  AreaRequest,
  AreaStatistics,
  PointValues,
  RasterDisplay,
  RasterRequest,
  RasterStatistics,
  StatisticsRequest,
  TileExtent,
} from './raster-messages.ts';
import { startRasterWorkers } from './raster-workers.ts';
import type { PaintStyle } from './style/picture.ts';
import { withAddresses } from './with-addresses.ts';

const usualWorkers = 4;

/** A tile, and its column and row in the grid, by which the workers share tiles. */
export interface PoolTile {
  extent: TileExtent;
  sizePx: number;
  column: number;
  row: number;
}

/** Returns the message that opens a raster in one of so many workers. */
function opening({ minus, ...display }: RasterDisplay, workers: number): RasterRequest {
  const info = withAddresses(display.info);
  const lower = minus === undefined ? {} : { minus: { ...minus, info: withAddresses(minus.info) } };
  return { kind: 'open', display: { ...display, info, ...lower }, workers };
}

/** Creates workers that read and paint the tiles of one raster; each caches its own decoded blocks. */
export function createRasterPool(display: RasterDisplay, maxWorkers = usualWorkers) {
  const count = Math.max(1, Math.min(maxWorkers, navigator.hardwareConcurrency || 2));
  const { workers, ask, tell, decoded, close } = startRasterWorkers(count, opening(display, count));
  let isClosed = false;

  async function askForTile(
    { extent, sizePx, column, row, isAhead }: PoolTile & { isAhead: boolean },
    signal: AbortSignal,
  ): Promise<ImageBitmap | null> {
    // Neighbouring tiles share blocks, so groups of two by two are sent to the same worker. Strips are as wide as the raster: few
    // workers share a view by rows.
    const group = workers.length > 2 ? (column >> 1) + (row >> 1) : row >> 1;
    const worker = workers[Math.abs(group) % workers.length];
    if (!worker || isClosed) return null;
    const reply = await ask({
      worker,
      request: (id) => ({ kind: 'tile', id, extent, sizePx, isAhead }),
      signal,
    });
    return 'bitmap' in reply ? reply.bitmap : null;
  }

  return {
    tile: (tile: PoolTile, signal: AbortSignal) => askForTile({ ...tile, isAhead: false }, signal),
    /** Has the values under a tile read that may be in view soon. */
    async ahead(tile: PoolTile, signal: AbortSignal): Promise<void> {
      await askForTile({ ...tile, isAhead: true }, signal);
    },
    /** Reads the same raster from other files from now on, such as overviews that were built meanwhile. */
    reopen(changed: RasterDisplay) {
      tell(opening(changed, count));
    },
    /** Changes how the tiles after it are painted. */
    restyle(paint: PaintStyle) {
      tell({ kind: 'style', paint });
    },
    /** Returns the statistics of expressions; null if the raster was closed. */
    async statistics(asked: StatisticsRequest, signal: AbortSignal): Promise<RasterStatistics | null> {
      const [worker] = workers;
      if (!worker || isClosed) return null;
      const reply = await ask({ worker, request: (id) => ({ kind: 'statistics', id, asked }), signal });
      return 'statistics' in reply ? reply.statistics : null;
    },
    /** Returns the values at places, flat `longitude, latitude`; null if the raster was closed. */
    async points(places: Float64Array, signal: AbortSignal): Promise<PointValues | null> {
      const [worker] = workers;
      if (!worker || isClosed) return null;
      const reply = await ask({ worker, request: (id) => ({ kind: 'points', id, places }), signal });
      return 'points' in reply ? reply.points : null;
    },
    /** Returns the statistics of an area; null if the raster was closed. */
    async area(
      asked: AreaRequest,
      signal: AbortSignal,
      onProgress: (fraction: number) => void,
    ): Promise<AreaStatistics | null> {
      // The last worker, so that the values under the pointer need not wait for it where there are several.
      const worker = workers.at(-1);
      if (!worker || isClosed) return null;
      const reply = await ask({ worker, request: (id) => ({ kind: 'area', id, asked }), signal, onProgress });
      return 'area' in reply ? reply.area : null;
    },
    /** Returns how many blocks all workers have unpacked. */
    decoded,
    close() {
      isClosed = true;
      close();
    },
  };
}
