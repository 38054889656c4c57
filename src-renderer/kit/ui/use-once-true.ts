import { useEffect, useRef, useState } from 'react';

/**
 * Returns true once the value has been true: a dialog that was loaded stays mounted, so that its closing is animated.
 */
export function useOnceTrue(value: boolean): boolean {
  const was = useRef(false);
  was.current ||= value;
  return was.current;
}

/**
 * Returns the value from the second render on, and false before. A dialog that is loaded on demand opens only after it
 * is mounted, because Mantine then stores where the focus was, to return it.
 */
export function useOnceMounted(value: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted && value;
}
