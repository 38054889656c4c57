// npm run torture -- stac [--seed S] [--rounds N]: odd items imported from folders, archives, pages and addresses; the good scene beside them is imported, the library stays valid.
import { parseArgs } from 'node:util';
import { runStacFaults } from '../../testing/fault-runs/stac.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '2000' } },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
if (!Number.isInteger(seed) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('npm run torture -- stac [--seed S] [--rounds N]');
  process.exit(2);
}
const figures = await runStacFaults({
  seed,
  rounds,
  progress: (text) => process.stderr.write(`  ${text}\n`),
});
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length > 0 ? 1 : 0;
