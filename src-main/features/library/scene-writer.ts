import { z } from 'zod';
import {
  type CaptureId,
  type LibrarySceneId,
  librarySceneIdSchema,
  type Scope,
} from '../../../src-preload/contract/ids.ts';
import type { Observed } from '../../core/observed-state.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { isoTime } from '../../service/api/iso-time.ts';
import { mergeRaw } from '../../service/api/merge-raw.ts';
import type { Row } from '../../service/api/service-client.ts';
import { type WireScene, wireSceneSchema } from '../../service/api/wire.ts';
import { redactScene } from '../../service/redaction/redact-scene.ts';
import type { Store } from '../../store/store.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { createCloudScale, statedClouds } from './cloud-scale.ts';
import { findSameName } from './same-name.ts';
import { extentOf, indexExtent } from './scene-extent.ts';
import { updateSceneWords } from './scene-words.ts';

const rawRow = z.object({ raw: z.string() });
const idRow = z.object({ id: librarySceneIdSchema });
const rawSchema = z.record(z.string(), z.unknown());

/** The task that a capture was taken for, as a scene shows it. */
export interface SceneTask {
  taskId: number;
  name: string;
  project: string;
}

const upsertScene = `INSERT INTO scene (connection_id, contract_id, scene_id, capture_id, task_id, task_name, project, taken_at, satellite,
    product_name, cloud_stated, west, south, east, north, footprint, folded, last_modified, raw, seen_at)
  VALUES (:connectionId, :contractId, :sceneId, :captureId, :taskId, :taskName, :project, :takenAt, :satellite,
    :productName, :cloudStated, :west, :south, :east, :north, :footprint, '', :lastModified, :raw, :seenAt)
  ON CONFLICT (connection_id, contract_id, scene_id) DO UPDATE SET capture_id = :captureId, task_id = coalesce(:taskId, task_id),
    task_name = coalesce(:taskName, task_name), project = coalesce(:project, project), taken_at = :takenAt,
    satellite = :satellite, product_name = :productName, cloud_stated = :cloudStated, west = :west, south = :south,
    east = :east, north = :north, footprint = :footprint, last_modified = :lastModified, raw = :raw,
    seen_at = :seenAt`;

const upsertFile = `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position) VALUES (:scene, :kind, :name, :fileName, :bands, :position)
  ON CONFLICT (scene_row, kind, name) DO UPDATE SET file_name = :fileName, position = :position,
    bands = CASE WHEN :bands = '[]' THEN bands ELSE :bands END`;

/** Returns an answer merged into the stored JSON text of the same scene: a field that is missing from the answer keeps its value. */
function mergeScene(storedText: string | undefined, answer: Row<WireScene>): Row<WireScene> {
  const answered = rawSchema.parse(redactScene(answer.raw));
  if (storedText === undefined) return { parsed: answer.parsed, raw: answered };
  const raw = mergeRaw(storedRecord(storedText), answered, { nullIsSaid: true });
  const merged = wireSceneSchema.safeParse(raw);
  // The files are those of the answer, because the stored text has no links.
  const { rasters, attachments } = answer.parsed;
  return { parsed: { ...(merged.success ? merged.data : answer.parsed), rasters, attachments }, raw };
}

/** Returns the columns of a scene besides its identifiers, its extent, its words and its raw JSON. */
function columnsOf(parsed: WireScene, task: SceneTask | null) {
  return {
    taskId: task?.taskId ?? null,
    taskName: task?.name ?? null,
    project: task?.project ?? null,
    takenAt: isoTime(parsed.timestamp),
    satellite: parsed.satellite_name,
    productName: parsed.productname,
    cloudStated: statedClouds(parsed.metadata?.cloud_cover),
    lastModified: isoTime(parsed.last_modified),
  };
}

/** Returns the files that the service lists for a scene, attachments first. */
const filesOf = ({ attachments, rasters }: Pick<WireScene, 'attachments' | 'rasters'>) => [
  ...attachments.map((file) => ({
    kind: 'attachment',
    name: file.name,
    fileName: file.file_name,
    bands: '[]',
  })),
  ...rasters.map((file) => ({
    kind: 'raster',
    name: file.name,
    fileName: file.file_name,
    bands: JSON.stringify(file.bands),
  })),
];

/** Creates the function that stores a scene which the service lists for a capture. */
export function createSceneWriter({
  store,
  now,
  taskOfCapture,
  observed,
}: {
  store: Store;
  now: () => Date;
  taskOfCapture: (scope: Scope, captureId: CaptureId) => SceneTask | null;
  observed: Observed | undefined;
}) {
  const clouds = createCloudScale(store);
  return {
    /** Stores a scene of a query and returns its id; stored files stay, even if a later answer does not list them. */
    put(scope: Scope, captureId: CaptureId, answer: Row<WireScene>): LibrarySceneId {
      const stored = store.get(rawRow, `SELECT raw FROM scene WHERE ${inScope} AND scene_id = :sceneId`, {
        ...scopeParams(scope),
        sceneId: answer.parsed.scene_id,
      });
      const { parsed, raw } = mergeScene(stored?.raw, answer);
      const at = { ...scopeParams(scope), sceneId: parsed.scene_id };
      const extent = extentOf(parsed.footprint);
      const scaleBefore = clouds.scaleOf(scope.connectionId);
      store.run(upsertScene, {
        ...at,
        ...columnsOf(parsed, taskOfCapture(scope, captureId)),
        ...extent,
        captureId,
        raw: JSON.stringify(raw),
        seenAt: now().toISOString(),
      });
      const row = store.get(idRow, `SELECT id FROM scene WHERE ${inScope} AND scene_id = :sceneId`, at);
      if (!row) throw new Error('a scene just stored is not there');
      const { id } = row;
      clouds.update(scope.connectionId, id, scaleBefore);
      updateSceneWords(store, id, []);
      if (!indexExtent(store, id, extent)) store.run('DELETE FROM scene_box WHERE id = :id', { id });
      observed?.(scope, { kind: 'scene', id: String(id), parentId: captureId, captureId, state: 'seen' });
      const files = filesOf(parsed);
      for (const [position, file] of files.entries()) {
        const name = findSameName(store, id, file, files) ?? file.name;
        store.run(upsertFile, { scene: id, ...file, name, position });
      }
      return id;
    },
  };
}
