import { basename, dirname, join, relative, sep } from 'node:path';
import { parseBounded } from '../format/parse-json.ts';
import { linkTo, nameOfHref, readStac, type StacItem, type StacValue } from '../format/read-stac.ts';
import { resolveHref } from '../format/resolve-href.ts';
import type { BatchCollector } from '../found-scene.ts';
import { buildScene, type ReadTools } from './build-scene.ts';
import type { createFileFinder } from './local-files.ts';
import { pathInSceneOf, type UnnamedFile } from './scene-files.ts';

/** What all items of a folder share while they are read. `root` is the real path of the folder. */
export interface ItemContext {
  root: string;
  tools: ReadTools;
  out: BatchCollector;
  find: ReturnType<typeof createFileFinder>;
}

/** The paths of the files that belong to items, so that they become no scenes of their own. */
export type ClaimedPaths = Set<string>;

/** Adds the scene of an item that Nadir wrote; resolves with false if the text is no such item. */
async function addOwn(
  context: ItemContext,
  path: string,
  text: string,
  claimed: ClaimedPaths,
): Promise<boolean> {
  const { root, tools, out, find } = context;
  if (!text.includes('"nadir:scene"')) return false;
  const read = tools.readOwn(relative(root, path).split(sep).join('/'), text);
  if (read === null) return false;
  for (const { what, problem } of read.problems)
    out.problem(what === '' ? path : `${path}: ${what}`, problem);
  const { files, ...scene } = read.scene;
  const found: UnnamedFile[] = [];
  for (const { kind, name, fileName, bands, sha256, path: place, ...own } of files) {
    const file = await find(join(root, place));
    if ('problem' in file) {
      out.problem(join(root, place), file.problem);
      continue;
    }
    claimed.add(file.path);
    found.push({
      kind,
      bands,
      sha256,
      isRemote: false,
      from: file.path,
      sizeBytes: file.sizeBytes,
      role: name,
      pathInScene: pathInSceneOf(dirname(path), file.path),
      own: {
        name,
        fileName,
        savedAt: own.savedAt,
        fetchedFrom: own.fetchedFrom,
        order: own.order,
        deliverable: own.deliverable,
        originalPath: own.originalPath,
      },
    });
  }
  await buildScene(context, path, scene, found);
  return true;
}

async function addForeign(
  context: ItemContext,
  path: string,
  item: StacItem,
  claimed: ClaimedPaths,
): Promise<void> {
  const { root, out, find } = context;
  const folder = dirname(path);
  const self = linkTo(item.links, 'self');
  for (const { what, problem, detail } of item.problems)
    out.problem(what === '' ? path : `${path}: ${what}`, problem, detail);
  const found: UnnamedFile[] = [];
  for (const { key, href, kind, name, bands, sha256 } of item.assets) {
    const label = `${path}: ${key}`;
    const resolved = resolveHref(href, { folder, root, self });
    if ('problem' in resolved) {
      out.problem(label, resolved.problem, nameOfHref(href));
      continue;
    }
    const file = await find(resolved.path);
    if ('problem' in file) {
      out.problem(label, file.problem, basename(resolved.path));
      continue;
    }
    // Two assets may be parts of one file.
    if (found.some(({ from }) => from === file.path)) continue;
    claimed.add(file.path);
    found.push({
      kind,
      bands,
      sha256,
      isRemote: false,
      from: file.path,
      sizeBytes: file.sizeBytes,
      role: name,
      pathInScene: pathInSceneOf(folder, file.path),
    });
  }
  await buildScene(context, path, item.scene, found);
}

/**
 * Adds the scene of an item, or the scenes of a page of items, in a file. Resolves with the content of the file; null if that is no JSON
 * or an item that Nadir wrote. `isChosen` is false for a file that was found in a folder: there a file without STAC is no problem.
 */
export async function readItemFile(
  context: ItemContext,
  { path, text, isChosen }: { path: string; text: string; isChosen: boolean },
  claimed: ClaimedPaths,
): Promise<StacValue | null> {
  const { out } = context;
  const parsed = parseBounded(text);
  if ('problem' in parsed) {
    if (isChosen || text.includes('"stac_version"')) out.problem(path, parsed.problem);
    return null;
  }
  if (await addOwn(context, path, text, claimed)) return null;
  const value = readStac(parsed.value);
  if (value.kind === 'item') await addForeign(context, path, value, claimed);
  else if (value.kind === 'page') {
    for (const [n, each] of value.items.entries()) {
      const item = readStac(each);
      if (item.kind === 'item') await addForeign(context, path, item, claimed);
      else if (isChosen && item.kind === 'other') out.problem(`${path} (${n + 1})`, item.problem);
    }
  } else if (value.kind === 'other' && (isChosen || value.problem !== 'not-stac'))
    out.problem(path, value.problem);
  return value;
}
