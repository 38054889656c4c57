import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, rmdir, statfs } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ExportedFile } from '../../../src-preload/contract/takeaway.ts';
import { AppError } from '../../core/app-error.ts';
import type { CatalogFile, CatalogScene } from '../../core/catalog-scene.ts';
import { openLibraryFile } from '../../core/library-path.ts';
import { makeFolders } from '../../core/make-folders.ts';
import { NotPlainError } from '../../core/open-plain.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import { untilClosed } from '../../core/until-closed.ts';

/** The scenes of which the items are written at once. */
const batchScenes = 20;
const pieceBytes = 1_024 * 1_024;
/** The space that is reserved for the item and catalogs of one scene. */
const itemBytes = 64 * 1_024;

/** A scene with its files in one library folder, absolute. */
export interface LocatedScene {
  root: string;
  scene: CatalogScene;
}

/** A scene as it is in the exported folder. */
export interface ExportedScene {
  sceneRow: number;
  scene: CatalogScene;
}

/** The options of `createFolderExport`. */
export interface FolderExportOptions {
  /** Returns a scene once for each library folder that has files of it, the further ones too. */
  located: (sceneRow: number) => readonly LocatedScene[];
  /** Writes the items and the catalog of an exported folder; items have the verdicts of reviewers only with `withReviews`. */
  writeItems: (
    folder: string,
    scenes: readonly ExportedScene[],
    form: { withReviews: boolean },
  ) => Promise<void>;
  /** Writes the reviews of scenes beside their exported files; resolves with the number of scenes that have some. */
  writeReviews: (folder: string, scenes: readonly ExportedScene[]) => Promise<number>;
  /** Calls `write` with a hidden path, and renames the folder when it is complete. */
  write: (name: string, write: (path: string) => Promise<void>) => Promise<ExportedFile>;
  /** Returns the folder of exports, or an existing one above it. */
  diskOf: () => string;
}

/** The result of an export. */
export interface ExportedScenes {
  /** Null if nothing was written, because all files are damaged. */
  file: ExportedFile | null;
  scenes: number;
  /** The number of scenes without a usable file on disk. */
  leftOut: number;
  /** The number of scenes with reviews. */
  reviewed: number;
  /** The number of files that were left out because their content is not the recorded one, and the names of the first of them. */
  damaged: { files: number; names: readonly string[] };
}

/** A file that is to be copied from one library folder to a path below the exported one. */
interface PlannedFile {
  root: string;
  from: string;
  to: CatalogFile;
  bytes: number;
}

interface PlannedScene extends ExportedScene {
  files: readonly PlannedFile[];
}

/** The most damaged files that are named. */
const mostNamed = 10;

const isGone = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error));

/** Letters that no decomposition turns into plain ones. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
};

/**
 * Returns a name of plain letters, digits and `._-`. A link to any other name has escapes such as `%20`, which are right and which not every
 * program decodes: pystac looks for a file with the escapes in its name, and then reads nothing of the whole folder.
 */
function toPlainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæÆœŒøØđĐłŁ]/g, (letter) => plainLetters[letter] ?? '_')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+|\.+$/g, '_');
  return plain === '' ? '_' : plain;
}

/** Creates the paths of files in the exported folder, with names that any program can follow. */
function createPlainPaths() {
  const folders = new Map<string, string>();
  const takenFolders = new Set<string>();
  const takenFiles = new Set<string>();

  /** Returns a name that is not taken yet. Some file systems hold `A.tif` and `a.tif` for the same name. */
  function freeName(taken: Set<string>, nth: (n: number) => string): string {
    let n = 1;
    while (taken.has(nth(n).toLowerCase())) n += 1;
    taken.add(nth(n).toLowerCase());
    return nth(n);
  }

  /** Each folder of a scene in a library folder becomes one folder, so that no two scenes and no two files of one path meet. */
  function folderFor(sceneRow: number, root: string, folder: string): string {
    const key = JSON.stringify([sceneRow, root, folder]);
    const known = folders.get(key);
    if (known !== undefined) return known;
    const plain = folder.split('/').map(toPlainName).join('/');
    const free = freeName(takenFolders, (n) => (n === 1 ? plain : `${plain}-${n}`));
    folders.set(key, free);
    return free;
  }

  return (sceneRow: number, root: string, path: string): string => {
    const folder = folderFor(sceneRow, root, posix.dirname(path));
    const name = toPlainName(posix.basename(path));
    const end = posix.extname(name);
    const stem = name.slice(0, name.length - end.length);
    return freeName(takenFiles, (n) => posix.join(folder, n === 1 ? name : `${stem}-${n}${end}`));
  };
}

/** Resolves with the existing files of a scene in one library folder, and their paths in the exported one. */
async function existingFiles(
  { root, scene }: LocatedScene,
  pathFor: (root: string, path: string) => string,
): Promise<PlannedFile[]> {
  const existing: PlannedFile[] = [];
  for (const file of scene.files) {
    // The copy would be outside of the exported folder.
    if (file.path.split('/').includes('..')) continue;
    const from = join(root, file.path);
    const opened = await openLibraryFile({ root, path: from }).catch((error: unknown) => {
      if (isGone(error) || error instanceof NotPlainError) return null;
      throw error;
    });
    if (opened === null) continue;
    try {
      const { size } = await opened.stat();
      existing.push({ root, from, to: { ...file, path: pathFor(root, file.path) }, bytes: size });
    } finally {
      await opened.close();
    }
  }
  return existing;
}

/**
 * Creates the function that exports scenes to a folder: copies of their files, with items and a catalog that has relative links, as in the
 * library folder (docs/library-format.md). The folder gets its name when it is complete.
 */
export function createFolderExport(options: FolderExportOptions) {
  const { located, writeItems, writeReviews, write, diskOf } = options;

  async function plan(sceneRows: readonly number[], signal: AbortSignal): Promise<PlannedScene[]> {
    const planned: PlannedScene[] = [];
    const plainPath = createPlainPaths();
    for (const sceneRow of sceneRows) {
      if (signal.aborted) throw new AppError('CANCELLED', {});
      const places = located(sceneRow);
      const files: PlannedFile[] = [];
      for (const place of places)
        files.push(...(await existingFiles(place, (root, path) => plainPath(sceneRow, root, path))));
      const [first] = places;
      if (first !== undefined && files.length > 0)
        planned.push({ sceneRow, scene: { ...first.scene, files: files.map(({ to }) => to) }, files });
      await yieldToEventLoop();
    }
    return planned;
  }

  async function checkSpace(neededBytes: number) {
    const { bavail, bsize } = await statfs(diskOf());
    if (bavail * bsize < neededBytes) throw new AppError('DISK_FULL', { path: diskOf(), neededBytes });
  }

  /** `onProgress` receives the copied fraction, from 0 to 1. Throws NOT_FOUND without a file to copy, DISK_FULL, CANCELLED. */
  return async (
    { sceneRows, name, withReviews }: { sceneRows: readonly number[]; name: string; withReviews: boolean },
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<ExportedScenes> => {
    const planned = await plan(sceneRows, signal);
    if (planned.length === 0) throw new AppError('NOT_FOUND', { what: name });
    const total = planned.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0);
    await checkSpace(total + planned.length * itemBytes);
    const damaged: string[] = [];
    let [copied, wholeBytes] = [0, 0];
    let [scenes, reviewed] = [0, 0];

    /** Resolves with whether the copied content is the recorded one: an item with another checksum than its file would be no proof. */
    async function copy({ root, from, to }: PlannedFile, path: string): Promise<boolean> {
      await makeFolders(dirname(path));
      const hash = createHash('sha256');
      async function* counted(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          copied += piece.length;
          hash.update(piece);
          onProgress(total === 0 ? 1 : Math.min(1, copied / total));
          yield piece;
        }
      }
      const opened = await openLibraryFile({ root, path: from });
      const source = opened.createReadStream({ highWaterMark: pieceBytes });
      const target = createWriteStream(path, { flags: 'wx', flush: true });
      await pipeline(source, counted, target, { signal }).finally(() => untilClosed(target));
      return to.sha256 === null || hash.digest('hex') === to.sha256;
    }

    /** Copies the files of a scene; resolves with the scene as it is in the folder, or null if no file of it is there. */
    async function copyScene(planned: PlannedScene, folder: string): Promise<ExportedScene | null> {
      const files: CatalogFile[] = [];
      for (const each of planned.files) {
        const path = join(folder, each.to.path);
        if (await copy(each, path)) {
          files.push(each.to);
          wholeBytes += each.bytes;
        } else {
          await rm(path);
          // Without a file in it, the folder of a scene would look like one that was lost.
          await rmdir(dirname(path)).catch(() => undefined);
          damaged.push(each.to.fileName);
        }
      }
      const { sceneRow, scene } = planned;
      return files.length === 0 ? null : { sceneRow, scene: { ...scene, files } };
    }

    const nothingWhole = new AppError('NOT_FOUND', { what: name });
    const written = write(name, async (folder) => {
      try {
        await mkdir(folder);
        for (let first = 0; first < planned.length; first += batchScenes) {
          const batch: ExportedScene[] = [];
          for (const each of planned.slice(first, first + batchScenes)) {
            const exported = await copyScene(each, folder);
            if (exported !== null) batch.push(exported);
          }
          scenes += batch.length;
          await writeItems(folder, batch, { withReviews });
          if (withReviews) reviewed += await writeReviews(folder, batch);
        }
        if (scenes === 0) throw nothingWhole;
      } catch (error) {
        if (signal.aborted) throw new AppError('CANCELLED', {}, { cause: error });
        throw error;
      }
    });
    const file = await written.catch((error: unknown) => {
      if (error === nothingWhole) return null;
      throw error;
    });
    return {
      file: file && { ...file, sizeBytes: wholeBytes },
      scenes,
      leftOut: sceneRows.length - scenes,
      reviewed,
      damaged: { files: damaged.length, names: damaged.slice(0, mostNamed) },
    };
  };
}
