import { useEffect, useRef, useState } from 'react';

/** Returns true from the first time that the value is true: a dialog that was loaded stays, so that it can close softly. */
export function useOnceTrue(value: boolean): boolean {
  const was = useRef(false);
  was.current ||= value;
  return was.current;
}

/**
 * Returns the value from the second render on, and false before. A dialog that is loaded when it is needed opens after it was
 * mounted: only then does the kit note where the focus was, to give it back.
 */
export function useOnceMounted(value: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted && value;
}
