import { useEffect } from 'react';
import { haveOthersKeys } from './outside-of-text.ts';

function swapOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo';
  return key === 'z' ? 'undo' : null;
}

interface Runnable {
  run: () => void;
}

/** Handles Ctrl+Z for undo, and Ctrl+Shift+Z and Ctrl+Y for redo, outside of text fields and dialogs. */
export function useHistoryKeys({ undo, redo }: { undo: Runnable; redo: Runnable }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const how = swapOf(event);
      if (how === null || haveOthersKeys(event.target) || event.defaultPrevented) return;
      event.preventDefault();
      (how === 'undo' ? undo : redo).run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}

/** Returns a function that queues undo and redo: each runs after the previous one has ended, even if that failed. */
export function createSwapQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return (run: () => Promise<void>): Promise<void> => {
    const swapped = last.then(run, run);
    last = swapped;
    return swapped;
  };
}
