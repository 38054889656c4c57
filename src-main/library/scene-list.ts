import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import type {
  SceneFilter,
  SceneFootprints,
  SceneRow,
  SceneSort,
} from '../../src-preload/contract/library.ts';
import { boundedTexts } from '../core/bounded-texts.ts';
import { unwrappedRings } from '../core/footprint.ts';
import { idsInAll } from '../store/list-declaration.ts';
import { readableRows } from '../store/readable-rows.ts';
import { searchWords } from '../store/search-words.ts';
import type { Params, Store } from '../store/store.ts';
import { sceneColumns, storedFootprint, storedSceneSchema, toSceneRow } from './scene-rows.ts';

const countRow = z.object({ n: z.number() });
const packedIdsRow = z.object({ ids: z.string().nullable() });
const geometryRow = z.object({ geometry: z.string().nullable() });
const footprintRow = z.object({
  id: librarySceneIdSchema,
  footprint: z.string().nullable(),
  saved: z.number(),
});

/** Written as in the index `scene_file_on_disk`. */
const hasFiles = `EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail')`;

/** Reads only that index: checking each scene for its files would take twice as long as the whole list may. */
const countScenesWithFiles = `SELECT count(*) AS n FROM (SELECT DISTINCT scene_row FROM scene_file INDEXED BY scene_file_on_disk
  WHERE path IS NOT NULL AND missing = 0 AND name <> 'thumbnail')`;

/** East of the antimeridian boxes continue beyond 180, so the other turns of the globe are looked at too. */
const overlapsScene = `scene.id IN (${[0, 360, -360]
  .map(
    (turn) => `SELECT other.id FROM scene_box own JOIN scene_box other
      ON other.west <= own.east + ${turn} AND other.east >= own.west + ${turn} AND other.south <= own.north AND other.north >= own.south
      WHERE own.id = :placeOf`,
  )
  .join(' UNION ')})`;

const sorts: Record<SceneSort, string> = {
  time: 'taken_at',
  saved: '(SELECT max(saved_at) FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL)',
  name: 'scene_id',
  project: 'project COLLATE NOCASE',
  satellite: 'satellite',
  clouds: 'cloud_cover',
};

/** The number of rows read in one turn: a library of any size blocks the main loop only for a few milliseconds at a time. */
const batchSize = 500;

/** A stretch of the list: its filter, its order, and which rows. */
interface SceneRange {
  filter: SceneFilter;
  sort: SceneSort;
  descending: boolean;
  offset: number;
  limit: number;
}

function orderBy({ sort, descending }: Pick<SceneRange, 'sort' | 'descending'>): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `ORDER BY ${sorts[sort]} ${direction}, scene.id ${direction}`;
}

/** About a centimetre: drawing needs no more, and the answer becomes half as long. */
const drawnDegrees = (value: number) => Math.round(value * 1e7) / 1e7;

/**
 * Creates the queries behind the list of scenes and their footprints on the map, over all connections. They may read the whole
 * library, so the screens run them in the list reader's thread. `flagged` returns the scenes that need attention.
 */
export function createSceneList({
  store,
  flagged,
}: {
  store: Store;
  flagged: (() => readonly string[]) | undefined;
}) {
  function where({ search, onDiskOnly, needsAttention, librarySceneIds, placeOf }: SceneFilter): {
    sql: string;
    params: Params;
  } {
    const { conditions, params } = searchWords(search);
    const ids = idsInAll(librarySceneIds, needsAttention ? (flagged?.() ?? []) : undefined);
    if (ids) params.ids = JSON.stringify(ids);
    const only = ids ? ['scene.id IN (SELECT CAST(value AS INTEGER) FROM json_each(:ids))'] : [];
    if (placeOf !== undefined) {
      only.push(overlapsScene);
      params.placeOf = Number(placeOf);
    }
    return { sql: ['1', ...only, ...(onDiskOnly ? [hasFiles] : []), ...conditions].join(' AND '), params };
  }

  function count(filter: SceneFilter): number {
    const { onDiskOnly, needsAttention, librarySceneIds, search, placeOf } = filter;
    const isDiskAlone =
      onDiskOnly === true &&
      needsAttention !== true &&
      librarySceneIds === undefined &&
      placeOf === undefined &&
      searchWords(search).conditions.length === 0;
    if (isDiskAlone) return store.get(countRow, countScenesWithFiles)?.n ?? 0;
    const { sql, params } = where(filter);
    return store.get(countRow, `SELECT count(*) AS n FROM scene WHERE ${sql}`, params)?.n ?? 0;
  }

  return {
    /** Returns one page of the list, with the number of all matching scenes. */
    list(options: SceneRange): { total: number; rows: SceneRow[] } {
      const { sql, params } = where(options.filter);
      const order = orderBy(options);
      // First selects the rows, then reads their columns: otherwise the columns of all rows before the page would be computed
      // too.
      const { rows } = readableRows(
        store,
        storedSceneSchema,
        `SELECT ${sceneColumns} FROM (SELECT scene.id AS shown FROM scene WHERE ${sql} ${order} LIMIT :limit OFFSET :offset)
         JOIN scene ON scene.id = shown ${order}`,
        { ...params, limit: options.limit, offset: options.offset },
      );
      return { total: count(options.filter), rows: rows.map(toSceneRow) };
    },
    /** Returns the ids of a stretch of the list, packed (`contract/packed-places.ts`). */
    ids(options: SceneRange): string {
      const { sql, params } = where(options.filter);
      const row = store.get(
        packedIdsRow,
        `SELECT group_concat(id, char(31)) AS ids
         FROM (SELECT scene.id AS id FROM scene WHERE ${sql} ${orderBy(options)} LIMIT :limit OFFSET :offset)`,
        { ...params, limit: options.limit, offset: options.offset },
      );
      return row?.ids ?? '';
    },
    /** Returns the footprints of the first of these scenes as GeoJSON text, in their order; null for a scene without one. */
    geometries: (ids: readonly LibrarySceneId[]) =>
      boundedTexts(
        ids,
        (id) =>
          store.get(geometryRow, 'SELECT footprint AS geometry FROM scene WHERE id = :id', { id })
            ?.geometry ?? null,
      ),
    /**
     * Returns the rings of the scenes that match the filter, one entry for each ring, and whether files of its scene are on disk.
     */
    async footprints(filter: SceneFilter): Promise<SceneFootprints> {
      const { sql, params } = where(filter);
      const result: SceneFootprints = { librarySceneIds: [], rings: [], onDisk: [] };
      for (let after = 0, more = true; more; ) {
        const batch = store.all(
          footprintRow,
          `SELECT id, footprint, ${hasFiles} AS saved FROM scene WHERE ${sql} AND id > :after ORDER BY id LIMIT :batch`,
          { ...params, after, batch: batchSize },
        );
        for (const scene of batch) {
          after = scene.id;
          const footprint = storedFootprint(scene.footprint);
          for (const ring of footprint ? unwrappedRings(footprint) : []) {
            result.librarySceneIds.push(scene.id);
            result.rings.push(ring.map(drawnDegrees));
            result.onDisk.push(scene.saved === 1);
          }
        }
        more = batch.length === batchSize;
        if (more) await yieldToEventLoop();
      }
      return result;
    },
  };
}
