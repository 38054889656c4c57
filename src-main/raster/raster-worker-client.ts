import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../src-preload/contract/library.ts';
import type { OverviewBuild } from '../../src-preload/contract/overview-builds.ts';
import { AppError } from '../core/app-error.ts';
import { createDisplayPaths } from './display-paths.ts';
import { createRasterReadings } from './raster-readings.ts';
import type { RasterRecord } from './raster-record.ts';
import { createRasterThread, type RasterThreadLimits } from './raster-thread.ts';
import { isSameFile, usableRecord } from './stored-raster-record.ts';

interface DescribeRequest {
  fileId: LibraryFileId;
  path: string;
  kept: string | null;
  bands: readonly string[];
  /** True if a person has entered these names. */
  areBandsEntered?: boolean | undefined;
  /**
   * If it is given, a raster that the page can read is described before its overviews are built, and this is called with the text to
   * store once they are.
   */
  whenBuilt?: (text: string) => void;
}

/** The client of the threads that describe rasters and build their overviews and display copies. */
export interface RasterWorkerClient {
  /**
   * Resolves with the description for drawing, from the stored record or from a worker. `text` is to be stored; it is null for a
   * description that is only valid until the overviews are built. Rejects with RASTER_UNDRAWABLE if the raster cannot be drawn,
   * CANCELLED if it is forgotten or its build is cancelled meanwhile.
   */
  describe(request: DescribeRequest): Promise<{
    text: string | null;
    raster: Omit<RasterInfo, 'fileId' | 'librarySceneId' | 'fileName'>;
    /** The size of the file that was described; null if an older record does not say it. */
    sizeBytes: number | null;
  }>;
  /** Returns the path of the overviews or the display copy of a raster. */
  displayPath(fileId: LibraryFileId): string;
  /** Returns the progress of the overviews or the display copy of a raster. */
  build(fileId: LibraryFileId): OverviewBuild;
  /** Ends the build of a raster and removes its files; it is only repeated after `allowBuild`. */
  cancelBuild(fileId: LibraryFileId): Promise<void>;
  /** Allows a build that was cancelled or failed to be repeated with the next description. */
  allowBuild(fileId: LibraryFileId): void;
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
 * Creates the client of two worker threads, one that describes rasters and one that builds display copies, so that a slow raster does not
 * delay others that can be drawn directly. The main loop never reads a pixel.
 */
export function createRasterWorkerClient({
  folder,
  instance = '',
  ownFolder,
  limits = {},
  onBuild = () => undefined,
}: {
  folder: () => string;
  /** Distinguishes its display copies from those of another data folder that shares the library. */
  instance?: string;
  /** The absolute folder for display copies of a library that cannot be written. */
  ownFolder?: string;
  limits?: { describe?: RasterThreadLimits; build?: RasterThreadLimits };
  /** Called when the progress of a build has changed. */
  onBuild?: () => void;
}): RasterWorkerClient {
  const describing = createRasterThread(limits.describe ?? usualDescribe);
  const building = createRasterThread(limits.build ?? usualBuild);
  const displayPaths = createDisplayPaths({ folder, instance, ownFolder });
  const readings = createRasterReadings({ describing, building, onBuild });

  /** Resolves with the record of a raster; with an early one if the request has `whenBuilt`. */
  async function recordOf(request: DescribeRequest): Promise<RasterRecord> {
    const { fileId, path, kept, bands, areBandsEntered, whenBuilt } = request;
    const stored = await usableRecord({ text: kept, path, displayPath: displayPaths.pathOf(fileId) });
    if (stored) return stored;
    const halted = readings.halted(fileId);
    if (halted && whenBuilt) {
      if (halted.early === null) throw new AppError('CANCELLED', {});
      if (await isSameFile(path, halted.early)) return halted.early;
    }
    await displayPaths.checkWritable();
    const reading = readings.read(fileId, {
      path,
      displayPath: displayPaths.pathOf(fileId),
      bands: [...bands],
      areBandsEntered,
      fileName: basename(path),
      mayBeOverviews: true,
    });
    const early = await reading.early;
    if (!whenBuilt || early === null || !early.isEarly) return await reading.record;
    reading.whenBuilt ??= (record) => whenBuilt(JSON.stringify(record));
    return early;
  }

  return {
    displayPath: displayPaths.pathOf,
    async describe(request) {
      const { fileId } = request;
      const record = await recordOf(request);
      const { display, overviews, isEarly, source, reading: _reading, ...raster } = record;
      return {
        text: isEarly ? null : JSON.stringify(record),
        sizeBytes: source?.sizeBytes ?? null,
        raster: {
          ...raster,
          path: `/files/${display ? 'display' : 'raster'}/${fileId}`,
          ...(overviews ? { overviewsPath: `/files/display/${fileId}` } : {}),
        },
      };
    },
    build: readings.build,
    cancelBuild: readings.cancel,
    allowBuild: readings.allow,
    async forget(fileId) {
      await readings.end([fileId]);
      readings.allow(fileId);
      const path = displayPaths.pathOf(fileId);
      await Promise.all([path, `${path}.part`].map((file) => rm(file, { force: true })));
    },
    async close() {
      await readings.endAll();
      await Promise.all([describing.close(), building.close()]);
    },
  };
}
