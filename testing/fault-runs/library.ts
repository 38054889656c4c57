import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isAppError } from '../../src-main/core/app-error.ts';
import { canonicalText } from '../../src-main/core/content-hash.ts';
import { systemErrorCode } from '../../src-main/core/system-error.ts';
import { createDisk } from '../../src-main/features/library/holdings/disk/disk.ts';
import { readReviews } from '../../src-main/features/reviews/disk/read-reviews.ts';
import { seededRandom } from '../seeded-random.ts';
import { installFaultySystem, type SystemFault } from './faulty-system.ts';
import { holdingsStep, mendHoldings } from './holdings.ts';
import {
  judgeItems,
  judgeNadir,
  noteImported,
  noteSaid,
  nothingPromised,
  readCatalog,
  scenesOf,
  strangersOf,
} from './library-judge.ts';
import { clearForged, contestUndo, forge } from './library-mischief.ts';
import { type LibraryNadir, openLibraryNadir, plainName } from './library-nadir.ts';
import {
  judge,
  type LibraryFigures,
  noteTakenBack,
  type Post,
  pickOf,
  type Random,
  type Round,
} from './library-round.ts';
import { contentOfFolder, makeSources } from './library-sources.ts';
import { createLooseDrive } from './loose-drive.ts';
import { randomStatement } from './reviews.ts';

function drawFault(random: Random): SystemFault {
  const what = random();
  // Most operations are at the beginning of a step, so that late ones come less often.
  const after = Math.floor(random() ** 2 * 120);
  const count = 1 + Math.floor(random() * 30);
  if (what < 0.2) return { kind: 'none' };
  if (what < 0.45) return { kind: 'kill', after };
  if (what < 0.55) return { kind: 'power', after };
  if (what < 0.75) return { kind: 'full', after, count };
  return { kind: 'vanish', after, count, drive: random() < 0.7 ? 0 : 1 };
}

/** Takes an import back, not always the newest one. False if there is none. */
async function undo(round: Round, post: Post): Promise<boolean> {
  const { nadir } = post;
  const { imports } = nadir.parts;
  const done = pickOf(
    round.random,
    imports.list().filter(({ state, counts }) => state === 'done' && counts.imported > 0),
  );
  if (done === undefined) return false;
  noteTakenBack(round, post, done.importId);
  await nadir.live(async () => {
    imports.undo(done.importId);
    await imports.idle();
    await nadir.settle();
  });
  return true;
}

/** Says something of a scene, and reads what others say. False if there is no scene. */
async function review(round: Round, { nadir, promised }: Post, turn: number): Promise<boolean> {
  const { random } = round;
  const scene = pickOf(random, nadir.scenes());
  if (scene === undefined) return false;
  const { reviews, reading, write } = nadir.parts.said;
  for (let n = 0; n < 1 + Math.floor(random() * 3); n += 1) {
    const statement = randomStatement(random, turn * 10 + n);
    reviews.recordStatement(scene.id, statement);
    noteSaid(promised, plainName(scene.sceneId), statement);
    round.figures.statements += 1;
  }
  await nadir.live(async () => {
    await write();
    if (random() < 0.3) reading.start(null);
    await reading.idle();
    await write();
  });
  return true;
}

async function holdings(round: Round, { nadir, promised }: Post, turn: number): Promise<string> {
  let done = 'holdings';
  await nadir.live(async () => {
    done = await holdingsStep(nadir.parts.holdings, round.random, turn).catch((error: unknown) => {
      // The page is told of it.
      if (!isAppError(error)) throw error;
      return 'refused';
    });
  });
  // One that was ended in the middle may have read it too.
  if (done === 'rebuild' || done === 'holdings' || done === 'refused') promised.hasRead = true;
  return done;
}

/** Does one thing; returns what it was. */
async function step(round: Round, post: Post, turn: number): Promise<string> {
  const { random, sources } = round;
  const { nadir } = post;
  const { imports } = nadir.parts;
  const what = random();
  const paused = imports.list().find(({ state }) => state === 'paused');
  if (what < 0.3 && paused !== undefined) {
    const isGivenUp = random() < 0.2;
    await nadir.live(async () => {
      if (isGivenUp) await imports.forget(paused.importId);
      else await nadir.goOn(paused.importId);
      await nadir.settle();
    });
    return isGivenUp ? 'give-up' : 'go-on';
  }
  if (what >= 0.75) return holdings(round, post, turn);
  if (what >= 0.69 && (await forge(round, post, turn))) return 'forge';
  if (what >= 0.42 && what < 0.5 && (await undo(round, post))) return 'undo';
  if (what >= 0.42 && (await review(round, post, turn))) return 'review';
  const source = pickOf(random, sources);
  await nadir.live(async () => {
    if (source !== undefined) await nadir.importFrom(source);
    await nadir.settle();
  });
  return 'import';
}

async function loseDatabase(round: Round, { nadir, promised }: Post): Promise<void> {
  // As its process: what is flushed otherwise is not known to be so, and the next power cut takes it.
  for (let n = 0; n < 3; n += 1) await nadir.live(nadir.settle);
  if (nadir.parts.holdings.waiting() > 0 || nadir.pendingReviews() > 0) return;
  for (const { importId } of nadir.parts.imports.list())
    for (const { folder } of nadir.parts.table.placedOnly(importId))
      if (folder !== null) round.strays.add(folder);
  // What is said of a scene without a file is in the database only.
  for (const { sceneId, hasFiles } of nadir.scenes())
    if (hasFiles === 0) promised.said.delete(plainName(sceneId));
  promised.seen.clear();
  promised.hasRead = true;
  round.figures.lostDatabases += 1;
  await nadir.loseDatabase();
}

async function stepUnderFault(round: Round, turn: number): Promise<void> {
  const { random, posts, figures } = round;
  const post = posts[random() < 0.7 ? 0 : 1];
  const { nadir } = post;
  if (random() < 0.06) return contestUndo(round, post);
  const fault = drawFault(random);
  nadir.process.begin(fault);
  const done = await step(round, post, turn);
  nadir.process.end();
  if (nadir.process.isDead()) {
    figures.ended += 1;
    const again: SystemFault =
      random() < 0.3 ? { kind: 'kill', after: Math.floor(random() * 12) } : { kind: 'none' };
    if (!(await nadir.restart(again))) await nadir.restart();
    nadir.process.end();
  }
  figures.steps[done] = (figures.steps[done] ?? 0) + 1;
  figures.faults[fault.kind] = (figures.faults[fault.kind] ?? 0) + 1;
  const states = nadir.parts.imports.list().map(({ state, trouble }) => `${state} ${trouble}`);
  round.history.push(`${nadir.instance} ${done} ${JSON.stringify(fault)} [${states.join(', ')}]`);
  await judge(round, `after ${done} with ${JSON.stringify(fault)}`);
  if (random() < 0.04) {
    await loseDatabase(round, post);
    await judge(round, 'after the database was lost');
  }
}

/** Nothing goes wrong any more: what was begun is ended, and everything that is noted is written. */
async function mend(round: Round): Promise<void> {
  const { posts, random, doubted, fail } = round;
  for (const post of posts) {
    const { nadir } = post;
    await nadir.restart();
    for (const { importId, state } of nadir.parts.imports.list()) {
      if (state !== 'paused') continue;
      const isGivenUp = random() < 0.3;
      if (isGivenUp) await nadir.parts.imports.forget(importId);
      const ended = isGivenUp ? null : await nadir.goOn(importId);
      if (ended !== null && ended.state !== 'done')
        fail(`an import cannot go on: ${ended.state} ${ended.trouble} ${JSON.stringify(ended.counts)}`);
      if (ended !== null && ended.counts.failed > 0)
        fail(`an import that goes on fails: ${JSON.stringify(nadir.rowsOf(importId))}`);
    }
    const { imports } = nadir.parts;
    noteImported(nadir, post.promised, round.scenes);
    // Only taking back leaves one so.
    for (const { importId, state, trouble } of imports.list())
      if (state === 'done' && trouble !== null) {
        noteTakenBack(round, post, importId);
        imports.undo(importId);
        await imports.idle();
      }
  }
  await clearForged(round);
  // A file that was taken back may have stayed for a forged scene until now.
  for (const { nadir } of posts) nadir.giveUpGone((sceneId) => doubted.has(plainName(sceneId)));
  await mendHoldings(
    posts.map(({ nadir }) => nadir.parts.holdings),
    fail,
  );
  for (let n = 0; n < 3; n += 1) for (const { nadir } of posts) await nadir.settle();
  for (const { nadir } of posts)
    if (nadir.pendingReviews() > 0) fail(`${nadir.pendingReviews()} reviews are not written`);
}

/** All review files are read by their reader, and say what was said of scenes with files. */
async function judgeReviewFiles({ library, fail }: Round): Promise<void> {
  for await (const { problems } of readReviews(createDisk(), library))
    for (const problem of problems) fail(`a review file: ${JSON.stringify(problem)}`);
}

/** The folder alone says what there is. */
async function judgeFolder(round: Round, found: LibraryNadir): Promise<void> {
  const { posts, fail, library, scenes, doubted, strays } = round;
  await judgeReviewFiles(round);
  const { items, problems, assets } = await readCatalog(library, true);
  for (const failure of [...problems, ...judgeItems(items, scenes, doubted)]) fail(`at the end: ${failure}`);
  for (const { nadir, promised } of posts)
    for (const [sceneId, files] of promised.scenes)
      if (!items.get(sceneId)?.some((present) => files.every((each) => present.has(each))))
        fail(`${nadir.instance}: ${sceneId} is not in the catalog`);
  const isKnown = (name: string) => strays.has(dirname(name)) || strays.has(dirname(dirname(name)));
  for (const name of strangersOf(library, assets, isKnown)) fail(`nobody knows ${name}`);
  await found.loseDatabase();
  const known = found.scenes();
  const withFiles = new Set(
    known.filter(({ hasFiles }) => hasFiles === 1).map(({ sceneId }) => plainName(sceneId)),
  );
  for (const { nadir, promised } of posts) {
    const own = new Set(
      nadir
        .scenes()
        .filter(({ hasFiles }) => hasFiles === 1)
        .map(({ sceneId }) => plainName(sceneId)),
    );
    const said = new Map(
      [...promised.said].filter(([sceneId]) => own.has(sceneId) && withFiles.has(sceneId)),
    );
    const seenAs = { ...found, parts: found.parts, process: found.process, reviewer: nadir.reviewer };
    for (const failure of judgeNadir(seenAs, { ...promised, said }))
      if (!failure.includes('nobody said')) fail(`in a new database, of ${nadir.instance}: ${failure}`);
  }
}

async function runRound(
  number: number,
  random: Random,
  figures: LibraryFigures,
  { folder, system }: { folder: string; system: ReturnType<typeof installFaultySystem> },
): Promise<void> {
  const room = mkdtempSync(join(folder, 'nadir-library-'));
  const [library, source] = [join(room, 'library'), join(room, 'source')];
  for (const each of [library, source]) mkdirSync(each);
  const { sources, requests } = makeSources(source, number % 4 === 0);
  const before = canonicalText([...contentOfFolder(source)]);
  // Clocks are set, also back.
  let clock = Date.UTC(2026, 5, 1);
  const now = () => {
    clock += Math.floor((random() - (number % 3 === 0 ? 0.5 : 0)) * 10_000_000);
    return new Date(clock);
  };
  const drives = [createLooseDrive(library), createLooseDrive(source)];
  const open = (n: number) =>
    openLibraryNadir({ library, drives, number: n, now, requests, run: system.run });
  const posts = [1, 2].map((n): Post => ({ nadir: open(n), promised: nothingPromised() }));
  const found = open(3);
  const fail = (text: string) => void figures.failures.push(`round ${number}: ${text}`);
  const failures = figures.failures.length;
  const [first, second] = posts;
  if (first === undefined || second === undefined) return;
  const round: Round = {
    library,
    random,
    sources,
    scenes: scenesOf(sources),
    posts: [first, second],
    figures,
    fail,
    doubted: new Set(),
    strays: new Set(),
    forged: [],
    tidied: [],
    history: [],
  };
  try {
    for (let turn = 1; turn <= 9; turn += 1) {
      await stepUnderFault(round, turn);
      // What follows from a failure is none of its own.
      if (figures.failures.length > failures) return;
    }
    await mend(round);
    await judge(round, 'at the end');
    await judgeFolder(round, found);
    if (canonicalText([...contentOfFolder(source)]) !== before) fail('the source has changed');
    for (const { nadir } of [...posts, { nadir: found }])
      for (const error of nadir.allErrors())
        if (systemErrorCode(error) === '')
          fail(`a defect: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    if (figures.failures.length > failures) fail(`this was done: ${round.history.join('; ')}`);
    for (const { nadir } of [...posts, { nadir: found }]) nadir.remove();
    rmSync(room, { recursive: true, force: true });
  }
}

/**
 * Runs seeded schedules of imports of scenes that came another way, their undo, deliveries, deletions, checks, repairs, rebuilds and
 * reviews of two Nadirs on one library folder. Processes end at any operation of the disk, computers lose their power, the disk is
 * full, the drive of the library or of the source goes away, databases are lost and clocks go back. After each step everything that
 * was said to be done must be there and the catalog valid; at the end also in the folder alone, and nothing else may be.
 */
export async function runLibrary({
  seed,
  rounds,
  first = 0,
  folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
}: {
  seed: number;
  rounds: number;
  /** The number of the first round, to repeat one. */
  first?: number;
  folder?: string;
}): Promise<LibraryFigures> {
  const figures: LibraryFigures = {
    rounds,
    steps: {},
    faults: {},
    ended: 0,
    lostDatabases: 0,
    imported: 0,
    statements: 0,
    walked: 0,
    forged: 0,
    contested: 0,
    failures: [],
  };
  const system = installFaultySystem();
  try {
    for (let round = first; round < first + rounds && figures.failures.length < 20; round += 1)
      await runRound(round, seededRandom(seed * 1_000_003 + round), figures, { folder, system });
  } finally {
    system.restore();
  }
  return figures;
}
