import { judgeItems, judgeNadir, noteImported, type Promised, readCatalog } from './library-judge.ts';
import { type LibraryNadir, plainName } from './library-nadir.ts';
import type { LibrarySource } from './library-sources.ts';

/** What a run has found. */
export interface LibraryFigures {
  rounds: number;
  steps: Record<string, number>;
  faults: Record<string, number>;
  /** Processes that were ended, and databases that were lost. */
  ended: number;
  lostDatabases: number;
  /** Scenes that were said to be imported, and statements of reviewers. */
  imported: number;
  statements: number;
  /** Catalogs that were walked from their root, after each step. */
  walked: number;
  /** Items that were written by hand, and undos that another Nadir came between. */
  forged: number;
  contested: number;
  failures: string[];
}

export type Random = () => number;

/** A Nadir with what it has promised. */
export interface Post {
  nadir: LibraryNadir;
  promised: Promised;
}

/** What a round is about. */
export interface Round {
  library: string;
  random: Random;
  sources: readonly LibrarySource[];
  scenes: ReadonlyMap<string, readonly string[]>;
  posts: readonly [Post, Post];
  figures: LibraryFigures;
  /** Scenes that somebody has begun to take back: what is left of them is not looked at. */
  doubted: Set<string>;
  /** Folders that somebody has tidied up by hand: links to their items may lead nowhere for a while. */
  tidied: string[];
  /** Items that were written by hand, by the names of their scenes. */
  forged: string[];
  /** What was done, for whoever reads of a failure. */
  history: string[];
  /** Folders whose only record went with a database. */
  strays: Set<string>;
  fail: (text: string) => void;
}

/** Returns one of them; undefined if there is none. */
export const pickOf = <T>(random: Random, all: readonly T[]): T | undefined =>
  all[Math.floor(random() * all.length)];

/** Nothing of an import that somebody takes back is promised any more, but for what a later one has put into the same folder. */
export function noteTakenBack({ doubted, posts }: Round, { nadir, promised }: Post, importId: number): void {
  const later = nadir.parts.imports.list().filter((each) => each.importId > importId);
  const kept = later
    .flatMap((each) => nadir.rowsOf(each.importId))
    .filter((row) => row.outcome === 'imported');
  for (const { label, outcome, folder } of nadir.rowsOf(importId)) {
    if (outcome !== 'imported' && outcome !== 'undone') continue;
    if (kept.some((row) => row.label === label && row.folder === folder)) continue;
    const name = plainName(label);
    doubted.add(name);
    for (const other of posts)
      if (other.promised === promised || other.promised.hasRead) other.promised.scenes.delete(name);
  }
}

/** Looks at everything once a step is over: the drives are back, and a process that has ended runs again. */
export async function judge(
  { library, figures, posts, scenes, doubted, tidied, fail }: Round,
  when: string,
): Promise<void> {
  for (const { nadir, promised } of posts) {
    const before = promised.scenes.size;
    noteImported(nadir, promised, scenes);
    figures.imported += Math.max(0, promised.scenes.size - before);
    for (const failure of judgeNadir(nadir, promised)) fail(`${when}, ${nadir.instance}: ${failure}`);
  }
  for (const { nadir } of posts)
    for (const text of nadir.parts.holdings.taken.splice(0)) fail(`${when}, ${nadir.instance}: ${text}`);
  const { items, problems } = await readCatalog(library, false);
  figures.walked += 1;
  const isTidied = (problem: string) => tidied.some((folder) => problem.includes(encodeURI(`${folder}/`)));
  const broken = problems.filter((problem) => !isTidied(problem));
  for (const failure of [...broken, ...judgeItems(items, scenes, doubted)]) fail(`${when}: ${failure}`);
}
