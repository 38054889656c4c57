import type { RasterFailure, RasterReply, RasterRequest } from './raster-messages.ts';

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
  /** Receives the fraction that is done. */
  onProgress: (fraction: number) => void;
}

interface Question {
  worker: Worker;
  /** Returns the message with this id. */
  request: (id: number) => RasterRequest;
  signal: AbortSignal;
  onProgress?: (fraction: number) => void;
}

/** Starts workers that read one raster; `opening` is the first message to each of them. */
export function startRasterWorkers(count: number, opening: RasterRequest) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  /** The number of blocks that each worker has unpacked. */
  const decoded = new Map<Worker, number>();
  /** Set if a worker could not be loaded: it never answers, so requests must fail instead of waiting for ever. */
  let broken: Error | null = null;

  function rejectAll(error: Error) {
    for (const waiter of waiting.values()) waiter.reject(error);
    waiting.clear();
  }

  function receive(worker: Worker, reply: RasterReply) {
    const waiter = waiting.get(reply.id);
    if ('progress' in reply) return waiter?.onProgress(reply.progress);
    waiting.delete(reply.id);
    if ('failure' in reply) return waiter?.reject(new RasterTileError(reply.failure));
    decoded.set(worker, Math.max(decoded.get(worker) ?? 0, reply.decoded));
    if (waiter) waiter.resolve(reply);
    else if ('bitmap' in reply) reply.bitmap?.close();
  }

  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(new URL('./raster-worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage(opening);
    worker.addEventListener('message', ({ data }: MessageEvent<RasterReply>) => receive(worker, data));
    worker.addEventListener('error', () => {
      broken = new RasterTileError('stopped');
      rejectAll(broken);
    });
    return worker;
  });

  return {
    workers,
    /** Sends a message that has no answer to all workers. */
    tell(request: RasterRequest) {
      for (const worker of workers) worker.postMessage(request);
    },
    /**
     * Sends a request to a worker and resolves with its answer.
     * @throws RasterTileError if the raster cannot be drawn; the reason of the signal if it is aborted before.
     */
    ask({ worker, request, signal, onProgress = () => undefined }: Question): Promise<Answered> {
      if (broken) return Promise.reject(broken);
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const abort = () => {
          worker.postMessage({ kind: 'cancel', id } satisfies RasterRequest);
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
        worker.postMessage(request(id));
      });
    },
    /** Returns how many blocks all workers have unpacked. */
    decoded: () => [...decoded.values()].reduce((sum, blocks) => sum + blocks, 0),
    /** Ends the workers; requests that are not answered yet fail. */
    close() {
      for (const worker of workers) worker.terminate();
      rejectAll(new Error('closed'));
    },
  };
}
