import { z } from 'zod';
import type { Notice } from '../../../src-preload/contract/app.ts';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { idSeparator, unpackIds } from '../../../src-preload/contract/packed-places.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

const dataSchema = z.object({ ids: z.string(), total: z.string(), names: z.string() });
const noticeRow = z.object({ data: jsonColumn.pipe(dataSchema), at: z.string() });
const idRow = z.object({ id: librarySceneIdSchema });

/** Creates the stored notice of new reviews. There is at most one, until the user dismisses it. */
export function createStoredArrivals({ store }: { store: Pick<Store, 'all' | 'run'> }) {
  return {
    put(data: Notice['data'], at: string) {
      store.run('INSERT OR REPLACE INTO review_arrived VALUES (1, :data, :at)', {
        data: JSON.stringify(data),
        at,
      });
    },
    forget: () => void store.run('DELETE FROM review_arrived'),
    /** Returns the stored notice without scenes that are no longer in the library; null if none is left. */
    get(): { data: Notice['data']; at: string } | null {
      const [row] = readableRows(store, noticeRow, 'SELECT data, at FROM review_arrived', {}).rows;
      if (row === undefined) return null;
      const ids = store
        .all(
          idRow,
          'SELECT scene.id AS id FROM json_each(:ids) AS named CROSS JOIN scene WHERE scene.id = CAST(named.value AS INTEGER) ORDER BY named.key',
          { ids: JSON.stringify(unpackIds(row.data.ids)) },
        )
        .map(({ id }) => id);
      if (ids.length === 0) return null;
      const data = { ...row.data, ids: ids.join(idSeparator), total: String(ids.length) };
      return { data, at: row.at };
    },
  };
}

/** What `createStoredArrivals` returns. */
export type StoredArrivals = ReturnType<typeof createStoredArrivals>;
