import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Transfer } from '../../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { TransferTable } from './transfer-table.ts';
import { batchRows, type TransferViews } from './transfer-views.ts';

/** Receives the transfers that have changed and the files that have left the queue since the last call. */
export type ProgressListener = (changed: Transfer[], removed: LibraryFileId[]) => void;

const announceEveryMs = 250;

/** Reports to its listeners which transfers changed, at most four times a second. */
export function createProgressAnnouncer({
  table,
  views,
  isClosed,
  onError,
}: {
  table: TransferTable;
  views: TransferViews;
  isClosed: () => boolean;
  onError: (error: unknown) => void;
}) {
  const listeners = new Set<ProgressListener>();
  const changedIds = new Set<LibraryFileId>();
  let timer: NodeJS.Timeout | null = null;

  async function announceAll(fileIds: readonly LibraryFileId[]) {
    for (let at = 0; at < fileIds.length; at += batchRows) {
      if (at > 0) await yieldToEventLoop();
      if (isClosed()) return;
      const ids = fileIds.slice(at, at + batchRows);
      const rows = table.rowsOf(ids);
      const present = new Set(rows.map((row) => row.fileId));
      const removed = ids.filter((id) => !present.has(id));
      const transfers = views.views(rows);
      for (const listener of listeners) listener(transfers, removed);
    }
  }

  /** Reports all unfinished transfers to this listener only. */
  async function announceOpen(listener: ProgressListener) {
    for await (const transfers of views.openViews()) {
      if (listeners.has(listener)) listener(transfers, []);
    }
  }

  return {
    /** Call this when the transfer has changed or was removed. */
    announce(fileId: LibraryFileId) {
      changedIds.add(fileId);
      if (timer || isClosed()) return;
      timer = setTimeout(() => {
        timer = null;
        const ids = [...changedIds];
        changedIds.clear();
        announceAll(ids).catch(onError);
      }, announceEveryMs);
      timer.unref();
    },
    subscribe(listener: ProgressListener): () => void {
      listeners.add(listener);
      void announceOpen(listener).catch(onError);
      return () => listeners.delete(listener);
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
