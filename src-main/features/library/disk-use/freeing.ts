import type { FreeableKind, Freeing } from '../../../../src-preload/contract/disk-use.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { AppError, isAppError, toStoredError } from '../../../core/app-error.ts';
import { systemErrorCode } from '../../../core/system-error.ts';
import type { AsyncQueries } from '../../../store/async-queries.ts';
import type { DiskUseQueries, FreeableFilter, SceneFileKind } from './disk-use-queries.ts';
import type { OwnFiles, OwnKind } from './own-files.ts';

const filesPerPage = 200;

/** The options of `createFreeing`. */
export interface FreeingOptions {
  queries: Pick<AsyncQueries<DiskUseQueries>, 'freeable'>;
  ownFiles: OwnFiles;
  /** Returns the conditions for files of scenes that are older than this; 0 months for all. */
  filter: (months: number) => FreeableFilter;
  /**
   * Moves a file of a scene to the trash, or deletes it if there is none; its record stays. Resolves with false for a file that stays,
   * because another scene claims it too or this cannot be found out.
   */
  deleteFile: (fileId: LibraryFileId) => Promise<boolean>;
  /** Resolves with true if the folder that was unpacked from an archive is complete. */
  isUnpacked: (fileId: LibraryFileId) => Promise<boolean>;
  changed: () => void;
  onError: (error: unknown) => void;
}

const isOwnKind = (kind: FreeableKind): kind is OwnKind => kind === 'display' || kind === 'partial';

/** Creates the freeing of disk space: it removes files of one kind, one by one, until it is cancelled or a file cannot be removed. */
export function createFreeing(options: FreeingOptions) {
  const { queries, ownFiles, changed } = options;
  let status: Freeing | null = null;
  let running: Promise<void> | null = null;
  let isCancelled = false;

  function count(progress: Freeing, wasFreed: boolean, bytes: number) {
    if (wasFreed) {
      progress.files += 1;
      progress.bytes += bytes;
    } else progress.left += 1;
    changed();
  }

  const isEnd = ({ files, left, total }: Freeing) => isCancelled || files + left >= total;

  async function freeOwn(kind: OwnKind, progress: Freeing): Promise<void> {
    for await (const file of ownFiles.files(kind)) {
      if (isEnd(progress)) return;
      count(progress, await ownFiles.remove(file), file.bytes);
    }
  }

  async function freeOne(kind: SceneFileKind, fileId: LibraryFileId): Promise<boolean> {
    // Without the complete unpacked folder, the archive is the only complete copy.
    if (kind === 'archives' && !(await options.isUnpacked(fileId))) return false;
    return options.deleteFile(fileId);
  }

  async function freeSceneFiles(kind: SceneFileKind, months: number, progress: Freeing): Promise<void> {
    const filter = options.filter(months);
    for (let after = 0; ; ) {
      const page = await queries.freeable(kind, filter, { after, limit: filesPerPage });
      for (const { fileId, sizeBytes } of page) {
        if (isEnd(progress)) return;
        count(progress, await freeOne(kind, fileId), sizeBytes);
        after = fileId;
      }
      if (page.length < filesPerPage) return;
    }
  }

  async function run(kind: FreeableKind, months: number, progress: Freeing): Promise<void> {
    try {
      if (isOwnKind(kind)) await freeOwn(kind, progress);
      else await freeSceneFiles(kind, months, progress);
      progress.state = isCancelled ? 'cancelled' : 'done';
    } catch (error) {
      progress.state = 'failed';
      progress.error = toStoredError(
        isAppError(error) || systemErrorCode(error) === ''
          ? error
          : new AppError('FOLDER_NOT_WRITABLE', { path: '', detail: systemErrorCode(error) }),
      );
      if (!isAppError(error)) options.onError(error);
    }
    changed();
  }

  return {
    status: (): Freeing | null => status,
    /** Starts to free at most `files` files. Throws CONFLICT while another freeing is in progress. */
    start(kind: FreeableKind, { months, files }: { months: number; files: number }) {
      if (running !== null) throw new AppError('CONFLICT', { detail: 'freeing' });
      isCancelled = false;
      const progress: Freeing = {
        kind,
        state: 'running',
        files: 0,
        total: files,
        bytes: 0,
        left: 0,
        error: null,
      };
      status = progress;
      changed();
      running = run(kind, months, progress).finally(() => {
        running = null;
      });
    },
    /** Cancels the freeing; files that were removed stay removed. */
    async cancel() {
      isCancelled = true;
      await running;
    },
    idle: async () => {
      await running;
    },
  };
}
