import { createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ExportedFile } from '../../src-preload/contract/takeaway.ts';
import { AppError } from '../app-error.ts';
import type { CatalogFile, CatalogScene } from '../core/catalog-scene.ts';
import { openLibraryFile } from '../core/library-path.ts';
import { makeFolders } from '../core/make-folders.ts';
import { NotPlainError } from '../core/open-plain.ts';
import { systemErrorCode } from '../core/system-error.ts';

/** The scenes of which the items are written at once. */
const batchScenes = 20;
const pieceBytes = 1_024 * 1_024;
/** The space that is reserved for the item and catalogs of one scene. */
const itemBytes = 64 * 1_024;

/** The options of `createFolderExport`. */
export interface FolderExportOptions {
  library: () => string;
  /** Returns a scene with its files in the library folder; null if it has none. */
  described: (sceneRow: number) => CatalogScene | null;
  /** Writes the items and the catalog of an exported folder. */
  writeItems: (folder: string, scenes: readonly { sceneRow: number; scene: CatalogScene }[]) => Promise<void>;
  /** Calls `write` with a hidden path, and renames the folder when it is complete. */
  write: (name: string, write: (path: string) => Promise<void>) => Promise<ExportedFile>;
  /** Returns the folder of exports, or an existing one above it. */
  diskOf: () => string;
}

/** The result of an export. `leftOut` is the number of scenes without a file on disk. */
export interface ExportedScenes {
  file: ExportedFile;
  scenes: number;
  leftOut: number;
}

const isGone = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error));

/** Resolves with the existing files of a scene and their sizes. */
async function existingFiles(library: string, { files }: CatalogScene) {
  const existing: { file: CatalogFile; bytes: number }[] = [];
  for (const file of files) {
    // The copy would be outside of the exported folder.
    if (file.path.split('/').includes('..')) continue;
    const path = join(library, file.path);
    const opened = await openLibraryFile({ root: library, path }).catch((error: unknown) => {
      if (isGone(error) || error instanceof NotPlainError) return null;
      throw error;
    });
    if (opened === null) continue;
    try {
      existing.push({ file, bytes: (await opened.stat()).size });
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
export function createFolderExport({ library, described, writeItems, write, diskOf }: FolderExportOptions) {
  async function plan(sceneRows: readonly number[], signal: AbortSignal) {
    const planned: { sceneRow: number; scene: CatalogScene; bytes: number }[] = [];
    for (const sceneRow of sceneRows) {
      if (signal.aborted) throw new AppError('CANCELLED', {});
      const scene = described(sceneRow);
      const existing = scene === null ? [] : await existingFiles(library(), scene);
      const bytes = existing.reduce((sum, each) => sum + each.bytes, 0);
      if (scene !== null && existing.length > 0)
        planned.push({ sceneRow, scene: { ...scene, files: existing.map(({ file }) => file) }, bytes });
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
    { sceneRows, name }: { sceneRows: readonly number[]; name: string },
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<ExportedScenes> => {
    const planned = await plan(sceneRows, signal);
    if (planned.length === 0) throw new AppError('NOT_FOUND', { what: name });
    const total = planned.reduce((sum, { bytes }) => sum + bytes, 0);
    await checkSpace(total + planned.length * itemBytes);
    let copied = 0;

    async function copy(from: string, to: string) {
      await makeFolders(dirname(to));
      async function* counted(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          copied += piece.length;
          onProgress(total === 0 ? 1 : Math.min(1, copied / total));
          yield piece;
        }
      }
      const opened = await openLibraryFile({ root: library(), path: from });
      const source = opened.createReadStream({ highWaterMark: pieceBytes });
      await pipeline(source, counted, createWriteStream(to, { flags: 'wx', flush: true }), { signal });
    }

    const file = await write(name, async (folder) => {
      try {
        await mkdir(folder);
        for (let first = 0; first < planned.length; first += batchScenes) {
          const batch = planned.slice(first, first + batchScenes);
          for (const { scene } of batch)
            for (const { path } of scene.files) await copy(join(library(), path), join(folder, path));
          await writeItems(folder, batch);
        }
      } catch (error) {
        if (signal.aborted) throw new AppError('CANCELLED', {}, { cause: error });
        throw error;
      }
    });
    return {
      file: { ...file, sizeBytes: total },
      scenes: planned.length,
      leftOut: sceneRows.length - planned.length,
    };
  };
}
