import { z } from 'zod';
import { type LibrarySceneId, type OrderId, orderIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Store } from '../../store/store.ts';

const orderRow = z.object({ orderId: orderIdSchema });

/** Creates the function that returns the order by which the files of a scene were delivered; null if there is none. */
export function createFindOrderOfScene({ store }: { store: Pick<Store, 'get'> }) {
  return (librarySceneId: LibrarySceneId): OrderId | null =>
    store.get(
      orderRow,
      `SELECT order_id AS orderId FROM asset_file
       WHERE file_id IN (SELECT id FROM scene_file WHERE scene_row = :librarySceneId) ORDER BY file_id DESC LIMIT 1`,
      { librarySceneId },
    )?.orderId ?? null;
}
