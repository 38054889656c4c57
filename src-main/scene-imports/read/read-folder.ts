import type { Dir } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { maxJsonBytes } from '../format/parse-json.ts';
import { createStretches, type FoundStretch } from '../found-scene.ts';
import { buildScene, type ReadTools } from './build-scene.ts';
import {
  type FileGroup,
  filesOfGroup,
  groupFolder,
  groupRaster,
  isTiffName,
  sceneOfFiles,
} from './group-files.ts';
import { createFileFinder, type LocalFile, problemOf, readBounded } from './local-files.ts';
import { type Claimed, type ItemContext, readItemFile } from './read-item.ts';

/** A folder that was chosen by mistake may be a whole disk. */
export const maxEntries = 250_000;
const maxDepth = 16;

/** What is looked through. */
export interface FolderSource {
  /** Its real path. */
  root: string;
  /** Where nothing is looked for, as a real path: the library itself. */
  without: string;
  /** The name of the scene that all files without an item are, as those of a delivery archive; null if each may be one. */
  asOne: string | null;
}

const isItemName = (name: string) => /\.(json|geojson)$/i.test(name);
/** Files of the system, of version control, and what an archiver of macOS leaves. */
const isHidden = (name: string) => name.startsWith('.') || name === '__MACOSX' || name === 'Thumbs.db';

/** The files of a folder that may be those of scenes, by their folder; and those that may be items. */
interface Walked {
  byFolder: Map<string, string[]>;
  items: string[];
}

async function* walk(
  { root, without }: FolderSource,
  context: ItemContext,
  walked: Walked,
): AsyncGenerator<FoundStretch> {
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
          if (isTiffName(entry.name) || isItemName(entry.name)) out.problem(path, 'link');
        } else if (entry.isFile()) {
          if (isItemName(entry.name)) walked.items.push(path);
          const names = walked.byFolder.get(folder) ?? [];
          names.push(entry.name);
          walked.byFolder.set(folder, names);
        }
        if (out.isDue()) yield out.take();
      }
    } catch (error) {
      // A drive that goes away in the middle: what was found stays.
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

/** Yields the groups of files that no item has. */
async function* groupsOf(
  { root, asOne }: FolderSource,
  { byFolder }: Walked,
  claimed: ReadonlySet<string>,
): AsyncGenerator<FileGroup> {
  const whole: FileGroup = { name: asOne ?? '', folder: root, files: [] };
  for (const [folder, names] of byFolder) {
    const paths = names.map((name) => join(folder, name)).filter((path) => !claimed.has(path));
    if (asOne !== null) whole.files.push(...(await sized(paths)));
    else if (paths.some(isTiffName)) yield* groupFolder(folder, await sized(paths));
  }
  if (whole.files.some(({ path }) => isTiffName(path))) yield whole;
}

/**
 * Looks through a folder, a stretch at a time: each STAC Item is a scene with the files that it names, and rasters without an item
 * are scenes too. It follows no link of the file system. Only names are in memory.
 */
export async function* readFolder(source: FolderSource, tools: ReadTools): AsyncGenerator<FoundStretch> {
  const { root } = source;
  const out = createStretches();
  const context: ItemContext = { root, tools, out, find: createFileFinder(root) };
  const walked: Walked = { byFolder: new Map(), items: [] };
  const claimed: Claimed = new Set();
  yield* walk(source, context, walked);
  for (const path of walked.items) {
    const [file] = await sized([path]);
    const read = file === undefined ? null : await readBounded(file, maxJsonBytes);
    if (read !== null && 'text' in read) {
      const value = await readItemFile(context, { path, text: read.text, isAsked: false }, claimed);
      // An item that was read describes a scene and is no file of another one.
      if (value === null ? read.text.includes('"nadir:scene"') : value.kind !== 'other') claimed.add(path);
    }
    if (out.isDue()) yield out.take();
  }
  // An archive that describes itself has several scenes or one; whatever else lies in it is nobody's.
  const hasItems = claimed.size > 0;
  for await (const group of groupsOf(hasItems ? { ...source, asOne: null } : source, walked, claimed)) {
    await buildScene(context, null, sceneOfFiles(group.name), filesOfGroup(group));
    if (out.isDue()) yield out.take();
  }
  yield out.take();
}

/** Tells the scene of a raster that was chosen by itself, with the files beside it that have its name. */
export async function readRaster(path: string, tools: ReadTools): Promise<FoundStretch> {
  const out = createStretches();
  const folder = dirname(path);
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (out.entry() > maxEntries) break;
      if (entry.isFile() && !isTiffName(entry.name)) names.push(join(folder, entry.name));
    }
  } catch {
    // The raster alone is enough.
  }
  const [raster] = await sized([path]);
  if (raster === undefined) out.problem(path, 'missing');
  else {
    const group = groupRaster(raster, await sized(names));
    await buildScene({ tools, out }, null, sceneOfFiles(group.name), filesOfGroup(group));
  }
  return out.take();
}
