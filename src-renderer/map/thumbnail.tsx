import { useState } from 'react';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { fileAddress, launchPage } from '../client/launch-page.ts';
import classes from '../ui/panes.module.css';

/**
 * The preview image of a scene in the library. If it fails to load, it is requested once more with a renewed session,
 * because another server on this machine may have overwritten our cookie.
 */
export function Thumbnail({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <img
      key={attempt}
      className={classes.thumbnail}
      src={fileAddress(`/files/thumbnail/${librarySceneId}`)}
      alt=""
      loading="lazy"
      onError={() => {
        if (attempt === 0 && launchPage !== null) void launchPage.renew().finally(() => setAttempt(1));
      }}
    />
  );
}
