import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  emptySummary,
  type Transfer,
  type TransferSummary,
  type TransferUpdate,
} from '../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { Api } from '../../kit/client/api.tsx';
import { listen, shortPause } from '../../kit/client/listen.ts';

/** The download queue as reported by the progress stream. */
export interface TransfersState {
  /** All transfers that are not completed. */
  byFile: ReadonlyMap<LibraryFileId, Transfer>;
  summary: TransferSummary;
}

/** The current state of the transfers by file. */
export const transfersStore = createStore<TransfersState>(() => ({
  byFile: new Map(),
  summary: emptySummary,
}));

/**
 * Returns the state after an update. A moved transfer keeps its position in the map, so components that show the queue
 * sort by `position`.
 */
export function applyUpdate(
  state: TransfersState,
  { fresh, transfers, removed, summary }: TransferUpdate,
): TransfersState {
  if (transfers.length === 0 && removed.length === 0 && !fresh) return { ...state, summary };
  const byFile = new Map(fresh ? [] : state.byFile);
  for (const transfer of transfers) {
    // Completed transfers are read page by page; stored here, they would accumulate as long as the page is open.
    if (transfer.state === 'done') byFile.delete(transfer.fileId);
    else byFile.set(transfer.fileId, transfer);
  }
  for (const fileId of removed) byFile.delete(fileId);
  return { byFile, summary };
}

/** Subscribes to progress and updates the store. Returns the unsubscribe function. */
export function followTransfers(api: Api): () => void {
  const ended = new AbortController();
  void listen({
    open: (signal) => api.client.delivery.progress(undefined, { signal }),
    onEvent: (update) => transfersStore.setState((state) => applyUpdate(state, update)),
    signal: ended.signal,
    pause: shortPause,
  });
  return () => ended.abort();
}

/** Returns the transfer of a file; undefined if it is not in the queue. */
export function useTransfer(fileId: LibraryFileId): Transfer | undefined {
  return useStore(transfersStore, (state) => state.byFile.get(fileId));
}
