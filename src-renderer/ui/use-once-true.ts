import { useRef } from 'react';

/** Returns true from the first time that the value is true: a dialog that was loaded stays, so that it can close softly. */
export function useOnceTrue(value: boolean): boolean {
  const was = useRef(false);
  was.current ||= value;
  return was.current;
}
