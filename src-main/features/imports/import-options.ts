import type { LibraryFileId, LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { ReviewProblem } from '../../../src-preload/contract/reviews.ts';
import type { CatalogScene, CatalogSource } from '../../core/catalog-scene.ts';
import type { FileOwners, KeptFiles, LosingScene } from '../../core/file-claims.ts';
import type { Store } from '../../store/store.ts';
import type { ImportTable } from './import-table.ts';
import type { ImportThread } from './import-thread.ts';

/** A file of a known scene, as the library records it. */
export interface RecordedFile {
  fileId: LibraryFileId;
  kind: 'raster' | 'attachment';
  name: string;
  path: string | null;
  sizeBytes: number | null;
  sha256: string | null;
}

/** The library's records, as imports use them. All functions run in the main thread and are fast. */
export interface LibraryPorts {
  /** Returns the recorded scene with its files; null if it is not recorded. */
  known: (
    connectionId: string,
    source: CatalogSource,
  ) => { sceneRow: LibrarySceneId; files: RecordedFile[] } | null;
  /** Returns the recorded files of this size that have a checksum. */
  withSize: (sizeBytes: number) => { fileId: LibraryFileId; path: string; sha256: string; sceneId: string }[];
  /** Returns the files of a scene; also files that are recorded as missing have a path. */
  filesOf: (sceneRow: LibrarySceneId) => RecordedFile[];
  /** Records an imported scene; returns it and its new rasters. */
  record: (
    scene: CatalogScene,
    connectionId: string,
  ) => { sceneRow: LibrarySceneId; rasters: LibraryFileId[] };
  /** Removes the records of files. */
  forget: (files: readonly LibraryFileId[]) => void;
  release: FileOwners['release'];
  /** Records that a file is missing; an imported file then replaces it in the records. */
  noteMissing: (file: LibraryFileId) => void;
  /** Removes scenes without a file; returns false while some of them are still in the catalog. */
  removeEmpty: (sceneRows: readonly LibrarySceneId[]) => boolean;
  /** Returns the absolute form of a recorded path. */
  absolute: (path: string) => string;
}

/** What became of review files that lay beside imported scenes. */
export interface ReadReviews {
  /** The number of files that were read, and of those that said something new. */
  read: number;
  new: number;
  /** The files of which there is something to say, most of them because they were not read. */
  problems: { path: string; problem: ReviewProblem }[];
}

/** The parts of the application that imports need. */
export interface ImportOptions {
  store: Pick<Store, 'transaction'>;
  table: ImportTable;
  now: () => Date;
  /** The library folder, absolute. */
  library: () => string;
  /** Rejects with FOLDER_AWAY while the library is away; imports then wait. */
  ensureLibrary?: () => Promise<void>;
  /** The id of this data folder, which distinguishes its files from those of others in a shared library. */
  instance: string;
  /** Creates the client of the worker thread; `onCopied` receives the number of bytes that were copied since its last call. */
  startThread: (onCopied: (bytes: number) => void) => ImportThread;
  ports: LibraryPorts;
  /** Returns the connection of this data folder to which a scene belongs. */
  connectionOf: (source: CatalogSource) => string;
  /** Returns the parent and the name of the folder for a scene. */
  folderFor: (
    library: string,
    scene: { project: string | null; sceneId: string },
  ) => { parent: string; name: string };
  /** Resolves with the text of the response to a request. */
  fetch: (url: string, signal: AbortSignal) => Promise<string>;
  /**
   * Downloads a file of at most `sizeBytes`, null if its size is not known. The address may be at `origin` or at a public host.
   * `onBytes` receives the number of new bytes. Rejects with DISK_FULL if the disk has no room for `sizeBytes`, and with SourceFileError if
   * it has none for a file whose size is not known.
   */
  download: (
    file: { url: string; origin: string; path: string; sizeBytes: number | null },
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * Deletes the unchanged files of a folder and the folders that become empty; resolves with the files that stay. `scene` is the scene
   * that loses them: files that other scenes claim too stay. Without it claims are not checked. With `toTrash` they go to the trash, if the
   * system has one.
   */
  removeUntouched: (
    folder: string,
    files: { name: string; sizeBytes: number; stamp?: string | undefined }[],
    scene?: LosingScene,
    toTrash?: boolean,
  ) => Promise<KeptFiles>;
  /** Returns how many of these scenes have reviews. */
  countReviewed: (sceneRows: readonly LibrarySceneId[]) => number;
  /**
   * Merges review files with those of the library, as if a person had selected them: nothing is replaced. `nameInLibrary` returns the
   * name that the library has for the scene which a file calls `sceneId`; null if that cannot be told. Rejects when `signal` is aborted.
   */
  readReviews: (
    paths: readonly string[],
    options: { nameInLibrary: (sceneId: string) => string | null; signal: AbortSignal },
  ) => Promise<ReadReviews>;
  /** Called soon after the state of an import changed. */
  changed: () => void;
  /** Called when scenes were recorded or removed. */
  scenesChanged: () => void;
  /** Called for each raster that was recorded, within the transaction. */
  rasterSaved: (fileId: LibraryFileId) => void;
  onError: (error: unknown) => void;
}
