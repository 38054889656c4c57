import { opendir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { CaptureId, LibraryFileId, Scope } from '../../../src-preload/contract/ids.ts';
import type { DeletedFile, SceneDetails } from '../../../src-preload/contract/library.ts';
import { exportsFolderName } from '../../core/exports-folder.ts';
import type { FileOwners } from '../../core/file-claims.ts';
import type { RasterWorkerClient } from '../../raster/raster-worker-client.ts';
import type { Store } from '../../store/store.ts';
import { createFileDeletion, type HowToDelete } from './delete-file.ts';
import { createFilesOnDisk, type LibraryDrives } from './files-on-disk.ts';
import { createLibraryRasters } from './library-rasters.ts';
import { createLibrarySweep } from './library-sweep.ts';
import type { RemovedFiles } from './removed-files.ts';
import type { SavedFacts } from './scene-files.ts';
import { createSceneIntake } from './scene-intake.ts';
import type { SceneLinks } from './scene-links.ts';
import type { SceneTable } from './scene-table.ts';
import { createServedFile, createServedFiles } from './served-files.ts';
import type { TrashedFiles } from './trashed-files.ts';

/** The limit of entries, because a folder that was chosen by mistake may be a whole disk. */
const maxEntries = 5_000;
const maxDepth = 4;

interface FolderContent {
  files: number;
  bytes: number;
  /** True if there are more files than were counted. */
  isMore: boolean;
}

/**
 * Counts the files in a library folder, without Nadir's own folders and without recorded files, for which `isRecorded` returns
 * true. Counts nothing if the folder cannot be read.
 */
async function folderContent(
  folder: string,
  isRecorded: (path: string) => boolean,
  signal: AbortSignal,
): Promise<FolderContent> {
  const content = { files: 0, bytes: 0, isMore: false };
  let entries = 0;
  async function count(path: string, depth: number): Promise<void> {
    const opened = await opendir(path).catch(() => null);
    if (!opened) return;
    for await (const entry of opened) {
      entries += 1;
      if (entries > maxEntries || signal.aborted) {
        content.isMore = true;
        return;
      }
      if (entry.name.startsWith('.')) continue;
      const place = join(path, entry.name);
      if (entry.isDirectory() && depth < maxDepth) await count(place, depth + 1);
      else if (entry.isFile() && !isRecorded(place)) {
        content.files += 1;
        content.bytes += (await stat(place).catch(() => null))?.size ?? 0;
      }
    }
  }
  await count(folder, 0);
  return content;
}

/** What `createLibrary` needs. */
export interface LibraryOptions {
  store: Store;
  table: SceneTable;
  links: SceneLinks;
  rasters: RasterWorkerClient;
  folder: () => string;
  changed: (topic: 'scenes' | 'library') => void;
  /** Fetches new thumbnails at once, so that lists have pictures. */
  wantThumbnails: (fileIds: LibraryFileId[]) => void;
  /** Called when a raster was described; no screen shows that. */
  described?: () => void;
  /** Checks which scene a file belongs to. */
  owners: FileOwners;
  /** Missing if the system has no trash. */
  moveToTrash?: ((path: string) => Promise<void>) | undefined;
  /** Remembers files in the trash; missing as `moveToTrash`. */
  trashed?: TrashedFiles;
  removed: Pick<RemovedFiles, 'note'>;
  drives?: LibraryDrives;
}

/**
 * Creates the library: the listed scenes and their files on disk. The page gets the addresses of files; pixels never cross the contract.
 */
export function createLibrary({
  store,
  table,
  links,
  rasters,
  folder,
  changed,
  wantThumbnails,
  described = () => undefined,
  owners,
  moveToTrash,
  trashed,
  removed,
  drives,
}: LibraryOptions) {
  const filesChanged = () => changed('library');
  const files = createFilesOnDisk({
    table,
    folder,
    changed: filesChanged,
    ...(drives === undefined ? {} : { drives }),
  });

  const deleteFile = createFileDeletion({
    store,
    table,
    files,
    folder,
    owners,
    moveToTrash,
    trashed,
    removed,
    forgetRaster: rasters.forget,
  });

  return {
    storeScenes: createSceneIntake({ store, table, changed: () => changed('scenes') }),
    /** Returns a recorded path as an absolute one. */
    absolute: files.absolute,
    /** The folders of its files, whose drives may be away. */
    drives: files.drives,
    /** Returns the record and the path of a file that is on disk now; throws NOT_FOUND if it is not. */
    onDisk: files.get,
    /** Does the same without blocking the main loop. */
    found: files.find,
    /** Fetches the scenes of a capture, stores them and resolves with them. */
    async refreshCapture(scope: Scope, captureId: CaptureId): Promise<SceneDetails[]> {
      const ids = await links.query(scope, captureId);
      const listed = ids.flatMap((id) => table.filesOf(id));
      const thumbnails = listed.filter(
        // A raster may have this name, and must not be fetched without a request.
        (file) => file.kind === 'attachment' && file.name === 'thumbnail' && file.path === null,
      );
      if (thumbnails.length > 0) wantThumbnails(thumbnails.map((file) => file.fileId));
      return ids.map((id) => table.get(id));
    },
    ...createLibraryRasters({ table, rasters, files, changed: filesChanged, described }),
    /** Moves a file to the trash, or deletes it permanently where there is none; returns its scene. See `createFileDeletion`. */
    async deleteFile(id: LibraryFileId, how: HowToDelete): Promise<DeletedFile> {
      const { librarySceneId } = table.file(id);
      const keptFor = await deleteFile(id, how);
      filesChanged();
      return { ...table.get(librarySceneId), keptFor };
    },
    sweep: createLibrarySweep({ store, table, files, folder, changed: filesChanged }),
    /** Looks for files that were restored from the trash, and records them. */
    async findRestored(signal: AbortSignal) {
      const restored = (await trashed?.findRestored(files, table, folder(), signal)) ?? 0;
      if (restored > 0) for (const topic of ['scenes', 'library'] as const) changed(topic);
    },
    /** Resolves with the path of the library folder, its files without a record, and how many saved files are missing. */
    async folder(signal: AbortSignal) {
      const path = folder();
      const recorded = await files.recordedPaths(signal);
      // Exported files belong to the user and have no records.
      const own = join(path, exportsFolderName) + sep;
      const isKnown = (place: string) => recorded.has(place) || place.startsWith(own);
      const content = await folderContent(path, isKnown, signal);
      return { path, missing: table.countMissing(), ...content };
    },
    /** Called when new files go to another folder: the files on disk stay where they are, and their records get absolute paths. */
    folderChanged(before: string) {
      table.pinPaths(before);
      filesChanged();
    },
    /** Records that a file has been saved, by its absolute path. */
    saved(id: LibraryFileId, saved: SavedFacts) {
      const root = folder() + sep;
      table.markSaved(id, {
        ...saved,
        path: saved.path.startsWith(root) ? saved.path.slice(root.length) : saved.path,
      });
      filesChanged();
    },
    resolve: createServedFiles({ table, rasters, files }),
    /** Returns how a recorded file is served; null if it was not saved, or its folder is away. */
    served: createServedFile(files),
  };
}

/** What `createLibrary` returns. */
export type Library = ReturnType<typeof createLibrary>;
