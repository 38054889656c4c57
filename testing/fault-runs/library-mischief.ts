import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isReviewName } from '../../src-main/features/reviews/format/review-file.ts';
import { deleteForged, forgeItem } from './forged-items.ts';
import { noteImported } from './library-judge.ts';
import { plainName } from './library-nadir.ts';
import { judge, noteTakenBack, type Post, pickOf, type Round } from './library-round.ts';

/** Writes an item by hand that names files of other scenes, and has it read. False if there is nothing to name. */
export async function forge(round: Round, { nadir, promised }: Post, turn: number): Promise<boolean> {
  const { library, random, figures, forged } = round;
  const paths = nadir.parts.holdings.allFiles().map(({ path }) => path);
  const [first, second] = [pickOf(random, paths), pickOf(random, paths)];
  if (first === undefined || second === undefined) return false;
  const sceneId = `X${turn}`;
  forgeItem(library, sceneId, [...new Set([first, second])]);
  forged.push(sceneId);
  figures.forged += 1;
  promised.hasRead = true;
  await nadir.live(async () => {
    await nadir.parts.holdings.rebuild();
    await nadir.settle();
  });
  return true;
}

/** Somebody deletes the forged scenes: every other scene must keep its files. */
export const clearForged = ({ library, posts, forged, fail }: Round): Promise<void> =>
  deleteForged(
    library,
    posts.map(({ nadir }) => nadir.parts.holdings),
    forged,
    fail,
  );

/** Somebody removes what a Nadir that has ended has left in a folder, but for reviews. */
function tidyUp({ library, tidied }: Round, folder: string | null): void {
  const path = join(library, folder ?? '');
  if (folder === null || !existsSync(path)) return;
  tidied.push(folder);
  const names = readdirSync(path);
  for (const name of names.filter((each) => !isReviewName(each)))
    rmSync(join(path, name), { recursive: true });
  if (!names.some(isReviewName)) rmSync(path, { recursive: true });
}

/**
 * Takes an import back in a process that ends while it does so, or ends while it imports; another Nadir imports the same scenes then, and
 * the first one goes on. What the other one was told is in the library must stay.
 */
export async function contestUndo(round: Round, post: Post): Promise<void> {
  const { random, posts, sources, scenes, figures } = round;
  const { nadir } = post;
  const [other] = posts.filter((each) => each !== post);
  const source = pickOf(random, sources);
  if (source === undefined || other === undefined) return;
  const isImport = random() < 0.4;
  if (isImport) nadir.process.begin({ kind: 'kill', after: 20 + Math.floor(random() * 60) });
  await nadir.live(async () => {
    await nadir.importFrom(source);
    await nadir.settle();
  });
  const importId = nadir.parts.imports.list()[0]?.importId ?? 0;
  noteImported(nadir, post.promised, scenes);
  noteTakenBack(round, post, importId);
  for (const { label } of nadir.rowsOf(importId)) {
    round.doubted.add(plainName(label));
    post.promised.scenes.delete(plainName(label));
  }
  if (isImport) for (const { folder } of nadir.parts.table.placedOnly(importId)) tidyUp(round, folder);
  else {
    if ((nadir.parts.imports.list()[0]?.counts.imported ?? 0) === 0) return;
    nadir.process.begin({ kind: 'kill', after: Math.floor(random() * 40) });
    await nadir.live(async () => {
      nadir.parts.imports.undo(importId);
      await nadir.parts.imports.idle();
    });
    const left = nadir.rowsOf(importId).filter(({ outcome }) => outcome === 'imported');
    if (random() < 0.7) for (const { folder } of left) tidyUp(round, folder);
  }
  nadir.process.end();
  figures.contested += 1;
  round.history.push(`${nadir.instance} ${isImport ? 'import' : 'undo'} of ${source.name} contested`);
  await other.nadir.live(async () => {
    await other.nadir.importFrom(source);
    await other.nadir.settle();
  });
  noteImported(other.nadir, other.promised, scenes);
  const [own] = other.nadir.parts.imports.list();
  // What it found there may be what the first one is about to take back.
  for (const { label, outcome } of own === undefined ? [] : other.nadir.rowsOf(own.importId))
    if (outcome !== 'imported' || other.promised.hasRead) other.promised.scenes.delete(plainName(label));
  if (nadir.process.isDead()) {
    figures.ended += 1;
    await nadir.restart();
  }
  await judge(round, 'after another Nadir came between');
  const [left] = nadir.parts.imports.list();
  if (left !== undefined && left.state !== 'paused') noteTakenBack(round, post, left.importId);
  await nadir.live(async () => {
    if (left?.state === 'paused' && random() < 0.5) await nadir.goOn(left.importId);
    else if (left?.state === 'paused') await nadir.parts.imports.forget(left.importId);
    else if (left !== undefined && left.counts.imported > 0) nadir.parts.imports.undo(left.importId);
    await nadir.parts.imports.idle();
    await nadir.settle();
  });
  await judge(round, 'after the first Nadir went on');
}
