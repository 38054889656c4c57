import { fileAddress } from '../../client/launch-page.ts';

/**
 * A browser opens six connections to one place. Slow servers of maps may hold some of them, never all: the library's rasters come
 * the same way.
 */
const maxRemote = 4;

/** Requests the pictures of tiles from the main process. */
export function createTileRequests() {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(signal: AbortSignal) {
    if (running >= maxRemote) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    signal.throwIfAborted();
  }

  /** The turn goes to the next one as it is. */
  function ended() {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  async function load(path: string, signal: AbortSignal): Promise<ImageBitmap | null> {
    const answer = await fetch(fileAddress(path), { signal });
    if (!answer.ok || answer.headers.get('x-nadir-tile') === 'failed')
      throw new Error('this tile cannot be had');
    return answer.status === 204 ? null : createImageBitmap(await answer.blob());
  }

  return {
    /** Returns the picture of a tile; null where the map has none. Rejects if it cannot be had now. */
    async picture(path: string, { signal, isRemote }: { signal: AbortSignal; isRemote: boolean }) {
      if (!isRemote) return load(path, signal);
      try {
        // Even one that was given up while it waited has its turn, and passes it on.
        await turn(signal);
        return await load(path, signal);
      } finally {
        ended();
      }
    },
  };
}
