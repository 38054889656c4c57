import { z } from 'zod';
import {
  type LibraryFileId,
  type LibrarySceneId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Params, Store } from '../../store/store.ts';

/** A scene with files on disk, with what a search needs of it. */
export interface SharedRow {
  row: LibrarySceneId;
  sceneId: string;
  /** The first and the last moment in which it may have been acquired, as they were written; both are the same but for a period. */
  takenFrom: string | null;
  takenUntil: string | null;
  /** True if another scene with the same id was recorded earlier. */
  isTwin: boolean;
}

/** The terms of a search. Times are compared by day only; the caller compares them to the second. A scene with a period matches if that meets the days. */
export interface SharedTerms {
  /** West, south, east, north in degrees; west may be larger than east. */
  box: readonly number[] | null;
  fromDay: string | null;
  toDay: string | null;
  sceneIds: readonly string[] | null;
  isOldestFirst: boolean;
  /** The last row of the previous page; null for the first page. */
  after: { takenFrom: string | null; row: number } | null;
  limit: number;
}

const rowSchema = z.object({
  row: librarySceneIdSchema,
  sceneId: z.string(),
  takenFrom: z.string().nullable(),
  takenUntil: z.string().nullable(),
  isTwin: z.number().transform((value) => value === 1),
});
const countRow = z.object({ n: z.number() });
const fileIdRow = z.object({ fileId: libraryFileIdSchema });

/** Written as in the index `scene_file_on_disk`. */
const hasFiles = `EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail')`;
const hasRaster = `EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail'
  AND f.kind = 'raster')`;
const columns = `scene.id AS row, scene.scene_id AS sceneId, scene.taken_from AS takenFrom,
  scene.taken_until AS takenUntil,
  EXISTS (SELECT 1 FROM scene other WHERE other.scene_id = scene.scene_id AND other.id < scene.id) AS isTwin`;

/** The longitudes of a scene that crosses the antimeridian continue beyond 180. */
const touches = (box: string) => `${box}.south <= :north AND ${box}.north >= :south
  AND ((${box}.west <= :east AND ${box}.east >= :west) OR (${box}.west <= :east + 360 AND ${box}.east >= :west + 360)
    OR (${box}.west <= :east - 360 AND ${box}.east >= :west - 360))`;
/** With up to this number of scenes in the box, the index of places is read first; with more, reading in order of time soon fills a page. */
const maxByPlace = 5_000;
const countInBox = `SELECT count(*) AS n FROM (SELECT 1 FROM scene_box AS box WHERE ${touches('box')} LIMIT ${maxByPlace + 1})`;

function boxParams([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Params {
  return { west, south, east: west > east ? east + 360 : east, north };
}

/** Creates the search by which other programs find the scenes that are on disk. It runs in the list reader's thread. */
export function createSharedSearch({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  /** Returns the condition for scenes that touch a box, by the index of places or by the columns of each scene. */
  function underBox(params: Params): string {
    const isFew = (store.get(countRow, countInBox, params)?.n ?? 0) <= maxByPlace;
    return isFew
      ? `scene.id IN (SELECT box.id FROM scene_box AS box WHERE ${touches('box')})`
      : `(${touches('scene')})`;
  }

  /** Returns the SQL of the terms of a search. */
  function where({ box, fromDay, toDay, sceneIds }: SharedTerms): { sql: string; params: Params } {
    const conditions = [hasFiles];
    const params: Params = {};
    if (box !== null) {
      Object.assign(params, boxParams(box));
      conditions.push(underBox(params));
    }
    if (fromDay !== null) {
      conditions.push('scene.taken_until >= :fromDay');
      params.fromDay = fromDay;
    }
    if (toDay !== null) {
      conditions.push('scene.taken_from < :toDay');
      params.toDay = toDay;
    }
    if (sceneIds !== null) {
      conditions.push('scene.scene_id IN (SELECT value FROM json_each(:sceneIds))');
      params.sceneIds = JSON.stringify(sceneIds);
    }
    return { sql: conditions.join(' AND '), params };
  }

  /** Reads up to `limit` rows. Rows that cannot be read are left out, and those after them are read instead. */
  function read(condition: string, params: Params, order: string, limit: number): SharedRow[] {
    const all: SharedRow[] = [];
    for (let offset = 0; ; ) {
      const missing = limit - all.length;
      const { rows, damaged } = readableRows(
        store,
        rowSchema,
        `SELECT ${columns} FROM scene WHERE ${condition} ORDER BY ${order} LIMIT :missing OFFSET :offset`,
        { ...params, missing, offset },
      );
      all.push(...rows);
      offset += rows.length + damaged;
      if (damaged === 0 || rows.length + damaged < missing) return all;
    }
  }

  return {
    /**
     * Returns the next scenes of a search in order of time, a period by its start, those without a time last. Fewer than `limit` are returned only at the
     * end of the search.
     */
    page(terms: SharedTerms): SharedRow[] {
      const { after, isOldestFirst, limit } = terms;
      const { sql, params } = where(terms);
      const [direction, comparison] = isOldestFirst ? ['ASC', '>'] : ['DESC', '<'];
      const rows: SharedRow[] = [];
      if (after === null || after.takenFrom !== null) {
        const next =
          after === null
            ? ''
            : ` AND scene.taken_from ${comparison}= :at AND (scene.taken_from ${comparison} :at OR scene.id ${comparison} :row)`;
        const given = after === null ? {} : { at: after.takenFrom, row: after.row };
        const order = `scene.taken_from ${direction}, scene.id ${direction}`;
        rows.push(
          ...read(`${sql} AND scene.taken_from IS NOT NULL${next}`, { ...params, ...given }, order, limit),
        );
      }
      // A search by time never finds a scene without one.
      if (rows.length >= limit || terms.fromDay !== null || terms.toDay !== null) return rows;
      const next = after !== null && after.takenFrom === null ? ` AND scene.id ${comparison} :row` : '';
      const given = next === '' ? {} : { row: after?.row ?? 0 };
      const condition = `${sql} AND scene.taken_from IS NULL${next}`;
      rows.push(...read(condition, { ...params, ...given }, `scene.id ${direction}`, limit - rows.length));
      return rows;
    },
    /**
     * Returns one raster of each of the newest scenes that touch a box, whether this Nadir has read it before or not; none of `without`,
     * which cannot be drawn.
     */
    newestRasters(box: readonly number[], limit: number, without: readonly number[]): LibraryFileId[] {
      const params = { ...boxParams(box), without: JSON.stringify(without) };
      const firstRaster = `SELECT f.id FROM scene_file f WHERE f.scene_row = scene.id AND f.kind = 'raster' AND f.path IS NOT NULL
        AND f.missing = 0 AND f.name <> 'thumbnail' AND f.id NOT IN (SELECT value FROM json_each(:without))`;
      return readableRows(
        store,
        fileIdRow,
        `SELECT (${firstRaster} ORDER BY f.position, f.id LIMIT 1) AS fileId
         FROM scene WHERE ${underBox(boxParams(box))} AND EXISTS (${firstRaster}) ORDER BY scene.taken_from DESC, scene.id DESC LIMIT :limit`,
        { ...params, limit },
      ).rows.map(({ fileId }) => fileId);
    },
    /** Returns the newest scenes with a raster. */
    drawable: (limit: number): SharedRow[] =>
      read(hasRaster, {}, 'scene.taken_from DESC, scene.id DESC', limit),
  };
}
