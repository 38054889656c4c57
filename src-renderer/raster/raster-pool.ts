import { fileAddress } from '../client/launch-page.ts';
import type { RasterDisplay, RasterFailure, RasterReply, RasterRequest } from './raster-messages.ts';

/** A tile that cannot be drawn, and why. */
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

const mostWorkers = 3;

/** Workers that read and paint one raster's tiles; each has its own decoded blocks, tiles go to them in turn. */
export function createRasterPool(display: RasterDisplay) {
  const count = Math.max(1, Math.min(mostWorkers, (navigator.hardwareConcurrency || 2) - 1));
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let closed = false;
  /** A worker that could not be loaded answers nothing: who asks it must not wait for ever. */
  let broken: Error | null = null;

  function post(worker: Worker, request: RasterRequest) {
    worker.postMessage(request);
  }

  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(new URL('./raster-worker.ts', import.meta.url), { type: 'module' });
    // The worker sees nothing of the page's keys: the address is made here.
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
      // Neighbours share blocks: two by two they go to the same worker.
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
