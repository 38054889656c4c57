import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Transfer } from '../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { Api } from './api.tsx';
import { listen, shortPause } from './listen.ts';

export interface TransfersState {
  byFile: ReadonlyMap<LibraryFileId, Transfer>;
}

/** Live state of the transfers by file, oldest first. */
export const transfersStore = createStore<TransfersState>(() => ({ byFile: new Map() }));

export function mergeMoved(state: TransfersState, moved: readonly Transfer[]): TransfersState {
  if (moved.length === 0) return state;
  const byFile = new Map(state.byFile);
  for (const transfer of moved) byFile.set(transfer.fileId, transfer);
  return { byFile };
}

/** The whole list, read after a change: what is not in it was taken out. */
export function replaceTransfers(all: readonly Transfer[]): TransfersState {
  return { byFile: new Map(all.map((transfer) => [transfer.fileId, transfer])) };
}

export interface TransferTotals {
  open: number;
  failed: number;
  /** 0 to 100 over all open ones whose size is known. */
  percent: number;
  bytesPerSecond: number;
}

export function totalsOf(transfers: Iterable<Transfer>): TransferTotals {
  let open = 0;
  let failed = 0;
  let done = 0;
  let total = 0;
  let bytesPerSecond = 0;
  for (const transfer of transfers) {
    if (transfer.state === 'failed') failed += 1;
    if (transfer.state === 'failed' || transfer.state === 'done') continue;
    open += 1;
    bytesPerSecond += transfer.bytesPerSecond ?? 0;
    if (transfer.totalBytes === null) continue;
    done += transfer.doneBytes;
    total += transfer.totalBytes;
  }
  return { open, failed, percent: total > 0 ? (100 * done) / total : 0, bytesPerSecond };
}

/** Listens for progress for as long as the page lives. */
export function followTransfers(api: Api): () => void {
  const ended = new AbortController();
  void listen({
    open: (signal) => api.client.delivery.progress(undefined, { signal }),
    onEvent: (moved) => transfersStore.setState((state) => mergeMoved(state, moved)),
    signal: ended.signal,
    pause: shortPause,
  });
  return () => ended.abort();
}

export function useTransfer(fileId: LibraryFileId): Transfer | undefined {
  return useStore(transfersStore, (state) => state.byFile.get(fileId));
}
