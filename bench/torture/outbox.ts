// npm run torture -- outbox [--seed S] [--rounds N]: batches of tasks and orders under faults and deaths; nothing twice, nothing missing.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tortureOutbox } from '../../src-main/testing/torture-outbox.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '1000' } },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
if (!Number.isInteger(seed) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('npm run torture -- outbox [--seed S] [--rounds N]');
  process.exit(2);
}
// Each row is flushed to the disk several times: in memory a round takes a fifth of the time.
if (process.env.TMPDIR === undefined && existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm';
const figures = await tortureOutbox({
  ...{ seed, rounds, killEvery: 20 },
  progress: (text) => process.stderr.write(`  ${text}\n`),
});
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length > 0 ? 1 : 0;
