// npm run torture -- reviews --seed S --rounds N: two people at three computers review the same scenes, and their folders are merged in
// any order, with faults of the disk, clocks that jump and databases that are lost; nothing may be lost, each conflict must be shown.
import { parseArgs } from 'node:util';
import { runReviews } from '../../testing/fault-runs/reviews.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1000' },
    first: { type: 'string', default: '0' },
  },
});
const [seed, rounds, first] = [Number(values.seed), Number(values.rounds), Number(values.first)];
if (!Number.isInteger(seed) || !Number.isInteger(first) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('npm run torture -- reviews [--seed S] [--rounds N] [--first N]');
  process.exit(2);
}
const figures = await runReviews({ seed, rounds, first });
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length === 0 ? 0 : 1;
