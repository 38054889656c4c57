import { z } from 'zod';
import type { Notice } from '../../src-preload/contract/app.ts';
import { librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { idSeparator, unpackIds } from '../../src-preload/contract/packed-places.ts';
import { jsonColumn, readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';

const dataSchema = z.object({ ids: z.string(), total: z.string(), names: z.string() });
const keptRow = z.object({ data: jsonColumn.pipe(dataSchema), at: z.string() });
const idRow = z.object({ id: librarySceneIdSchema });

/** Creates the record of the notice of new reviews, which stays until the user has dismissed it: there is at most one. */
export function createKeptArrivals({ store }: { store: Pick<Store, 'all' | 'run'> }) {
  return {
    put(data: Notice['data'], at: string) {
      store.run('INSERT OR REPLACE INTO review_arrived VALUES (1, :data, :at)', {
        data: JSON.stringify(data),
        at,
      });
    },
    forget: () => void store.run('DELETE FROM review_arrived'),
    /** Returns what is kept, without scenes that are not known any more; null if none is left. */
    get(): { data: Notice['data']; at: string } | null {
      const [kept] = readableRows(store, keptRow, 'SELECT data, at FROM review_arrived', {}).rows;
      if (kept === undefined) return null;
      const ids = store
        .all(
          idRow,
          'SELECT scene.id AS id FROM json_each(:ids) AS named CROSS JOIN scene WHERE scene.id = CAST(named.value AS INTEGER) ORDER BY named.key',
          { ids: JSON.stringify(unpackIds(kept.data.ids)) },
        )
        .map(({ id }) => id);
      if (ids.length === 0) return null;
      const data = { ...kept.data, ids: ids.join(idSeparator), total: String(ids.length) };
      return { data, at: kept.at };
    },
  };
}

/** What `createKeptArrivals` returns. */
export type KeptArrivals = ReturnType<typeof createKeptArrivals>;
