import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../src-preload/contract/library.ts';
import { AppError } from '../app-error.ts';
import { type RasterRecord, rasterAnswerSchema, rasterRecordSchema } from './raster-record.ts';

export interface RasterDesk {
  /** What drawing needs, from the kept record or read anew in the worker; `text` is to be kept. BAD_ANSWER when it cannot be drawn. */
  describe(request: {
    fileId: LibraryFileId;
    path: string;
    kept: string | null;
    bands: readonly string[];
  }): Promise<{ text: string; raster: Omit<RasterInfo, 'fileId' | 'librarySceneId' | 'fileName'> }>;
  displayPath(fileId: LibraryFileId): string;
  forget(fileId: LibraryFileId): Promise<void>;
  /** What is under way ends with CANCELLED. */
  close(): Promise<void>;
}

/** For one raster: four gigabytes on a slow machine. A hostile file can keep the library busy for ever. */
const usualLimitMs = 15 * 60_000;

interface Job {
  message: { id: number; path: string; displayPath: string; bands: string[] };
  resolve: (record: RasterRecord) => void;
  reject: (error: Error) => void;
}

/** One worker thread reads rasters and builds display copies; the main loop never touches a pixel. */
export function createRasterDesk({
  folder,
  instance = '',
  limitMs = usualLimitMs,
}: {
  folder: () => string;
  /** Tells its display copies from those of another data folder that shares the library. */
  instance?: string;
  limitMs?: number;
}): RasterDesk {
  let worker: Worker | null = null;
  let next = 1;
  let limit: NodeJS.Timeout | undefined;
  /** In the order in which the worker takes them. */
  const waiting = new Map<number, Job>();
  const running = new Map<LibraryFileId, Promise<RasterRecord>>();
  const displayFolder = () => join(folder(), '.display');
  const displayPath = (fileId: LibraryFileId) =>
    join(displayFolder(), `${instance === '' ? '' : `${instance}-`}${fileId}.tif`);

  /** Gives the first in line its time. */
  function watch() {
    clearTimeout(limit);
    limit = waiting.size === 0 ? undefined : setTimeout(giveUp, limitMs).unref();
  }

  /** Leaves the thread that does not come to an end, and goes on with the others in a new one. */
  function giveUp() {
    const [stuck] = waiting.values();
    if (!stuck) return;
    waiting.delete(stuck.message.id);
    void worker?.terminate();
    worker = waiting.size === 0 ? null : start();
    for (const { message } of waiting.values()) worker?.postMessage(message);
    stuck.reject(new AppError('BAD_ANSWER', { where: 'raster', detail: 'not-readable' }));
    watch();
  }

  function start(): Worker {
    // A part of the GeoTIFF library reads its own settings from workerData when it is loaded in a thread.
    const started = new Worker(new URL(`./raster-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: {},
    });
    const failAll = (error: Error) => {
      // Given up or closed: what waits now is another's.
      if (worker !== started) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      watch();
    };
    started.on('message', (raw) => {
      const { id, record, failure } = rasterAnswerSchema.parse(raw);
      const job = waiting.get(id);
      waiting.delete(id);
      watch();
      const parsed = rasterRecordSchema.safeParse(record);
      if (parsed.success) job?.resolve(parsed.data);
      else job?.reject(new AppError('BAD_ANSWER', { where: 'raster', detail: failure ?? 'not-readable' }));
    });
    started.on('error', failAll);
    started.on('exit', () => failAll(new Error('the raster worker ended')));
    started.unref();
    return started;
  }

  function read(fileId: LibraryFileId, path: string, bands: readonly string[]): Promise<RasterRecord> {
    const known = running.get(fileId);
    if (known) return known;
    mkdirSync(displayFolder(), { recursive: true });
    worker ??= start();
    const active = worker;
    const id = next;
    next += 1;
    const job = new Promise<RasterRecord>((resolve, reject) => {
      const message = { id, path, displayPath: displayPath(fileId), bands: [...bands] };
      waiting.set(id, { message, resolve, reject });
      active.postMessage(message);
      if (waiting.size === 1) watch();
    }).finally(() => running.delete(fileId));
    running.set(fileId, job);
    return job;
  }

  function keptRecord(fileId: LibraryFileId, kept: string | null): RasterRecord | null {
    if (kept === null) return null;
    const parsed = rasterRecordSchema.safeParse(JSON.parse(kept));
    // A display copy that was tidied away is built again.
    return parsed.success && (!parsed.data.display || existsSync(displayPath(fileId))) ? parsed.data : null;
  }

  return {
    displayPath,
    async describe({ fileId, path, kept, bands }) {
      const record = keptRecord(fileId, kept) ?? (await read(fileId, path, bands));
      const { display, ...raster } = record;
      return {
        text: JSON.stringify(record),
        raster: { ...raster, path: `/files/${display ? 'display' : 'raster'}/${fileId}` },
      };
    },
    async forget(fileId) {
      await rm(displayPath(fileId), { force: true });
    },
    async close() {
      for (const { reject } of waiting.values()) reject(new AppError('CANCELLED', {}));
      waiting.clear();
      watch();
      await worker?.terminate();
      worker = null;
    },
  };
}
