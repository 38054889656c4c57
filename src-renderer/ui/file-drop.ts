import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSay } from './use-act.ts';

type Taker = (files: readonly File[]) => void;

/** The screens that accept dropped files; the screen that registered last receives them. */
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
      // Without a related target the pointer has left the window; otherwise it has only moved to another element.
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

/**
 * Passes the files that are dropped anywhere in the window to `take`. Returns true while files are dragged over
 * the window.
 */
export function useFileDrop(take: Taker): boolean {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const own: Taker = (files) => latest.current(files);
    takers.push(own);
    return () => void takers.splice(takers.indexOf(own), 1);
  }, []);
  return useFileDrags(() => undefined);
}

/**
 * Handles file drops for the whole window: passes the dropped files to the screen that accepts files, and shows a message if no screen does. Without this the browser would open the file in place of Nadir.
 */
export function FileDrops() {
  const { t } = useTranslation();
  const say = useSay();
  useFileDrags((files) => {
    const taker = takers.at(-1);
    if (taker && files.length > 0) taker(files);
    else say({ title: t('shell.drop.title'), message: t('shell.drop.hint'), color: 'orange' });
  });
  return null;
}
