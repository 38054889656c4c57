import { useEffect, useRef } from 'react';
import type { Area } from '../../../../src-shared/geometry/area.ts';
import { createHistory } from '../../../../src-shared/geometry/history.ts';
import { haveOthersKeys } from '../../../kit/ui/outside-of-text.ts';

function stepOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo';
  return key === 'z' ? 'undo' : null;
}

/**
 * Handles Ctrl+Z for areas that were drawn, dragged, imported or removed. Outside of text fields, the browser would
 * undo the last typing anywhere instead, for example in the SKU, which would remove the whole area form.
 */
export function useAreaHistory(
  areas: readonly Area[],
  isTyped: boolean,
  restore: (areas: readonly Area[]) => void,
) {
  const history = useRef(createHistory<readonly Area[]>());
  const key = JSON.stringify(areas);
  const last = useRef({ key, areas, isTyped });
  const restored = useRef<string | null>(null);
  useEffect(() => {
    const before = last.current;
    if (before.key === key) return;
    last.current = { key, areas, isTyped };
    if (restored.current === key) {
      restored.current = null;
      return;
    }
    // Typing is one change; the text field itself undoes single letters.
    if (!(isTyped && before.isTyped)) history.current.note(before.areas);
  }, [key, areas, isTyped]);
  const write = useRef(restore);
  useEffect(() => {
    write.current = restore;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step === null || haveOthersKeys(event.target)) return;
      event.preventDefault();
      const next = history.current[step](last.current.areas);
      if (next === null) return;
      restored.current = JSON.stringify(next);
      write.current(next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
