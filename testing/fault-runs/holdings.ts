import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { createCatalogSync } from '../../src-main/holdings/catalog-sync.ts';
import { createFileCheck } from '../../src-main/holdings/check-files.ts';
import { createHoldingsTable } from '../../src-main/holdings/holdings-table.ts';
import { holdingsMigrations } from '../../src-main/holdings/holdings-tables.ts';
import { createRebuild } from '../../src-main/holdings/rebuild.ts';
import { createRepair } from '../../src-main/holdings/repair.ts';
import { createCatalogScenes } from '../../src-main/library/catalog-scenes.ts';
import { sceneAssetsMigrations } from '../../src-main/library/scene-assets-table.ts';
import { createSceneRestore } from '../../src-main/library/scene-restore.ts';
import { createSceneTable } from '../../src-main/library/scene-table.ts';
import { libraryMigrations } from '../../src-main/library/tables.ts';
import { wireSceneSchema } from '../../src-main/service/api/wire.ts';
import { captureIdSchema, type LibraryFileId, libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { holdingsInProcess } from '../holdings-in-process.ts';
import { openTestStore } from '../open-test-store.ts';
import { seededRandom } from '../seeded-random.ts';
import { walkCatalog } from '../stac/check-catalog.ts';
import { officialSchemas, validateOfficially } from '../stac/official-validator.ts';
import { testScope } from '../task-rows.ts';
import { createFaultyDisk, type DiskFault } from './faulty-disk.ts';

/** What a run has found. */
export interface HoldingsFigures {
  rounds: number;
  steps: Record<string, number>;
  faults: Record<string, number>;
  /** Catalogs that were walked from their root, after each step. */
  walked: number;
  failures: string[];
}

const migrations = [...libraryMigrations, ...sceneAssetsMigrations, ...holdingsMigrations];
const captureId = captureIdSchema.parse('capture');
const heldRow = z.object({ sceneId: z.string(), name: z.string(), sha256: z.string() });
const fileRow = z.object({ id: libraryFileIdSchema, sceneId: z.string(), path: z.string() });

/** Content that tells which download brought it, of some length. */
const contentOf = (sceneId: string, turn: number) => `${sceneId} ${turn} `.repeat(20);

/** What one Nadir does with a library folder, without the network: its index, its catalog, its checks. */
function openNadir(library: string, instance: string, faulty: ReturnType<typeof createFaultyDisk>) {
  const opened = openTestStore(migrations);
  const { store } = opened;
  let seconds = Date.UTC(2026, 5, 1) / 1_000;
  const now = () => {
    seconds += 1;
    return new Date(seconds * 1_000);
  };
  const scenes = createSceneTable({ store, now, taskOfCapture: () => null, transferring: () => false });
  const table = createHoldingsTable({ store, now });
  const described = createCatalogScenes({
    store,
    connection: () => ({ name: 'Imagery desk', service: 'https://catalog.example' }),
  });
  const restore = createSceneRestore({ store, now });
  const absolute = (path: string) => join(library, path);
  const errors: unknown[] = [];
  let at = 0;
  const times = {
    monotonic: () => at,
    wait: async (ms: number) => {
      at += ms;
    },
    ...{ staleMs: 1_000, renewMs: 1e9, mostWaitMs: 60_000 },
  };
  const startThread = () => holdingsInProcess(faulty.disk, times);
  const common = { store, table, library: () => library, changed: () => undefined };
  const onError = (error: unknown) => void errors.push(error);

  /** Puts a file on the disk and records it, as a download does: the record comes last. */
  function arrive(fileId: LibraryFileId, sceneId: string, turn: number) {
    const path = `Coast/${sceneId}/${sceneId}-${instance}.tif`;
    const content = contentOf(sceneId, turn);
    mkdirSync(dirname(absolute(path)), { recursive: true });
    writeFileSync(absolute(path), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    scenes.markSaved(fileId, { path, sizeBytes: content.length, sha256 });
  }

  const files = () =>
    store.all(
      fileRow,
      'SELECT f.id, scene_id AS sceneId, path FROM scene_file f JOIN scene ON scene.id = scene_row WHERE path IS NOT NULL',
    );
  return {
    opened,
    errors,
    files,
    /** Adds a scene, or a change of it, and its file. */
    add(sceneId: string, turn: number, isUndated: boolean) {
      const raw = {
        ...{ scene_id: sceneId, satellite_name: `SN${turn}`, productname: 'L1D_SR', attachments: [] },
        timestamp: isUndated ? null : `202${turn % 4}-0${(turn % 9) + 1}-05T10:30:00Z`,
        rasters: [{ url: 'https://catalog.example/a.tif', bands: ['red'], file_name: `${sceneId}.tif` }],
      };
      const id = scenes.put(testScope, captureId, { parsed: wireSceneSchema.parse(raw), raw });
      const file = scenes.filesOf(id)[0];
      if (file !== undefined && file.path === null) arrive(file.fileId, sceneId, turn);
    },
    remove(pick: number) {
      const file = files()[pick % Math.max(1, files().length)];
      if (file === undefined) return;
      rmSync(absolute(file.path), { force: true });
      scenes.markRemoved(file.id);
    },
    damage(pick: number, how: number) {
      const file = files()[pick % Math.max(1, files().length)];
      if (file === undefined || !existsSync(absolute(file.path))) return;
      if (how === 0) writeFileSync(absolute(file.path), 'short');
      else if (how === 1) rmSync(absolute(file.path));
      else writeFileSync(absolute(file.path), readFileSync(absolute(file.path), 'utf8').replaceAll(' ', '-'));
    },
    /** Writes what is noted once. */
    async sync() {
      let start: () => void = () => undefined;
      const sync = createCatalogSync({
        ...{ ...common, described: described.get, thread: startThread(), instance, onError, debounceMs: 0 },
        setTimer(run) {
          start = run;
          return () => undefined;
        },
      });
      sync.wake();
      start();
      await sync.idle();
    },
    async check(anew = false) {
      const check = createFileCheck({ ...common, thread: startThread(), absolute, onError });
      check.start(anew);
      await check.idle();
      return check.status();
    },
    /** Repairs; what is wanted again comes at once, with the content that it had. */
    async repair() {
      const repair = createRepair({
        ...{ table, absolute, changed: common.changed },
        markMissing: (fileId) => scenes.markMissing(fileId, true),
        async download(fileIds) {
          for (const file of files().filter(({ id }) => fileIds.includes(id)))
            arrive(file.id, file.sceneId, Number(scenes.file(file.id).rasterInfo ?? 0));
        },
      });
      const wanted = await repair.start();
      await repair.clean();
      return wanted;
    },
    async rebuild() {
      const rebuild = createRebuild({
        ...common,
        thread: startThread(),
        restore: (found) => restore({ ...found, connectionId: testScope.connectionId }),
        onError,
        ended: () => undefined,
      });
      rebuild.start();
      await rebuild.idle();
      return rebuild.status();
    },
    waiting: table.countPending,
    bad: table.countBad,
    /** Everything that is recorded as on disk, with its checksum. */
    described: () =>
      store
        .all(
          heldRow,
          'SELECT scene_id AS sceneId, name, sha256 FROM scene_file f JOIN scene ON scene.id = scene_row WHERE path IS NOT NULL ORDER BY 1, 2',
        )
        .map(({ sceneId, name, sha256 }) => `${sceneId} ${name} ${sha256}`),
  };
}

type Nadir = ReturnType<typeof openNadir>;

/** Does one thing under a fault; returns what it was. */
async function step(nadir: Nadir, random: () => number, turn: number): Promise<string> {
  const pick = Math.floor(random() * 1_000);
  const what = random();
  if (what < 0.5) {
    for (let n = 0; n < 1 + (pick % 4); n += 1) nadir.add(`S${(pick + n) % 12}`, turn, pick % 10 === 0);
    await nadir.sync();
    return 'import';
  }
  if (what < 0.65) {
    nadir.remove(pick);
    await nadir.sync();
    return 'delete';
  }
  if (what < 0.8) {
    nadir.damage(pick, pick % 3);
    await nadir.check();
    return 'verify';
  }
  if (what < 0.9) {
    await nadir.repair();
    await nadir.sync();
    return 'repair';
  }
  await nadir.rebuild();
  await nadir.sync();
  return 'rebuild';
}

function drawFault(random: () => number): DiskFault {
  const what = random();
  const after = Math.floor(random() * 40);
  const count = 1 + Math.floor(random() * 20);
  if (what < 0.25) return { kind: 'none' };
  if (what < 0.6) return { kind: 'kill', after };
  return { kind: what < 0.8 ? 'full' : 'vanish', after, count };
}

/** What a round is about. */
interface Round {
  library: string;
  faulty: ReturnType<typeof createFaultyDisk>;
  nadirs: readonly [Nadir, Nadir];
  figures: HoldingsFigures;
  fail: (text: string) => void;
}

/** Walks the catalog from its root; `strict` if all files of scenes must be there too. */
function walk({ library, figures, fail }: Round, strict: boolean, when: string) {
  if (!existsSync(join(library, 'catalog.json'))) return null;
  figures.walked += 1;
  const walked = walkCatalog(library, 'catalog.json', { assets: strict });
  for (const problem of walked.problems.slice(0, 3)) fail(`${when}: ${problem}`);
  return walked;
}

async function stepUnderFault(round: Round, random: () => number, turn: number) {
  const { faulty, nadirs, figures } = round;
  const fault = drawFault(random);
  const nadir = nadirs[random() < 0.7 ? 0 : 1];
  faulty.begin(fault);
  const done = await step(nadir, random, turn);
  faulty.end();
  figures.steps[done] = (figures.steps[done] ?? 0) + 1;
  figures.faults[fault.kind] = (figures.faults[fault.kind] ?? 0) + 1;
  walk(round, false, `after ${done} with ${fault.kind}`);
}

/** Nothing goes wrong any more: everything that is damaged is repaired, and everything is in the catalog. */
async function mend({ nadirs, fail }: Round) {
  for (const nadir of nadirs) {
    await nadir.check(true);
    await nadir.repair();
    await nadir.check(true);
    await nadir.repair();
    if (nadir.bad() > 0) fail('a bad file is left');
    for (let n = 0; n < 3 && nadir.waiting() > 0; n += 1) await nadir.sync();
    if (nadir.waiting() > 0) fail(`${nadir.waiting()} scenes are not written`);
  }
}

/** The database is lost: the folder alone says what there is. */
async function loseDatabase({ library, faulty, nadirs, fail }: Round) {
  const found = openNadir(library, 'c', faulty);
  const { problems } = await found.rebuild();
  if (problems.length > 0) fail(`rebuilt with ${JSON.stringify(problems.slice(0, 3))}`);
  const nameOf = (line: string) => line.slice(0, line.lastIndexOf(' '));
  const known = found.described();
  const knownNames = new Set(known.map(nameOf));
  const [first, second] = nadirs.map((nadir) => nadir.described());
  for (const line of [...(first ?? []), ...(second ?? [])])
    if (!knownNames.has(nameOf(line))) fail(`lost: ${line}`);
  // Of a file that both have downloaded the index takes one.
  const all = new Set([...(first ?? []), ...(second ?? [])]);
  for (const line of known) if (!all.has(line)) fail(`found what never was: ${line}`);
  found.opened.remove();
}

/** One library folder with two Nadirs, some steps under faults, and what must hold after each and at the end. */
async function runRound(
  number: number,
  random: () => number,
  figures: HoldingsFigures,
  { schemas, folder }: { schemas: string | null; folder: string },
): Promise<void> {
  const room = mkdtempSync(join(folder, 'nadir-holdings-'));
  const library = join(room, 'library');
  mkdirSync(library);
  const faulty = createFaultyDisk(library);
  const nadirs = [openNadir(library, 'a', faulty), openNadir(library, 'b', faulty)] as const;
  const fail = (text: string) => void figures.failures.push(`round ${number}: ${text}`);
  const round: Round = { library, faulty, nadirs, figures, fail };
  try {
    for (let turn = 1; turn <= 6; turn += 1) await stepUnderFault(round, random, turn);
    await mend(round);
    const walked = walk(round, true, 'at the end');
    const paths = [...(walked?.catalogs ?? []), ...(walked?.items ?? [])].map(({ path }) => path);
    if (schemas !== null) for (const problem of await validateOfficially(schemas, paths)) fail(problem);
    await loseDatabase(round);
  } finally {
    for (const nadir of nadirs) nadir.opened.remove();
    rmSync(room, { recursive: true, force: true });
  }
}

/**
 * Runs seeded schedules of imports, deletions, checks, repairs and rebuilds of two Nadirs on one library folder under kills, a full
 * disk and a drive that goes away. After each step every link of the catalog must lead to a valid file; at the end nothing may be
 * lost, also when the database is. `schemas` is a folder with the official schemas, see `official-validator.ts`.
 */
export async function runHoldings({
  seed,
  rounds,
  first = 0,
  schemas = officialSchemas,
  folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
}: {
  seed: number;
  rounds: number;
  /** The number of the first round, to repeat one. */
  first?: number;
  schemas?: string | null;
  /** Where the library folders are made, such as a drive that does not tell names by case. */
  folder?: string;
}): Promise<HoldingsFigures> {
  const figures: HoldingsFigures = { rounds, steps: {}, faults: {}, walked: 0, failures: [] };
  for (let round = first; round < first + rounds && figures.failures.length < 20; round += 1)
    await runRound(round, seededRandom(seed * 1_000_003 + round), figures, { schemas, folder });
  return figures;
}
