import { join } from 'node:path';
import { z } from 'zod';
import type { Store } from '../../../store/store.ts';
import type { HoldingResult } from './disk/write-holdings.ts';

const countRow = z.object({ n: z.number() });
const pendingSchema = z.object({
  seq: z.number(),
  sceneRow: z.number(),
  itemPath: z.string().nullable(),
  pagePath: z.string().nullable(),
});
const releasedSchema = z.object({ path: z.string() });
const itemSchema = z.object({ itemPath: z.string() });

/** A scene whose item is to be written, with the paths of the present item and its page in this library folder. */
export type PendingHolding = z.infer<typeof pendingSchema>;

const hasFile = `path IS NOT NULL AND name <> 'thumbnail'`;

/**
 * Creates the records of the catalog: where the item of each scene is, and which items are to be written. They access no disk.
 * `library` is the absolute path of the library folder.
 */
export function createCatalogNotes({ store }: { store: Store }) {
  const count = (sql: string, params = {}) => store.get(countRow, sql, params)?.n ?? 0;
  return {
    /** Returns the next scenes whose items are to be written. */
    pending: (library: string, limit: number): PendingHolding[] =>
      store.all(
        pendingSchema,
        `SELECT p.seq, p.scene_row AS sceneRow, h.item_path AS itemPath, h.page_path AS pagePath
         FROM holding_pending p LEFT JOIN holding h ON h.scene_row = p.scene_row AND h.library = :library
         ORDER BY p.seq LIMIT :limit`,
        { library, limit },
      ),
    /** Returns the number of scenes whose items are to be written. */
    countPending: () => count('SELECT count(*) AS n FROM holding_pending'),
    /** Returns the number of scenes with an item in this library folder. */
    countScenes: (library: string) =>
      count('SELECT count(*) AS n FROM holding WHERE library = :library', { library }),
    /** True if any file of the library is recorded. */
    hasFiles: () => count(`SELECT EXISTS (SELECT 1 FROM scene_file WHERE ${hasFile}) AS n`) === 1,
    /** Stores where an item is about to be written. */
    plan(library: string, sceneRow: number, itemPath: string) {
      store.run('INSERT OR REPLACE INTO holding VALUES (:sceneRow, :library, :itemPath, NULL)', {
        sceneRow,
        library,
        itemPath,
      });
    },
    /** Notes a file that a scene gave up and that stays on the disk: the item of the scene must no longer name it. */
    release(sceneRow: number, path: string) {
      store.run('INSERT OR IGNORE INTO holding_released VALUES (:sceneRow, :path)', { sceneRow, path });
    },
    /** Returns the paths of the files that a scene gave up. */
    released: (sceneRow: number): string[] =>
      store
        .all(releasedSchema, 'SELECT path FROM holding_released WHERE scene_row = :sceneRow', { sceneRow })
        .map(({ path }) => path),
    /** Returns the path of the item of a scene below this library folder; null if none was written to it. */
    itemOf: (library: string, sceneRow: number): string | null =>
      store.get(
        itemSchema,
        'SELECT item_path AS itemPath FROM holding WHERE scene_row = :sceneRow AND library = :library',
        { sceneRow, library },
      )?.itemPath ?? null,
    /** Stores the result of writing an item and removes the note, unless the scene has a newer one. A failed one is retried last. */
    markWritten(library: string, { seq }: PendingHolding, result: HoldingResult) {
      const { sceneRow, outcome } = result;
      if (outcome === 'failed' || outcome === 'no-files') {
        // Retried after all others.
        store.run(
          `UPDATE holding_pending SET seq = (SELECT max(seq) FROM holding_pending) + 1 WHERE seq = :seq`,
          { seq },
        );
        return;
      }
      if (outcome === 'written')
        store.run('INSERT OR REPLACE INTO holding VALUES (:sceneRow, :library, :itemPath, :pagePath)', {
          sceneRow,
          library,
          itemPath: result.itemPath,
          pagePath: result.pagePath,
        });
      else store.run('DELETE FROM holding WHERE scene_row = :sceneRow', { sceneRow });
      store.run('DELETE FROM holding_pending WHERE seq = :seq', { seq });
      // A file that was given up after this writing began has a note of its own.
      store.run(
        `DELETE FROM holding_released WHERE scene_row = :sceneRow
           AND NOT EXISTS (SELECT 1 FROM holding_pending WHERE scene_row = :sceneRow)`,
        { sceneRow },
      );
    },
    /** Stores the path of an item that was found in the folder, and removes the note of its scene. */
    noteFound(library: string, sceneRow: number, itemPath: string) {
      store.run('INSERT OR REPLACE INTO holding VALUES (:sceneRow, :library, :itemPath, NULL)', {
        sceneRow,
        library,
        itemPath,
      });
      store.run('DELETE FROM holding_pending WHERE scene_row = :sceneRow', { sceneRow });
    },
    /**
     * Stores the path of an item of a known scene that was found in the folder, unless one is known there. `paths` are those of the files
     * that it names, relative and with `/`: a scene that has none of them is recorded with files elsewhere, and this item is not its own. The
     * note of the scene stays, because the records may have more than this item.
     */
    noteItem(library: string, sceneRow: number, itemPath: string, paths: readonly string[]) {
      const recorded = paths.flatMap((path) => {
        const below = join(...path.split('/'));
        return [below, join(library, below)];
      });
      store.run(
        `INSERT INTO holding SELECT :sceneRow, :library, :itemPath, NULL
         WHERE EXISTS (SELECT 1 FROM scene_file WHERE scene_row = :sceneRow AND path IN (SELECT value FROM json_each(:recorded)))
         ON CONFLICT DO UPDATE SET library = :library, item_path = :itemPath, page_path = NULL WHERE library <> :library`,
        { sceneRow, library, itemPath, recorded: JSON.stringify(recorded) },
      );
    },
    /** Notes a scene with files, so that its item is written again: something changed of it that no trigger watches. */
    note(sceneRow: number) {
      store.run('DELETE FROM holding_pending WHERE scene_row = :sceneRow', { sceneRow });
      store.run(
        `INSERT INTO holding_pending (scene_row)
         SELECT :sceneRow WHERE EXISTS (SELECT 1 FROM scene_file WHERE scene_row = :sceneRow AND ${hasFile})`,
        { sceneRow },
      );
    },
    /** Notes all scenes with files, so that all items are written again. */
    noteAll() {
      store.run(
        `INSERT OR IGNORE INTO holding_pending (scene_row) SELECT DISTINCT scene_row FROM scene_file WHERE ${hasFile}`,
      );
    },
  };
}
