import { expect, it } from 'vitest';
import { runPackageMerges } from '../../../testing/fault-runs/packages.ts';

// More of it: npm run torture -- packages --seed S --rounds 1000.
it('loses nothing in 250 merges of two sides that diverge', async () => {
  const figures = await runPackageMerges({ seed: 7, rounds: 250 });
  expect(figures.failures).toEqual([]);
  expect(figures.merges).toBe(250);
  // Every state and every decision has occurred often enough to say something about it.
  for (const state of ['new', 'changed-there', 'removed-there', 'conflict', 'changed-here', 'removed-here'])
    expect(figures.states[state], state).toBeGreaterThan(25);
  for (const decision of ['mine', 'theirs', 'both'])
    expect(figures.decisions[decision], decision).toBeGreaterThan(25);
}, 300_000);
