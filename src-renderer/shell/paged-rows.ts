import { useCallback, useState } from 'react';

export const pageSize = 100;

/** The pages that cover the rows in view; lists ask for these only. */
export function usePagesInView() {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRange = useCallback((first: number, last: number) => {
    setRange((before) => {
      const next = { first: Math.floor(first / pageSize), last: Math.floor(last / pageSize) };
      return before.first === next.first && before.last === next.last ? before : next;
    });
  }, []);
  const pages = Array.from({ length: range.last - range.first + 1 }, (_, i) => range.first + i);
  return { pages, onRange };
}
