// npm run torture -- packages --seed S --rounds N: merges of packages between diverging data folders; nothing may be lost.
import { parseArgs } from 'node:util';
import { runPackageMerges } from '../../testing/fault-runs/packages.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '1000' } },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
if (!Number.isInteger(seed) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('npm run torture -- packages [--seed S] [--rounds N]');
  process.exit(2);
}
const figures = await runPackageMerges({ seed, rounds });
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length === 0 ? 0 : 1;
