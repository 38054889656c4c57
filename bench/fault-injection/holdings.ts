// npm run torture -- holdings --seed S --rounds N: the catalog of the library under kills, a full disk and a drive
// that goes away; nothing may be lost, and the catalog must be valid after each step.
import { parseArgs } from 'node:util';
import { runHoldings } from '../../testing/fault-runs/holdings.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1000' },
    first: { type: 'string', default: '0' },
    folder: { type: 'string' },
  },
});
const [seed, rounds, first] = [Number(values.seed), Number(values.rounds), Number(values.first)];
if (!Number.isInteger(seed) || !Number.isInteger(first) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('npm run torture -- holdings [--seed S] [--rounds N] [--first N] [--folder FOLDER]');
  process.exit(2);
}
const figures = await runHoldings({
  seed,
  rounds,
  first,
  ...(values.folder === undefined ? {} : { folder: values.folder }),
});
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length === 0 ? 0 : 1;
