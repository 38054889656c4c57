import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { acceleratedArgs, chromiumPath } from '../e2e/support/browser.ts';
import type { Bench } from './bench.ts';
import { painted, processorOf } from './crowd/measure-step.ts';
import { createNotes } from './page-run.ts';
import { buildBenchPages, openBenchPage, serveBench } from './raster/bench-pages.ts';
import { describeBench } from './raster/describe-bench.ts';
import type { BenchView } from './raster/view-of-bench.ts';
import { median } from './table.ts';

const run = promisify(execFile);
const side = 8_192;
const stripSide = 8_006;
const compressions = ['deflate', 'lzw', 'zstd'] as const;
/** The Python of the system, for which GDAL and QGIS are installed; another one may come first in the path. */
const python = '/usr/bin/python3';
const script = (name: string) => join(import.meta.dirname, 'raster', name);
const tiled = ['TILED=YES', 'BLOCKXSIZE=512', 'BLOCKYSIZE=512'];
const options = (...words: string[]) => words.flatMap((word) => ['-co', word]);
const middle = [484_096, 4_285_904] as const;
const system = {
  code: 'EPSG:32629',
  definition: '+proj=utm +zone=29 +datum=WGS84 +units=m +no_defs +type=crs',
};

const translate = (from: string, to: string, words: readonly string[]) =>
  run('gdal_translate', ['-q', '--config', 'GDAL_NUM_THREADS', '2', ...words, from, to]);

/** True for a part of the bench that `NADIR_BENCH_ONLY` names; without it all are run. */
function isWanted(part: 'decode' | 'overviews' | 'view'): boolean {
  const only = process.env.NADIR_BENCH_ONLY ?? '';
  return only === '' || only === part;
}

function hasQgis(): boolean {
  try {
    execFileSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes the rasters of the bench. */
async function writeInputs(folder: string, progress: (text: string) => void) {
  const path = (name: string) => join(folder, `${name}.tif`);
  progress('writing the rasters');
  await run(python, [script('write-raster.py'), path('plain'), String(side)]);
  for (const kind of compressions) {
    const words = options(...tiled, `COMPRESS=${kind.toUpperCase()}`, 'PREDICTOR=2', 'BIGTIFF=YES');
    await translate(path('plain'), path(kind), words);
  }
  copyFileSync(path('deflate'), path('view'));
  const config = ['--config', 'COMPRESS_OVERVIEW', 'DEFLATE', '--config', 'PREDICTOR_OVERVIEW', '2'];
  await run('gdaladdo', ['-q', '-r', 'average', ...config, path('view'), '2', '4', '8', '16', '32']);
  const window = ['-srcwin', '0', '0', String(stripSide), String(stripSide)];
  await translate(path('plain'), path('strips'), [...window, ...options('COMPRESS=LZW', 'PREDICTOR=2')]);
  rmSync(path('plain'));
  return path;
}

type Notes = ReturnType<typeof createNotes>;
interface Round {
  notes: Notes;
  browser: Browser;
  origin: string;
  path: (name: string) => string;
}

/** Returns the function that tells the processor time since now, of the browser and of this process, which serves the files. */
async function startClock(page: Page): Promise<() => Promise<number>> {
  const before = await processorOf(page);
  const own = process.cpuUsage();
  return async () => {
    const { user, system: kernel } = process.cpuUsage(own);
    return (await processorOf(page)) - before + (user + kernel) / 1_000;
  };
}

/** All samples of a raster: Nadir's workers, geotiff.js with its pool, GDAL with two threads. */
async function decodeAll({ notes, browser, origin, path }: Round) {
  for (const kind of compressions) {
    const step = `${kind}: all of 537 MB unpacked`;
    for (const reader of ['Nadir', 'geotiff.js'] as const) {
      const { page, close } = await openBenchPage(browser, origin, 'decode-page');
      const variant = reader === 'Nadir' ? 'Nadir' : 'stock';
      const used = await startClock(page);
      const took = await page.evaluate(([file, name]) => window.decodeWhole?.(file, name, 2), [
        `/files/${kind}`,
        reader,
      ] as const);
      notes.note(step, variant, took ?? Number.NaN);
      notes.note(`${step}, processor time`, variant, await used());
      await close();
    }
    const { stdout } = await run(python, [script('read-by-gdal.py'), path(kind)]);
    const [took = Number.NaN, used = Number.NaN] = stdout.trim().split(' ').map(Number);
    notes.note(step, 'GDAL or QGIS', 1_000 * took);
    notes.note(`${step}, processor time`, 'GDAL or QGIS', 1_000 * used);
  }
}

/** The mean difference of two pictures in the part that both have drawn, from 0 to 255. */
function differenceOf(one: Buffer, other: Buffer): number {
  const [a, b] = [PNG.sync.read(one).data, PNG.sync.read(other).data];
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

interface Shown {
  variant: string;
  page: 'nadir-page' | 'stock-page';
  view: BenchView;
  display: unknown;
}

/** One view from an empty page, its changes, and moving it; returns its picture. */
async function showView({ notes, browser, origin }: Round, { variant, page: name, view, display }: Shown) {
  const { page, close } = await openBenchPage(browser, origin, name);
  try {
    await page.evaluate(
      async ([given, shown]) => {
        const opened = await window.openBench?.(given, shown);
        if (opened) window.benchPage = opened;
      },
      [view, display] as const,
    );
    const step = async (title: string, work: () => Promise<number | undefined>) => {
      const used = await startClock(page);
      notes.note(title, variant, (await work()) ?? Number.NaN);
      await painted(page);
      notes.note(`${title}, processor time`, variant, await used());
    };
    await step('one view of 1,280 × 800: cold', () => page.evaluate(() => window.benchPage?.show()));
    const picture = await page.screenshot();
    const before = await page.evaluate(() => window.benchPage?.decoded() ?? 0);
    await step('… other bands', () => page.evaluate(() => window.benchPage?.changeBands()));
    await step('… another stretch', () => page.evaluate(() => window.benchPage?.changeStretch()));
    const after = await page.evaluate(() => window.benchPage?.decoded() ?? 0);
    if (after !== before) throw new Error(`${variant}: a change of style unpacked ${after - before} blocks`);
    const frames = await page.evaluate(() => window.benchPage?.pan(40, 6));
    notes.note('… a frame while panning', variant, median(frames ?? []));
    return picture;
  } finally {
    await close();
  }
}

async function showByQgis(
  { notes, path }: Round,
  { centre: [x, y], resolution }: BenchView,
  picture: string,
) {
  const [across, down] = [640 * resolution, 400 * resolution];
  const box = [x - across, y - down, x + across, y + down].map(String);
  const { stdout } = await run(python, [script('view-by-qgis.py'), path('view'), picture, ...box]);
  const titles = ['one view of 1,280 × 800: cold', '… another stretch'];
  const steps = [...titles, ...titles.map((title) => `${title}, processor time`)];
  const seconds = (stdout.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  for (const [i, step] of steps.entries())
    notes.note(step, 'GDAL or QGIS', 1_000 * (seconds[i] ?? Number.NaN));
}

/** The overviews of a raster of 8,006² in strips. */
async function buildOverviews({ notes, path }: Round, folder: string) {
  const step = 'overviews of 8,006² in strips of LZW';
  const { stdout } = await run(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    script('build-child.ts'),
    path('strips'),
    join(folder, 'sidecar.tif'),
  ]);
  const [took = Number.NaN, used = Number.NaN, mebibytes = Number.NaN] = stdout.trim().split(' ').map(Number);
  notes.note(step, 'Nadir', took);
  notes.note(`${step}, processor time`, 'Nadir', used);
  const copy = join(folder, 'added.tif');
  copyFileSync(path('strips'), copy);
  const began = performance.now();
  const words = ['-q', '-r', 'average', '--config', 'GDAL_NUM_THREADS', '2', copy, '2', '4', '8', '16', '32'];
  const { stderr } = await run('bash', [
    '-c',
    'TIMEFORMAT="%U %S"; time gdaladdo "$@"',
    'gdaladdo',
    ...words,
  ]);
  notes.note(step, 'GDAL or QGIS', performance.now() - began);
  const [user = Number.NaN, kernel = Number.NaN] = stderr.trim().split(' ').map(Number);
  notes.note(`${step}, processor time`, 'GDAL or QGIS', 1_000 * (user + kernel));
  rmSync(copy);
  return mebibytes;
}

export const bench: Bench = {
  title: 'rasters of four 16-bit bands beside GDAL, QGIS, stock OpenLayers and geotiff.js',
  async run({ runs, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'nadir-bench-raster-'));
    const notes = createNotes();
    const isQgis = hasQgis();
    const memory: number[] = [];
    const differences: number[] = [];
    try {
      const path = await writeInputs(folder, progress);
      await buildBenchPages(join(folder, 'pages'));
      const display = await describeBench(path('view'), '/files/view');
      const names = [...compressions, 'view'];
      const served = await serveBench(
        join(folder, 'pages'),
        new Map(names.map((name) => [`/files/${name}`, path(name)])),
      );
      const { centre, resolution } = display.view(middle);
      const view: BenchView = {
        path: '/files/view',
        centre,
        resolution,
        bounds: [200, 2_000],
        system,
      };
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: acceleratedArgs });
      try {
        for (let round = 1; round <= (runs ?? 3); round += 1) {
          progress(`round ${round}`);
          const all = { notes, browser, origin: served.origin, path };
          if (isWanted('decode')) await decodeAll(all);
          if (isWanted('overviews')) memory.push(await buildOverviews(all, folder));
          if (!isWanted('view')) continue;
          const seen = await showView(all, {
            variant: 'Nadir',
            page: 'nadir-page',
            view,
            display: display.raster,
          });
          const stock = await showView(all, { variant: 'stock', page: 'stock-page', view, display: null });
          differences.push(differenceOf(seen, stock));
          const own = { ...view, isOwnProjection: true };
          await showView(all, {
            variant: 'stock, own projection',
            page: 'stock-page',
            view: own,
            display: null,
          });
          if (isQgis) await showByQgis(all, view, join(folder, 'qgis.png'));
        }
      } finally {
        await browser.close();
        await served.close();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return {
      variants: ['Nadir', 'stock', 'stock, own projection', 'GDAL or QGIS'],
      pairs: [
        ['Nadir', 'stock'],
        ['Nadir', 'stock, own projection'],
        ['Nadir', 'GDAL or QGIS'],
      ],
      figures: notes.figures(),
      notes: [
        'Unpacking: two workers of a page, from the loopback host’s own file route; stock is geotiff.js with a pool of two; GDAL has two threads.',
        'Views: Chromium with GL in software; stock is OpenLayers’ GeoTIFF source, reprojected to the map, and in the projection of the raster.',
        isQgis
          ? 'The last column of a stretch is a warm drawing of QGIS.'
          : 'QGIS is not installed here (python3-qgis).',
        `Mean difference between the pictures of Nadir and stock: ${median(differences).toFixed(1)} of 255.`,
        `Most memory of the process that builds the overviews: ${Math.round(median(memory))} MiB.`,
      ],
    };
  },
};
