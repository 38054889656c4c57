import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { AwayFolder } from '../../../src-preload/contract/library.ts';
import { AppError } from '../../core/app-error.ts';
import {
  ensureFileInsideNow,
  ensureFolderInside,
  type LibraryPath,
  libraryRootOf,
} from '../../core/library-path.ts';
import type { FileRow, SceneFiles } from './scene-files.ts';

/** The number of records that are read at a time, so that the main loop is not blocked. */
const recordsPerPage = 500;

/** Resolves with true if the path can be reached. */
export const isReachable = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The folders that the files of the library are in. Their drives may be removed and come back. */
export interface LibraryDrives {
  /** Returns the further folder that a path is in, with its absolute path; null for another path. */
  folderOf(path: string): { path: string } | null;
  /** Returns true for a path in a further folder, whose files are read in place. */
  isFurther(path: string): boolean;
  /** Returns true for a path in a folder that could not be read when it was last probed. */
  isAway(path: string): boolean;
  /** Returns the further folders that cannot be read now. */
  awayFolders(): readonly AwayFolder[];
  /** Rejects with FOLDER_AWAY if a path is in a folder that is missing, or does not answer within some seconds. */
  ensureThere(path: string): Promise<void>;
  /** Does the same, and asks the drive in any case: what was true a second ago is not enough to call a file missing. */
  ensureThereNow(path: string): Promise<void>;
}

/** For a library without further folders, whose drive is never removed. */
export const alwaysThere: LibraryDrives = {
  folderOf: () => null,
  isFurther: () => false,
  isAway: () => false,
  awayFolders: () => [],
  ensureThere: () => Promise.resolve(),
  ensureThereNow: () => Promise.resolve(),
};

/**
 * Creates the access from the records of files to the disk. A drive may be removed and come back, so a record notes whether its file was
 * found, and none is deleted.
 */
export function createFilesOnDisk({
  table,
  folder,
  changed,
  drives = alwaysThere,
}: {
  table: Pick<SceneFiles, 'file' | 'markMissing' | 'savedFiles'>;
  folder: () => string;
  /** Called when a file is found to be missing, or to be back. */
  changed: () => void;
  drives?: LibraryDrives;
}) {
  const absolute = (path: string) => (isAbsolute(path) ? path : join(folder(), path));

  function located(path: string): LibraryPath {
    return { path, root: drives.folderOf(path)?.path ?? libraryRootOf(path, [folder()]) };
  }

  function noteFound({ fileId, missing }: Pick<FileRow, 'fileId' | 'missing'>, isFound: boolean) {
    if (isFound === (missing === 0)) return;
    table.markMissing(fileId, !isFound);
    changed();
  }

  const notFound = ({ fileName }: FileRow) => new AppError('NOT_FOUND', { what: fileName });

  /**
   * Resolves with true if a file that was not found is there after all; else records that it is missing, and resolves with false. Rejects
   * with FOLDER_AWAY if its drive was removed, which has lost none of its files.
   */
  async function isThereAfterAll(file: FileRow, path: string): Promise<boolean> {
    await drives.ensureThereNow(path);
    const isFound = await isReachable(path);
    noteFound(file, isFound);
    return isFound;
  }

  /** Records that a file is missing, unless its drive is away. */
  function noteGone(file: FileRow) {
    if (file.path === null) return;
    isThereAfterAll(file, absolute(file.path)).catch(() => undefined);
  }

  function savedFile(id: LibraryFileId): { file: FileRow; path: string } {
    const file = table.file(id);
    if (file.path === null) throw notFound(file);
    return { file, path: absolute(file.path) };
  }

  return {
    /** Returns a recorded path as an absolute one. */
    absolute,
    /** Returns an absolute path with the folder that no link in it may lead out of. */
    located,
    drives,
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
    noteGone,
    /**
     * Returns the record and the path of a file that is on disk now; throws NOT_FOUND if it is not, PATH_LINKED if a link leads to it.
     */
    get(id: LibraryFileId) {
      const { file, path } = savedFile(id);
      if (drives.isAway(path)) throw new AppError('FOLDER_AWAY', { path, state: 'away' });
      // The drive of a further folder may fall asleep at any time, and this waits for the disk.
      if (!drives.isFurther(path)) {
        ensureFileInsideNow(located(path));
        if (!existsSync(path)) {
          noteGone(file);
          throw notFound(file);
        }
      }
      noteFound(file, true);
      return { file, path };
    },
    /** Does the same without blocking the main loop while a sleeping drive wakes up. */
    async find(id: LibraryFileId) {
      const { file, path } = savedFile(id);
      await drives.ensureThere(path);
      if (await isReachable(path)) noteFound(file, true);
      else if (!(await isThereAfterAll(file, path))) throw notFound(file);
      await ensureFolderInside(dirname(path), located(path).root);
      return { file, path };
    },
  };
}

/** What `createFilesOnDisk` returns. */
export type FilesOnDisk = ReturnType<typeof createFilesOnDisk>;
