import { useCallback, useRef, useState } from 'react';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { fileAddress } from '../kit/client/launch-page.ts';
import { renewSession } from '../kit/client/renew-session.ts';
import classes from '../kit/ui/panes.module.css';
import { useLaterRounds } from '../viewer/use-later-rounds.ts';

interface ThumbnailProps {
  librarySceneId: LibrarySceneId;
}

function Picture({ librarySceneId }: ThumbnailProps) {
  const [isRenewed, setRenewed] = useState(false);
  const [failures, setFailures] = useState(0);
  const round = useLaterRounds(failures);
  const askedAt = useRef(0);
  const load = useCallback(
    (image: HTMLImageElement | null) => {
      askedAt.current = performance.now();
      image?.setAttribute('src', fileAddress(`/files/thumbnail/${librarySceneId}`));
      // Otherwise the browser would continue loading pictures that were scrolled past.
      return () => image?.removeAttribute('src');
    },
    [librarySceneId],
  );
  if (failures > round) return <span className={classes.thumbnail} aria-hidden />;
  return (
    <img
      key={String(isRenewed)}
      ref={load}
      className={classes.thumbnail}
      alt=""
      loading="lazy"
      onError={async () => {
        if (!isRenewed && (await renewSession?.(askedAt.current))) setRenewed(true);
        else setFailures(failures + 1);
      }}
    />
  );
}

/**
 * The preview image of a scene in the library. If it fails to load, it is requested once more with a renewed session, because
 * another server on this computer may have overwritten the session cookie. A scene without a preview shows a plain background.
 */
export function Thumbnail({ librarySceneId }: ThumbnailProps) {
  return <Picture key={librarySceneId} librarySceneId={librarySceneId} />;
}
