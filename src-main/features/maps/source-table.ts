import { z } from 'zod';
import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import { mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import { type MapPatch, mapBoxSchema, mapSourceSchema } from '../../../src-preload/contract/maps.ts';
import { AppError } from '../../core/app-error.ts';
import { jsonColumn } from '../../store/readable-rows.ts';
import { recipeSchema } from './servers/recipe.ts';
import { nullableJson, readRows, type TableOptions } from './table-options.ts';

const flag = z.number().transform((value) => value !== 0);
const rowSchema = mapSourceSchema
  .pick({
    kind: true,
    content: true,
    name: true,
    address: true,
    layer: true,
    attribution: true,
    minZoom: true,
    maxZoom: true,
    grid: true,
    tileSize: true,
    opacity: true,
    revision: true,
  })
  .extend({
    id: mapSourceIdSchema,
    bounds: nullableJson.pipe(mapBoxSchema.nullable()),
    visible: flag,
    hosts: jsonColumn.pipe(z.array(z.string())),
    needsKey: flag,
    offlineAllowed: flag,
    isCopied: flag,
    raster: z.string().nullable(),
    recipe: nullableJson.pipe(recipeSchema.nullable()),
  });

/** A stored map. */
export type MapRow = z.infer<typeof rowSchema>;

const positionRow = z.object({ position: z.number().nullable() });
const idRow = z.object({ id: mapSourceIdSchema });

const columns = `id, kind, content, copied AS isCopied, raster, name, address, layer, attribution, min_zoom AS minZoom, max_zoom AS maxZoom, bounds, grid,
  tile_size AS tileSize, opacity, visible, hosts, needs_key AS needsKey, offline_allowed AS offlineAllowed, revision, recipe`;

/** Creates the table of the user's own maps. */
export function createSourceTable(options: TableOptions) {
  const { store, now } = options;
  const ids = () =>
    store.all(idRow, 'SELECT id FROM map_source ORDER BY position DESC, id').map(({ id }) => id);

  function get(id: MapSourceId): MapRow {
    const row = store.get(rowSchema, `SELECT ${columns} FROM map_source WHERE id = :id`, { id });
    if (!row) throw new AppError('NOT_FOUND', { what: `map ${id}` });
    return row;
  }

  return {
    get,
    /** Returns all maps, the topmost first. */
    list: (): MapRow[] =>
      readRows(options, rowSchema, `SELECT ${columns} FROM map_source ORDER BY position DESC, id`),
    /** Adds a map above all others. */
    add(row: MapRow) {
      const highest = store.get(positionRow, 'SELECT max(position) AS position FROM map_source');
      store.run(
        `INSERT INTO map_source (id, kind, content, copied, raster, name, address, layer, attribution, min_zoom, max_zoom, bounds, grid, tile_size, opacity,
           visible, hosts, needs_key, offline_allowed, revision, recipe, position, added_at)
         VALUES (:id, :kind, :content, :isCopied, :raster, :name, :address, :layer, :attribution, :minZoom, :maxZoom, :bounds, :grid, :tileSize, :opacity,
           :visible, :hosts, :needsKey, :offlineAllowed, :revision, :recipe, :position, :addedAt)`,
        {
          ...row,
          bounds: row.bounds === null ? null : JSON.stringify(row.bounds),
          visible: Number(row.visible),
          hosts: JSON.stringify(row.hosts),
          isCopied: Number(row.isCopied),
          needsKey: Number(row.needsKey),
          offlineAllowed: Number(row.offlineAllowed),
          recipe: row.recipe === null ? null : JSON.stringify(row.recipe),
          position: (highest?.position ?? 0) + 1,
          addedAt: now().toISOString(),
        },
      );
    },
    update(id: MapSourceId, patch: MapPatch) {
      const current = get(id);
      const { name = current.name, attribution = current.attribution, opacity = current.opacity } = patch;
      const { visible = current.visible, offlineAllowed = current.offlineAllowed } = patch;
      store.run(
        `UPDATE map_source SET name = :name, attribution = :attribution, opacity = :opacity, visible = :visible,
           offline_allowed = :offlineAllowed WHERE id = :id`,
        { id, name, attribution, opacity, visible: Number(visible), offlineAllowed: Number(offlineAllowed) },
      );
    },
    /** Stores the description of a GeoTIFF, as JSON; its pixels are requested again. */
    describeRaster(id: MapSourceId, raster: string) {
      store.run('UPDATE map_source SET raster = :raster, revision = revision + 1 WHERE id = :id', {
        id,
        raster,
      });
    },
    /** Stores the facts of a file that was read again; its tiles are requested again. */
    describe(
      id: MapSourceId,
      facts: Pick<MapRow, 'content' | 'minZoom' | 'maxZoom' | 'bounds' | 'tileSize'>,
    ) {
      store.run(
        `UPDATE map_source SET min_zoom = :minZoom, max_zoom = :maxZoom, bounds = :bounds, tile_size = :tileSize,
           content = :content, revision = revision + 1 WHERE id = :id`,
        {
          id,
          content: facts.content,
          minZoom: facts.minZoom,
          maxZoom: facts.maxZoom,
          tileSize: facts.tileSize,
          bounds: facts.bounds === null ? null : JSON.stringify(facts.bounds),
        },
      );
    },
    /** Moves a map to this index, counted from the topmost. */
    move(id: MapSourceId, to: number) {
      get(id);
      const others = ids().filter((each) => each !== id);
      others.splice(to, 0, id);
      store.transaction(() => {
        others.forEach((each, index) => {
          store.run('UPDATE map_source SET position = :position WHERE id = :id', {
            id: each,
            position: others.length - index,
          });
        });
      });
    },
    remove(id: MapSourceId) {
      get(id);
      store.transaction(() => {
        store.run('DELETE FROM map_area WHERE source_id = :id', { id });
        store.run('DELETE FROM map_source WHERE id = :id', { id });
      });
    },
  };
}

/** The table of the user's own maps. */
export type SourceTable = ReturnType<typeof createSourceTable>;
