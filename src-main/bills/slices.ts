import { setImmediate as yieldToLoop } from 'node:timers/promises';

/** Long work in short stretches: whoever asks in between is answered. */
export type Rest = () => Promise<void> | undefined;

const stretchMs = 8;

export function createRest(monotonic: () => number): Rest {
  let began = monotonic();
  return () => {
    if (monotonic() - began < stretchMs) return undefined;
    return yieldToLoop().then(() => {
      began = monotonic();
    });
  };
}
