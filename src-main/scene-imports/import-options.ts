import type { LibraryFileId, LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { CatalogScene, CatalogSource } from '../core/catalog-scene.ts';
import type { LosingScene } from '../core/file-claims.ts';
import type { Store } from '../store/store.ts';
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

/** The library's records, as imports use them. All are called within the main loop and are fast. */
export interface LibraryPorts {
  known: (
    connectionId: string,
    source: CatalogSource,
  ) => { sceneRow: LibrarySceneId; files: RecordedFile[] } | null;
  withSize: (sizeBytes: number) => { fileId: LibraryFileId; path: string; sha256: string; sceneId: string }[];
  /** Returns the files of a scene; `path` is also there for one that is missing. */
  filesOf: (sceneRow: LibrarySceneId) => RecordedFile[];
  record: (
    scene: CatalogScene,
    connectionId: string,
  ) => { sceneRow: LibrarySceneId; rasters: LibraryFileId[] };
  forget: (files: readonly LibraryFileId[]) => void;
  /** Records that a file is not at its place; what is imported takes its place in the records. */
  noteMissing: (file: LibraryFileId) => void;
  /** Removes records without a file; returns false while some of the scenes are still in the catalog. */
  removeEmpty: (sceneRows: readonly LibrarySceneId[]) => boolean;
  /** Returns the absolute path of a recorded one. */
  absolute: (path: string) => string;
}

/** What imports need of the application. */
export interface ImportOptions {
  store: Pick<Store, 'transaction'>;
  table: ImportTable;
  now: () => Date;
  /** The library folder, absolute. */
  library: () => string;
  /** Tells the files of this data folder from those of others in a shared library. */
  instance: string;
  startThread: (copied: (bytes: number) => void) => ImportThread;
  ports: LibraryPorts;
  connectionOf: (source: CatalogSource) => string;
  /** Returns where the folder of a scene belongs, and what it is called. */
  folderFor: (
    library: string,
    scene: { project: string | null; sceneId: string },
  ) => { parent: string; name: string };
  /** Resolves with the text that an address answers. */
  fetch: (url: string, signal: AbortSignal) => Promise<string>;
  /**
   * Downloads an address that may lead where `origin` is or to a public place, `sizeBytes` at most; null if that is not known. `tell`
   * receives the number of new bytes.
   */
  download: (
    file: { url: string; origin: string; path: string; sizeBytes: number | null },
    tell: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /**
   * Deletes the files of a folder that have not changed, and the folders that became empty; resolves with the number of files that stay.
   * `scene` is the one that loses them: what others have too stays. Without it nobody is asked.
   */
  removeUntouched: (
    folder: string,
    files: { name: string; sizeBytes: number; stamp?: string | undefined }[],
    scene?: LosingScene,
  ) => Promise<number>;
  /** Called soon after the state of an import changed. */
  changed: () => void;
  /** Called when scenes were recorded or removed. */
  scenesChanged: () => void;
  /** Called for each raster that was recorded, within the transaction. */
  rasterSaved: (fileId: LibraryFileId) => void;
  onError: (error: unknown) => void;
}
