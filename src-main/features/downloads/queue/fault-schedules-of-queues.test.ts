import { expect, it } from 'vitest';
import { faultNames, runSchedules } from '../../../../testing/fault-schedule.ts';

/** Fixed, so that a failure comes from the code; `npm run torture -- faults --seed S --rounds N` tries other seeds. */
const seeds = Array.from({ length: 250 }, (_, i) => 20_260_000 + i);

it('whatever happens to files of any size, each ends as one version, whole, or says why not', async () => {
  const { ends, wrong, parts } = await runSchedules(seeds, { queues: 4 });
  expect(wrong).toEqual([]);
  expect(ends).toHaveLength(seeds.length);
  // Every fault has occurred.
  expect(new Set(ends.flatMap(({ faults }) => faults))).toEqual(new Set(faultNames));
  expect(ends.filter(({ large }) => large).length).toBeGreaterThan(seeds.length / 2);
  expect(parts).toBeGreaterThan(3 * seeds.length);
}, 240_000);
