import { useEffect, useRef } from 'react';

/**
 * A button that does its work and then disappears takes the focus with it, and the keys start at the top again. This
 * gives it to the first button that is left of the same row.
 */
export function useKeptFocus<E extends HTMLElement>(state: string) {
  const row = useRef<E>(null);
  const inside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may have other buttons
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) {
      row.current?.querySelector<HTMLElement>('button:not([disabled])')?.focus();
    }
  }, [state]);
  return {
    ref: row,
    onFocus: () => {
      inside.current = true;
    },
    // Without a next element the button has gone, or the window has lost the focus.
    onBlur: (event: React.FocusEvent) => {
      if (event.relatedTarget !== null) inside.current = false;
    },
  };
}
