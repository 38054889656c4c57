import { createTransferTable } from '../../src-main/features/downloads/queue/transfer-table.ts';
import type { LibraryFileId, Scope } from '../../src-preload/contract/ids.ts';
import { madeTask } from './made-rows.ts';
import { openFolderStore, tablesOf } from './seed-folder.ts';

const now = () => new Date();

/**
 * Puts `count` files of made-up scenes into the queue of a folder whose Nadir is closed, all of them paused: the practice
 * service knows none of these scenes.
 */
export function seedQueue(folder: string, scope: Scope, count: number): void {
  const store = openFolderStore(folder);
  try {
    const { tasks, scenes } = tablesOf(store);
    const transfers = createTransferTable({ store, now });
    const fileIds: LibraryFileId[] = [];
    store.transaction(() => {
      for (let i = 0; fileIds.length < count; i += 1) {
        const made = madeTask(i);
        if (made.scenes.length === 0) continue;
        tasks.put(scope, made.task);
        tasks.putCaptures(scope, made.taskId, made.captures);
        for (const { capture, scene } of made.scenes) {
          const id = scenes.put(scope, capture.capture_id, scene);
          fileIds.push(...scenes.filesOf(id).map(({ fileId }) => fileId));
        }
      }
    });
    transfers.enqueue(fileIds.slice(0, count));
    transfers.setAll(['queued'], 'paused');
  } finally {
    store.close();
  }
}
