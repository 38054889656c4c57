import { type RefObject, useEffect, useRef, useState } from 'react';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';

interface QueueDrag {
  fileId: LibraryFileId;
  /** The gap between two rows where it would be dropped; 0 is before the first row. */
  gap: number;
}

interface QueueDragOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  count: number;
  onDrop: (drag: QueueDrag) => void;
}

const edgePx = 36;
const scrollPx = 14;

/**
 * Returns how a row is dragged by its handle. It uses pointer events, so it works with mouse, pen and touch. The list
 * scrolls near its edges, and Escape cancels.
 */
export function useQueueDrag(options: QueueDragOptions) {
  const [drag, setDrag] = useState<QueueDrag | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const begin = (fileId: LibraryFileId, event: React.PointerEvent<HTMLElement>) => {
    const { scroller } = latest.current;
    const list = scroller.current;
    if (event.button !== 0 || list === null) return;
    event.preventDefault();
    stop.current();
    const ended = new AbortController();
    const { signal } = ended;
    let pointer = event.clientY;
    let current: QueueDrag | null = null;
    let frame = 0;
    const place = () => {
      const { rowHeight, count } = latest.current;
      const box = list.getBoundingClientRect();
      const gap = Math.round((pointer - box.top + list.scrollTop) / rowHeight);
      const next = { fileId, gap: Math.max(0, Math.min(count, gap)) };
      if (current?.gap !== next.gap) setDrag(next);
      current = next;
    };
    const roll = () => {
      const box = list.getBoundingClientRect();
      if (pointer < box.top + edgePx) list.scrollTop -= scrollPx;
      if (pointer > box.bottom - edgePx) list.scrollTop += scrollPx;
      if (current !== null) place();
      frame = requestAnimationFrame(roll);
    };
    const end = (drop: boolean) => {
      ended.abort();
      cancelAnimationFrame(frame);
      setDrag(null);
      if (drop && current !== null) latest.current.onDrop(current);
    };
    stop.current = () => end(false);
    window.addEventListener(
      'pointermove',
      (moved) => {
        pointer = moved.clientY;
        place();
      },
      { signal },
    );
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key === 'Escape') end(false);
      },
      { signal },
    );
    frame = requestAnimationFrame(roll);
  };
  return { drag, begin };
}
