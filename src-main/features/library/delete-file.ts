import { sep } from 'node:path';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { DeletedFile } from '../../../src-preload/contract/library.ts';
import { AppError, isAppError } from '../../core/app-error.ts';
import type { FileClaim, FileOwners } from '../../core/file-claims.ts';
import {
  deleteLibraryFile,
  type FileIdentity,
  identifyLibraryFile,
  type LibraryPath,
  trashLibraryFile,
} from '../../core/library-path.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import type { Store } from '../../store/store.ts';
import { type FilesOnDisk, isReachable } from './files-on-disk.ts';
import type { RemovedFiles } from './removed-files.ts';
import type { SceneFiles } from './scene-files.ts';
import { readContent, type TrashedContent, type TrashedFiles } from './trashed-files.ts';

/** How a file is deleted. */
export interface HowToDelete {
  /** True: the file does not go to the trash. */
  permanently: boolean;
  /** Whether a file that stays, because another scene has it too, also stays recorded for this scene; it does not by default. */
  ifShared?: 'keep' | 'give-up';
}

/** What `createFileDeletion` needs. */
export interface FileDeletionOptions {
  store: Pick<Store, 'transaction'>;
  table: Pick<SceneFiles, 'file' | 'markRemoved'>;
  files: Pick<FilesOnDisk, 'absolute' | 'located' | 'drives'>;
  /** The library folder, absolute. */
  folder: () => string;
  owners: FileOwners;
  /** Deletes the display copy of a raster and ends work on it. */
  forgetRaster: (id: LibraryFileId) => Promise<void>;
  /** Missing if the system has no trash. */
  moveToTrash?: ((path: string) => Promise<void>) | undefined;
  /** Remembers files in the trash, from where they may be restored; missing as `moveToTrash`. */
  trashed?: Pick<TrashedFiles, 'note'> | undefined;
  /** Notes for the history of the scene that the file is gone. */
  removed: Pick<RemovedFiles, 'note'>;
}

async function removeFile(file: LibraryPath, identity: FileIdentity): Promise<void> {
  const { path } = file;
  try {
    await deleteLibraryFile(file, identity);
  } catch (error) {
    if (isAppError(error)) throw error;
    const detail = systemErrorCode(error);
    throw new AppError('FOLDER_NOT_WRITABLE', { path, detail }, { cause: error });
  }
}

async function identify(file: LibraryPath): Promise<FileIdentity | null> {
  try {
    return await identifyLibraryFile(file);
  } catch (error) {
    if (isAppError(error)) throw error;
    const { path } = file;
    throw new AppError('FOLDER_NOT_WRITABLE', { path, detail: systemErrorCode(error) }, { cause: error });
  }
}

/** Moves a file to the trash as `trashLibraryFile`; says where the disk refuses to tell what the file is. */
async function trashFile(
  file: LibraryPath,
  identity: FileIdentity,
  moveToTrash: (path: string) => Promise<void>,
): Promise<void> {
  // A file that cannot be looked at is told as such, not as a fault of the trash.
  await identify(file);
  await trashLibraryFile(file, identity, moveToTrash);
}

/** Throws FOLDER_NOT_WRITABLE if a file still exists, or may exist again when the drive of the library is back. */
async function ensureGone(path: string, library: string): Promise<void> {
  const refused = (at: string, detail: string) => new AppError('FOLDER_NOT_WRITABLE', { path: at, detail });
  if (await isReachable(path)) throw refused(path, 'EBUSY');
  if (!path.startsWith(library + sep)) return;
  if (!(await isReachable(library))) throw refused(library, 'ENOENT');
  if (await isReachable(path)) throw refused(path, 'EBUSY');
}

/** Returns the owner of a file that stays, as it is shown to the user: the name of a scene, or the path of an item. */
const nameOf = (claim: Exclude<FileClaim, { by: 'unreadable' }>): string =>
  claim.by === 'scene' ? claim.sceneId : claim.path;

/**
 * Creates the function that deletes a file of a scene. A file that another scene has too stays; the function then resolves with the name
 * of the other owner, else with null. It rejects with OWNER_UNKNOWN if the owners cannot be found out, PATH_LINKED or FILE_REPLACED if
 * the file is not the library's any more, TRASH_FAILED or FOLDER_NOT_WRITABLE if the disk refuses; then nothing has changed.
 */
export function createFileDeletion(options: FileDeletionOptions) {
  const { store, table, files, folder, owners, forgetRaster, moveToTrash } = options;
  return async (
    id: LibraryFileId,
    { permanently, ifShared = 'give-up' }: HowToDelete,
  ): Promise<DeletedFile['keptFor']> => {
    const record = table.file(id);
    const { path: recorded, librarySceneId } = record;
    let released: string | null = null;
    let keptFor: string | null = null;
    let inTrash: { place: LibraryPath; content: TrashedContent } | null = null;
    if (recorded !== null) {
      const path = files.absolute(recorded);
      await files.drives.ensureThere(path);
      const file = files.located(path);
      // Asked before the owners are looked up, which takes its time: what is deleted afterwards is this file and no other.
      const identity = await identify(file);
      const claim = (await owners.claimsOn([path], { sceneRow: librarySceneId })).get(path);
      if (claim?.by === 'unreadable') throw new AppError('OWNER_UNKNOWN', { path, detail: claim.path });
      if (claim !== undefined) {
        released = path;
        keptFor = nameOf(claim);
        if (ifShared === 'keep') return keptFor;
      } else {
        if (identity !== null)
          if (permanently || moveToTrash === undefined) await removeFile(file, identity);
          else {
            const content = await readContent(path);
            await trashFile(file, identity, moveToTrash);
            if (content !== null) inTrash = { place: file, content };
          }
        await ensureGone(path, folder());
      }
    }
    await forgetRaster(id);
    store.transaction(() => {
      if (released !== null) owners.release(librarySceneId, released);
      if (inTrash !== null) options.trashed?.note(record, inTrash.place, inTrash.content);
      options.removed.note(id, released !== null ? 'given-up' : inTrash !== null ? 'trashed' : 'deleted');
      table.markRemoved(id);
    });
    return keptFor;
  };
}
