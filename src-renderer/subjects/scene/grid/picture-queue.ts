import type { LibrarySceneId } from '../../../../src-preload/contract/ids.ts';
import { fileAddress } from '../../../client/launch-page.ts';
import { renewSession } from '../../../client/renew-session.ts';

/** The width of a picture that is kept, in pixels: that of a cell on a dense screen. */
const keptWidthPx = 320;
/** Pictures that are read and decoded at once; a picture of the service may have two million pixels. */
const mostAtOnce = 4;
/** Pictures that are kept: some screens full, about 50 MB. */
const mostKept = 250;

interface Wanted {
  id: LibrarySceneId;
  signal: AbortSignal;
  done: (picture: ImageBitmap | null) => void;
}

async function readPicture(id: LibrarySceneId, signal: AbortSignal): Promise<ImageBitmap> {
  const ask = () => fetch(fileAddress(`/files/thumbnail/${id}`), { signal });
  const askedAt = performance.now();
  let answer = await ask();
  // Another server on this machine may have overwritten our cookie.
  if (answer.status === 401 && (await renewSession?.(askedAt))) answer = await ask();
  if (!answer.ok) throw new Error(`thumbnail ${id}: ${answer.status}`);
  // A raster of which no picture can be made is answered by nothing, which is no image.
  return createImageBitmap(await answer.blob(), { resizeWidth: keptWidthPx, resizeQuality: 'medium' });
}

/**
 * Creates the queue of pictures for a grid: few are decoded at once, small copies of the latest ones are kept, and those that were
 * asked for last come first, because they are in view after fast scrolling.
 */
export function createPictureQueue(read: typeof readPicture = readPicture) {
  const kept = new Map<LibrarySceneId, ImageBitmap>();
  const waiting: Wanted[] = [];
  let running = 0;

  function keep(id: LibrarySceneId, picture: ImageBitmap) {
    kept.delete(id);
    kept.set(id, picture);
    const [oldest] = kept;
    if (kept.size <= mostKept || oldest === undefined) return;
    oldest[1].close();
    kept.delete(oldest[0]);
  }

  function next() {
    while (running < mostAtOnce) {
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
    /** Hands over the picture of a scene, at once or later; null if it cannot be read. It may be closed afterwards, so draw it at once. */
    ask(id: LibrarySceneId, signal: AbortSignal, done: Wanted['done']) {
      const known = kept.get(id);
      if (known) {
        keep(id, known);
        done(known);
        return;
      }
      waiting.push({ id, signal, done });
      // Those that have left the view need no place.
      if (waiting.length > mostKept)
        waiting.splice(0, waiting.length, ...waiting.filter((each) => !each.signal.aborted));
      next();
    },
  };
}

/** The pictures of all grids of this window. */
export const pictureQueue = createPictureQueue();
