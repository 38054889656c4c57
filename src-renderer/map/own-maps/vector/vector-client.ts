import type { FoundVectorFeature } from './hit-vector.ts';
import type { PaintedTile, VectorReply, VectorRequest } from './vector-messages.ts';

interface Waiting {
  painted?: (tile: PaintedTile) => void;
  found?: (features: readonly FoundVectorFeature[]) => void;
  failed: (error: Error) => void;
}

type TileRequest = Omit<Extract<VectorRequest, { kind: 'tile' }>, 'kind' | 'id'>;
type HitRequest = Omit<Extract<VectorRequest, { kind: 'hit' }>, 'kind' | 'id'>;

/**
 * Creates the client of the worker that draws vector tiles, which starts with the first tile. If the worker crashes, pending
 * requests fail, and the next tile starts another worker.
 */
export function createVectorClient(
  start = () => new Worker(new URL('./vector-worker.ts', import.meta.url), { type: 'module' }),
) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function heard({ data }: MessageEvent<VectorReply>) {
    const waiter = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) waiter?.failed(new Error('this tile cannot be had'));
    else if ('found' in data) waiter?.found?.(data.found);
    else if (waiter?.painted) waiter.painted(data.painted);
    else data.painted.bitmap?.close();
  }

  function running(): Worker {
    if (worker) return worker;
    const started = start();
    worker = started;
    started.addEventListener('message', heard);
    started.addEventListener('error', (event) => {
      event.preventDefault();
      if (worker === started) worker = null;
      started.terminate();
      for (const { failed } of waiting.values()) failed(new Error('the thread has ended'));
      waiting.clear();
    });
    return started;
  }

  const send = (request: VectorRequest) => running().postMessage(request);

  return {
    /** Resolves with a painted tile. Rejects if it cannot be loaded now, or with the reason of the signal. */
    tile(request: TileRequest, signal: AbortSignal): Promise<PaintedTile> {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new Error('cancelled'));
        const abort = () => {
          send({ kind: 'cancel', id });
          waiting.delete(id);
          reject(new Error('cancelled'));
        };
        signal.addEventListener('abort', abort, { once: true });
        const ended = () => signal.removeEventListener('abort', abort);
        waiting.set(id, {
          painted(tile) {
            ended();
            resolve(tile);
          },
          failed(error) {
            ended();
            reject(error);
          },
        });
        send({ kind: 'tile', id, ...request });
      });
    },
    /** Resolves with the features at a place of a tile; none if the tile cannot be loaded. */
    hit(request: HitRequest): Promise<readonly FoundVectorFeature[]> {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        waiting.set(id, { found: resolve, failed: () => resolve([]) });
        send({ kind: 'hit', id, ...request });
      });
    },
    destroy() {
      worker?.terminate();
      worker = null;
      for (const { failed } of waiting.values()) failed(new Error('closed'));
      waiting.clear();
    },
  };
}

/** The client of the worker that draws vector tiles. */
export type VectorClient = ReturnType<typeof createVectorClient>;
