// npm run bench [-- NAME … [--runs N]]: measures, prints a table, keeps all values in bench/results/.
// A bench is a file bench/<name>-bench.ts that exports `bench`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, BenchReport } from './bench.ts';
import { median, tableOf } from './table.ts';

const folder = import.meta.dirname;
const ending = '-bench.ts';

const known = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length))
  .sort();

/** Figures mean nothing without what they were taken on. */
function machine() {
  const [cpu] = cpus();
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: join(folder, '..'), encoding: 'utf8' }).trim();
  return {
    at: new Date().toISOString(),
    node: process.version,
    os: `${process.platform} ${release()} ${arch()}`,
    cpu: `${cpus().length} × ${cpu?.model ?? 'unknown'}`,
    memoryBytes: totalmem(),
    commit: git('rev-parse', '--short', 'HEAD'),
    changed: git('status', '--porcelain', '--untracked-files=no') !== '',
  };
}

function keep(name: string, on: ReturnType<typeof machine>, report: BenchReport): string {
  mkdirSync(join(folder, 'results'), { recursive: true });
  const path = join(folder, 'results', `${name}-${on.at.replaceAll(/[:.]/g, '-')}.json`);
  const figures = report.figures.map((figure) => ({
    ...figure,
    medians: Object.fromEntries(
      Object.entries(figure.values).map(([variant, all]) => [variant, median(all)]),
    ),
  }));
  writeFileSync(path, `${JSON.stringify({ bench: name, machine: on, ...report, figures }, null, 2)}\n`);
  return path;
}

async function load(name: string): Promise<Bench> {
  const { bench }: { bench: Bench } = await import(`./${name}${ending}`);
  return bench;
}

/** Names of before that scripts still call. */
const formerNames: Readonly<Record<string, string>> = { line: 'queue' };

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const positionals = asked.map((name) => formerNames[name] ?? name);
const unknown = positionals.filter((name) => !known.includes(name));
const runs = values.runs === undefined ? null : Number(values.runs);
if (values.help || unknown.length > 0 || (runs !== null && !(Number.isInteger(runs) && runs > 0))) {
  console.error(
    `npm run bench [-- NAME … [--runs N]]\nNAME is one of: ${known.join(', ')} (all when left out)`,
  );
  process.exit(values.help ? 0 : 2);
}

for (const name of positionals.length > 0 ? positionals : known) {
  const bench = await load(name);
  const on = machine();
  console.log(
    `\n${name}: ${bench.title}\n${on.cpu}, ${on.os}, Node ${on.node}, ${on.commit}${on.changed ? ' + changes' : ''}`,
  );
  const report = await bench.run({ runs, progress: (text) => process.stderr.write(`  ${text}\n`) });
  console.log(`\n${tableOf(report)}\n`);
  for (const note of report.notes) console.log(`- ${note}`);
  console.log(`All values: ${keep(name, on, report)}`);
}
