import { expect, it } from 'vitest';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  importedConnectionId,
  mostHandled,
  type SceneDetails,
} from '../../../src-preload/contract/library.ts';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import { fileOf, sceneOf } from '../../../testing/page/samples.ts';
import { AppError } from '../../core/app-error.ts';
import { createFilesOfMany } from './files-of-many.ts';

const archive = { kind: 'attachment' as const, name: 'delivery_zip', bands: [], sizeBytes: 50 };
const here = { state: 'on-disk' as const, sizeBytes: 10 };
const judged = {
  state: 'rejected' as const,
  rating: null,
  ratingBy: null,
  tags: [],
  tagsBy: {},
  conflicts: 0,
  remarks: 0,
  reviewers: 1,
};
const imported = { connectionId: importedConnectionId };

const scenes: SceneDetails[] = [
  // A raster on the disk, one to download, and the archive with both.
  sceneOf({
    files: [
      fileOf({ fileId: 1, ...here }),
      fileOf({ fileId: 2, name: 'b', state: 'remote', sizeBytes: null }),
      fileOf({ fileId: 3, state: 'remote', ...archive }),
    ],
  }),
  // Imported scenes: the first one leaves the library with its file, the others stay.
  sceneOf({ ...imported, files: [fileOf({ fileId: 4, ...here })] }),
  sceneOf({ ...imported, review: judged, files: [fileOf({ fileId: 5, ...here })] }),
  sceneOf({ ...imported, files: [fileOf({ fileId: 6, ...here }), fileOf({ fileId: 7, state: 'away' })] }),
];
const get = (id: LibrarySceneId) => {
  const scene = scenes[id - 1];
  if (scene === undefined) throw new AppError('NOT_FOUND', { what: `scene ${id}` });
  return scene;
};
const filesOfMany = createFilesOfMany({ get });
const pack = (ids: readonly number[]) => ids.map((id) => librarySceneIdSchema.parse(id)).join(idSeparator);

it('says what would be deleted of many scenes, and what would be lost with it', async () => {
  const { scenes: known, onDisk, away } = await filesOfMany(pack([1, 2, 3, 4, 4, 9]));
  expect({ known, away, ...onDisk }).toEqual({
    known: 4,
    away: 1,
    fileIds: pack([1, 4, 5, 6]),
    files: 4,
    scenes: 4,
    bytes: 40,
    withoutSource: 3,
    leaving: 1,
  });
});

it('says what would be downloaded, without archives of files that come one by one, and as how many orders it counts', async () => {
  const { wanted } = await filesOfMany(pack([1, 2]));
  expect(wanted).toEqual({
    fileIds: pack([2]),
    files: 1,
    scenes: 1,
    bytes: 0,
    unknownSizes: 1,
    orders: 1,
    withoutArchive: 1,
  });
});

it('refuses more scenes than it reads at once', async () => {
  const many = Array.from({ length: mostHandled + 1 }, (_, i) => i + 1);
  await expect(filesOfMany(pack(many))).rejects.toThrow('CONFLICT');
});
