import { expect, it } from 'vitest';
import { createPendingWork } from './pending-work.ts';

/** Creates work with given outcomes, and timers that the test runs. */
function world(outcomes: (string | null | Error)[]) {
  const timers: { run: () => void; ms: number }[] = [];
  const changes: (string | null)[] = [];
  let done = 0;
  const noted = createPendingWork<string>({
    async work() {
      done += 1;
      const next = outcomes.shift() ?? null;
      if (next instanceof Error) throw next;
      return next;
    },
    troubleOf: (error) => (error instanceof Error && error.message !== 'ended' ? error.message : null),
    changed: () => changes.push(noted.trouble()),
    debounceMs: 5,
    setTimer(run, ms) {
      const timer = { run, ms };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  });
  /** Runs the next timer and waits for what it starts. */
  async function pass() {
    const timer = timers.shift();
    timer?.run();
    await noted.idle();
    return timer?.ms;
  }
  return { noted, pass, timers, changes, done: () => done };
}

it('works notes off once for all that come within a moment', async () => {
  const { noted, pass, timers, changes, done } = world([]);
  noted.wake();
  noted.wake();
  expect(timers).toHaveLength(1);
  expect(await pass()).toBe(5);
  expect([done(), timers.length, changes]).toEqual([1, 0, []]);
});

it('tries again after a failure, later each time, and soon in another folder', async () => {
  const { noted, pass, changes, done } = world(['full', new Error('away'), 'away', 'away', null, 'full']);
  noted.wake();
  await pass();
  expect(await pass()).toBe(30_000);
  // A request does not bring the next attempt forward.
  noted.wake();
  expect(await pass()).toBe(60_000);
  noted.wake(true);
  expect(await pass()).toBe(5);
  expect(await pass()).toBe(30_000);
  expect([noted.trouble(), changes]).toEqual([null, ['full', 'away', null]]);
  expect(done()).toBe(5);
  noted.wake();
  await pass();
  expect(await pass()).toBe(30_000);
});

it('works on at once if a note comes meanwhile, and stops when it is closed or ended', async () => {
  const { noted, timers, done } = world([null, null, new Error('ended')]);
  noted.wake();
  timers.shift()?.run();
  noted.wake();
  timers.shift()?.run();
  await noted.idle();
  expect(done()).toBe(2);
  noted.wake();
  timers.shift()?.run();
  await noted.idle();
  expect([noted.trouble(), timers.length, done()]).toEqual([null, 0, 3]);
  noted.wake();
  await noted.close();
  noted.wake();
  expect([timers.length, done()]).toEqual([0, 3]);
});
