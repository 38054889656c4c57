import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSay } from './use-act.ts';

type Taker = (file: File) => void;

/** Screens that take files; the one that came last gets them. */
const takers: Taker[] = [];

function useFileDrags(onDrop: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onDrop);
  useEffect(() => {
    take.current = onDrop;
  });
  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const drag = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Out of the window, not from one element into the next.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFile(event)) return;
      event.preventDefault();
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}

/** Takes a file that is let go anywhere over the window; true while one is held over it. */
export function useFileDrop(take: Taker): boolean {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const own: Taker = (file) => latest.current(file);
    takers.push(own);
    return () => void takers.splice(takers.indexOf(own), 1);
  }, []);
  return useFileDrags(() => undefined);
}

/**
 * For the whole window: hands dropped files to the screen that takes them, and says so where none does. Without it the
 * browser would open the file in the place of Nadir.
 */
export function FileDrops() {
  const { t } = useTranslation();
  const say = useSay();
  useFileDrags(([file]) => {
    const taker = takers.at(-1);
    if (taker && file) taker(file);
    else say({ title: t('shell.drop.title'), message: t('shell.drop.hint'), color: 'orange' });
  });
  return null;
}
