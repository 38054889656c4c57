import world from '../../../resources/basemap/world.pmtiles?url';
import type { BasemapReply, GroundRequest, LabelRequest } from './basemap-messages.ts';

/** Returns the absolute address of the embedded map, because a worker resolves relative ones against its own address. */
const basemapAddress = (): string => new URL(world, document.baseURI).href;

/** The answer to a request. The bitmap is null if there is nothing to show. */
export interface BasemapPicture {
  bitmap: ImageBitmap | null;
  /** The names on the picture; empty for the ground. */
  names: readonly string[];
}

/** Starts the worker of the embedded map and returns its client. */
export function createBasemapClient() {
  const worker = new Worker(new URL('./basemap-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (picture: BasemapPicture) => void>();
  let next = 0;
  let isBroken = false;
  let failure: string | null = null;
  let onFailed: (reason: string) => void = () => undefined;
  worker.postMessage({ kind: 'open', address: basemapAddress() });

  function fail(reason: string) {
    failure = reason;
    onFailed(reason);
  }

  worker.addEventListener('message', ({ data }: MessageEvent<BasemapReply>) => {
    if (data.kind === 'failed') return fail(data.reason);
    const done = waiting.get(data.id);
    waiting.delete(data.id);
    if (done) done({ bitmap: data.bitmap, names: data.kind === 'labels' ? data.names : [] });
    else data.bitmap?.close();
  });
  // A worker that could not be loaded never answers, so all requests are answered here.
  worker.addEventListener('error', (event) => {
    isBroken = true;
    fail(event.message);
    for (const done of waiting.values()) done({ bitmap: null, names: [] });
    waiting.clear();
  });

  return {
    /** Sets the listener that is called once if a part of the map cannot be read, at once if that has already happened. */
    onFailure(listener: (reason: string) => void) {
      onFailed = listener;
      if (failure !== null) listener(failure);
    },
    /** Requests a picture and returns the function that cancels it; `done` is not called after that. */
    request(
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
/** The client of the worker that draws the embedded map. */
export type BasemapClient = ReturnType<typeof createBasemapClient>;

/** The client that was started with the page, until the map of the window takes it. */
let early: BasemapClient | null = null;

/** Starts the worker of the window's map early, so that it loads its code, its file and its fonts while the page is built. */
export function startBasemapEarly(): void {
  early ??= createBasemapClient();
}

/** Returns the client that was started early, or a new one if another map has already taken it. */
export function takeBasemapClient(): BasemapClient {
  const taken = early ?? createBasemapClient();
  early = null;
  return taken;
}
