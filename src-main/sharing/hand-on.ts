import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ExportedFile } from '../../src-preload/contract/takeaway.ts';
import { AppError } from '../app-error.ts';
import type { CatalogFile, CatalogScene } from '../core/catalog-scene.ts';
import { systemErrorCode } from '../core/system-error.ts';

/** Items are written so many at a time, beside the files that they name. */
const batchScenes = 20;
const pieceBytes = 1_024 * 1_024;
/** What items and catalogs of a scene take at most, as a rule. */
const itemBytes = 64 * 1_024;

/** What the application supplies for folders that are handed on. */
export interface HandOnParts {
  library: () => string;
  /** Returns a scene with its files below the library folder; null if it has none there. */
  described: (sceneRow: number) => CatalogScene | null;
  /** Writes the items and the catalog of a folder. Rejects if that fails. */
  writeItems: (folder: string, scenes: readonly { sceneRow: number; scene: CatalogScene }[]) => Promise<void>;
  /** Has a folder written under a hidden name and gives it its own when it is whole. */
  write: (name: string, write: (path: string) => Promise<void>) => Promise<ExportedFile>;
  /** The folder of exports, or the nearest one above it that is there. */
  diskOf: () => string;
}

/** What was written. */
export interface HandedOn {
  file: ExportedFile;
  scenes: number;
  leftOut: number;
}

const isGone = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error));

/** Resolves with the files of a scene that are on the disk, and their sizes. */
async function filesThere(library: string, { files }: CatalogScene) {
  const there: { file: CatalogFile; bytes: number }[] = [];
  for (const file of files) {
    // The copy must not lead out of its folder either.
    if (file.path.split('/').includes('..')) continue;
    const info = await stat(join(library, file.path)).catch((error: unknown) => {
      if (isGone(error)) return null;
      throw error;
    });
    if (info?.isFile()) there.push({ file, bytes: info.size });
  }
  return there;
}

/**
 * Creates the writing of folders that are handed on: the files of scenes, copied, with their items and a catalog whose links are
 * relative, as in the library folder (docs/library-format.md). The folder appears when it is whole.
 */
export function createHandOn({ library, described, writeItems, write, diskOf }: HandOnParts) {
  async function plan(sceneRows: readonly number[], signal: AbortSignal) {
    const planned: { sceneRow: number; scene: CatalogScene; bytes: number }[] = [];
    for (const sceneRow of sceneRows) {
      if (signal.aborted) throw new AppError('CANCELLED', {});
      const scene = described(sceneRow);
      const there = scene === null ? [] : await filesThere(library(), scene);
      const bytes = there.reduce((sum, each) => sum + each.bytes, 0);
      if (scene !== null && there.length > 0)
        planned.push({ sceneRow, scene: { ...scene, files: there.map(({ file }) => file) }, bytes });
      await yieldToEventLoop();
    }
    return planned;
  }

  async function checkSpace(neededBytes: number) {
    const { bavail, bsize } = await statfs(diskOf());
    if (bavail * bsize < neededBytes) throw new AppError('DISK_FULL', { path: diskOf(), neededBytes });
  }

  return async (
    { sceneRows, name }: { sceneRows: readonly number[]; name: string },
    progress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<HandedOn> => {
    const planned = await plan(sceneRows, signal);
    if (planned.length === 0) throw new AppError('NOT_FOUND', { what: name });
    const total = planned.reduce((sum, { bytes }) => sum + bytes, 0);
    await checkSpace(total + planned.length * itemBytes);
    let copied = 0;

    async function copy(from: string, to: string) {
      await mkdir(dirname(to), { recursive: true });
      async function* counted(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          copied += piece.length;
          progress(total === 0 ? 1 : Math.min(1, copied / total));
          yield piece;
        }
      }
      const source = createReadStream(from, { highWaterMark: pieceBytes });
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
      ...{ scenes: planned.length, leftOut: sceneRows.length - planned.length },
    };
  };
}
