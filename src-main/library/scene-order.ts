import { z } from 'zod';
import { type LibrarySceneId, type OrderId, orderIdSchema } from '../../src-preload/contract/ids.ts';
import type { Store } from '../store/store.ts';

const orderRow = z.object({ orderId: orderIdSchema });

/** Creates the query for the order that the files of a scene came with; null if they came with none. */
export function createSceneOrder({ store }: { store: Pick<Store, 'get'> }) {
  return (librarySceneId: LibrarySceneId): OrderId | null =>
    store.get(
      orderRow,
      `SELECT order_id AS orderId FROM asset_file
       WHERE file_id IN (SELECT id FROM scene_file WHERE scene_row = :librarySceneId) ORDER BY file_id DESC LIMIT 1`,
      { librarySceneId },
    )?.orderId ?? null;
}
