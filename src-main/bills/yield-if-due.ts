import { setImmediate as yieldToLoop } from 'node:timers/promises';

/** Long work in short stretches: whoever asks in between is answered. */
export type YieldIfDue = () => Promise<void> | undefined;

const stretchMs = 8;

/** A rest to be taken in long work: it yields to the event loop where the last one was too long ago, else it returns at once. */
export function createYieldIfDue(monotonic: () => number): YieldIfDue {
  let began = monotonic();
  return () => {
    if (monotonic() - began < stretchMs) return undefined;
    return yieldToLoop().then(() => {
      began = monotonic();
    });
  };
}
