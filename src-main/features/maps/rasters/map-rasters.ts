import { access, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { MapSourceId } from '../../../../src-preload/contract/ids.ts';
import { type MapRaster, mapRasterSchema } from '../../../../src-preload/contract/maps.ts';
import { AppError } from '../../../core/app-error.ts';
import type { ResolvedFile } from '../../../core/resolved-file.ts';
import { systemErrorCode } from '../../../core/system-error.ts';
import type { MapRow } from '../source-table.ts';
import { unusable } from '../unusable.ts';

/** Reads a raster in a thread; the application passes the reader of scenes. */
export interface RasterReader {
  /**
   * Returns what is needed to draw the file. If the page cannot draw the file itself, `isConverted` is true and a copy that it can
   * draw is written to `displayPath`. @throws RASTER_UNDRAWABLE, DISK_FULL or CANCELLED.
   */
  read(
    file: { path: string; displayPath: string; fileName: string },
    signal: AbortSignal,
  ): Promise<{ raster: Omit<MapRaster, 'path'>; isConverted: boolean }>;
  close(): Promise<void>;
}

/** The stored description of a raster; `stamp` tells whether its file is still the same. */
const storedSchema = z.object({
  raster: mapRasterSchema.omit({ path: true }),
  isConverted: z.boolean(),
  stamp: z.string(),
});
type Stored = z.infer<typeof storedSchema>;

interface MapRastersOptions {
  /** Folder for the copies that the page can draw. */
  folder: string;
  reader: RasterReader;
  closing: AbortSignal;
}

async function stampOf(path: string): Promise<string> {
  try {
    const info = await stat(path, { bigint: true });
    if (!info.isFile()) throw unusable('file-kind');
    if (info.size === 0n) throw unusable('file-empty');
    return `${info.size} ${info.mtimeNs}`;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw unusable('file-missing', path);
    if (code !== '') throw unusable('file-no-access', code);
    throw error;
  }
}

/** Returns the stored description of a raster; null if an older Nadir wrote it in another form. */
function readStored(text: string | null): Stored | null {
  if (text === null) return null;
  try {
    return storedSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Creates the user's own rasters: their descriptions, and the files that the page reads by ranges. */
export function createMapRasters({ folder, reader, closing }: MapRastersOptions) {
  const running = new Map<string, { read: Promise<string>; abort: AbortController }>();
  const displayPath = (id: MapSourceId) => join(folder, `${id}.tif`);

  async function readFile(id: MapSourceId, path: string, signal: AbortSignal): Promise<string> {
    const stamp = await stampOf(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = { path, displayPath: displayPath(id), fileName: basename(path) };
    const read = await reader.read(file, signal);
    if (read.raster.placement.kind === 'unplaced') throw unusable('no-place', read.raster.placement.detail);
    const stored: Stored = { ...read, stamp };
    return JSON.stringify(stored);
  }

  /** Reads a file; returns its description as JSON, to be stored. A second call during the first one returns the same. */
  function readAgain(id: MapSourceId, path: string, signal: AbortSignal = closing): Promise<string> {
    const work = running.get(id);
    if (work) return work.read;
    const abort = new AbortController();
    const read = readFile(id, path, AbortSignal.any([abort.signal, signal, closing])).finally(() =>
      running.delete(id),
    );
    running.set(id, { read, abort });
    return read;
  }

  /** Returns true if the description is still that of the file, and the copy that is drawn exists. */
  async function isCurrent(id: MapSourceId, path: string, stored: Stored): Promise<boolean> {
    if ((await stampOf(path)) !== stored.stamp) return false;
    if (!stored.isConverted) return true;
    return access(displayPath(id)).then(
      () => true,
      () => false,
    );
  }

  return {
    describe: readAgain,
    /**
     * Returns what is needed to draw the raster of a map. If its file was read again, `text` is the new description, to be stored; else
     * null. @throws MAP_UNUSABLE if the file is gone.
     */
    async open({ id, address, raster }: Pick<MapRow, 'id' | 'address' | 'raster'>): Promise<{
      raster: Omit<MapRaster, 'path'>;
      text: string | null;
    }> {
      const stored = readStored(raster);
      if (stored !== null && (await isCurrent(id, address, stored)))
        return { raster: stored.raster, text: null };
      const text = await readAgain(id, address);
      const fresh = readStored(text);
      if (fresh === null)
        throw new AppError('RASTER_UNDRAWABLE', {
          fileName: basename(address),
          reason: 'not-readable',
          detail: '',
        });
      return { raster: fresh.raster, text };
    },
    /** Returns the file that the page reads: the user's own, or the copy that it can draw. */
    file({ id, address, raster }: Pick<MapRow, 'id' | 'address' | 'raster'>): ResolvedFile {
      const isConverted = readStored(raster)?.isConverted ?? false;
      return { path: isConverted ? displayPath(id) : address, contentType: 'image/tiff' };
    },
    /** Cancels the reading of a raster and deletes the copy that it made. */
    async forget(id: MapSourceId) {
      const work = running.get(id);
      work?.abort.abort();
      await work?.read.catch(() => undefined);
      for (const end of ['', '.part']) await rm(`${displayPath(id)}${end}`, { force: true });
    },
    close: () => reader.close(),
  };
}

/** The user's own rasters. */
export type MapRasters = ReturnType<typeof createMapRasters>;
