import { z } from 'zod';
import {
  captureIdSchema,
  connectionIdSchema,
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { storedContractId } from '../../store/stored-contract-id.ts';

const rowSchema = z
  .object({
    fileId: libraryFileIdSchema,
    librarySceneId: librarySceneIdSchema,
    connectionId: connectionIdSchema,
    contractId: storedContractId,
    captureId: captureIdSchema.nullable(),
    sceneId: z.string(),
    project: z.string().nullable(),
    taskName: z.string().nullable(),
    takenAt: z.string().nullable(),
    satelliteName: z.string().nullable(),
    kind: z.enum(['raster', 'attachment']),
    name: z.string(),
    fileName: z.string(),
    onDisk: z.number(),
    sceneModified: z.string().nullable(),
  })
  .transform(({ connectionId, contractId, onDisk, ...file }) => ({
    ...file,
    scope: { connectionId, contractId },
    onDisk: onDisk === 1,
  }));

const fileColumns = `f.id AS fileId, scene_row AS librarySceneId, connection_id AS connectionId, contract_id AS contractId,
  capture_id AS captureId, scene_id AS sceneId, project, task_name AS taskName, taken_at AS takenAt, satellite AS satelliteName,
  kind, name, file_name AS fileName, (f.path IS NOT NULL AND f.missing = 0) AS onDisk, last_modified AS sceneModified`;

/** Returns the file that the service listed last; null if it has listed none. */
export const newestFile = (store: Store) =>
  readableRows(
    store,
    rowSchema,
    `SELECT ${fileColumns} FROM scene_file AS f JOIN scene ON scene.id = f.scene_row ORDER BY f.id DESC LIMIT 1`,
    {},
  ).rows[0] ?? null;

/**
 * Creates the query for the facts about files that the download queue needs. It takes many files, so that a queue of thousands is one
 * query.
 */
export function createDeliverableFiles({ store }: { store: Store }) {
  return (fileIds: readonly LibraryFileId[]) =>
    readableRows(
      store,
      rowSchema,
      `SELECT ${fileColumns}
       FROM json_each(:ids) AS wanted JOIN scene_file AS f ON f.id = wanted.value JOIN scene ON scene.id = f.scene_row`,
      { ids: JSON.stringify(fileIds) },
    ).rows;
}
