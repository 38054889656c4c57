import { setImmediate as yieldToLoop } from 'node:timers/promises';

/** Splits long work into short parts, so that requests in between are answered. */
export type YieldIfDue = () => Promise<void> | undefined;

const stretchMs = 8;

/**
 * Creates a function for long work: it yields to the event loop if the last yield was too long ago, else returns undefined at
 * once.
 */
export function createYieldIfDue(monotonic: () => number): YieldIfDue {
  let began = monotonic();
  return () => {
    if (monotonic() - began < stretchMs) return undefined;
    return yieldToLoop().then(() => {
      began = monotonic();
    });
  };
}
