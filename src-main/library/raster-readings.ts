import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { OverviewBuild } from '../../src-preload/contract/overview-builds.ts';
import { AppError, hasCode } from '../app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { NamedRasterJob } from './raster-answer.ts';
import type { RasterRecord } from './raster-record.ts';
import type { createRasterThread } from './raster-thread.ts';

type RasterThread = Pick<ReturnType<typeof createRasterThread>, 'run'>;
type ReadJob = Omit<NamedRasterJob, 'mayBuild'>;

/** A raster that is being read. */
interface BegunReading {
  /** What can be said of it before anything is built; null if that is nothing. */
  early: Promise<RasterRecord | null>;
  abort: AbortController;
  /** The share of what is built; null before that begins. */
  share: number | null;
  /** Called with the record where only the early one was waited for. */
  whenBuilt?: (record: RasterRecord) => void;
}
interface Reading extends BegunReading {
  record: Promise<RasterRecord>;
}

/** A build that was cancelled or failed. */
interface Halted {
  /** What can be drawn without it; null if that is nothing. */
  early: RasterRecord | null;
  state: Extract<OverviewBuild, { kind: 'cancelled' | 'failed' }>;
}

/** The steps in which progress is told. */
const toldSteps = 50;

/** Creates the folder of a display copy. Throws DISK_FULL or FOLDER_NOT_WRITABLE. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
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
 * Reads rasters in two threads: the first describes a file, the second builds what the page lacks to draw it fast. A build that was
 * cancelled, or that failed for a raster that can be drawn without it, is not begun again until `allow` is called: else each look at
 * the raster would fill the disk again.
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
    let told = 0;
    const tell = (share: number) => {
      reading.share = share;
      if (Math.floor(share * toldSteps) === told) return;
      told = Math.floor(share * toldSteps);
      onBuild();
    };
    try {
      await makeFolder(folder);
      reading.share = 0;
      onBuild();
      const built = await building.run({ ...job, mayBuild: true }, reading.abort.signal, tell);
      if (!built) throw new Error('a display copy was to be built and was not');
      return built;
    } catch (error) {
      // A thread that was ended removes nothing.
      await rm(`${job.displayPath}.part`, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Keeps what became of a build; only one that can be drawn without it, or that the user cancelled, is remembered. */
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
    /** Begins to read a raster, unless it is being read already. */
    read(fileId: LibraryFileId, job: ReadJob): Reading {
      const known = running.get(fileId);
      if (known) return known;
      halted.delete(fileId);
      const abort = new AbortController();
      const early = describing.run({ ...job, mayBuild: false }, abort.signal);
      const begun: BegunReading = { early, abort, share: null };
      const reading: Reading = Object.assign(begun, { record: finish(fileId, job, begun) });
      // Who waits for the early record only hears of a failure by `build`.
      reading.record.catch(() => undefined);
      running.set(fileId, reading);
      return reading;
    },
    halted: (fileId: LibraryFileId) => halted.get(fileId) ?? null,
    /** Returns how far a build is. */
    build(fileId: LibraryFileId): OverviewBuild {
      const share = running.get(fileId)?.share ?? null;
      return share === null ? (halted.get(fileId)?.state ?? { kind: 'none' }) : { kind: 'running', share };
    },
    async cancel(fileId: LibraryFileId): Promise<void> {
      // What is described only ends in a moment, and is wanted.
      if (typeof running.get(fileId)?.share === 'number') await end([fileId]);
    },
    allow(fileId: LibraryFileId) {
      halted.delete(fileId);
    },
    end,
    endAll: () => end(running.keys()),
  };
}
