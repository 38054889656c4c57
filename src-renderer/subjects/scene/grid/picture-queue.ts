import type { LibrarySceneId } from '../../../../src-preload/contract/ids.ts';
import { fileAddress } from '../../../client/launch-page.ts';
import { renewSession } from '../../../client/renew-session.ts';

/** The width of a cached picture in pixels: that of a cell on a high-density screen. */
const cachedWidthPx = 320;
/** The maximum number of pictures that are fetched and decoded at once; a picture of the service may have two million pixels. */
const maxConcurrent = 4;
/** The maximum number of cached pictures: a few screens, about 50 MB. */
const maxCached = 250;

interface Wanted {
  id: LibrarySceneId;
  signal: AbortSignal;
  done: (picture: ImageBitmap | null) => void;
}

async function readPicture(id: LibrarySceneId, signal: AbortSignal): Promise<ImageBitmap> {
  const ask = () => fetch(fileAddress(`/files/thumbnail/${id}`), { signal });
  const askedAt = performance.now();
  let answer = await ask();
  // Another server on this computer may have overwritten the session cookie.
  if (answer.status === 401 && (await renewSession?.(askedAt))) answer = await ask();
  if (!answer.ok) throw new Error(`thumbnail ${id}: ${answer.status}`);
  // The answer for a raster without a picture is empty, which the decoder rejects.
  return createImageBitmap(await answer.blob(), { resizeWidth: cachedWidthPx, resizeQuality: 'medium' });
}

/**
 * Creates the picture queue of a grid: it decodes a few at once, caches small copies of the latest ones, and fetches the last requested
 * ones first, because they are in view after fast scrolling.
 */
export function createPictureQueue(read: typeof readPicture = readPicture) {
  const kept = new Map<LibrarySceneId, ImageBitmap>();
  const waiting: Wanted[] = [];
  let running = 0;

  function keep(id: LibrarySceneId, picture: ImageBitmap) {
    kept.delete(id);
    kept.set(id, picture);
    const [oldest] = kept;
    if (kept.size <= maxCached || oldest === undefined) return;
    oldest[1].close();
    kept.delete(oldest[0]);
  }

  function next() {
    while (running < maxConcurrent) {
      const wanted = waiting.pop();
      if (wanted === undefined) return;
      if (wanted.signal.aborted) continue;
      running += 1;
      read(wanted.id, wanted.signal)
        .then((picture) => {
          keep(wanted.id, picture);
          return picture;
        })
        .catch(() => null)
        .then((picture) => {
          running -= 1;
          if (!wanted.signal.aborted) wanted.done(picture);
          next();
        });
    }
  }

  return {
    /**
     * Calls `done` with the picture of a scene, now or later; null if it cannot be loaded. Draw it immediately, because the cache may close
     * it afterwards.
     */
    ask(id: LibrarySceneId, signal: AbortSignal, done: Wanted['done']) {
      const known = kept.get(id);
      if (known) {
        keep(id, known);
        done(known);
        return;
      }
      waiting.push({ id, signal, done });
      // Requests that left the view are dropped.
      if (waiting.length > maxCached)
        waiting.splice(0, waiting.length, ...waiting.filter((each) => !each.signal.aborted));
      next();
    },
  };
}

/** The pictures of all grids of this window. */
export const pictureQueue = createPictureQueue();
