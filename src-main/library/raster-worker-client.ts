import { access, constants, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../src-preload/contract/library.ts';
import { type RasterRecord, rasterRecordSchema } from './raster-record.ts';
import { createRasterThread, type RasterThreadLimits } from './raster-thread.ts';

/** Reads rasters for drawing, and copies them for display if needed. */
export interface RasterWorkerClient {
  /**
   * Returns what is needed for drawing, from the stored record or read again in a worker; `text` is to be stored. Throws
   * RASTER_UNDRAWABLE if it cannot be drawn, CANCELLED if it is forgotten meanwhile.
   */
  describe(request: {
    fileId: LibraryFileId;
    path: string;
    kept: string | null;
    bands: readonly string[];
  }): Promise<{ text: string; raster: Omit<RasterInfo, 'fileId' | 'librarySceneId' | 'fileName'> }>;
  displayPath(fileId: LibraryFileId): string;
  /** Ends the work for this raster and deletes its display copy. */
  forget(fileId: LibraryFileId): Promise<void>;
  /** Ends all work with CANCELLED. */
  close(): Promise<void>;
}

/** For reading the tags and a small overview. */
const usualDescribe: RasterThreadLimits = { stallMs: 20_000, totalMs: 60_000 };
/** For four gigabytes on a slow machine. A hostile file cannot delay others for longer. */
const usualBuild: RasterThreadLimits = { stallMs: 30_000, totalMs: 15 * 60_000 };

/**
 * Creates the client of two worker threads, one to describe rasters and one to build display copies: a slow raster does not delay
 * others that can be drawn directly. The main loop never touches a pixel.
 */
export function createRasterWorkerClient({
  folder,
  instance = '',
  ownFolder,
  limits = {},
}: {
  folder: () => string;
  /** Distinguishes its display copies from those of another data folder that shares the library. */
  instance?: string;
  /** Where display copies of a library are that cannot be written, absolute; its rasters are drawn all the same. */
  ownFolder?: string;
  limits?: { describe?: RasterThreadLimits; build?: RasterThreadLimits };
}): RasterWorkerClient {
  const describing = createRasterThread(limits.describe ?? usualDescribe);
  const building = createRasterThread(limits.build ?? usualBuild);
  const running = new Map<LibraryFileId, { record: Promise<RasterRecord>; abort: AbortController }>();
  const readOnly = new Set<string>();
  const displayFolder = () =>
    ownFolder !== undefined && readOnly.has(folder()) ? ownFolder : join(folder(), '.display');
  const displayPath = (fileId: LibraryFileId) =>
    join(displayFolder(), `${instance === '' ? '' : `${instance}-`}${fileId}.tif`);

  /** Makes the folder of display copies; that of this data folder where the library cannot be written. */
  async function makeDisplayFolder(): Promise<void> {
    const library = folder();
    try {
      await mkdir(displayFolder(), { recursive: true });
      await access(displayFolder(), constants.W_OK);
    } catch (error) {
      if (ownFolder === undefined || readOnly.has(library)) throw error;
      readOnly.add(library);
      await mkdir(ownFolder, { recursive: true });
    }
  }

  async function readInWorker(
    fileId: LibraryFileId,
    file: { path: string; bands: readonly string[] },
    signal: AbortSignal,
  ): Promise<RasterRecord> {
    await makeDisplayFolder();
    const job = {
      ...{ path: file.path, displayPath: displayPath(fileId), bands: [...file.bands] },
      ...{ fileName: basename(file.path), mayBeOverviews: true },
    };
    const seen =
      (await describing.run({ ...job, mayBuild: false }, signal)) ??
      (await building.run({ ...job, mayBuild: true }, signal));
    if (!seen) throw new Error('a display copy was to be built and was not');
    return seen;
  }

  function read(fileId: LibraryFileId, path: string, bands: readonly string[]): Promise<RasterRecord> {
    const known = running.get(fileId);
    if (known) return known.record;
    const abort = new AbortController();
    const record = readInWorker(fileId, { path, bands }, abort.signal).finally(() => running.delete(fileId));
    running.set(fileId, { record, abort });
    return record;
  }

  /** True if the file is the one that was described; one that cannot be asked is opened, which says what is wrong. */
  async function isSame(path: string, { source }: RasterRecord): Promise<boolean> {
    if (source === undefined) return true;
    const info = await stat(path).catch(() => null);
    return info === null || (info.size === source.sizeBytes && info.mtimeMs === source.modifiedMs);
  }

  async function keptRecord(
    fileId: LibraryFileId,
    path: string,
    kept: string | null,
  ): Promise<RasterRecord | null> {
    if (kept === null) return null;
    const record = rasterRecordSchema.safeParse(JSON.parse(kept)).data;
    if (record === undefined || !(await isSame(path, record))) return null;
    if (!record.display && !record.overviews) return record;
    // A display copy that was cleaned up is built again.
    return access(displayPath(fileId)).then(
      () => record,
      () => null,
    );
  }

  async function end(fileIds: Iterable<LibraryFileId>): Promise<void> {
    const ending = [...fileIds].flatMap((fileId) => running.get(fileId) ?? []);
    for (const { abort } of ending) abort.abort();
    await Promise.allSettled(ending.map(({ record }) => record));
  }

  return {
    displayPath,
    async describe({ fileId, path, kept, bands }) {
      const record = (await keptRecord(fileId, path, kept)) ?? (await read(fileId, path, bands));
      const { display, overviews, source: _, ...raster } = record;
      return {
        text: JSON.stringify(record),
        raster: {
          ...raster,
          path: `/files/${display ? 'display' : 'raster'}/${fileId}`,
          ...(overviews ? { overviewsPath: `/files/display/${fileId}` } : {}),
        },
      };
    },
    async forget(fileId) {
      await end([fileId]);
      const path = displayPath(fileId);
      await Promise.all([path, `${path}.part`].map((file) => rm(file, { force: true })));
    },
    async close() {
      await end(running.keys());
      await Promise.all([describing.close(), building.close()]);
    },
  };
}
