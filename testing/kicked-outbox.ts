import { setTimeout as wait } from 'node:timers/promises';
import { type ComposeOutboxOptions, composeOutbox } from '../src-main/features/outbox/compose-outbox.ts';

/** The pause between two sendings of the outbox, in milliseconds. */
const shortMs = 250;

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

/**
 * An outbox whose queue is woken only by kicks: short pauses pass, longer ones never end, so that nothing is sent or looked up by
 * itself. `nextChange` resolves with its next change.
 */
export function composeKickedOutbox({
  changed,
  ...options
}: Pick<ComposeOutboxOptions, 'store' | 'service' | 'tasks' | 'onError'> & { changed?: () => void }) {
  let next = Promise.withResolvers<void>();
  const composed = composeOutbox({
    ...options,
    now: () => new Date(),
    monotonic: () => performance.now(),
    random: () => 0.5,
    pause: (ms, signal) => (ms <= shortMs ? wait(ms, undefined, { signal }) : untilAborted(signal)),
    serviceTime: () => Date.now(),
    cancelTask: () => Promise.reject(new Error('not used here')),
    contractName: () => 'Agriculture Monitoring',
    changed() {
      next.resolve();
      next = Promise.withResolvers();
      changed?.();
    },
  });
  return { ...composed, nextChange: () => next.promise };
}
