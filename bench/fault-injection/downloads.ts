// npm run torture -- downloads [--seed S] [--rounds N] [--mebibytes M] [--large L] [--kills K]: kills the transfers at seeded random moments and looks what is left.
import { parseArgs } from 'node:util';
import { runDownloadFaults } from '../../testing/fault-runs/downloads.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '200' },
    // The large file of every second download, that of the others, and how often one is killed at most.
    mebibytes: { type: 'string', default: '40' },
    large: { type: 'string', default: '256' },
    kills: { type: 'string', default: '12' },
  },
});
const mebi = 1_024 * 1_024;
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
if (!Number.isInteger(seed) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error(
    'npm run torture -- downloads [--seed S] [--rounds N] [--mebibytes M] [--large L] [--kills K]',
  );
  process.exit(2);
}
const figures = await runDownloadFaults({
  seed,
  rounds,
  bigBytes: Number(values.mebibytes) * mebi,
  largeBytes: Number(values.large) * mebi,
  killsEach: Number(values.kills),
  progress: (text) => process.stderr.write(`  ${text}\n`),
});
console.log(JSON.stringify(figures, null, 2));
process.exitCode = figures.failures.length > 0 || figures.kills < rounds ? 1 : 0;
