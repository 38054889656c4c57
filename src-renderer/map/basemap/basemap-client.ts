import type { BasemapReply, GroundRequest, LabelRequest } from './basemap-messages.ts';

/** What came of a request; the bitmap is null where there is nothing to show. */
export interface BasemapPicture {
  bitmap: ImageBitmap | null;
  /** The names on the picture; empty for the ground. */
  names: readonly string[];
}

interface BasemapClientOptions {
  address: string;
  /** Called once, when a part of the map cannot be read. */
  onFailed(reason: string): void;
}

/** Starts the worker of the embedded map and asks it for pictures. */
export function createBasemapClient({ address, onFailed }: BasemapClientOptions) {
  const worker = new Worker(new URL('./basemap-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (picture: BasemapPicture) => void>();
  let next = 0;
  let isBroken = false;
  worker.postMessage({ kind: 'open', address });

  worker.addEventListener('message', ({ data }: MessageEvent<BasemapReply>) => {
    if (data.kind === 'failed') return onFailed(data.reason);
    const done = waiting.get(data.id);
    waiting.delete(data.id);
    if (done) done({ bitmap: data.bitmap, names: data.kind === 'labels' ? data.names : [] });
    else data.bitmap?.close();
  });
  // A worker that could not be loaded never answers, so nobody may wait for it.
  worker.addEventListener('error', (event) => {
    isBroken = true;
    onFailed(event.message);
    for (const done of waiting.values()) done({ bitmap: null, names: [] });
    waiting.clear();
  });

  return {
    /** Asks for a picture and returns the function that cancels it; `done` is not called after that. */
    ask(
      request: Omit<GroundRequest, 'id'> | Omit<LabelRequest, 'id'>,
      done: (picture: BasemapPicture) => void,
    ): () => void {
      if (isBroken) {
        const timer = setTimeout(() => done({ bitmap: null, names: [] }));
        return () => clearTimeout(timer);
      }
      next += 1;
      const id = next;
      waiting.set(id, done);
      worker.postMessage({ ...request, id });
      return () => {
        waiting.delete(id);
        worker.postMessage({ kind: 'cancel', id });
      };
    },
    destroy() {
      waiting.clear();
      worker.terminate();
    },
  };
}
export type BasemapClient = ReturnType<typeof createBasemapClient>;
