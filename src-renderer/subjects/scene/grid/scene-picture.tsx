import { useEffect, useRef, useState } from 'react';
import type { LibrarySceneId } from '../../../../src-preload/contract/ids.ts';
import { pictureQueue } from './picture-queue.ts';
import classes from './scene-grid.module.css';

/** The thumbnail of a scene in a cell of the grid; an even ground until it is here. */
export function ScenePicture({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    setDrawn(false);
    pictureQueue.ask(librarySceneId, gone.signal, (picture) => {
      const on = canvas.current;
      if (picture === null || on === null) return;
      on.width = picture.width;
      on.height = picture.height;
      on.getContext('2d')?.drawImage(picture, 0, 0);
      setDrawn(true);
    });
    return () => gone.abort();
  }, [librarySceneId]);
  return <canvas ref={canvas} className={classes.picture} data-drawn={isDrawn || undefined} aria-hidden />;
}
