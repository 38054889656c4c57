import { useEffect } from 'react';
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type SubmissionId, submissionIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { Command } from '../../../../src-preload/contract/outbox.ts';
import type { Settings } from '../../../../src-preload/contract/settings.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { restoredWorkspace, useWorkspaceSaver } from '../../../kit/client/workspace-saver.ts';
import { draftSchema } from './draft.ts';
import { orderDraftSchema } from './order-draft.ts';

const unsavedEditSchema = z.intersection(
  /** `base` is the request of the outbox when the edit began, as JSON: for another one what was typed says nothing. */
  z.object({ id: submissionIdSchema, base: z.string() }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('task'), draft: draftSchema }),
    z.object({ kind: z.literal('order'), draft: orderDraftSchema }),
  ]),
);
/** What was typed into the form of a command of the outbox, and neither saved nor given up. */
export type UnsavedEdit = z.infer<typeof unsavedEditSchema>;

/** More are not kept; the oldest goes first. */
const mostEdits = 50;

/** The unsaved edits of commands, the latest last. They survive a change of workspace, the edit of another command, and a restart. */
export const unsavedEditsStore = createStore<{ edits: readonly UnsavedEdit[]; isRestored: boolean }>(() => ({
  edits: [],
  isRestored: false,
}));

const without = (id: SubmissionId) => unsavedEditsStore.getState().edits.filter((edit) => edit.id !== id);

/** Keeps what the form of a command has now. */
export function keepEdit(edit: UnsavedEdit) {
  unsavedEditsStore.setState({ edits: [...without(edit.id), edit].slice(-mostEdits) });
}

/** Forgets the edit of a command, because it is saved or given up. */
export function dropEdit(id: SubmissionId) {
  unsavedEditsStore.setState({ edits: without(id) });
}

/** Returns the unsaved edit of a command; null if there is none, or if the request in the outbox has become another one. */
export function editOf(id: SubmissionId, request: unknown): UnsavedEdit | null {
  const edit = unsavedEditsStore.getState().edits.find((each) => each.id === id);
  return edit?.base === JSON.stringify(request) ? edit : null;
}

const workspacePart = () => ({ unsavedEdits: unsavedEditsStore.getState().edits });

/** Returns the unsaved edits of these commands. */
export function useUnsavedEdits(commands: readonly Command[]): UnsavedEdit[] {
  // For each change of the edits.
  useStore(unsavedEditsStore, (state) => state.edits);
  return commands.flatMap(({ id, input }) =>
    input.kind === 'cancel-task' ? [] : (editOf(id, input.request) ?? []),
  );
}

/** Restores the edits of the last session, and saves each change of them. It may be on the screen in several places. */
export function SavedEdits({ settings }: { settings: Settings }) {
  const { client } = useApi();
  const saveSoon = useWorkspaceSaver(client, workspacePart);
  const edits = useStore(unsavedEditsStore, (state) => state.edits);
  useEffect(() => {
    if (unsavedEditsStore.getState().isRestored) return;
    const stored = z
      .array(unsavedEditSchema.nullable().catch(null))
      .safeParse(restoredWorkspace(settings).unsavedEdits);
    unsavedEditsStore.setState(({ edits: typed }) => ({
      edits: [
        ...(stored.data ?? []).flatMap((edit) =>
          edit === null || typed.some(({ id }) => id === edit.id) ? [] : edit,
        ),
        ...typed,
      ],
      isRestored: true,
    }));
  }, [settings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the edits
  useEffect(() => {
    if (unsavedEditsStore.getState().isRestored) saveSoon();
  }, [edits, saveSoon]);
  return null;
}
