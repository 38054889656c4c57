import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { canonicalText } from '../../src-main/core/content-hash.ts';
import { collectionPath, isItemName } from '../../src-main/features/library/holdings/format/layout.ts';
import { isReviewName } from '../../src-main/features/reviews/format/review-file.ts';
import type { Statement } from '../../src-preload/contract/reviews.ts';
import { walkCatalog } from '../stac/check-catalog.ts';
import { type LibraryNadir, plainName } from './library-nadir.ts';
import type { LibrarySource } from './library-sources.ts';
import { fieldOf, shownOf } from './reviews.ts';

/** What a judge remembers of one Nadir: what it was told is done. */
export interface Promised {
  /** The files of scenes that were imported, as SHA-256, by the name of the scene. */
  scenes: Map<string, string[]>;
  /** What was said last of each field of a scene. */
  said: Map<string, Map<string, string>>;
  /** Rows of imports that were counted. */
  seen: Set<string>;
  /** True if its index was read from the folder, so that it knows files that the other Nadir may take back. */
  hasRead: boolean;
}

/** Creates what is remembered of a Nadir of which nothing is known yet. */
export const nothingPromised = (): Promised => ({
  scenes: new Map(),
  said: new Map(),
  seen: new Set(),
  hasRead: false,
});

/** Returns the scenes of all sources, by their names. */
export const scenesOf = (sources: readonly LibrarySource[]): ReadonlyMap<string, readonly string[]> =>
  new Map(sources.flatMap(({ scenes }) => scenes).map(({ sceneId, files }) => [sceneId, files]));

/** Remembers a statement that was acknowledged. */
export function noteSaid(promised: Promised, sceneId: string, statement: Statement): void {
  const fields = promised.said.get(sceneId) ?? new Map<string, string>();
  // A remark that never was is not removed either.
  if (statement.value === null && !fields.has(fieldOf(statement))) return;
  promised.said.set(sceneId, fields.set(fieldOf(statement), canonicalText(statement.value)));
}

/** Remembers the scenes that imports say to be in the library now. */
export function noteImported(
  nadir: LibraryNadir,
  promised: Promised,
  scenes: ReadonlyMap<string, readonly string[]>,
): void {
  for (const { importId, state } of nadir.parts.imports.list())
    for (const { label, outcome } of nadir.rowsOf(importId)) {
      const key = `${importId} ${label} ${outcome}`;
      const isSaid = outcome === 'imported' || (outcome === 'there' && state === 'done');
      if (!isSaid || promised.seen.has(key)) continue;
      promised.seen.add(key);
      const files = scenes.get(plainName(label));
      if (files !== undefined) promised.scenes.set(plainName(label), [...files]);
    }
}

const lacking = (wanted: readonly string[], present: ReadonlySet<string>) =>
  wanted.filter((each) => !present.has(each));

/** Compares what a Nadir has in its index and database with what was promised. */
export function judgeNadir(nadir: LibraryNadir, { scenes, said }: Promised): string[] {
  const failures: string[] = [];
  const known = nadir.scenes();
  const rowsOf = (sceneId: string) => known.filter((each) => plainName(each.sceneId) === sceneId);
  for (const [sceneId, files] of scenes) {
    const present = new Set(rowsOf(sceneId).flatMap(({ id }) => nadir.filesOf(id)));
    const lost = lacking(files, present);
    if (lost.length > 0) failures.push(`${sceneId}: ${lost.length} of ${files.length} files are lost`);
  }
  for (const [sceneId, fields] of said)
    for (const [field, value] of fields) {
      const shown = rowsOf(sceneId).map(
        ({ id }) => shownOf(nadir.parts.said, id, nadir.reviewer.id).get(field) ?? ['null'],
      );
      if (!shown.some((values) => canonicalText(values) === canonicalText([value])))
        failures.push(`${sceneId} ${field}: said ${value}, shown ${canonicalText(shown)}`);
    }
  // A scene has no review that nobody wrote of it.
  for (const { id, sceneId } of known)
    for (const [field, values] of shownOf(nadir.parts.said, id, nadir.reviewer.id))
      if (values.length > 0 && !said.get(plainName(sceneId))?.has(field))
        failures.push(`${sceneId} ${field}: nobody said ${values.join(' and ')}`);
  return failures;
}

const sha256Of = (path: string) =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';

/** What the catalog says, by the name of the scene: the files of each of its items that are as it says. */
export async function readCatalog(library: string, isStrict: boolean) {
  const items = new Map<string, ReadonlySet<string>[]>();
  if (!existsSync(join(library, 'catalog.json'))) return { items, problems: [], assets: new Set<string>() };
  const walked = await walkCatalog(library, 'catalog.json', { assets: isStrict });
  const assets = new Set<string>();
  for (const { path, item } of walked.items) {
    const present = new Set<string>();
    for (const asset of Object.values(item.assets)) {
      const file = join(dirname(path), ...decodeURIComponent(asset.href).split('/'));
      assets.add(file);
      const sha256 = sha256Of(file);
      if (asset['file:checksum'] === `1220${sha256}`) present.add(sha256);
    }
    const name = plainName(item.id);
    items.set(name, [...(items.get(name) ?? []), present]);
  }
  return { items, problems: walked.problems.slice(0, 3), assets };
}

/** Returns what is wrong with the items of imported scenes: none may be half of its scene. */
export function judgeItems(
  items: Awaited<ReturnType<typeof readCatalog>>['items'],
  scenes: ReadonlyMap<string, readonly string[]>,
  doubted: ReadonlySet<string>,
): string[] {
  return [...items].flatMap(([sceneId, all]) => {
    const files = scenes.get(sceneId);
    if (files === undefined || doubted.has(sceneId)) return [];
    const halves = all.filter((present) => lacking(files, present).length > 0);
    return halves.length === 0
      ? []
      : [`the catalog has ${halves.length} of ${all.length} halves of ${sceneId}`];
  });
}

/** Returns the files of a library folder that nobody knows. */
export function strangersOf(
  library: string,
  assets: ReadonlySet<string>,
  isKnown: (path: string) => boolean,
) {
  const isOwn = (name: string) =>
    name === 'catalog.json' || isItemName(name) || isReviewName(name) || /\.tmp$|^\.nadir-lock/.test(name);
  return readdirSync(library, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() ? entry.name !== '.importing' : isOwn(entry.name) || assets.has(path)) return [];
    const name = relative(library, path).split(sep).join('/');
    return name === collectionPath || isKnown(name) || !statSync(path, { throwIfNoEntry: false })
      ? []
      : [name];
  });
}
