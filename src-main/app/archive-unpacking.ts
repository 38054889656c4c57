import { basename } from 'node:path';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../core/app-error.ts';
import type { FileOwners } from '../core/file-claims.ts';
import { createUnpackTable } from '../features/downloads/archives/unpack-table.ts';
import { createUnpacking, type Unpacking } from '../features/downloads/archives/unpacking.ts';
import type { Library } from '../features/library/library.ts';
import type { SceneTable } from '../features/library/scene-table.ts';
import { createUnpackedRasters, type UnpackedFolder } from '../features/library/unpacked-rasters.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';

/** What `createArchiveUnpacking` needs. */
export interface ArchiveUnpackingOptions {
  context: Pick<AppContext, 'events' | 'notices' | 'now' | 'onError' | 'publish'>;
  store: Store;
  library: Pick<Library, 'onDisk' | 'absolute'>;
  scenes: Pick<SceneTable, 'file'>;
  owners: FileOwners;
}

/**
 * Creates the unpacking of delivery archives, which records the unpacked rasters in the library and removes their records with
 * them. `unpacking` is for the application, `forUser` for what the user asks for. Nothing happens before `unpacking.start()`.
 */
export function createArchiveUnpacking({
  context,
  store,
  library,
  scenes,
  owners,
}: ArchiveUnpackingOptions): {
  unpacking: Unpacking;
  forUser: Unpacking;
} {
  const { now, publish, events, notices, onError } = context;
  const rasters = createUnpackedRasters({ store, now });
  const unpackTable = createUnpackTable({ store, now });

  function filesChanged() {
    publish('library');
    events.emit('library.changed');
  }

  function recordRasters(fileId: LibraryFileId, unpacked: UnpackedFolder) {
    const added = store.transaction(() => rasters.record(fileId, unpacked));
    for (const raster of added) events.emit('file.saved', raster);
    if (added.length > 0) filesChanged();
  }

  /** The item of the scene would go on to name a raster that stays, as if somebody had added it to the scene. */
  function forget(fileId: LibraryFileId, claimed: readonly string[]) {
    store.transaction(() => {
      for (const { sceneRow, path } of rasters.forget(fileId)) {
        const file = library.absolute(path);
        if (claimed.includes(file)) owners.release(sceneRow, file);
      }
      unpackTable.clear(fileId);
    });
    filesChanged();
  }

  const unpacking = createUnpacking({
    table: {
      ...unpackTable,
      finish(fileId) {
        store.transaction(() => {
          unpackTable.finish(fileId);
          const row = unpackTable.get(fileId);
          if (row !== null && row.folder !== null)
            recordRasters(fileId, { folder: row.folder, files: row.files });
        });
      },
      clear: (fileId) => forget(fileId, []),
    },
    archive(fileId) {
      const { file, path } = library.onDisk(fileId);
      if (file.name !== 'delivery_zip') throw new AppError('NOT_FOUND', { what: file.fileName });
      return { path, fileName: file.fileName, sha256: file.sha256 };
    },
    forget,
    claimsOn: (fileId, paths) => owners.claimsOn(paths, { sceneRow: scenes.file(fileId).librarySceneId }),
    failed: (fileName) => notices.add('archive-not-unpacked', { fileName }),
    changed: () => publish('transfers'),
    onError: onError('unpacking'),
  });

  return {
    unpacking,
    forUser: {
      ...unpacking,
      async unpack(fileId, signal) {
        const unpacked = await unpacking.unpack(fileId, signal);
        // An archive may have been unpacked before rasters were recorded.
        recordRasters(fileId, { folder: basename(unpacked.folder), files: unpacked.files });
        return unpacked;
      },
    },
  };
}
