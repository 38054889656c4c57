// npm run torture -- answers [--seed S] [--rounds N]: odd answers to every call; nothing ends, holds or fills Nadir, no good row is lost.
import { parseArgs } from 'node:util';
import { runAnswerFaults } from '../../testing/fault-runs/answers.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '2000' } },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
if (!Number.isInteger(seed) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('npm run torture -- answers [--seed S] [--rounds N]');
  process.exit(2);
}
const figures = await runAnswerFaults({
  seed,
  rounds,
  progress: (text) => process.stderr.write(`  ${text}\n`),
});
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length > 0 ? 1 : 0;
