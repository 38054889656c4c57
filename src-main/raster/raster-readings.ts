import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { OverviewBuild } from '../../src-preload/contract/overview-builds.ts';
import { AppError, hasCode, isAppError } from '../core/app-error.ts';
import { makeFolderInside } from '../core/library-path.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { NamedRasterJob } from './raster-answer.ts';
import type { RasterRecord } from './raster-record.ts';
import type { createRasterThread } from './raster-thread.ts';

type RasterThread = Pick<ReturnType<typeof createRasterThread>, 'run'>;
type ReadJob = Omit<NamedRasterJob, 'mayBuild'>;

/** The work on a raster that is under way. */
interface BegunReading {
  /** The description before anything is built; null if the raster cannot be drawn without it. */
  early: Promise<RasterRecord | null>;
  abort: AbortController;
  /** The fraction that is built; null before the build begins. */
  share: number | null;
  /** Called with the record after the build, for callers that waited for the early one only. */
  whenBuilt?: (record: RasterRecord) => void;
}
interface Reading extends BegunReading {
  record: Promise<RasterRecord>;
}

/** A build that was cancelled or failed. */
interface Halted {
  /** The description by which the raster can be drawn without the build; null if it cannot. */
  early: RasterRecord | null;
  state: Extract<OverviewBuild, { kind: 'cancelled' | 'failed' }>;
}

/** The number of steps in which progress is reported. */
const progressSteps = 50;

/** Creates the folder of a display copy. Throws DISK_FULL or FOLDER_NOT_WRITABLE. */
async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolderInside(path, dirname(path));
  } catch (error) {
    if (isAppError(error)) throw error;
    const detail = systemErrorCode(error);
    if (detail === 'ENOSPC' || detail === 'EDQUOT')
      throw new AppError('DISK_FULL', { path, neededBytes: null }, { cause: error });
    throw new AppError('FOLDER_NOT_WRITABLE', { path, detail }, { cause: error });
  }
}

const failureOf = (error: unknown, path: string): Halted['state'] =>
  hasCode(error, 'CANCELLED')
    ? { kind: 'cancelled' }
    : { kind: 'failed', reason: hasCode(error, 'DISK_FULL') ? 'disk-full' : 'not-built', path };

/**
 * Creates the functions that describe rasters in two threads: the first describes a file, the second builds the overviews or the display
 * copy that the page needs to draw it fast. A build that was cancelled, or that failed for a raster that can be drawn without it, is not
 * repeated until `allow` is called: otherwise the disk would be filled each time when the raster is opened.
 */
export function createRasterReadings({
  describing,
  building,
  onBuild,
}: {
  describing: RasterThread;
  building: RasterThread;
  onBuild: () => void;
}) {
  const running = new Map<LibraryFileId, Reading>();
  const halted = new Map<LibraryFileId, Halted>();

  async function build(job: ReadJob, reading: BegunReading): Promise<RasterRecord> {
    const folder = dirname(job.displayPath);
    let reportedStep = 0;
    const report = (share: number) => {
      reading.share = share;
      if (Math.floor(share * progressSteps) === reportedStep) return;
      reportedStep = Math.floor(share * progressSteps);
      onBuild();
    };
    try {
      await makeFolder(folder);
      reading.share = 0;
      onBuild();
      const built = await building.run({ ...job, mayBuild: true }, reading.abort.signal, report);
      if (!built) throw new Error('a display copy was to be built and was not');
      return built;
    } catch (error) {
      // A thread that was ended has not removed its file.
      await rm(`${job.displayPath}.part`, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Remembers that a build was cancelled by the user, or that it failed for a raster that can be drawn without it. */
  function halt(fileId: LibraryFileId, early: RasterRecord | null, error: unknown, path: string) {
    const state = failureOf(error, path);
    if (early !== null || state.kind === 'cancelled') halted.set(fileId, { early, state });
  }

  async function finish(fileId: LibraryFileId, job: ReadJob, reading: BegunReading): Promise<RasterRecord> {
    let early: RasterRecord | null = null;
    try {
      early = await reading.early;
      if (early && !early.isEarly) return early;
      const record = await build(job, reading);
      running.delete(fileId);
      reading.whenBuilt?.(record);
      return record;
    } catch (error) {
      if (reading.share !== null) halt(fileId, early, error, dirname(job.displayPath));
      throw error;
    } finally {
      running.delete(fileId);
      if (reading.share !== null) onBuild();
    }
  }

  async function end(fileIds: Iterable<LibraryFileId>): Promise<void> {
    const ending = [...fileIds].flatMap((fileId) => running.get(fileId) ?? []);
    for (const { abort } of ending) abort.abort();
    await Promise.allSettled(ending.map(({ record }) => record));
  }

  return {
    /** Begins to describe a raster, or returns the work on it that is under way. */
    read(fileId: LibraryFileId, job: ReadJob): Reading {
      const known = running.get(fileId);
      if (known) return known;
      halted.delete(fileId);
      const abort = new AbortController();
      const early = describing.run({ ...job, mayBuild: false }, abort.signal);
      const begun: BegunReading = { early, abort, share: null };
      const reading: Reading = Object.assign(begun, { record: finish(fileId, job, begun) });
      // Callers that wait for the early record only learn of a failure by `build`.
      reading.record.catch(() => undefined);
      running.set(fileId, reading);
      return reading;
    },
    halted: (fileId: LibraryFileId) => halted.get(fileId) ?? null,
    /** Returns the progress of a build. */
    build(fileId: LibraryFileId): OverviewBuild {
      const share = running.get(fileId)?.share ?? null;
      return share === null ? (halted.get(fileId)?.state ?? { kind: 'none' }) : { kind: 'running', share };
    },
    async cancel(fileId: LibraryFileId): Promise<void> {
      // A description without a build takes a moment only, and is needed.
      if (typeof running.get(fileId)?.share === 'number') await end([fileId]);
    },
    allow(fileId: LibraryFileId) {
      halted.delete(fileId);
    },
    end,
    endAll: () => end(running.keys()),
  };
}
