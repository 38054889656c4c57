import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAppError } from '../../src-main/core/app-error.ts';
import { holdingsMigrations } from '../../src-main/features/library/holdings/holdings-tables.ts';
import { sceneAssetsMigrations } from '../../src-main/features/library/scene-assets-table.ts';
import { libraryMigrations } from '../../src-main/features/library/tables.ts';
import { createHoldingsNadir, type HoldingsNadir } from '../holdings-world.ts';
import { openTestStore } from '../open-test-store.ts';
import { seededRandom } from '../seeded-random.ts';
import { walkCatalog } from '../stac/check-catalog.ts';
import { createFaultyDisk, type DiskFault } from './faulty-disk.ts';
import { deleteForged, forgeItem } from './forged-items.ts';

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

/** What one Nadir does with a library folder, without the network, with a database of its own. */
function openNadir(library: string, instance: string, faulty: ReturnType<typeof createFaultyDisk>) {
  const opened = openTestStore(migrations);
  let seconds = Date.UTC(2026, 5, 1) / 1_000;
  const now = () => {
    seconds += 1;
    return new Date(seconds * 1_000);
  };
  return {
    opened,
    ...createHoldingsNadir({ store: opened.store, library, instance, disk: faulty.disk, now }),
  };
}

type Nadir = ReturnType<typeof openNadir>;

/** The page is told of what was refused. */
const refused = (error: unknown) => {
  if (!isAppError(error)) throw error;
};

/** Does one thing with the holdings of a library; returns what it was. */
export async function holdingsStep(
  nadir: HoldingsNadir,
  random: () => number,
  turn: number,
  forge: ((nadir: HoldingsNadir, turn: number) => void) | null = null,
): Promise<string> {
  const pick = Math.floor(random() * 1_000);
  const what = random();
  if (what < 0.5) {
    for (let n = 0; n < 1 + (pick % 4); n += 1) nadir.add(`S${(pick + n) % 12}`, turn, pick % 10 === 0);
    await nadir.sync();
    return 'import';
  }
  if (what < 0.56 && forge !== null) {
    forge(nadir, turn);
    await nadir.rebuild();
    return 'forge';
  }
  if (what < 0.65) {
    await nadir.remove(pick).catch(refused);
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
  /** Items that were written by hand, by the names of their scenes. */
  forged: string[];
  fail: (text: string) => void;
}

/** Walks the catalog from its root; `strict` if all files of scenes must be there too. */
async function walk({ library, figures, fail }: Round, strict: boolean, when: string): Promise<void> {
  if (!existsSync(join(library, 'catalog.json'))) return;
  figures.walked += 1;
  const walked = await walkCatalog(library, 'catalog.json', { assets: strict });
  for (const problem of walked.problems.slice(0, 3)) fail(`${when}: ${problem}`);
}

async function stepUnderFault(round: Round, random: () => number, turn: number) {
  const { faulty, nadirs, figures } = round;
  const fault = drawFault(random);
  const nadir = nadirs[random() < 0.7 ? 0 : 1];
  faulty.begin(fault);
  const done = await holdingsStep(nadir, random, turn, (who) => {
    const paths = who.allFiles().map(({ path }) => path);
    const victims = paths.filter(() => random() < 0.3).slice(0, 3);
    round.forged.push(`X${turn}`);
    forgeItem(round.library, `X${turn}`, victims);
  });
  faulty.end();
  figures.steps[done] = (figures.steps[done] ?? 0) + 1;
  figures.faults[fault.kind] = (figures.faults[fault.kind] ?? 0) + 1;
  for (const each of nadirs) for (const text of each.taken.splice(0)) round.fail(text);
  await walk(round, false, `after ${done} with ${fault.kind}`);
}

/** Nothing goes wrong any more: everything that is damaged is repaired, and everything is in the catalog. */
export async function mendHoldings(nadirs: readonly HoldingsNadir[], fail: (text: string) => void) {
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
  folder: string,
): Promise<void> {
  const room = mkdtempSync(join(folder, 'nadir-holdings-'));
  const library = join(room, 'library');
  mkdirSync(library);
  const faulty = createFaultyDisk(library);
  const nadirs = [openNadir(library, 'a', faulty), openNadir(library, 'b', faulty)] as const;
  const fail = (text: string) => void figures.failures.push(`round ${number}: ${text}`);
  const round: Round = { library, faulty, nadirs, figures, forged: [], fail };
  try {
    for (let turn = 1; turn <= 6; turn += 1) await stepUnderFault(round, random, turn);
    await deleteForged(library, nadirs, round.forged, fail);
    await mendHoldings(nadirs, fail);
    await walk(round, true, 'at the end');
    await loseDatabase(round);
  } finally {
    for (const nadir of nadirs) nadir.opened.remove();
    rmSync(room, { recursive: true, force: true });
  }
}

/**
 * Runs seeded schedules of imports, deletions, checks, repairs and rebuilds of two Nadirs on one library folder under kills, a full
 * disk and a drive that goes away. After each step every link of the catalog must lead to a valid file; at the end nothing may be
 * lost, also when the database is.
 */
export async function runHoldings({
  seed,
  rounds,
  first = 0,
  folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
}: {
  seed: number;
  rounds: number;
  /** The number of the first round, to repeat one. */
  first?: number;
  /** Where the library folders are made, such as a drive that does not tell names by case. */
  folder?: string;
}): Promise<HoldingsFigures> {
  const figures: HoldingsFigures = { rounds, steps: {}, faults: {}, walked: 0, failures: [] };
  for (let round = first; round < first + rounds && figures.failures.length < 20; round += 1)
    await runRound(round, seededRandom(seed * 1_000_003 + round), figures, folder);
  return figures;
}
