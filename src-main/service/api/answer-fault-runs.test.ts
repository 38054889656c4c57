import { expect, it } from 'vitest';
import { runAnswerFaults } from '../../../testing/fault-runs/answers.ts';

// The full run: npm run torture -- answers --seed S --rounds 2000.
it('forty odd answers end, hold and fill nothing, and no good row is lost', async () => {
  const figures = await runAnswerFaults({ seed: 11, rounds: 40, largestBytes: 1_024 * 1_024 });
  expect(figures.failures).toEqual([]);
  expect(figures.read).toBeGreaterThan(10);
  expect(figures.refused).toBeGreaterThan(5);
}, 120_000);
