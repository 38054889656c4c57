import { z } from 'zod';
import {
  captureIdSchema,
  connectionIdSchema,
  contractIdSchema,
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../src-preload/contract/ids.ts';
import type { Store } from '../store/store.ts';

const rowSchema = z
  .object({
    fileId: libraryFileIdSchema,
    librarySceneId: librarySceneIdSchema,
    connectionId: connectionIdSchema,
    contractId: z.string(),
    captureId: captureIdSchema.nullable(),
    sceneId: z.string(),
    project: z.string().nullable(),
    kind: z.enum(['raster', 'attachment']),
    name: z.string(),
    fileName: z.string(),
    onDisk: z.number(),
    sceneModified: z.string().nullable(),
  })
  .transform(({ connectionId, contractId, onDisk, ...file }) => ({
    ...file,
    scope: { connectionId, contractId: contractId === '' ? null : contractIdSchema.parse(contractId) },
    onDisk: onDisk === 1,
  }));

/** What delivery must know of files, many at once: a queue of thousands is one query, not thousands. */
export function createDeliverableFiles({ store }: { store: Store }) {
  return (fileIds: readonly LibraryFileId[]) =>
    store.all(
      rowSchema,
      `SELECT f.id AS fileId, scene_row AS librarySceneId, connection_id AS connectionId, contract_id AS contractId,
         capture_id AS captureId, scene_id AS sceneId, project, kind, name, file_name AS fileName,
         (f.path IS NOT NULL AND f.missing = 0) AS onDisk, last_modified AS sceneModified
       FROM json_each(:ids) AS wanted JOIN scene_file AS f ON f.id = wanted.value JOIN scene ON scene.id = f.scene_row`,
      { ids: JSON.stringify(fileIds) },
    );
}
