import { z } from 'zod';
import type { Params, Store } from '../../../store/store.ts';
import type { IndexedScene } from './scene-index.ts';

const number = z.number().nullable();
const text = z.string().nullable();
const rowSchema = z.object({
  id: z.number(),
  taken_from: text,
  taken_until: text,
  satellite: text,
  project: text,
  product_name: text,
  cloud_cover: number,
  off_nadir: number,
  sun_elevation: number,
  gsd: number,
  west: number,
  south: number,
  east: number,
  north: number,
  folded: z.string(),
  saved: text,
  on_disk: z.number(),
});

const changeRow = z.object({ seq: z.number(), scene: z.number() });
const stateRow = z.object({
  databaseId: z.string(),
  pruned: z.number(),
  reached: z.number(),
  last: z.number(),
  seq: z.number(),
});
/** Which database it is, how far the reading of facts has come, and the number of the last change. */
export type IndexedState = z.infer<typeof stateRow>;

const versionRow = z.object({ data_version: z.number() });
const ownRow = z.object({ n: z.number() });
const anyRow = z.unknown();
const lastRow = z.object({ last: z.number().nullable() });

/** Written as in the index `scene_file_on_disk`. */
export const hasFiles = `EXISTS (SELECT 1 FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL AND f.missing = 0 AND f.name <> 'thumbnail')`;

const columns = `scene.id AS id, taken_from, taken_until, satellite, project, product_name, cloud_cover, off_nadir, sun_elevation, gsd,
  west, south, east, north, folded, ${hasFiles} AS on_disk,
  (SELECT max(saved_at) FROM scene_file f WHERE f.scene_row = scene.id AND f.path IS NOT NULL) AS saved
  FROM scene LEFT JOIN scene_facts ON scene_row = scene.id`;

const msOf = (time: string | null): number | null => {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
};

function toIndexed(row: z.infer<typeof rowSchema>): IndexedScene {
  const { west, south, east, north } = row;
  const hasBox = west !== null && south !== null && east !== null && north !== null;
  return {
    id: row.id,
    time: msOf(row.taken_from),
    until: msOf(row.taken_until),
    saved: msOf(row.saved),
    clouds: row.cloud_cover,
    offNadir: row.off_nadir,
    sunElevation: row.sun_elevation,
    gsd: row.gsd,
    satellite: row.satellite,
    project: row.project,
    level: row.product_name,
    box: hasBox ? [west, south, east, north] : null,
    onDisk: row.on_disk === 1,
    folded: row.folded,
  };
}

/** Creates the queries by which the index is built from the database and follows it. */
export function createIndexedRows(store: Pick<Store, 'all' | 'get'>) {
  const read = (sql: string, params: Params) =>
    // A row that cannot be read is left out, so that the others are found.
    store.all(anyRow, sql, params).flatMap((raw) => {
      const row = rowSchema.safeParse(raw);
      return row.success ? [toIndexed(row.data)] : [];
    });
  return {
    /** Returns the next scenes in the order of ids, with the id of the last row that was read; null at the end. */
    after(id: number, limit: number): { scenes: IndexedScene[]; last: number } | null {
      const { last } = store.get(
        lastRow,
        'SELECT max(id) AS last FROM (SELECT id FROM scene WHERE id > :id ORDER BY id LIMIT :limit)',
        { id, limit },
      ) ?? { last: null };
      if (last === null) return null;
      const scenes = read(`SELECT ${columns} WHERE scene.id > :id AND scene.id <= :last ORDER BY scene.id`, {
        id,
        last,
      });
      return { scenes, last };
    },
    /** Returns those of these scenes that exist. */
    named: (ids: readonly number[]): IndexedScene[] =>
      read(`SELECT ${columns} WHERE scene.id IN (SELECT value FROM json_each(:ids))`, {
        ids: JSON.stringify(ids),
      }),
    /** Returns the next changes after a number, in ascending order. */
    changes: (seq: number, limit: number) =>
      store.all(
        changeRow,
        'SELECT seq, scene_row AS scene FROM scene_change WHERE seq > :seq ORDER BY seq LIMIT :limit',
        { seq, limit },
      ),
    /** Returns the largest id of a scene; 0 if there is none. */
    lastId: () => store.get(lastRow, 'SELECT max(id) AS last FROM scene')?.last ?? 0,
    /** Returns which database this is, how far the reading of facts has come, and the number of the last change. */
    state(): IndexedState {
      const state = store.get(
        stateRow,
        `SELECT database_id AS databaseId, pruned, facts_reached AS reached, facts_last AS last,
           coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'scene_change'), 0) AS seq FROM scene_find`,
      );
      if (state === undefined) throw new Error('the table scene_find is empty');
      return state;
    },
    /** Returns a text that differs after each change of the database, by this connection or another one. */
    version() {
      const others = store.get(versionRow, 'PRAGMA data_version')?.data_version ?? 0;
      return `${others} ${store.get(ownRow, 'SELECT total_changes() AS n')?.n ?? 0}`;
    },
  };
}

/** What `createIndexedRows` returns. */
export type IndexedRows = ReturnType<typeof createIndexedRows>;
