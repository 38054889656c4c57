import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Bench, Figure } from './bench.ts';
import { seedPractice, seedRows } from './folder/seed-folder.ts';
import { isQgisThere, measureQgis, startDisplay, writeSameRows } from './start/measure-qgis.ts';
import { measureStart, type StartSample } from './start/measure-start.ts';

/** `NADIR_BENCH_ROWS` names another number. */
const rows = Number(process.env.NADIR_BENCH_ROWS ?? 100_000);
const full = `${rows.toLocaleString('en')} tasks and scenes`;
const empty = 'practice only';
const first = 'first start ever';
const withBrowser = `${full}, with its browser`;
const qgis = 'QGIS, the same rows';
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

function figuresOf(samples: Readonly<Record<string, Partial<StartSample>[]>>): Figure[] {
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
    let browser: Browser | null = null;
    let display: Awaited<ReturnType<typeof startDisplay>> | null = null;
    let qgisVersion: string | null = null;
    try {
      progress(`seeding ${full}`);
      const scope = await seedPractice(folder('full'));
      await seedRows(folder('full'), join(folder('full'), 'library'), scope, rows);
      await seedPractice(folder('empty'));
      display = isQgisThere() ? await startDisplay() : null;
      // On the display of QGIS, if that is measured too.
      const env = display === null ? process.env : { ...process.env, DISPLAY: display.name };
      const launch = () =>
        chromium.launch({
          executablePath: chromiumPath(),
          args: chromiumArgs,
          headless: display === null,
          env: Object.fromEntries(
            Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
          ),
        });
      const geopackage = folder('rows.gpkg');
      const features = display === null ? 0 : writeSameRows(folder('full'), geopackage);
      browser = await launch();
      const samples: Record<string, Partial<StartSample>[]> = {
        [full]: [],
        [empty]: [],
        [first]: [],
        [withBrowser]: [],
        [qgis]: [],
      };
      const count = runs ?? 7;
      // The first round fills caches of disk and browser and is not counted.
      for (let round = 0; round <= count; round += 1) {
        const fresh = folder(`first-${round}`);
        const starts = [
          { variant: full, browser, dataFolder: folder('full'), listSelector: row },
          { variant: empty, browser, dataFolder: folder('empty'), listSelector: row },
          { variant: first, browser, dataFolder: fresh, listSelector: offer },
          { variant: withBrowser, browser: launch, dataFolder: folder('full'), listSelector: row },
        ];
        for (const { variant, ...start } of round % 2 === 0 ? starts : starts.toReversed()) {
          const sample = await measureStart(start);
          if (round > 0) samples[variant]?.push(sample);
          progress(`${round}/${count} ${variant}: interactive after ${Math.round(sample.interactive)} ms`);
        }
        rmSync(fresh, { recursive: true, force: true });
        if (display === null) continue;
        const profiles = folder('qgis');
        const drawn = await measureQgis({ display: display.name, geopackage, profiles, features });
        qgisVersion = drawn.version;
        if (round > 0) samples[qgis]?.push({ interactive: drawn.ms });
        progress(`${round}/${count} QGIS: drawn after ${Math.round(drawn.ms)} ms`);
      }
      return {
        variants: [full, empty, first, withBrowser, qgis],
        pairs: [
          [full, empty],
          [withBrowser, qgis],
        ],
        figures: figuresOf(samples),
        notes: [
          'Production build on the loopback host; times from the start of its process, in a browser that already runs, with a fresh profile (no cache).',
          'Interactive: map drawn, first row there, then no task of 50 ms or more for 100 ms; the time is the begin of that quiet.',
          'Host and browser share the machine; the practice service runs inside the host.',
          qgisVersion === null
            ? 'QGIS is not installed here (qgis, Xvfb).'
            : `QGIS ${qgisVersion} on the same display (Xvfb): from the start of its process, without plug-ins and splash, until its map has drawn the tasks and scenes of a GeoPackage; it has no list beside it. Nadir with its browser starts Chromium within the time.`,
        ],
      };
    } finally {
      await browser?.close();
      display?.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};
