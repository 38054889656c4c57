import type {
  AreaRequest,
  AreaStatistics,
  PointValues,
  RasterDisplay,
  RasterFailure,
  RasterReply,
  RasterRequest,
  RasterStatistics,
  StatisticsRequest,
  TileExtent,
} from './raster-messages.ts';
import type { PaintStyle } from './style/picture.ts';
import { withAddresses } from './with-addresses.ts';

/** The error of a tile that cannot be drawn, with the reason. */
export class RasterTileError extends Error {
  readonly failure: RasterFailure;
  constructor(failure: RasterFailure) {
    super(failure);
    this.failure = failure;
  }
}

type Answered = Exclude<RasterReply, { failure: RasterFailure } | { progress: number }>;

interface Waiting {
  resolve: (reply: Answered) => void;
  reject: (error: Error) => void;
  onProgress: (share: number) => void;
}

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
export function createRasterPool(display: RasterDisplay, mostWorkers = usualWorkers) {
  const count = Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency || 2));
  const waiting = new Map<number, Waiting>();
  let next = 0;
  /** The blocks that each worker has unpacked. */
  const decoded = new Map<Worker, number>();
  let closed = false;
  /** Set if a worker could not be loaded: it never answers, so requests must fail instead of waiting for ever. */
  let broken: Error | null = null;

  function post(worker: Worker, request: RasterRequest) {
    worker.postMessage(request);
  }

  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(new URL('./raster-worker.ts', import.meta.url), { type: 'module' });
    post(worker, opening(display, count));
    worker.addEventListener('message', (event: MessageEvent<RasterReply>) => {
      const reply = event.data;
      const waiter = waiting.get(reply.id);
      if ('progress' in reply) return waiter?.onProgress(reply.progress);
      waiting.delete(reply.id);
      if ('failure' in reply) waiter?.reject(new RasterTileError(reply.failure));
      else {
        decoded.set(worker, Math.max(decoded.get(worker) ?? 0, reply.decoded));
        if (waiter) waiter.resolve(reply);
        else if ('bitmap' in reply) reply.bitmap?.close();
      }
    });
    worker.addEventListener('error', () => {
      broken = new RasterTileError('stopped');
      for (const waiter of waiting.values()) waiter.reject(broken);
      waiting.clear();
    });
    return worker;
  });

  /** Sends a request with an id and waits for its answer. */
  function ask(
    worker: Worker,
    request: (id: number) => RasterRequest,
    signal: AbortSignal,
    onProgress: (share: number) => void = () => undefined,
  ): Promise<Answered> {
    if (broken) return Promise.reject(broken);
    next += 1;
    const id = next;
    return new Promise((resolve, reject) => {
      const abort = () => {
        post(worker, { kind: 'cancel', id });
        waiting.delete(id);
        reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
      };
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      waiting.set(id, {
        onProgress,
        resolve: (reply) => {
          signal.removeEventListener('abort', abort);
          resolve(reply);
        },
        reject: (error) => {
          signal.removeEventListener('abort', abort);
          reject(error);
        },
      });
      post(worker, request(id));
    });
  }

  async function askForTile(
    { extent, sizePx, column, row, isAhead }: PoolTile & { isAhead: boolean },
    signal: AbortSignal,
  ): Promise<ImageBitmap | null> {
    // Neighbouring tiles share blocks, so groups of two by two are sent to the same worker. Strips are as wide as the raster: few
    // workers share a view by rows.
    const group = workers.length > 2 ? (column >> 1) + (row >> 1) : row >> 1;
    const worker = workers[Math.abs(group) % workers.length];
    if (!worker || closed) return null;
    const reply = await ask(worker, (id) => ({ kind: 'tile', id, extent, sizePx, isAhead }), signal);
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
      for (const worker of workers) post(worker, opening(changed, count));
    },
    /** Changes how the tiles after it are painted. */
    restyle(paint: PaintStyle) {
      for (const worker of workers) post(worker, { kind: 'style', paint });
    },
    /** Returns the statistics of expressions; null if the raster was closed. */
    async statistics(asked: StatisticsRequest, signal: AbortSignal): Promise<RasterStatistics | null> {
      const [worker] = workers;
      if (!worker || closed) return null;
      const reply = await ask(worker, (id) => ({ kind: 'statistics', id, asked }), signal);
      return 'statistics' in reply ? reply.statistics : null;
    },
    /** Returns the values at places, flat `longitude, latitude`; null if the raster was closed. */
    async points(places: Float64Array, signal: AbortSignal): Promise<PointValues | null> {
      const [worker] = workers;
      if (!worker || closed) return null;
      const reply = await ask(worker, (id) => ({ kind: 'points', id, places }), signal);
      return 'points' in reply ? reply.points : null;
    },
    /** Returns the statistics of an area; null if the raster was closed. */
    async area(
      asked: AreaRequest,
      signal: AbortSignal,
      onProgress: (share: number) => void,
    ): Promise<AreaStatistics | null> {
      // The last worker, so that the values under the pointer need not wait for it where there are several.
      const worker = workers.at(-1);
      if (!worker || closed) return null;
      const reply = await ask(worker, (id) => ({ kind: 'area', id, asked }), signal, onProgress);
      return 'area' in reply ? reply.area : null;
    },
    /** Returns how many blocks all workers have unpacked. */
    decoded: () => [...decoded.values()].reduce((sum, count) => sum + count, 0),
    close() {
      closed = true;
      for (const worker of workers) worker.terminate();
      for (const waiter of waiting.values()) waiter.reject(new Error('closed'));
      waiting.clear();
    },
  };
}
