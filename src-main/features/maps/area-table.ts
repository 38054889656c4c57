import { z } from 'zod';
import type { StoredError } from '../../../src-preload/contract/errors.ts';
import { storedErrorSchema } from '../../../src-preload/contract/errors.ts';
import type { MapAreaId, MapSourceId } from '../../../src-preload/contract/ids.ts';
import { mapAreaIdSchema, mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import { type MapArea, mapAreaSchema, mapBoxSchema } from '../../../src-preload/contract/maps.ts';
import { AppError } from '../../core/app-error.ts';
import { jsonColumn } from '../../store/readable-rows.ts';
import { nullableJson, readRows, type TableOptions } from './table-options.ts';

const rowSchema = mapAreaSchema.extend({
  id: mapAreaIdSchema,
  sourceId: mapSourceIdSchema,
  box: jsonColumn.pipe(mapBoxSchema),
  error: nullableJson.pipe(storedErrorSchema.nullable()),
});

const idRow = z.object({ id: mapAreaIdSchema });

/** A stored area. */
export type AreaRow = z.infer<typeof rowSchema>;

const columns = `id, source_id AS sourceId, name, box, min_zoom AS minZoom, max_zoom AS maxZoom, tile_count AS tileCount,
  done_count AS doneCount, missing_count AS missingCount, bytes, state, error`;

/** Creates the queries of saved areas, for a connection that cannot write. */
export const createAreaReading = (options: TableOptions) => ({
  /** Returns the areas of all maps, oldest first. */
  list: (): AreaRow[] =>
    readRows(options, rowSchema, `SELECT ${columns} FROM map_area ORDER BY added_at, id`),
});

/** Creates the table of saved areas. It stores as paused the areas that were being saved when Nadir ended. */
export function createAreaTable(options: TableOptions) {
  const { store, now } = options;
  store.run("UPDATE map_area SET state = 'paused' WHERE state = 'saving'");

  function get(id: MapAreaId): AreaRow {
    const area = store.get(rowSchema, `SELECT ${columns} FROM map_area WHERE id = :id`, { id });
    if (!area) throw new AppError('NOT_FOUND', { what: `map-area ${id}` });
    return area;
  }

  return {
    get,
    ...createAreaReading(options),
    add(row: AreaRow) {
      store.run(
        `INSERT INTO map_area (id, source_id, name, box, min_zoom, max_zoom, tile_count, done_count, missing_count, bytes, state, error,
           added_at)
         VALUES (:id, :sourceId, :name, :box, :minZoom, :maxZoom, :tileCount, :doneCount, :missingCount, :bytes, :state, NULL, :addedAt)`,
        {
          id: row.id,
          sourceId: row.sourceId,
          name: row.name,
          box: JSON.stringify(row.box),
          minZoom: row.minZoom,
          maxZoom: row.maxZoom,
          tileCount: row.tileCount,
          doneCount: row.doneCount,
          missingCount: row.missingCount,
          bytes: row.bytes,
          state: row.state,
          addedAt: now().toISOString(),
        },
      );
    },
    setState(id: MapAreaId, state: MapArea['state'], error: StoredError | null = null) {
      store.run('UPDATE map_area SET state = :state, error = :error WHERE id = :id', {
        id,
        state,
        error: error === null ? null : JSON.stringify(error),
      });
    },
    /** Stores progress. A power cut may lose it; then it is counted again from the file of the area when saving continues. */
    setProgress(id: MapAreaId, { done, missing, bytes }: { done: number; missing: number; bytes: number }) {
      store.transaction(
        () =>
          store.run(
            'UPDATE map_area SET done_count = :done, missing_count = :missing, bytes = :bytes WHERE id = :id',
            { id, done, missing, bytes },
          ),
        'passing',
      );
    },
    remove(id: MapAreaId) {
      store.run('DELETE FROM map_area WHERE id = :id', { id });
    },
    idsOf: (sourceId: MapSourceId): MapAreaId[] =>
      store
        .all(idRow, 'SELECT id FROM map_area WHERE source_id = :sourceId ORDER BY added_at, id', {
          sourceId,
        })
        .map(({ id }) => id),
  };
}

/** The table of saved areas. */
export type AreaTable = ReturnType<typeof createAreaTable>;
