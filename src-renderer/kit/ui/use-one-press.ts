import { type MouseEvent, useCallback, useRef } from 'react';

/**
 * Returns a function that runs the first press of a button and ignores the next ones, until `again` is called. A double click is one press,
 * also where both clicks come before the page has drawn that the first one is being carried out.
 */
export function useOnePress() {
  const isPressed = useRef(false);
  const press = useCallback((run: () => void) => {
    if (isPressed.current) return;
    isPressed.current = true;
    run();
  }, []);
  /** Lets the button be pressed again, for example after a failure. */
  const again = useCallback(() => {
    isPressed.current = false;
  }, []);
  return { press, again };
}

/**
 * Returns the handler of a button that stops something and stands where the button was that began it: the second click of a double click does
 * nothing, because it was meant for the other one.
 */
export const unlessDoubleClick =
  (run: () => void) =>
  ({ detail }: MouseEvent) => {
    if (detail < 2) run();
  };
