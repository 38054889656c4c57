import { expect, it } from 'vitest';
import { runDownloadFaults } from '../../../../testing/fault-runs/downloads.ts';

const bigBytes = 18 * 1_024 * 1_024;
// The full run: npm run torture -- downloads --seed S --rounds 200.
it('survives kills at seeded moments: nothing acknowledged is lost, nothing half-made bears its name', async () => {
  const figures = await runDownloadFaults({ seed: 3, rounds: 6, bigBytes, largeBytes: bigBytes });
  expect(figures.failures).toEqual([]);
  expect([figures.kills, figures.secure > 1]).toEqual([6, true]);
}, 120_000);
