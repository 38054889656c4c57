import { setTimeout as wait } from 'node:timers/promises';

/** The pause between two sendings of the outbox, in milliseconds. */
const shortMs = 250;

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

/**
 * The pauses of an outbox whose queue is woken only by kicks: short ones pass, longer ones never end, so that nothing is sent or
 * looked up by itself.
 */
export const shortPauses = (ms: number, signal: AbortSignal): Promise<void> =>
  ms <= shortMs ? wait(ms, undefined, { signal }) : untilAborted(signal);
