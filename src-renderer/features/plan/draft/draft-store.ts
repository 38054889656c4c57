import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoredError } from '../../../../src-preload/contract/errors.ts';
import type { Scope, SubmissionId } from '../../../../src-preload/contract/ids.ts';
import type { Settings } from '../../../../src-preload/contract/settings.ts';
import type { TaskRequest } from '../../../../src-preload/contract/task-request.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { restoredWorkspace, useWorkspaceSaver } from '../../../kit/client/workspace-saver.ts';
import { type Draft, draftSchema, emptyDraft } from './draft.ts';

/** A task of the outbox that is being edited in the form. */
export interface EditedTask {
  id: SubmissionId;
  /** The scope of the task: the form offers the products and clients of this contract. */
  scope: Scope;
  request: TaskRequest;
  /** The error that stopped the task; null if there is none. */
  error: StoredError | null;
}

/** The draft of this session, null until the user types something, and the outbox task that is being edited. */
export const draftStore = createStore<{
  draft: Draft | null;
  edited: EditedTask | null;
  /** The unfinished draft that a copy of another task replaced in the form. */
  aside: Draft | null;
  /** The name of the task that the form is a copy of; null if it is not a copy. */
  copyOf: string | null;
}>(() => ({
  draft: null,
  edited: null,
  aside: null,
  copyOf: null,
}));

/** Fills the form with a copy of an earlier task; the unfinished draft is kept until the copy is sent or closed. */
export function beginCopy(copy: Draft, typed: Draft | null) {
  draftStore.setState((state) => ({
    draft: copy,
    edited: null,
    aside: state.aside ?? state.draft ?? typed,
    copyOf: copy.name,
  }));
}

/** Returns the name of the copied task, and a function that ends the copy and returns the draft that it replaced. */
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

/** Shows a task of the outbox in the form; the draft of the next task is kept unchanged. */
export function beginEditing(edited: EditedTask) {
  draftStore.setState({ edited });
}

/** Ends the editing of an outbox task, so that the form is for a new task again. */
export function endEditing() {
  draftStore.setState({ edited: null });
}

/** Returns the task that is being edited if it belongs to this contract, else null. */
export function useEdited({ connectionId, contractId }: Scope): EditedTask | null {
  const edited = useStore(draftStore, (state) => state.edited);
  const isMine = edited?.scope.connectionId === connectionId && edited.scope.contractId === contractId;
  return isMine ? edited : null;
}

const workspacePart = () => ({ draft: draftStore.getState().draft });

/** Returns the draft and a function that changes it. The draft is saved, so it survives a change of workspace or contract and a restart. */
export function useDraft(settings: Settings): [Draft, (patch: Partial<Draft>) => void] {
  const { client } = useApi();
  const typed = useStore(draftStore, (state) => state.draft);
  const [initial] = useState(() => {
    const stored = draftSchema.safeParse(restoredWorkspace(settings).draft);
    return stored.success ? stored.data : emptyDraft(Date.now());
  });
  const saveSoon = useWorkspaceSaver(client, workspacePart);
  const change = (patch: Partial<Draft>) => {
    draftStore.setState((state) => ({ draft: { ...(state.draft ?? initial), ...patch } }));
    saveSoon();
  };
  return [typed ?? initial, change];
}
