import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { useApi } from '../../client/api.tsx';
import type { MainClient } from '../../client/connect.ts';
import { type Draft, draftSchema, emptyDraft } from './draft.ts';

const keepMs = 600;

/** A task of the outbox that is taken back into the form. */
export interface EditedTask {
  id: SubmissionId;
  request: TaskRequest;
  /** Why it came back; null when it did not. */
  error: StoredError | null;
}

/** What is typed since the start, null until something is; and beside it what of the outbox is being changed. */
const draftStore = createStore<{ draft: Draft | null; edited: EditedTask | null }>(() => ({
  draft: null,
  edited: null,
}));

/** The form shows a task of the outbox; what is typed for the next one waits behind it. */
export function beginEditing(edited: EditedTask) {
  draftStore.setState({ edited });
}

export function endEditing() {
  draftStore.setState({ edited: null });
}

export function useEdited(): EditedTask | null {
  return useStore(draftStore, (state) => state.edited);
}

let timer: ReturnType<typeof setTimeout> | undefined;

function keep(client: MainClient) {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  const { draft } = draftStore.getState();
  // It stays in the store, and goes with the next change.
  client.settings.set({ workspace: { draft } }).catch(() => undefined);
}

/** The draft outlives the form: switching workspaces or contracts and closing Nadir lose nothing. */
export function useDraft(settings: Settings): [Draft, (patch: Partial<Draft>) => void] {
  const { client } = useApi();
  const typed = useStore(draftStore, (state) => state.draft);
  const [initial] = useState(() => {
    const kept = draftSchema.safeParse(settings.workspace.draft);
    return kept.success ? kept.data : emptyDraft(Date.now());
  });
  useEffect(() => {
    const keepNow = () => keep(client);
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, [client]);
  const change = (patch: Partial<Draft>) => {
    draftStore.setState((state) => ({ draft: { ...(state.draft ?? initial), ...patch } }));
    clearTimeout(timer);
    timer = setTimeout(() => keep(client), keepMs);
  };
  return [typed ?? initial, change];
}
