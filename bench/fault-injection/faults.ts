// npm run torture -- faults [--seed S] [--rounds N]: seeded fault schedules through the real queue, small files and large ones.
import { parseArgs } from 'node:util';
import { runSchedules } from '../../testing/fault-schedule.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, rounds: { type: 'string', default: '1000' } },
});
const seed = Number(values.seed);
const rounds = Number(values.rounds);
const atOnce = 100;

const outcomes = new Map<string, number>();
const met = new Map<string, number>();
const wrong: string[] = [];
let requests = 0;
let parts = 0;
let large = 0;
const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
const began = performance.now();
for (let from = 0; from < rounds; from += atOnce) {
  const seeds = Array.from(
    { length: Math.min(atOnce, rounds - from) },
    (_, i) => seed * 1_000_000 + from + i,
  );
  const report = await runSchedules(seeds, { queues: 4 });
  for (const { first, faults, large: isLarge } of report.ends) {
    count(outcomes, first.startsWith('version') ? 'whole, one version' : first);
    for (const fault of faults) count(met, fault);
    if (isLarge) large += 1;
  }
  requests += report.requests;
  parts += report.parts;
  wrong.push(...report.wrong);
  process.stderr.write(`  ${Math.min(rounds, from + atOnce)} of ${rounds}, ${wrong.length} wrong\n`);
}

const list = (map: Map<string, number>) =>
  [...map]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
console.log(`
${rounds} schedules, seed ${seed}: ${large} over several connections, ${requests} requests (${parts} of parts), ${Math.round((performance.now() - began) / 1_000)} s
Ended as: ${list(outcomes)}
After the user's retry with a sound server all are whole: ${wrong.length === 0 ? 'yes' : 'no'}
Met: ${list(met)}`);
for (const each of wrong) console.log(`WRONG ${each}`);
process.exit(wrong.length === 0 ? 0 : 1);
