import { z } from 'zod';
import type { Footprint } from '../../../src-preload/contract/geometry.ts';
import {
  captureIdSchema,
  connectionIdSchema,
  librarySceneIdSchema,
  sceneIdSchema,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import type { AwayFolder, SceneRow } from '../../../src-preload/contract/library.ts';
import { readFootprint } from '../../core/footprint.ts';
import { storedContractId } from '../../store/stored-contract-id.ts';
import { storedRecord } from '../../store/stored-json.ts';
import { reviewColumn, storedReview } from './scene-review-table.ts';

/** A scene as read by a query of `sceneColumns`. */
export const storedSceneSchema = z.object({
  librarySceneId: librarySceneIdSchema,
  connectionId: connectionIdSchema,
  contractId: storedContractId,
  sceneId: sceneIdSchema,
  captureId: captureIdSchema.nullable(),
  taskId: taskIdSchema.nullable(),
  taskName: z.string().nullable(),
  project: z.string().nullable(),
  timestamp: z.string().nullable(),
  takenFrom: z.string().nullable(),
  takenUntil: z.string().nullable(),
  satelliteName: z.string().nullable(),
  productName: z.string().nullable(),
  cloudCover: z.number().nullable(),
  offNadir: z.number().nullable(),
  sunElevation: z.number().nullable(),
  gsd: z.number().nullable(),
  west: z.number().nullable(),
  south: z.number().nullable(),
  east: z.number().nullable(),
  north: z.number().nullable(),
  hasThumbnail: z.number(),
  filesOnDisk: z.number(),
  bytesOnDisk: z.number(),
  review: z.string().nullable(),
});

/** The tables that `sceneColumns` are read from. */
export const scenesWithFacts = 'scene LEFT JOIN scene_facts ON scene_facts.scene_row = scene.id';

/** The SELECT list for rows of `storedSceneSchema`. */
export const sceneColumns = `scene.id AS librarySceneId, connection_id AS connectionId, contract_id AS contractId, scene_id AS sceneId,
  capture_id AS captureId, task_id AS taskId, task_name AS taskName, project, taken_at AS timestamp,
  taken_from AS takenFrom, taken_until AS takenUntil, satellite AS satelliteName,
  product_name AS productName, cloud_cover AS cloudCover,
  off_nadir AS offNadir, sun_elevation AS sunElevation, gsd, west, south, east, north,
  EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.name = 'thumbnail' AND f.path IS NOT NULL AND f.missing = 0)
    OR EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail' AND f.kind = 'raster') AS hasThumbnail,
  (SELECT count(*) FROM scene_file f WHERE f.scene_row = scene.id AND f.name <> 'thumbnail' AND f.path IS NOT NULL AND f.missing = 0) AS filesOnDisk,
  (SELECT coalesce(sum(f.size_bytes), 0) FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0) AS bytesOnDisk,
  ${reviewColumn}`;

/** Returns a longitude from -180 to 180: the centre of a box that crosses the antimeridian may be beyond 180. */
function wrapped(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}

/** Returns a stored scene as screens show it; its longitude and latitude are the centre of its box. */
export function toSceneRow(
  stored: z.infer<typeof storedSceneSchema>,
  awayFolder: AwayFolder | null,
): SceneRow {
  const { west, south, east, north, takenFrom, takenUntil, hasThumbnail, review, ...row } = stored;
  const bbox: SceneRow['bbox'] =
    west === null || south === null || east === null || north === null ? null : [west, south, east, north];
  return {
    ...row,
    period:
      row.timestamp !== null || takenFrom === null || takenUntil === null
        ? null
        : { start: takenFrom, end: takenUntil },
    bbox,
    longitude: bbox ? wrapped((bbox[0] + bbox[2]) / 2) : null,
    latitude: bbox ? (bbox[1] + bbox[3]) / 2 : null,
    hasThumbnail: hasThumbnail === 1,
    review: storedReview(review),
    awayFolder,
  };
}

/** Returns the footprint in a column; null for a damaged one, so that the map shows the others. */
export const storedFootprint = (text: string | null): Footprint | null =>
  text === null ? null : readFootprint(storedRecord(text));
