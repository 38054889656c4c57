import { expect, it } from 'vitest';
import { runStacFaults } from '../../testing/fault-runs/stac.ts';

it('odd items from folders, archives, pages and addresses: the good scene beside them is imported, and the library stays valid', async () => {
  const { failures, imported, problems, walked } = await runStacFaults({ seed: 11, rounds: 10 });
  expect(failures).toEqual([]);
  expect(walked).toBe(imported);
  expect(imported).toBeGreaterThanOrEqual(10);
  expect(problems).toBeGreaterThan(0);
});
