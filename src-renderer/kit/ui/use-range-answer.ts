import { useLayoutEffect, useRef } from 'react';

/**
 * Asks which rows a range contains, for a list whose pages are not all loaded. If the selection changes before the
 * answer arrives, or another range is asked for, the answer is ignored: the later action of the user counts.
 *
 * @param chosen The selected rows; a new set for each change.
 */
export function useRangeAnswer(chosen: ReadonlySet<unknown>) {
  const asked = useRef<object | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the selection makes the answer outdated
  useLayoutEffect(() => {
    asked.current = null;
  }, [chosen]);
  return {
    /** Returns true while an answer is awaited that will still be used. */
    isAsked: () => asked.current !== null,
    async ask<T>(find: () => Promise<T>, then: (found: T) => void): Promise<void> {
      const own = {};
      asked.current = own;
      try {
        const found = await find();
        if (asked.current === own) then(found);
      } finally {
        if (asked.current === own) asked.current = null;
      }
    },
  };
}
