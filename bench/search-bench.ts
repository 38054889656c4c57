import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Bench, Figure } from './bench.ts';
import { seedPractice } from './folder/seed-folder.ts';
import { openWindow } from './page-run.ts';
import { plainQueries, wrongQueries } from './search/queries.ts';
import { pagesBytes, typeSearches } from './search/search-in-page.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const engines = { nadir: 'Nadir', ufuzzy: 'uFuzzy', minisearch: 'MiniSearch' } as const;
const inWindow = 'Nadir, in a window';

const measured = z.object({ times: z.array(z.number()), found: z.number() });
const childSchema = z.object({
  loadMs: z.number(),
  memoryBytes: z.number(),
  plain: measured,
  wrong: measured,
});

async function measureEngine(engine: string) {
  const child = join(import.meta.dirname, 'search/engine-child.ts');
  const { stdout } = await run(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=8192', child, engine],
    {
      maxBuffer: 64 * 1_024 * 1_024,
    },
  );
  return childSchema.parse(JSON.parse(stdout));
}

/** Latin letters only: others do not come from single keys. */
const typed = [...plainQueries, ...wrongQueries]
  .map(({ text }) => text.toLowerCase())
  .filter((text) => /^[a-z ]+$/.test(text));

async function measureWindow(home: string) {
  const dataFolder = join(home, 'data');
  await seedPractice(dataFolder);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const { page, close } = await openWindow(browser, dataFolder, {});
    await page.locator('[data-testid="map"][data-rendered="true"]').waitFor();
    const before = await pagesBytes(browser);
    // The first search waits for the names; it is a figure of its own.
    const [first = Number.NaN] = await typeSearches(page, ['lo']);
    const times = await typeSearches(page, typed);
    const after = await pagesBytes(browser);
    await close();
    return { first, times, grown: after - before };
  } finally {
    await browser.close();
  }
}

/** How `npm run bench -- search` measures the search of place names, beside two libraries on the same names. */
export const bench: Bench = {
  title: 'finding places by name, from a key to the results, beside two libraries on the same names',
  async run({ runs, progress }) {
    if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
    const values: Record<string, Record<string, number[]>> = {};
    const note = (name: string, variant: string, figures: readonly number[]) => {
      values[name] = { ...values[name], [variant]: [...(values[name]?.[variant] ?? []), ...figures] };
    };
    for (let round = 0; round < (runs ?? 3); round += 1) {
      for (const [engine, variant] of Object.entries(engines)) {
        const { loadMs, memoryBytes, plain, wrong } = await measureEngine(engine);
        note('ready to search', variant, [loadMs]);
        note('memory for that', variant, [memoryBytes]);
        note('a search without errors', variant, plain.times);
        note('a search with one error', variant, wrong.times);
        note(`found of ${plainQueries.length} without errors`, variant, [plain.found]);
        note(`found of ${wrongQueries.length} with one error`, variant, [wrong.found]);
        progress(`${variant}: ready after ${Math.round(loadMs)} ms, found ${plain.found} and ${wrong.found}`);
      }
      const home = mkdtempSync(join(tmpdir(), 'nadir-bench-'));
      try {
        const { first, times, grown } = await measureWindow(home);
        note('**from a key to its results**', inWindow, times);
        note('from the first key ever to its results', inWindow, [first]);
        note('memory for that', inWindow, [grown]);
        progress(`in a window: ${times.length} keys, slowest ${Math.round(Math.max(...times))} ms`);
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    }
    const figures = Object.entries(values).map(
      ([name, all]): Figure => ({
        name,
        unit: name.startsWith('memory') ? 'bytes' : name.startsWith('found') ? 'count' : 'ms',
        values: all,
      }),
    );
    return {
      variants: [engines.nadir, engines.ufuzzy, engines.minisearch, inWindow],
      pairs: [
        [engines.nadir, engines.ufuzzy],
        [engines.nadir, engines.minisearch],
      ],
      figures,
      notes: [
        'The engines run in a Node process each, on all embedded names; the window types with 120 ms between keys and waits for the list of what is typed.',
        'Found: the meant place is among the first eight. The libraries get folded names and the same ranks.',
        'uFuzzy allows one error in each word, MiniSearch a distance of one in each word and the last letters missing.',
      ],
    };
  },
};
