import { useEffect } from 'react';
import { paletteStore } from './palette-store.ts';

/** A key that writes one character, with no key held that makes a command of it. */
const writes = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;

/**
 * Passes on what is typed after the palette was opened and before its field has the focus: some milliseconds, in which
 * the letters would be lost, or be commands of what lies below.
 */
export function useEarlyKeys(onText: (text: string) => void) {
  useEffect(() => {
    const pass = (event: KeyboardEvent) => {
      if (!paletteStore.getState().opened || !writes(event)) return;
      const { target } = event;
      if (target instanceof HTMLInputElement && target.closest('[role="dialog"]') !== null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onText(event.key);
    };
    window.addEventListener('keydown', pass, true);
    return () => window.removeEventListener('keydown', pass, true);
  }, [onText]);
}
