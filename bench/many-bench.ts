import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Scope } from '../src-preload/contract/ids.ts';
import type { Bench, Figure } from './bench.ts';
import { seedPractice } from './folder/seed-folder.ts';
import { seedMany } from './folder/seed-many.ts';
import type { ManyFigures } from './many/measure-many.ts';

const root = join(import.meta.dirname, '..');
const counts = [1_000, 10_000, 100_000];
const columnOf = (count: number) => count.toLocaleString('en');

/** A process of its own for each folder, so that memory and prepared statements of one do not count for the next. */
async function measureInChild(folder: string, scope: Scope): Promise<ManyFigures> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'bench/many/measure-many.ts'),
      folder,
      JSON.stringify(scope),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [out, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`measuring ${folder} ended with ${code}`);
  return JSON.parse(out.trim().split('\n').at(-1) ?? '');
}

type Values = Map<string, { unit: Figure['unit']; values: Record<string, number[]> }>;

function note(values: Values, name: string, column: string, value: number, unit: Figure['unit'] = 'ms') {
  const known = values.get(name) ?? { unit, values: {} };
  known.values[column] = [...(known.values[column] ?? []), value];
  values.set(name, known);
}

function noteAll(values: Values, column: string, figures: ManyFigures) {
  note(values, 'host ready', column, figures.startMs);
  note(values, 'main: longest hold in the 6 s after', column, figures.afterStartMs);
  for (const [name, costs] of Object.entries(figures.calls)) {
    const [first, ...later] = costs;
    if (first) note(values, `${name}: first answer`, column, first.answeredMs);
    for (const { answeredMs } of later) note(values, `${name}: later answers`, column, answeredMs);
    note(
      values,
      `${name}: longest hold of main`,
      column,
      Math.max(...costs.map((cost) => cost.standstillMs)),
    );
  }
  note(values, 'resident memory of main at the end', column, figures.rssBytes, 'bytes');
}

export const bench: Bench = {
  title: 'first pages and searches of every list with 1,000 to 100,000 of each thing',
  async run({ runs, progress }) {
    if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
    const home = mkdtempSync(join(tmpdir(), 'nadir-bench-many-'));
    try {
      const folders: { count: number; folder: string; scope: Scope }[] = [];
      for (const count of counts) {
        progress(`seeding ${columnOf(count)} of each`);
        const folder = join(home, String(count));
        const scope = await seedPractice(folder);
        await seedMany(folder, join(folder, 'library'), scope, count);
        folders.push({ count, folder, scope });
      }
      const values: Values = new Map();
      for (let run = 1; run <= (runs ?? 3); run += 1)
        for (const { count, folder, scope } of folders) {
          const figures = await measureInChild(folder, scope);
          noteAll(values, columnOf(count), figures);
          progress(`${run}: ${columnOf(count)} host ready after ${Math.round(figures.startMs)} ms`);
        }
      const most = columnOf(counts.at(-1) ?? 0);
      const least = columnOf(counts[0] ?? 0);
      return {
        variants: counts.map(columnOf),
        pairs: [[most, least]],
        figures: [...values].map(([name, each]) => ({ name, ...each })),
        notes: [
          'Each column has so many tasks, scenes (three files each), orders, outbox commands and downloads. Calls through the application with the checks of input and output, without a transport.',
          'Targets: a first page or search within 150 ms, main never held over 50 ms.',
        ],
      };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
};
