import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { AwayFolder } from '../../src-preload/contract/library.ts';
import { AppError } from '../app-error.ts';
import {
  ensureFileInsideNow,
  ensureFolderInside,
  type LibraryPath,
  libraryRootOf,
} from '../core/library-path.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';

/** The number of records that are read at a time, so that the main loop is not blocked. */
const recordsPerPage = 500;

/** Resolves with true if the path can be reached. */
export const isReachable = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The library folders beside the one of new downloads, whose files are read in place. */
export interface FurtherFolders {
  /** Returns the one that a path is in, with its absolute path; null for another path. */
  folderOf(path: string): { path: string } | null;
  /** Returns true for a path in one of them. */
  isFurther(path: string): boolean;
  /** Returns true for a path in one that cannot be read now. */
  isAway(path: string): boolean;
  /** Returns those that cannot be read now. */
  awayFolders(): readonly AwayFolder[];
  /** Rejects with FOLDER_AWAY if a path is in one that is missing, or does not answer within some seconds. */
  ensureThere(path: string): Promise<void>;
}

/** For a library without further folders. */
export const noFurtherFolders: FurtherFolders = {
  folderOf: () => null,
  isFurther: () => false,
  isAway: () => false,
  awayFolders: () => [],
  ensureThere: () => Promise.resolve(),
};

/**
 * Creates the access from the records of files to the disk. A drive may be removed and come back, so a record notes whether its file was
 * found, and none is deleted.
 */
export function createFilesOnDisk({
  table,
  folder,
  changed,
  further = noFurtherFolders,
}: {
  table: Pick<SceneFiles, 'file' | 'markMissing' | 'savedFiles'>;
  folder: () => string;
  /** Called when a file is found to be missing, or to be back. */
  changed: () => void;
  further?: FurtherFolders;
}) {
  const absolute = (path: string) => (isAbsolute(path) ? path : join(folder(), path));

  function located(path: string): LibraryPath {
    return { path, root: further.folderOf(path)?.path ?? libraryRootOf(path, [folder()]) };
  }

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
    /** Returns a recorded path as an absolute one. */
    absolute,
    /** Returns an absolute path with the folder that no link in it may lead out of. */
    located,
    further,
    /** Resolves with the absolute paths of all files that are recorded as on disk, which are read page by page. */
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
    /** Stores whether a file was found at its recorded path, if that has changed. */
    noteFound,
    /**
     * Returns the record and the path of a file that is on disk now; throws NOT_FOUND if it is not, PATH_LINKED if a link leads to it.
     */
    get(id: LibraryFileId) {
      const { file, path } = savedFile(id);
      if (further.isAway(path)) throw new AppError('FOLDER_AWAY', { path, state: 'away' });
      // The drive of a further folder may fall asleep at any time, and this waits for the disk.
      if (further.isFurther(path)) return foundFile(file, path, true);
      ensureFileInsideNow(located(path));
      return foundFile(file, path, existsSync(path));
    },
    /** Does the same without blocking the main loop while a sleeping drive wakes up. */
    async find(id: LibraryFileId) {
      const { file, path } = savedFile(id);
      await further.ensureThere(path);
      const found = foundFile(file, path, await isReachable(path));
      await ensureFolderInside(dirname(path), located(path).root);
      return found;
    },
  };
}

/** What `createFilesOnDisk` returns. */
export type FilesOnDisk = ReturnType<typeof createFilesOnDisk>;
