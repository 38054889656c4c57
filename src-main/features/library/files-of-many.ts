import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import {
  type LibraryFileId,
  type LibrarySceneId,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import {
  type FilesOfMany,
  importedConnectionId,
  isWithoutSource,
  mostHandled,
  type SceneDetails,
} from '../../../src-preload/contract/library.ts';
import { idSeparator, unpackIds } from '../../../src-preload/contract/packed-places.ts';
import { countsAsArchiveOrder, wholeScene } from '../../../src-preload/contract/whole-scene.ts';
import { AppError, isAppError } from '../../core/app-error.ts';

const idsSchema = z.array(librarySceneIdSchema).max(mostHandled);
/** The number of scenes that are read before other work has its turn. */
const scenesAtOnce = 50;

/**
 * Creates the function that says what can be downloaded and deleted of many scenes. Scenes that the library does not have any more are left
 * out. Throws CONFLICT if there are more than `mostHandled`.
 */
export function createFilesOfMany({ get }: { get: (id: LibrarySceneId) => SceneDetails }) {
  function find(id: LibrarySceneId): SceneDetails | null {
    try {
      return get(id);
    } catch (error) {
      if (isAppError(error) && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }
  return async (packed: string): Promise<FilesOfMany> => {
    const read = idsSchema.safeParse([...new Set(unpackIds(packed).map((id) => Number(id)))]);
    if (!read.success) throw new AppError('CONFLICT', { detail: 'too-many-scenes' });
    const onDisk = { files: 0, scenes: 0, bytes: 0, withoutSource: 0, leaving: 0 };
    const wanted = { files: 0, scenes: 0, bytes: 0, unknownSizes: 0, orders: 0, withoutArchive: 0 };
    const [deleted, downloaded]: [LibraryFileId[], LibraryFileId[]] = [[], []];
    let [scenes, away] = [0, 0];

    function add({ connectionId, files, review }: SceneDetails) {
      const here = files.filter(({ state }) => state === 'on-disk');
      for (const { fileId, name, sizeBytes } of here) {
        deleted.push(fileId);
        onDisk.bytes += sizeBytes ?? 0;
        if (isWithoutSource(connectionId, name)) onDisk.withoutSource += 1;
      }
      if (here.length > 0) onDisk.scenes += 1;
      if (
        connectionId === importedConnectionId &&
        here.length > 0 &&
        here.length === files.length &&
        review === null
      )
        onDisk.leaving += 1;
      away += files.filter(({ state }) => state === 'away').length;
      const whole = wholeScene(files.filter(({ name }) => !isWithoutSource(connectionId, name)));
      for (const { fileId, sizeBytes } of whole.wanted) {
        downloaded.push(fileId);
        if (sizeBytes === null) wanted.unknownSizes += 1;
        else wanted.bytes += sizeBytes;
      }
      if (whole.wanted.length === 0) return;
      wanted.scenes += 1;
      if (whole.withoutArchive) wanted.withoutArchive += 1;
      if (whole.wanted.some(countsAsArchiveOrder)) wanted.orders += 1;
    }

    for (const [i, id] of read.data.entries()) {
      const scene = find(id);
      if (scene !== null) {
        scenes += 1;
        add(scene);
      }
      if (i % scenesAtOnce === scenesAtOnce - 1) await yieldToEventLoop();
    }
    return {
      scenes,
      away,
      onDisk: { ...onDisk, files: deleted.length, fileIds: deleted.join(idSeparator) },
      wanted: { ...wanted, files: downloaded.length, fileIds: downloaded.join(idSeparator) },
    };
  };
}
