import type { LibrarySceneId } from '../../../../src-preload/contract/ids.ts';
import { fetchFile } from '../../../kit/client/fetch-file.ts';
import { fileAddress } from '../../../kit/client/launch-page.ts';
import { renewSession } from '../../../kit/client/renew-session.ts';

/** The width of a cached picture in pixels: that of a cell on a high-density screen. */
const cachedWidthPx = 320;
/** The maximum number of pictures that are fetched and decoded at once; a picture of the service may have two million pixels. */
const maxConcurrent = 4;
/** The maximum number of cached pictures: a few screens, about 50 MB. */
const maxCached = 250;

interface PictureRequest {
  id: LibrarySceneId;
  signal: AbortSignal;
  done: (picture: ImageBitmap | null) => void;
}

async function readPicture(id: LibrarySceneId, signal: AbortSignal): Promise<ImageBitmap> {
  const send = () => fetchFile(fileAddress(`/files/thumbnail/${id}`), { signal });
  const sentAt = performance.now();
  let answer = await send();
  // Another server on this computer may have overwritten the session cookie.
  if (answer.status === 401 && (await renewSession?.(sentAt))) answer = await send();
  if (!answer.ok) throw new Error(`thumbnail ${id}: ${answer.status}`);
  // The answer for a raster without a picture is empty, which the decoder rejects.
  return createImageBitmap(await answer.blob(), { resizeWidth: cachedWidthPx, resizeQuality: 'medium' });
}

/**
 * Creates the picture queue of a grid: it decodes a few at once, caches small copies of the latest ones, and fetches the last requested
 * ones first, because they are in view after fast scrolling.
 */
export function createPictureQueue(read: typeof readPicture = readPicture) {
  const cache = new Map<LibrarySceneId, ImageBitmap>();
  const waiting: PictureRequest[] = [];
  let running = 0;

  function store(id: LibrarySceneId, picture: ImageBitmap) {
    cache.delete(id);
    cache.set(id, picture);
    const [oldest] = cache;
    if (cache.size <= maxCached || oldest === undefined) return;
    oldest[1].close();
    cache.delete(oldest[0]);
  }

  function startNext() {
    while (running < maxConcurrent) {
      const request = waiting.pop();
      if (request === undefined) return;
      if (request.signal.aborted) continue;
      running += 1;
      read(request.id, request.signal)
        .then((picture) => {
          store(request.id, picture);
          return picture;
        })
        .catch(() => null)
        .then((picture) => {
          running -= 1;
          if (!request.signal.aborted) request.done(picture);
          startNext();
        });
    }
  }

  return {
    /**
     * Calls `done` with the picture of a scene, now or later; null if it cannot be loaded. Draw it immediately, because the cache may close
     * it afterwards.
     */
    request(id: LibrarySceneId, signal: AbortSignal, done: PictureRequest['done']) {
      const cached = cache.get(id);
      if (cached) {
        store(id, cached);
        done(cached);
        return;
      }
      waiting.push({ id, signal, done });
      // Requests that left the view are dropped.
      if (waiting.length > maxCached)
        waiting.splice(0, waiting.length, ...waiting.filter((each) => !each.signal.aborted));
      startNext();
    },
  };
}

/** The pictures of all grids of this window. */
export const pictureQueue = createPictureQueue();
