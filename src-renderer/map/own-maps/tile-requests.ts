import { fetchFile } from '../../kit/client/fetch-file.ts';
import { fileAddress } from '../../kit/client/launch-page.ts';

/**
 * The maximum number of concurrent requests for tiles of servers. A browser opens six connections to one host, and some must stay
 * free for the rasters of the library.
 */
const maxRemote = 4;

/** Creates what requests the pictures of tiles from the main process. */
export function createTileRequests() {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(signal: AbortSignal) {
    if (running >= maxRemote) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    signal.throwIfAborted();
  }

  /** The connection is passed on to the next waiting request, so `running` does not change. */
  function ended() {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  async function load(path: string, signal: AbortSignal): Promise<ImageBitmap | null> {
    const answer = await fetchFile(fileAddress(path), { signal });
    if (!answer.ok || answer.headers.get('x-nadir-tile') === 'failed')
      throw new Error('this tile cannot be had');
    return answer.status === 204 ? null : createImageBitmap(await answer.blob());
  }

  return {
    /** Resolves with the picture of a tile; null if the map has none. Rejects if it cannot be loaded now. */
    async picture(path: string, { signal, isRemote }: { signal: AbortSignal; isRemote: boolean }) {
      if (!isRemote) return load(path, signal);
      try {
        // A request that was aborted while it waited still gets its turn and passes it on.
        await turn(signal);
        return await load(path, signal);
      } finally {
        ended();
      }
    },
  };
}
