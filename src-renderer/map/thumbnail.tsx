import { useCallback, useState } from 'react';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { fileAddress, launchPage } from '../client/launch-page.ts';
import classes from '../ui/panes.module.css';

/**
 * The preview image of a scene in the library. If it fails to load, it is requested once more with a renewed session,
 * because another server on this machine may have overwritten our cookie. A scene that turns out to have none shows an even ground.
 */
export function Thumbnail({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  // Rows are used again for other scenes.
  const [failed, setFailed] = useState({ librarySceneId, times: 0 });
  const attempt = failed.librarySceneId === librarySceneId ? failed.times : 0;
  const load = useCallback(
    (image: HTMLImageElement | null) => {
      image?.setAttribute('src', fileAddress(`/files/thumbnail/${librarySceneId}`));
      // Without this a browser goes on to load what was only passed by.
      return () => image?.removeAttribute('src');
    },
    [librarySceneId],
  );
  if (attempt > 1) return <span className={classes.thumbnail} aria-hidden />;
  return (
    <img
      key={attempt}
      ref={load}
      className={classes.thumbnail}
      alt=""
      loading="lazy"
      onError={() => {
        const fail = (times: number) => setFailed({ librarySceneId, times });
        if (attempt === 0 && launchPage !== null) void launchPage.renew().finally(() => fail(1));
        else fail(2);
      }}
    />
  );
}
