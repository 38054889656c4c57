import { useEffect, useRef } from 'react';

/**
 * Moves the focus once into a part that has replaced the focused one, so that the keyboard does not start at the top of
 * the page. The focus moves to the first existing element of these selectors as soon as `isReady`, unless it is already
 * within the window.
 */
export function useFirstFocus<E extends HTMLElement>(isReady: boolean, selectors: readonly string[]) {
  const part = useRef<E>(null);
  const isDone = useRef(false);
  const first = () => selectors.map((each) => part.current?.querySelector<HTMLElement>(each)).find(Boolean);
  const find = useRef(first);
  find.current = first;
  useEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    const { activeElement } = document;
    // A dialog takes the focus itself when a part of it has lost it.
    const isLost =
      activeElement === null ||
      activeElement === document.body ||
      activeElement.getAttribute('role') === 'dialog';
    if (isLost) find.current()?.focus();
  }, [isReady]);
  return part;
}
