import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { useApi } from '../../client/api.tsx';
import type { MainClient } from '../../client/connect.ts';
import { type Draft, draftSchema, emptyDraft } from './draft.ts';

const keepMs = 600;

/** A task of the outbox that is taken back into the form. */
export interface EditedTask {
  id: SubmissionId;
  /** Whose it is: products and clients of the form are those of its contract. */
  scope: Scope;
  request: TaskRequest;
  /** Why it came back; null when it did not. */
  error: StoredError | null;
}

/** What is typed since the start, null until something is; and beside it what of the outbox is being changed. */
const draftStore = createStore<{
  draft: Draft | null;
  edited: EditedTask | null;
  /** What was being typed when a copy of another task came into the form. */
  aside: Draft | null;
  /** The name of the task that the form is a copy of; null where it is none. */
  copyOf: string | null;
}>(() => ({
  draft: null,
  edited: null,
  aside: null,
  copyOf: null,
}));

/** A copy of a task that was ordered before comes into the form; what was being typed waits until it is sent or left. */
export function beginCopy(copy: Draft, typed: Draft | null) {
  draftStore.setState((state) => ({
    draft: copy,
    edited: null,
    aside: state.aside ?? state.draft ?? typed,
    copyOf: copy.name,
  }));
}

/** What the form is a copy of, and the way back to what was typed before. */
export function useCopy(): { copyOf: string | null; typedBefore: () => Draft | null } {
  const copyOf = useStore(draftStore, (state) => state.copyOf);
  return {
    copyOf,
    typedBefore() {
      const { aside } = draftStore.getState();
      draftStore.setState({ aside: null, copyOf: null });
      return aside;
    },
  };
}

/** The form shows a task of the outbox; what is typed for the next one waits behind it. */
export function beginEditing(edited: EditedTask) {
  draftStore.setState({ edited });
}

/** Leaves the draft that is being changed; the form is for a new task again. */
export function endEditing() {
  draftStore.setState({ edited: null });
}

/** What is being changed under a contract; under another one the form is free. */
export function useEdited({ connectionId, contractId }: Scope): EditedTask | null {
  const edited = useStore(draftStore, (state) => state.edited);
  const isMine = edited?.scope.connectionId === connectionId && edited.scope.contractId === contractId;
  return isMine ? edited : null;
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
