// npm run torture -- library --seed S --rounds N [--first N]: scenes are imported, verified, repaired, deleted and reviewed by two Nadirs
// in one library folder under kills, power cuts, a full disk and drives that go away; nothing that was said to be done may be lost.
import { parseArgs } from 'node:util';
import { runLibrary } from '../../testing/fault-runs/library.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1000' },
    first: { type: 'string', default: '0' },
  },
});
const [seed, rounds, first] = [Number(values.seed), Number(values.rounds), Number(values.first)];
if (!Number.isInteger(seed) || !Number.isInteger(first) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('npm run torture -- library [--seed S] [--rounds N] [--first N]');
  process.exit(2);
}
const figures = await runLibrary({ seed, rounds, first });
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length === 0 ? 0 : 1;
