import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../../src-preload/contract/ids.ts';
import { pictureQueue } from './picture-queue.ts';
import classes from './scene-grid.module.css';

/** The thumbnail of a scene in a cell of the grid; an even ground until it is here, and words if none can be made. */
export function ScenePicture({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { t } = useTranslation();
  const [state, setState] = useState<'waiting' | 'drawn' | 'none'>('waiting');
  useEffect(() => {
    const gone = new AbortController();
    setState('waiting');
    pictureQueue.ask(librarySceneId, gone.signal, (picture) => {
      const on = canvas.current;
      if (picture === null) setState('none');
      if (picture === null || on === null) return;
      on.width = picture.width;
      on.height = picture.height;
      on.getContext('2d')?.drawImage(picture, 0, 0);
      setState('drawn');
    });
    return () => gone.abort();
  }, [librarySceneId]);
  if (state === 'none') return t('find.noPicture');
  return (
    <canvas
      ref={canvas}
      className={classes.picture}
      data-drawn={state === 'drawn' || undefined}
      aria-hidden
    />
  );
}
