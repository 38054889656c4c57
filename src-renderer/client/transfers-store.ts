import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Transfer } from '../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { Api } from './api.tsx';
import type { MainConnection } from './connect.ts';

/** Live state of the transfers by file; rows that ended stay until the next full list. */
export const transfersStore = createStore<{ byFile: ReadonlyMap<LibraryFileId, Transfer> }>(() => ({ byFile: new Map() }));

export function followTransfers(api: Api, connection: MainConnection): () => void {
  const ended = new AbortController();
  async function listen() {
    try {
      for await (const moved of await api.client.delivery.progress(undefined, { signal: ended.signal })) {
        const byFile = new Map(transfersStore.getState().byFile);
        for (const transfer of moved) byFile.set(transfer.fileId, transfer);
        transfersStore.setState({ byFile });
      }
    } catch {
      // Heard again with the next open connection.
    }
  }
  const unsubscribe = connection.onState((state) => {
    if (state === 'open') void listen();
  });
  return () => {
    ended.abort();
    unsubscribe();
  };
}

export function useTransfer(fileId: LibraryFileId): Transfer | undefined {
  return useStore(transfersStore, (state) => state.byFile.get(fileId));
}
