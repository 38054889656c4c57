import type { Dir } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DeliveryFolder, deliveryFolderOf } from '../format/delivery-names.ts';
import { maxJsonBytes } from '../format/parse-json.ts';
import { type BatchCollector, createBatchCollector, type FoundBatch } from '../found-scene.ts';
import { buildScene, type ReadTools } from './build-scene.ts';
import {
  type FileGroup,
  filesOfGroup,
  groupFolder,
  groupRaster,
  isTiffName,
  sceneOfFiles,
} from './group-files.ts';
import { isArchiveName, leftFiles, problemOfArchive } from './left-files.ts';
import { createFileFinder, type LocalFile, problemOf, readBounded } from './local-files.ts';
import { type ClaimedPaths, type ItemContext, readItemFile } from './read-item.ts';

/** A user may select a whole disk by mistake. */
export const maxEntries = 250_000;
const maxDepth = 16;

/** A folder that is searched. */
export interface FolderSource {
  /** The real path of the folder. */
  root: string;
  /** The real path of the library, which is left out. */
  without: string;
  /** The name of the one scene to which all files without an item belong, as in a delivery archive; null if there may be several. */
  asOne: string | null;
}

const isItemName = (name: string) => /\.(json|geojson)$/i.test(name);
/** True for files of the system, of version control and of the archiver of macOS. */
const isHidden = (name: string) => name.startsWith('.') || name === '__MACOSX' || name === 'Thumbs.db';

/** The names of files that may belong to scenes, by folder; and the paths of files that may be items. */
interface Walked {
  byFolder: Map<string, string[]>;
  items: string[];
}

async function* walk(
  { root, without }: FolderSource,
  context: ItemContext,
  walked: Walked,
): AsyncGenerator<FoundBatch> {
  const { out } = context;
  const waiting = [{ folder: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, depth } = next;
    const opened: Dir | null = await opendir(folder).catch((error: unknown) => {
      out.problem(folder, problemOf(error));
      return null;
    });
    if (opened === null) continue;
    try {
      for await (const entry of opened) {
        if (out.entry() > maxEntries) {
          out.problem(folder, 'too-many-entries', String(maxEntries));
          return;
        }
        const path = join(folder, entry.name);
        if (isHidden(entry.name)) continue;
        if (entry.isDirectory()) {
          if (path === without) out.problem(path, 'in-library');
          else if (depth >= maxDepth) out.problem(path, 'too-deep');
          else waiting.push({ folder: path, depth: depth + 1 });
        } else if (entry.isSymbolicLink()) {
          out.problem(path, 'link');
        } else if (entry.isFile()) {
          if (context.tools.isReviewName(entry.name)) {
            out.review(path);
          } else {
            if (isItemName(entry.name)) walked.items.push(path);
            const names = walked.byFolder.get(folder) ?? [];
            names.push(entry.name);
            walked.byFolder.set(folder, names);
          }
        }
        if (out.isDue()) yield out.take();
      }
    } catch (error) {
      // The drive was removed meanwhile. The files found before that are used.
      out.problem(folder, problemOf(error));
    }
  }
}

async function sized(paths: readonly string[]): Promise<LocalFile[]> {
  const files: LocalFile[] = [];
  for (const path of paths) {
    const entry = await lstat(path).catch(() => null);
    if (entry?.isFile() === true) files.push({ path, sizeBytes: entry.size });
  }
  return files;
}

/** Yields the groups of files that belong to no item. */
async function* groupsOf(
  { root, asOne }: FolderSource,
  { byFolder }: Walked,
  claimed: ReadonlySet<string>,
): AsyncGenerator<FileGroup> {
  const freePaths = (folder: string) =>
    (byFolder.get(folder) ?? [])
      .toSorted()
      .map((name) => join(folder, name))
      .filter((path) => !claimed.has(path));
  if (asOne !== null) {
    const whole: FileGroup = { name: asOne, folder: root, files: [] };
    for (const folder of byFolder.keys()) whole.files.push(...(await sized(freePaths(folder))));
    if (whole.files.some(({ path }) => isTiffName(path))) yield whole;
    return;
  }
  const deliveries = new Map<string, { folder: DeliveryFolder; folders: string[] }>();
  for (const folder of [...byFolder.keys()].toSorted()) {
    const delivery = deliveryFolderOf(folder, root);
    const { folders } = deliveries.get(delivery.path) ?? { folders: [] };
    deliveries.set(delivery.path, { folder: delivery, folders: [...folders, folder] });
  }
  for (const { folder, folders } of deliveries.values()) {
    const paths = folders.flatMap(freePaths);
    if (!paths.some(isTiffName)) continue;
    const files = await sized(paths);
    if (folder.isWhole)
      yield { name: basename(folder.path).replace(/\.safe$/i, ''), folder: folder.path, files };
    else yield* groupFolder(folder.path, files);
  }
}

/**
 * Yields the scenes of a folder in batches: each STAC Item is a scene with the files that it names, and rasters without an item are
 * scenes too. No symbolic link is followed. Files that belong to no scene are named as problems. Only the names of files are held in
 * memory.
 */
export async function* readFolder(source: FolderSource, tools: ReadTools): AsyncGenerator<FoundBatch> {
  const { root } = source;
  const collected = createBatchCollector();
  const told = new Set<string>();
  const out: BatchCollector = {
    ...collected,
    problem(path, problem, detail) {
      told.add(path);
      collected.problem(path, problem, detail);
    },
  };
  const context: ItemContext = { root, tools, out, find: createFileFinder(root) };
  const walked: Walked = { byFolder: new Map(), items: [] };
  const claimed: ClaimedPaths = new Set();
  yield* walk(source, context, walked);
  // In the order of their names, so that what belongs together stands together in the list.
  for (const path of walked.items.toSorted()) {
    const [file] = await sized([path]);
    const read = file === undefined ? null : await readBounded(file, maxJsonBytes);
    if (read !== null && 'text' in read) {
      const value = await readItemFile(context, { path, text: read.text, isChosen: false }, claimed);
      // An item describes its scene, so it is no file of another scene.
      if (value === null ? read.text.includes('"nadir:scene"') : value.kind !== 'other') claimed.add(path);
    }
    if (out.isDue()) yield out.take();
  }
  // If an archive has items, these say which scenes are in it, so that its other files need not belong to one scene.
  const hasItems = claimed.size > 0;
  const grouped = new Set<string>();
  for await (const group of groupsOf(hasItems ? { ...source, asOne: null } : source, walked, claimed)) {
    for (const { path } of group.files) {
      grouped.add(path);
      // It is kept with its scene, and nobody would look for rasters in it.
      if (isArchiveName(path)) out.problem(path, problemOfArchive(path), basename(path));
    }
    await buildScene(context, null, sceneOfFiles(group.name), filesOfGroup(group));
    if (out.isDue()) yield out.take();
  }
  const isKnown = (path: string) => claimed.has(path) || grouped.has(path) || told.has(path);
  for (const { path, problem, detail } of leftFiles(root, walked.byFolder, isKnown)) {
    out.problem(path, problem, detail);
    if (out.isDue()) yield out.take();
  }
  yield out.take();
}

/** Resolves with the scene of a selected raster and the files beside it that belong to it by their names. */
export async function readRaster(path: string, tools: ReadTools): Promise<FoundBatch> {
  const out = createBatchCollector();
  const folder = dirname(path);
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (out.entry() > maxEntries) break;
      if (entry.isFile() && !isTiffName(entry.name)) names.push(join(folder, entry.name));
    }
  } catch {
    // The raster can be imported without the files beside it.
  }
  const [raster] = await sized([path]);
  if (raster === undefined) out.problem(path, 'missing');
  else {
    const group = groupRaster(raster, await sized(names));
    await buildScene({ tools, out }, null, sceneOfFiles(group.name), filesOfGroup(group));
  }
  return out.take();
}
