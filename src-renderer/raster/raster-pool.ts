import { fileAddress } from '../client/launch-page.ts';
import type { RasterDisplay, RasterFailure, RasterReply, RasterRequest } from './raster-messages.ts';

/** The error of a tile that cannot be drawn, with the reason. */
export class RasterTileError extends Error {
  readonly failure: RasterFailure;
  constructor(failure: RasterFailure) {
    super(failure);
    this.failure = failure;
  }
}

interface Waiting {
  resolve: (bitmap: ImageBitmap | null) => void;
  reject: (error: Error) => void;
}

const usualWorkers = 3;

/** Creates workers that read and paint the tiles of one raster; each caches its own decoded blocks. */
export function createRasterPool(display: RasterDisplay, mostWorkers = usualWorkers) {
  const count = Math.max(1, Math.min(mostWorkers, (navigator.hardwareConcurrency || 2) - 1));
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let closed = false;
  /** Set if a worker could not be loaded: it never answers, so requests must fail instead of waiting for ever. */
  let broken: Error | null = null;

  function post(worker: Worker, request: RasterRequest) {
    worker.postMessage(request);
  }

  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(new URL('./raster-worker.ts', import.meta.url), { type: 'module' });
    // The worker has no access to the keys of the page, so the address is made here.
    const info = { ...display.info, path: fileAddress(display.info.path) };
    post(worker, { kind: 'open', display: { ...display, info } });
    worker.addEventListener('message', (event: MessageEvent<RasterReply>) => {
      const reply = event.data;
      const waiter = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('failure' in reply) waiter?.reject(new RasterTileError(reply.failure));
      else if (waiter) waiter.resolve(reply.bitmap);
      else reply.bitmap?.close();
    });
    worker.addEventListener('error', () => {
      broken = new RasterTileError('stopped');
      for (const waiter of waiting.values()) waiter.reject(broken);
      waiting.clear();
    });
    return worker;
  });

  return {
    tile(
      extent: readonly [number, number, number, number],
      sizePx: number,
      column: number,
      row: number,
      signal: AbortSignal,
    ): Promise<ImageBitmap | null> {
      // Neighbouring tiles share blocks, so groups of two by two are sent to the same worker.
      const worker = workers[Math.abs((column >> 1) + (row >> 1)) % workers.length];
      if (!worker || closed) return Promise.resolve(null);
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
          resolve: (bitmap) => {
            signal.removeEventListener('abort', abort);
            resolve(bitmap);
          },
          reject: (error) => {
            signal.removeEventListener('abort', abort);
            reject(error);
          },
        });
        post(worker, { kind: 'tile', id, extent, sizePx });
      });
    },
    close() {
      closed = true;
      for (const worker of workers) worker.terminate();
      for (const waiter of waiting.values()) waiter.reject(new Error('closed'));
      waiting.clear();
    },
  };
}
