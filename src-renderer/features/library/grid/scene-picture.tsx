import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../../src-preload/contract/ids.ts';
import { useLaterRounds } from '../../../viewer/use-later-rounds.ts';
import { pictureQueue } from './picture-queue.ts';
import classes from './scene-grid.module.css';

/**
 * The thumbnail of a scene in a grid cell; a plain background until it is loaded, and a text if there is none. Use the scene as its key.
 */
export function ScenePicture({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { t } = useTranslation();
  const [state, setState] = useState<'waiting' | 'drawn' | 'none'>('waiting');
  const [failures, setFailures] = useState(0);
  const round = useLaterRounds(failures);
  useEffect(() => {
    // The last attempt failed, and the next one is not due yet.
    if (failures > round) return;
    const ended = new AbortController();
    pictureQueue.request(librarySceneId, ended.signal, (picture) => {
      const on = canvas.current;
      if (picture === null) {
        setState('none');
        setFailures(round + 1);
      }
      if (picture === null || on === null) return;
      on.width = picture.width;
      on.height = picture.height;
      on.getContext('2d')?.drawImage(picture, 0, 0);
      setState('drawn');
    });
    return () => ended.abort();
  }, [librarySceneId, failures, round]);
  return (
    <>
      {state === 'none' && t('find.noPicture')}
      <canvas
        ref={canvas}
        className={classes.picture}
        data-drawn={state === 'drawn' || undefined}
        hidden={state === 'none'}
        aria-hidden
      />
    </>
  );
}
