import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Bench, Figure } from './bench.ts';
import { seedPractice, seedRows } from './folder/seed-folder.ts';
import { measureStart, type StartSample } from './start/measure-start.ts';

const rows = 10_000;
const full = `${rows.toLocaleString('en')} tasks and scenes`;
const empty = 'practice only';
const first = 'first start ever';
const row = '[data-pane="list"] [role="option"]';
/** On a first start there is no contract: the list pane offers to choose one. */
const offer = '[data-pane="list"] button';

const names: Record<keyof StartSample, string> = {
  hostReady: 'host says it is ready',
  hostReadyProcessor: 'processor time of the host until ready',
  navigated: 'page begins to load',
  painted: 'first paint',
  listed: 'first row of the task list',
  mapped: 'map drawn',
  interactive: '**interactive map**',
  hostProcessor: 'processor time of the host until interactive',
  scriptCount: 'script files loaded by then',
  scriptBytes: '**script bytes, decoded**',
  transferredScriptBytes: 'script bytes, transferred',
  allBytes: 'bytes of all files, decoded',
  socketBytes: 'bytes of answers of main by then',
  laterSocketBytes: 'bytes of answers in the 4 s after',
  longestTask: 'longest task of the page by then',
  blocked: 'time beyond 50 ms in long tasks',
  laterLongestTask: 'longest task in the 4 s after',
  laterBlocked: 'time beyond 50 ms in the 4 s after',
  heapBytes: 'JS heap of the page, collected',
  hostRssBytes: 'resident memory of the host',
  hostPeakBytes: 'resident memory of the host, peak',
};

function unitOf(name: string): Figure['unit'] {
  if (/Bytes$/.test(name)) return 'bytes';
  return /Count$/.test(name) ? 'count' : 'ms';
}

function figuresOf(samples: Readonly<Record<string, StartSample[]>>): Figure[] {
  return Object.entries(names).map(([key, name]) => ({
    name,
    unit: unitOf(key),
    values: Object.fromEntries(
      Object.entries(samples).map(([variant, all]) => [
        variant,
        all.flatMap((sample) =>
          Object.entries(sample)
            .filter(([each, value]) => each === key && Number.isFinite(value))
            .map(([, value]) => value),
        ),
      ]),
    ),
  }));
}

export const bench: Bench = {
  title: `from the start of the process to the first interactive map, ${full}`,
  async run({ runs, progress }) {
    const root = join(import.meta.dirname, '..');
    if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
    const home = mkdtempSync(join(tmpdir(), 'nadir-bench-'));
    const folder = (name: string) => join(home, name);
    let browser: Awaited<ReturnType<typeof chromium.launch>> | null = null;
    try {
      progress(`seeding ${full}`);
      const scope = await seedPractice(folder('full'));
      await seedRows(folder('full'), join(folder('full'), 'library'), scope, rows);
      await seedPractice(folder('empty'));
      browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
      const samples: Record<string, StartSample[]> = { [full]: [], [empty]: [], [first]: [] };
      const count = runs ?? 7;
      // The first round fills caches of disk and browser and is not counted.
      for (let round = 0; round <= count; round += 1) {
        const fresh = folder(`first-${round}`);
        const starts = [
          { variant: full, dataFolder: folder('full'), listSelector: row },
          { variant: empty, dataFolder: folder('empty'), listSelector: row },
          { variant: first, dataFolder: fresh, listSelector: offer },
        ];
        for (const { variant, ...start } of round % 2 === 0 ? starts : starts.toReversed()) {
          const sample = await measureStart({ browser, ...start });
          if (round > 0) samples[variant]?.push(sample);
          progress(`${round}/${count} ${variant}: interactive after ${Math.round(sample.interactive)} ms`);
        }
        rmSync(fresh, { recursive: true, force: true });
      }
      return {
        variants: [full, empty, first],
        pairs: [[full, empty]],
        figures: figuresOf(samples),
        notes: [
          'Production build on the loopback host; times from the start of its process, in a browser that already runs, with a fresh profile (no cache).',
          'Interactive: map drawn, first row there, then no task of 50 ms or more for 100 ms; the time is the begin of that quiet.',
          'Host and browser share the machine; the practice service runs inside the host.',
        ],
      };
    } finally {
      await browser?.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
};
