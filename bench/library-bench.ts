import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createListReader } from '../src-main/app/list-reader.ts';
import { loadIndex } from '../src-main/features/library/find/index-file.ts';
import { rowsInBox } from '../src-main/features/library/find/scene-index.ts';
import { databaseFileName } from '../src-main/store/open-store.ts';
import type { SceneFilter, SceneSort } from '../src-preload/contract/scene-filter.ts';
import type { Bench, Figure } from './bench.ts';
import { openFolderStore, seedPractice } from './folder/seed-folder.ts';
import { askGdal, type GdalQuestion, gdalStart, writeGeoPackage } from './library/gdal.ts';
import { seedScenes } from './library/seed-scenes.ts';
import { watchLoop } from './loop-watch.ts';
import { seeded } from './map/made-footprints.ts';

const many = 1_000_000;
const few = 1_000;
const views = 40;
/** Blocks of views that count, and those before them. */
const blocks = 40;
const warmUps = 6;
const ours = 'Nadir';
const rtree = "SQLite's R*Tree";
const gdal = 'GDAL';
const indexFile = 'scene-index.bin';

interface Question extends GdalQuestion {
  name: string;
  filter: SceneFilter;
  sort: SceneSort;
  descending: boolean;
}

/** The same question with other numbers in each run, so that no answer is a kept one. */
function questionsOf(run: number): Question[] {
  const most = 20 + run / 10;
  const view: [number, number, number, number] = [0 + run, 30, 36 + run, 48];
  const newest = { sort: 'time', descending: true, order: 's.acquired DESC' } as const;
  const none = { box: null };
  return [
    {
      name: 'clouds',
      filter: { cloudCover: { least: null, most } },
      where: `s.clouds <= ${most}`,
      ...none,
      ...newest,
    },
    {
      name: 'on disk, off-nadir',
      filter: { onDiskOnly: true, offNadir: { least: null, most } },
      where: `s.on_disk = 1 AND s.off_nadir <= ${most}`,
      ...none,
      ...newest,
    },
    {
      name: 'view of 1 %',
      filter: { box: view },
      where: '1',
      box: view,
      ...newest,
    },
    {
      name: 'view, clouds, since 2024, by clouds',
      filter: { box: view, cloudCover: { least: null, most }, from: '2024-01-01T00:00:00Z' },
      where: `s.clouds <= ${most} AND s.acquired >= '2024-01-01'`,
      box: view,
      sort: 'clouds',
      descending: false,
      order: 's.clouds',
    },
    {
      name: 'satellite, level, sun, by resolution',
      filter: {
        satellites: ['SN7', 'SN12'],
        levels: ['L1D_SR'],
        sunElevation: { least: 30 + run / 10, most: null },
      },
      where: `s.satellite IN ('SN7', 'SN12') AND s.level = 'L1D_SR' AND s.sun >= ${30 + run / 10}`,
      ...none,
      sort: 'gsd',
      descending: false,
      order: 's.gsd',
    },
    {
      name: 'project and a word',
      filter: { projects: ['Project 33'], search: 'harbour', offNadir: { least: null, most } },
      where: `s.project = 'Project 33' AND s.folded LIKE '%harbour%' AND s.off_nadir <= ${most}`,
      ...none,
      ...newest,
    },
    {
      name: 'two words',
      filter: { search: `delta sn1${run}` },
      where: `s.folded LIKE '%delta%' AND s.folded LIKE '%sn1${run}%'`,
      ...none,
      ...newest,
    },
    {
      name: 'a word that nothing holds',
      filter: { search: `xylophone${run}` },
      where: `s.folded LIKE '%xylophone${run}%'`,
      ...none,
      ...newest,
    },
    {
      name: 'a month, by name',
      filter: { from: `2023-0${1 + run}-01T00:00:00Z`, to: `2023-0${2 + run}-01T00:00:00Z` },
      where: `s.acquired >= '2023-0${1 + run}-01' AND s.acquired < '2023-0${2 + run}-01'`,
      ...none,
      sort: 'name',
      descending: false,
      order: 's.folded',
    },
  ];
}

type Values = Map<string, Figure>;

function note(values: Values, name: string, variant: string, value: number, unit: Figure['unit'] = 'ms') {
  const known = values.get(name) ?? { name, unit, values: {} };
  const before = known.values[variant] ?? [];
  values.set(name, { ...known, values: { ...known.values, [variant]: [...before, value] } });
}

/** Looks up the ids of the boxes that meet views of 1 % of the world at seeded places, in one process, in blocks in turn. */
function measureViews(values: Values, folder: string) {
  const loaded = loadIndex(join(folder, indexFile));
  if (loaded === null) throw new Error('the index was not saved');
  const { index } = loaded;
  const database = new DatabaseSync(join(folder, databaseFileName), { readOnly: true });
  const boxes = database.prepare(
    'SELECT id FROM scene_box WHERE west <= ? AND east >= ? AND south <= ? AND north >= ?',
  );
  boxes.setReturnArrays(true);
  const chance = seeded(31);
  for (let block = -warmUps; block < blocks; block += 1) {
    const asked = Array.from({ length: views }, () => {
      const [west, south] = [-175 + 310 * chance(), -60 + 105 * chance()];
      return { west, south, east: west + 36, north: south + 18 };
    });
    const found: Record<string, number[]> = {};
    const searches = [
      [ours, ({ west, south, east, north }) => rowsInBox(index, [west, south, east, north]).length],
      [rtree, ({ west, south, east, north }) => boxes.all(east, west, north, south).length],
    ] satisfies [string, (view: (typeof asked)[number]) => number][];
    // The first of a block finds the caches of the other, so they take turns.
    for (const [name, search] of block % 2 === 0 ? searches : searches.toReversed()) {
      const watch = watchLoop();
      found[name] = asked.map(search);
      const [elapsed, processor] = [watch.elapsed(), watch.processor()];
      watch.longest();
      if (block < 0) continue;
      note(values, `ids in a view of 1 % of the world, mean of ${views} views`, name, elapsed / views);
      note(values, '… by processor time', name, processor / views);
    }
    // Both round boxes outwards to single precision, in a slightly different way.
    if (found[ours]?.some((count, i) => Math.abs(count - (found[rtree]?.[i] ?? 0)) > 2))
      throw new Error('the views have other scenes');
  }
  database.close();
}

/** Asks for first pages of all combinations, alternately, and notes the longest hold of this thread of each run. */
async function measurePages(values: Values, folder: string, path: string, runs: number) {
  const reader = createListReader({ path: join(folder, databaseFileName) });
  const { library } = reader.lists;
  // The thread of lists does not keep this process alive.
  const alive = setInterval(() => undefined, 1_000);
  try {
    await library.list({ filter: {}, sort: 'time', descending: true, offset: 0, limit: 100 });
    for (let run = 0; run < runs; run += 1) {
      let longest = 0;
      const starts = [0, 1, 2].map(() => gdalStart(path)).sort((a, b) => a - b);
      const start = starts[1] ?? 0;
      note(values, 'start of ogrinfo, taken off its figures', gdal, start);
      for (const { name, filter, sort, descending, ...question } of questionsOf(run)) {
        const watch = watchLoop();
        const page = await library.list({ filter, sort, descending, offset: 0, limit: 100 });
        note(values, `first page and count: ${name}`, ours, watch.elapsed());
        longest = Math.max(longest, watch.longest());
        const { total, ms } = askGdal(path, question);
        note(values, `first page and count: ${name}`, gdal, Math.max(0, ms - start));
        if (total !== page.total) throw new Error(`${name}: Nadir finds ${page.total}, GDAL ${total}`);
      }
      const watch = watchLoop();
      await library.facets({
        filter: { onDiskOnly: true, offNadir: { least: run / 10, most: null } },
        span: null,
      });
      note(values, 'histogram and counts of three columns', ours, watch.elapsed());
      longest = Math.max(longest, watch.longest());
      const outlines = watchLoop();
      // With what a transport adds to the hold.
      Buffer.from(JSON.stringify(await library.footprints({ offNadir: { least: run / 10, most: null } })));
      note(values, 'outlines of 100,000 scenes for the map', ours, outlines.elapsed());
      note(values, 'longest hold of the main loop: 100,000 outlines', ours, outlines.longest());
      note(values, '… the same by processor time', ours, outlines.longestProcessor());
      note(values, 'longest hold of the main loop: everything else', ours, longest);
    }
  } finally {
    clearInterval(alive);
    await reader.close();
  }
}

/** Opens the saved index in a new thread, and follows one scene that is added. */
async function measureOpening(values: Values, folder: string, runs: number) {
  const alive = setInterval(() => undefined, 1_000);
  const page = { filter: {}, sort: 'time', descending: true, offset: 0, limit: 100 } as const;
  const path = join(folder, databaseFileName);
  const store = openFolderStore(folder);
  for (let run = 0; run < runs; run += 1) {
    const reader = createListReader({ path });
    // Its code is loaded with the first query, whichever that is.
    await reader.lists.library.geometries([]);
    const began = performance.now();
    await reader.lists.library.list(page);
    note(values, 'first page of a start, from the saved index', ours, performance.now() - began);
    store.run(
      `INSERT INTO scene (connection_id, contract_id, scene_id, taken_at, folded, raw, seen_at) VALUES ('bench', 'cont.bench', :name, '2027-01-01T00:00:00Z', 'added', '{}', '')`,
      { name: `added ${run} ${Date.now()}` },
    );
    const added = performance.now();
    await reader.lists.library.list(page);
    note(values, 'page after a scene was added', ours, performance.now() - added);
    await reader.close();
  }
  store.close();
  clearInterval(alive);
}

/** Starts Nadir on folders with few and with many scenes, alternately, each in a process of its own. */
function measureStarts(values: Values, folders: Readonly<Record<string, string>>, runs: number) {
  const child = join(import.meta.dirname, 'library/start-child.ts');
  for (let run = 0; run <= runs; run += 1)
    for (const [name, folder] of Object.entries(folders)) {
      const flags = ['--disable-warning=ExperimentalWarning', child, folder];
      const out = execFileSync(process.execPath, flags, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      if (run > 0) note(values, `start with ${name} scenes`, ours, Number(out.trim().split('\n').at(-1)));
    }
}

export const bench: Bench = {
  title: `finding among ${many.toLocaleString('en')} scenes`,
  async run({ runs, progress }) {
    const count = Math.min(runs ?? 5, 8);
    // NADIR_BENCH_LIBRARY names a folder whose scenes are kept for the next run.
    const kept = process.env.NADIR_BENCH_LIBRARY;
    const home = kept ?? mkdtempSync(join(tmpdir(), 'nadir-bench-'));
    const values: Values = new Map();
    try {
      const [folder, small] = [join(home, 'many'), join(home, 'few')];
      const geopackage = join(home, 'scenes.gpkg');
      for (const [path, scenes, csv] of [
        [folder, many, join(home, 'scenes.csv')],
        [small, few, null],
      ] as const) {
        if (mkdirSync(path, { recursive: true }) === undefined) continue;
        progress(`seeding ${scenes.toLocaleString('en')} scenes`);
        await seedPractice(path);
        await seedScenes(path, scenes, csv);
      }
      progress('writing the GeoPackage');
      writeGeoPackage(join(home, 'scenes.csv'), geopackage);
      progress('making the index');
      const isMade = existsSync(join(folder, indexFile));
      const alive = setInterval(() => undefined, 1_000);
      const reader = createListReader({ path: join(folder, databaseFileName) });
      const began = performance.now();
      await reader.lists.library.keepIndex();
      if (!isMade) note(values, 'making and saving the first index', ours, performance.now() - began);
      await reader.close();
      clearInterval(alive);
      progress('views');
      measureViews(values, folder);
      progress('pages');
      await measurePages(values, folder, geopackage, count);
      progress('opening');
      await measureOpening(values, folder, count);
      progress('starts');
      measureStarts(values, { '1,000': small, '1,000,000': folder }, Math.min(count, 3));
      return {
        variants: [ours, rtree, gdal],
        pairs: [
          [rtree, ours],
          [ours, gdal],
        ],
        figures: [...values.values()],
        notes: [
          'Equal work, checked in each run: the ids of all boxes that meet a view; 100 rows of a page in order with the number of all that match.',
          'Nadir answers as its main process gets it, from the thread of lists. GDAL is ogrinfo with SQL on a GeoPackage as ogr2ogr writes it (R-tree, no other index); the start of its process is taken off.',
          'Ratios are the median of those of blocks or runs, with their spread. Views lie at seeded places; who is first changes with each block.',
          'Each run asks with other numbers, so that no answer is a kept one. A hold of the main loop above 50 ms is a defect.',
        ],
      };
    } finally {
      if (kept === undefined) rmSync(home, { recursive: true, force: true });
    }
  },
};
