import { expect, it } from 'vitest';
import { logStrayErrors } from './stray-errors.ts';

it('tells of a rejection that nobody awaits, until it is stopped', () => {
  const seen: unknown[] = [];
  const before = process.listenerCount('unhandledRejection');
  const stop = logStrayErrors((error) => seen.push(error));
  const error = new Error('nobody awaits this');
  // As Node calls it; a real one would fail the test run itself.
  for (const listener of process.listeners('unhandledRejection').slice(before))
    listener(error, Promise.resolve());
  expect(seen).toEqual([error]);
  stop();
  expect(process.listenerCount('unhandledRejection')).toBe(before);
  expect(process.listenerCount('uncaughtExceptionMonitor')).toBe(0);
});
