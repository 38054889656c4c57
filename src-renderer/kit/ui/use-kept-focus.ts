import { useEffect, useRef } from 'react';

/**
 * Keeps the keyboard focus in a row of buttons. If a button disappears after use, the browser would move the focus to
 * the top of the page; this hook moves it to the first remaining button of the row.
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
    // If no element receives the focus, the button has been removed or the window has lost the focus.
    onBlur: (event: React.FocusEvent) => {
      if (event.relatedTarget !== null) inside.current = false;
    },
  };
}
