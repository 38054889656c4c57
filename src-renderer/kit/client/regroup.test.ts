import { expect, it } from 'vitest';
import { createRegroup } from './regroup.ts';

function clockwork() {
  let now = 0;
  const timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    later: (run: () => void, ms: number) => void timers.push({ at: now + ms, run }),
    /** Runs the timers that are due up to then. */
    goTo(time: number) {
      for (;;) {
        const due = timers.filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.splice(timers.indexOf(due), 1);
        now = due.at;
        due.run();
      }
      now = time;
    },
  };
}

function setUp() {
  const clock = clockwork();
  const passed: { at: number; items: string[] }[] = [];
  const push = createRegroup<string>({
    quietMs: 40,
    busyMs: 300,
    now: clock.now,
    later: clock.later,
    pass: (items) => passed.push({ at: clock.now(), items }),
  });
  return { clock, passed, push };
}

it('passes on a single item after a moment', () => {
  const { clock, passed, push } = setUp();
  push('tasks');
  clock.goTo(1_000);
  push('settings');
  clock.goTo(2_000);
  expect(passed).toEqual([
    { at: 40, items: ['tasks'] },
    { at: 1_040, items: ['settings'] },
  ]);
});

it('passes on each kind once, and items of a stream at intervals', () => {
  const { clock, passed, push } = setUp();
  for (let at = 0; at <= 900; at += 10) {
    clock.goTo(at);
    push('tasks');
    if (at === 500) push('transfers');
  }
  clock.goTo(2_000);
  expect(passed.map(({ at }) => at)).toEqual([40, 340, 640, 940]);
  expect(passed.map(({ items }) => items)).toEqual([['tasks'], ['tasks'], ['tasks', 'transfers'], ['tasks']]);
});
