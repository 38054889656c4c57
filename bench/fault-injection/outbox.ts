// npm run torture -- outbox [--seed S] [--rounds N]: batches of tasks and orders under faults and deaths; nothing twice, nothing missing.
import { parseArgs } from 'node:util';
import { runOutboxFaults } from '../../testing/fault-runs/outbox.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '1000' } },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
if (!Number.isInteger(seed) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('npm run torture -- outbox [--seed S] [--rounds N]');
  process.exit(2);
}
const figures = await runOutboxFaults({
  seed,
  rounds,
  killEvery: 20,
  progress: (text) => process.stderr.write(`  ${text}\n`),
});
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length > 0 ? 1 : 0;
