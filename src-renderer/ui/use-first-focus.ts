import { useEffect, useRef } from 'react';

/**
 * Moves the focus once into a part that has come in place of the one that had it, so that the keyboard does not start at the page
 * again. It goes to the first element of these selectors that is there, as soon as `isReady`; a focus within the window stays.
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
    // The window of a dialog takes the focus itself where a part of it has lost it.
    const isLost =
      activeElement === null ||
      activeElement === document.body ||
      activeElement.getAttribute('role') === 'dialog';
    if (isLost) find.current()?.focus();
  }, [isReady]);
  return part;
}
