import type { FreeableKind, Freeing } from '../../src-preload/contract/disk-use.ts';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { AppError, isAppError, toStoredError } from '../app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { DiskUseQueries, FreeableFilter, SceneFileKind } from './disk-use-queries.ts';
import type { OwnFiles, OwnKind } from './own-files.ts';

const filesPerPage = 200;

/** What the freeing of space needs. */
export interface FreeingOptions {
  queries: Pick<AsyncQueries<DiskUseQueries>, 'freeable'>;
  ownFiles: OwnFiles;
  filter: (months: number) => FreeableFilter;
  /**
   * Moves a file of a scene to the trash, or deletes it where there is none; its record stays. Resolves with false for a file that stays,
   * because another scene has it too or nobody can say so.
   */
  deleteFile: (fileId: LibraryFileId) => Promise<boolean>;
  /** True if the folder that was unpacked from an archive is complete. */
  isUnpacked: (fileId: LibraryFileId) => Promise<boolean>;
  changed: () => void;
  onError: (error: unknown) => void;
}

const isOwn = (kind: FreeableKind): kind is OwnKind => kind === 'display' || kind === 'partial';

/** Creates the freeing of space: one kind at a time, file by file, until it ends, is cancelled, or a file cannot be removed. */
export function createFreeing(options: FreeingOptions) {
  const { queries, ownFiles, changed } = options;
  let status: Freeing | null = null;
  let running: Promise<void> | null = null;
  let isCancelled = false;

  function count(now: Freeing, wasFreed: boolean, bytes: number) {
    if (wasFreed) {
      now.files += 1;
      now.bytes += bytes;
    } else now.left += 1;
    changed();
  }

  const isEnd = ({ files, left, total }: Freeing) => isCancelled || files + left >= total;

  async function freeOwn(kind: OwnKind, now: Freeing): Promise<void> {
    for await (const file of ownFiles.files(kind)) {
      if (isEnd(now)) return;
      count(now, await ownFiles.remove(file), file.bytes);
    }
  }

  async function freeOne(kind: SceneFileKind, fileId: LibraryFileId): Promise<boolean> {
    // Somebody may have changed what was unpacked: then the archive is the only whole copy.
    if (kind === 'archives' && !(await options.isUnpacked(fileId))) return false;
    return options.deleteFile(fileId);
  }

  async function freeSceneFiles(kind: SceneFileKind, months: number, now: Freeing): Promise<void> {
    const filter = options.filter(months);
    for (let after = 0; ; ) {
      const page = await queries.freeable(kind, filter, { after, limit: filesPerPage });
      for (const { fileId, sizeBytes } of page) {
        if (isEnd(now)) return;
        count(now, await freeOne(kind, fileId), sizeBytes);
        after = fileId;
      }
      if (page.length < filesPerPage) return;
    }
  }

  async function run(kind: FreeableKind, months: number, now: Freeing): Promise<void> {
    try {
      if (isOwn(kind)) await freeOwn(kind, now);
      else await freeSceneFiles(kind, months, now);
      now.state = isCancelled ? 'cancelled' : 'done';
    } catch (error) {
      now.state = 'failed';
      now.error = toStoredError(
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
    /** Begins; throws CONFLICT while another freeing is under way. `files` is the most that are freed. */
    start(kind: FreeableKind, { months, files }: { months: number; files: number }) {
      if (running !== null) throw new AppError('CONFLICT', { detail: 'freeing' });
      isCancelled = false;
      const now: Freeing = { kind, state: 'running', files: 0, total: files, bytes: 0, left: 0, error: null };
      status = now;
      changed();
      running = run(kind, months, now).finally(() => {
        running = null;
      });
    },
    /** Ends it; what was freed stays freed. */
    async cancel() {
      isCancelled = true;
      await running;
    },
    idle: async () => {
      await running;
    },
  };
}
