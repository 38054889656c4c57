import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';

/** Read at a time, so that the main loop turns between. */
const recordsPerPage = 500;

/** Returns whether something can be reached at a path. */
export const isReachable = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Returns the way from the record of a file to the disk. A drive may be gone and come back: the record follows what is found, and
 * nothing is forgotten.
 */
export function createFilesOnDisk({
  table,
  folder,
  changed,
}: {
  table: Pick<SceneFiles, 'file' | 'markMissing' | 'savedFiles'>;
  folder: () => string;
  /** A file is missing now, or is back. */
  changed: () => void;
}) {
  const absolute = (path: string) => (isAbsolute(path) ? path : join(folder(), path));

  function noteFound({ fileId, missing }: Pick<FileRow, 'fileId' | 'missing'>, isFound: boolean) {
    if (isFound === (missing === 0)) return;
    table.markMissing(fileId, !isFound);
    changed();
  }

  function foundFile(file: FileRow, path: string, isFound: boolean): { file: FileRow; path: string } {
    noteFound(file, isFound);
    if (!isFound) throw new AppError('NOT_FOUND', { what: file.fileName });
    return { file, path };
  }

  function savedFile(id: LibraryFileId): { file: FileRow; path: string } {
    const file = table.file(id);
    if (file.path === null) throw new AppError('NOT_FOUND', { what: file.fileName });
    return { file, path: absolute(file.path) };
  }

  return {
    /** The absolute path of a stored one. */
    absolute,
    /** The absolute paths of all files that are known to be on disk, read a page at a time. */
    async recordedPaths(signal: AbortSignal): Promise<ReadonlySet<string>> {
      const paths = new Set<string>();
      let last = 0;
      for (;;) {
        const page = table.savedFiles(last, recordsPerPage);
        for (const { path, missing } of page) if (missing === 0) paths.add(absolute(path));
        last = page.at(-1)?.fileId ?? last;
        if (page.length < recordsPerPage || signal.aborted) return paths;
        await setImmediate();
      }
    },
    /** Stores whether a file was found where its record says, where that is news. */
    noteFound,
    /** The record and the path of a file that is on disk now; throws NOT_FOUND where it is not. */
    get(id: LibraryFileId) {
      const { file, path } = savedFile(id);
      return foundFile(file, path, existsSync(path));
    },
    /** The same without waiting for a drive that sleeps: the main loop has other things to do. */
    async find(id: LibraryFileId) {
      const { file, path } = savedFile(id);
      return foundFile(file, path, await isReachable(path));
    },
  };
}

/** What `createFilesOnDisk` returns. */
export type FilesOnDisk = ReturnType<typeof createFilesOnDisk>;
