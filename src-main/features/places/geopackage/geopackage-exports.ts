import { mkdirSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeopackageId, GeopackageRow } from '../../../../src-preload/contract/geopackage.ts';
import { AppError } from '../../../core/app-error.ts';
import { diskError } from '../../../store/disk-error.ts';
import type { GeopackageOptions } from './geopackage-file.ts';
import type { GeopackageThread } from './geopackage-thread.ts';

interface GeopackageExportsOptions {
  /** The folder of exports, whose content is deleted at the start and at the end. */
  folder: string;
  newId: () => GeopackageId;
  startThread: (path: string, options: GeopackageOptions) => GeopackageThread;
  /** A file is deleted after this many milliseconds without a call of the page. */
  idleMs: number;
}

interface Export {
  path: string;
  thread: GeopackageThread;
  timer: NodeJS.Timeout;
}

/** The page never writes more at once, so that the oldest of more files is no longer needed. */
const maxAtOnce = 3;
/** Divisible by three, so that each piece of Base64 can be decoded alone. */
const pieceBytes = 393_216;

/** Creates the exports to GeoPackages: the page sends rows and reads the finished file, which is then deleted. */
export function createGeopackageExports(options: GeopackageExportsOptions) {
  const { folder, newId, startThread, idleMs } = options;
  const exports = new Map<GeopackageId, Export>();
  const cleared = rm(folder, { recursive: true, force: true }).catch(() => undefined);

  async function discard(id: GeopackageId) {
    const found = exports.get(id);
    if (!found) return;
    exports.delete(id);
    clearTimeout(found.timer);
    await found.thread.end();
    await rm(found.path, { force: true }).catch(() => undefined);
  }

  /** Returns an export and restarts its idle timer; throws NOT_FOUND if it was deleted. */
  function touch(id: GeopackageId): Export {
    const found = exports.get(id);
    if (!found) throw new AppError('NOT_FOUND', { what: 'GeoPackage' });
    found.timer.refresh();
    return found;
  }

  async function run(id: GeopackageId, rows: readonly GeopackageRow[] | null) {
    const { thread, path } = touch(id);
    try {
      return await thread.run(rows);
    } catch (error) {
      await discard(id);
      throw diskError(error, path);
    }
  }

  return {
    /** Creates a file; resolves with its id. */
    async begin(content: GeopackageOptions): Promise<GeopackageId> {
      await cleared;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        throw diskError(error, folder);
      }
      const [oldest] = exports.keys();
      if (oldest !== undefined && exports.size >= maxAtOnce) await discard(oldest);
      const id = newId();
      const path = join(folder, `${id}.gpkg`);
      const timer = setTimeout(() => void discard(id), idleMs).unref();
      exports.set(id, { path, thread: startThread(path, content), timer });
      return id;
    },
    /** Adds rows; resolves with the number of values that were left out because they are no times. */
    add: (id: GeopackageId, rows: readonly GeopackageRow[]) => run(id, rows),
    /** Finishes the file; resolves with its size. */
    async finish(id: GeopackageId): Promise<{ sizeBytes: number }> {
      await run(id, null);
      return { sizeBytes: (await stat(touch(id).path)).size };
    },
    /** Resolves with the piece of a finished file that starts at this byte; '' at the end of the file. */
    async read(id: GeopackageId, offset: number): Promise<{ base64: string }> {
      const file = await open(touch(id).path);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, offset);
        return { base64: buffer.toString('base64', 0, bytesRead) };
      } finally {
        await file.close();
      }
    },
    /** Deletes a file, finished or not. */
    discard,
    async close() {
      await Promise.all([...exports.keys()].map(discard));
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** What `createGeopackageExports` returns. */
export type GeopackageExports = ReturnType<typeof createGeopackageExports>;
