import { z } from 'zod';
import { storedErrorSchema } from '../../../src-preload/contract/errors.ts';
import {
  importEdits,
  importTroubles,
  type SceneImport,
  sceneImportSchema,
} from '../../../src-preload/contract/scene-imports.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const importSchema = z.object({
  importId: z.number(),
  source: z.string(),
  origin: z.string(),
  state: sceneImportSchema.shape.state,
  trouble: z.enum(importTroubles).nullable().catch('failed'),
  error: jsonColumn.pipe(storedErrorSchema).nullable(),
  startedAt: z.string(),
  entries: z.number(),
  counts: jsonColumn.pipe(sceneImportSchema.shape.counts),
  waiting: z.number(),
  hosts: jsonColumn.pipe(z.array(z.string())),
  totalBytes: z.number(),
  doneBytes: z.number(),
  lastEdit: z.enum(importEdits).nullable().catch(null),
  isOutdated: z.number().transform((value) => value === 1),
});

/** An import as it is stored. */
export interface StoredImport extends Omit<SceneImport, 'canReadAgain'> {
  /** The source as the details of its scenes name it. */
  origin: string;
}

const zeroCounts: SceneImport['counts'] = {
  new: 0,
  adds: 0,
  there: 0,
  problem: 0,
  imported: 0,
  failed: 0,
  omitted: 0,
  twice: 0,
  remarked: 0,
  unsized: 0,
  left: 0,
  undone: 0,
  undoneReviewed: 0,
  reviews: 0,
  reviewsRead: 0,
  reviewsNew: 0,
  reviewsLeft: 0,
};
const importColumns = `id AS importId, source, origin, state, trouble, error, started_at AS startedAt, entries, counts, hosts,
  total_bytes AS totalBytes, done_bytes AS doneBytes,
  CASE state WHEN 'paused' THEN (
    SELECT count(*) FROM scene_import_row AS row
    WHERE row.import_id = scene_import.id AND row.outcome IN ('new', 'adds') AND row.is_wanted = 1
  ) ELSE 0 END AS waiting,
  (SELECT kind FROM scene_import_step WHERE import_id = scene_import.id ORDER BY step DESC LIMIT 1) AS lastEdit,
  state = 'ready' AND is_outdated = 1 AS isOutdated`;
const maxListed = 20;

/** Creates the records of whole imports: their sources, states and counts. */
export function createImportRecords({ store, now }: { store: Store; now: () => Date }) {
  return {
    /** Stores a new import, which is about to be read; returns its id. */
    begin({ source, origin }: { source: string; origin: string }): number {
      const { lastInsertRowid } = store.run(
        `INSERT INTO scene_import (source, origin, state, started_at, counts) VALUES (:source, :origin, 'reading', :at, :counts)`,
        {
          source: source.slice(0, 2_000),
          origin: origin.slice(0, 300),
          at: now().toISOString(),
          counts: JSON.stringify(zeroCounts),
        },
      );
      return lastInsertRowid;
    },
    /** Returns the latest imports, the newest first. */
    list: (): StoredImport[] =>
      readableRows(
        store,
        importSchema,
        `SELECT ${importColumns} FROM scene_import ORDER BY id DESC LIMIT ${maxListed}`,
      ).rows,
    /** Returns an import; null if it is not stored. */
    get(importId: number): StoredImport | null {
      const row = store.get(importSchema, `SELECT ${importColumns} FROM scene_import WHERE id = :importId`, {
        importId,
      });
      return row ?? null;
    },
    /** Stores the present state of an import. */
    put(each: StoredImport) {
      const { importId, state, trouble, error, entries, totalBytes, doneBytes } = each;
      store.run(
        `UPDATE scene_import SET state = :state, trouble = :trouble, error = :error, entries = :entries, counts = :counts,
           hosts = :hosts, total_bytes = :totalBytes, done_bytes = :doneBytes WHERE id = :importId`,
        {
          importId,
          state,
          trouble,
          entries,
          totalBytes,
          doneBytes,
          error: error === null ? null : JSON.stringify(error),
          counts: JSON.stringify(each.counts),
          hosts: JSON.stringify(each.hosts),
        },
      );
    },
    /** Replaces both names of the source of an import. */
    rename(importId: number, name: string) {
      store.run('UPDATE scene_import SET source = :name, origin = :name WHERE id = :importId', {
        importId,
        name,
      });
    },
  };
}
