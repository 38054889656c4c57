import { z } from 'zod';
import {
  type LibraryFileId,
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../src-preload/contract/ids.ts';
import type { CatalogScene } from '../core/catalog-scene.ts';
import { readableRows } from '../store/readable-rows.ts';
import type { Params, Store } from '../store/store.ts';
import { createCatalogScenes } from './catalog-scenes.ts';
import { ringsOf } from './scene-at.ts';

/** A scene with files on disk, as far as a search needs it. */
export interface SharedRow {
  row: LibrarySceneId;
  sceneId: string;
  /** As the service wrote it. */
  takenAt: string | null;
  /** True if another scene of the same id was recorded before. */
  isTwin: boolean;
}

/** What scenes are searched for. Times are compared by their day only: the caller compares them to the second. */
export interface SharedTerms {
  /** West, south, east, north in degrees; west may be larger than east. */
  box: readonly number[] | null;
  fromDay: string | null;
  toDay: string | null;
  sceneIds: readonly string[] | null;
  isOldestFirst: boolean;
  /** The row after which to go on. */
  after: { takenAt: string | null; row: number } | null;
  limit: number;
}

/** A scene with its files, each with its id. */
export interface SharedScene {
  scene: CatalogScene;
  fileIds: readonly LibraryFileId[];
}

const rowSchema = z.object({
  row: librarySceneIdSchema,
  sceneId: z.string(),
  takenAt: z.string().nullable(),
  isTwin: z.number().transform((value) => value === 1),
});
const countRow = z.object({ n: z.number() });
const fileRow = z.object({ fileId: libraryFileIdSchema, kind: z.string(), name: z.string() });
const fileIdRow = z.object({ fileId: libraryFileIdSchema });
const footprintRow = z.object({ footprint: z.string().nullable() });
const extentRow = z.object({
  ...{ west: z.number().nullable(), south: z.number().nullable() },
  ...{ east: z.number().nullable(), north: z.number().nullable() },
});
const timesRow = z.object({ first: z.string().nullable(), last: z.string().nullable() });

/** Written as in the index `scene_file_on_disk`. */
const hasFiles = `EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail')`;
const hasRaster = `EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail'
  AND f.kind = 'raster' AND f.raster_info IS NOT NULL)`;
const columns = `scene.id AS row, scene.scene_id AS sceneId, scene.taken_at AS takenAt,
  EXISTS (SELECT 1 FROM scene other WHERE other.scene_id = scene.scene_id AND other.id < scene.id) AS isTwin`;

/** East of the antimeridian boxes of scenes continue beyond 180. */
const touches = (box: string) => `${box}.south <= :north AND ${box}.north >= :south
  AND ((${box}.west <= :east AND ${box}.east >= :west) OR (${box}.west <= :east + 360 AND ${box}.east >= :west + 360)
    OR (${box}.west <= :east - 360 AND ${box}.east >= :west - 360))`;
/** Up to this number of scenes are found by their place first; of more, those of the right place soon fill a page in the order of time. */
const mostByPlace = 5_000;
const countInBox = `SELECT count(*) AS n FROM (SELECT 1 FROM scene_box AS box WHERE ${touches('box')} LIMIT ${mostByPlace + 1})`;

function boxParams([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Params {
  return { west, south, east: west > east ? east + 360 : east, north };
}

/** Creates the queries with which other programs search the scenes on disk. They run in the thread that reads lists. */
export function createSharedScenes({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  const described = createCatalogScenes({ store, connection: () => null });

  /** Returns the condition for scenes below a box, by the index of places or by the columns of each scene. */
  function underBox(params: Params): string {
    const isFew = (store.get(countRow, countInBox, params)?.n ?? 0) <= mostByPlace;
    return isFew
      ? `scene.id IN (SELECT box.id FROM scene_box AS box WHERE ${touches('box')})`
      : `(${touches('scene')})`;
  }

  function where({ box, fromDay, toDay, sceneIds }: SharedTerms): { sql: string; params: Params } {
    const conditions = [hasFiles];
    const params: Params = {};
    if (box !== null) {
      Object.assign(params, boxParams(box));
      conditions.push(underBox(params));
    }
    if (fromDay !== null) {
      conditions.push('scene.taken_at >= :fromDay');
      params.fromDay = fromDay;
    }
    if (toDay !== null) {
      conditions.push('scene.taken_at < :toDay');
      params.toDay = toDay;
    }
    if (sceneIds !== null) {
      conditions.push('scene.scene_id IN (SELECT value FROM json_each(:sceneIds))');
      params.sceneIds = JSON.stringify(sceneIds);
    }
    return { sql: conditions.join(' AND '), params };
  }

  function read(condition: string, params: Params, order: string, limit: number): SharedRow[] {
    return readableRows(
      store,
      rowSchema,
      `SELECT ${columns} FROM scene WHERE ${condition} ORDER BY ${order} LIMIT :limit`,
      { ...params, limit },
    ).rows;
  }

  return {
    /** Returns the next scenes of a search by their time, those without a time last. Fewer than `limit` are all that are left. */
    page(terms: SharedTerms): SharedRow[] {
      const { after, isOldestFirst, limit } = terms;
      const { sql, params } = where(terms);
      const [direction, comparison] = isOldestFirst ? ['ASC', '>'] : ['DESC', '<'];
      const rows: SharedRow[] = [];
      if (after === null || after.takenAt !== null) {
        const next =
          after === null
            ? ''
            : ` AND scene.taken_at ${comparison}= :at AND (scene.taken_at ${comparison} :at OR scene.id ${comparison} :row)`;
        const given = after === null ? {} : { at: after.takenAt, row: after.row };
        const order = `scene.taken_at ${direction}, scene.id ${direction}`;
        rows.push(
          ...read(`${sql} AND scene.taken_at IS NOT NULL${next}`, { ...params, ...given }, order, limit),
        );
      }
      // A search by time never finds a scene without one.
      if (rows.length >= limit || terms.fromDay !== null || terms.toDay !== null) return rows;
      const next = after !== null && after.takenAt === null ? ` AND scene.id ${comparison} :row` : '';
      const given = next === '' ? {} : { row: after?.row ?? 0 };
      const condition = `${sql} AND scene.taken_at IS NULL${next}`;
      rows.push(...read(condition, { ...params, ...given }, `scene.id ${direction}`, limit - rows.length));
      return rows;
    },
    /** Returns the outer rings of a scene, unwrapped over the antimeridian. */
    rings: (row: number): number[][] =>
      ringsOf(
        store.get(footprintRow, 'SELECT footprint FROM scene WHERE id = :row', { row })?.footprint ?? null,
      ),
    /** Returns a scene with its files in the library folder; null if it has none there. */
    scene(library: string, row: number): SharedScene | null {
      const scene = described.get(library, row)?.scene ?? null;
      if (scene === null) return null;
      const { rows } = readableRows(
        store,
        fileRow,
        `SELECT id AS fileId, kind, name FROM scene_file WHERE scene_row = :row AND path IS NOT NULL AND missing = 0`,
        { row },
      );
      const ids = new Map(rows.map(({ fileId, kind, name }) => [`${kind} ${name}`, fileId]));
      const files = scene.files.flatMap((file) => {
        const fileId = ids.get(`${file.kind} ${file.name}`);
        return fileId === undefined ? [] : [{ file, fileId }];
      });
      return {
        scene: { ...scene, files: files.map(({ file }) => file) },
        fileIds: files.map(({ fileId }) => fileId),
      };
    },
    /** Returns the box of all known scenes and the times of the first and the last; null where there is none. */
    extent() {
      const box = store.get(
        extentRow,
        'SELECT min(west) AS west, min(south) AS south, max(east) AS east, max(north) AS north FROM scene_box',
      );
      const times = store.get(
        timesRow,
        `SELECT (SELECT min(taken_at) FROM scene WHERE taken_at IS NOT NULL) AS first, (SELECT max(taken_at) FROM scene) AS last`,
      );
      return { box: box ?? null, first: times?.first ?? null, last: times?.last ?? null };
    },
    /** Returns the rasters of a scene that are on disk, in the service's order. */
    rasters: (row: number): LibraryFileId[] =>
      readableRows(
        store,
        fileIdRow,
        `SELECT id AS fileId FROM scene_file WHERE scene_row = :row AND kind = 'raster' AND path IS NOT NULL AND missing = 0
         ORDER BY position, id LIMIT 100`,
        { row },
      ).rows.map(({ fileId }) => fileId),
    /** Returns the rasters of the newest scenes below a box that can be drawn without further work, one of each scene. */
    newestRasters(box: readonly number[], limit: number): LibraryFileId[] {
      const params = boxParams(box);
      return readableRows(
        store,
        fileIdRow,
        `SELECT (SELECT f.id FROM scene_file f WHERE f.scene_row = scene.id AND f.kind = 'raster' AND f.path IS NOT NULL
             AND f.missing = 0 AND f.raster_info IS NOT NULL ORDER BY f.position, f.id LIMIT 1) AS fileId
         FROM scene WHERE ${underBox(params)} AND ${hasRaster} ORDER BY scene.taken_at DESC, scene.id DESC LIMIT :limit`,
        { ...params, limit },
      ).rows.map(({ fileId }) => fileId);
    },
    /** Returns the newest scenes with a raster that can be drawn. */
    drawable: (limit: number): SharedRow[] =>
      read(hasRaster, {}, 'scene.taken_at DESC, scene.id DESC', limit),
  };
}
