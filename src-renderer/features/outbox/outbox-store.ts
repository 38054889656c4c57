import { createStore } from 'zustand/vanilla';
import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import { type CommandOrder, type CommandState, mostAtOnce } from '../../../src-preload/contract/outbox.ts';
import type { MainClient } from '../../kit/client/connect.ts';

interface OutboxState {
  /** True to list the commands of all contracts, false for the active contract only. */
  everywhere: boolean;
  states: readonly CommandState[];
  order: CommandOrder;
  chosen: ReadonlySet<SubmissionId>;
  /** The commands in the review step; null while it is closed. */
  reviewed: readonly SubmissionId[] | null;
  /** The commands that the last review of a form added to the outbox. */
  made: readonly SubmissionId[];
}

/** The filters and the selection of the outbox; they survive a change of workspace. */
export const outboxStore = createStore<OutboxState>(() => ({
  everywhere: false,
  states: [],
  order: 'attention',
  chosen: new Set(),
  reviewed: null,
  made: [],
}));

/** Selects exactly these commands in the outbox. */
export function choose(ids: Iterable<SubmissionId>) {
  outboxStore.setState({ chosen: new Set(ids) });
}

async function idsOf(client: MainClient, scope: Scope, state: CommandState): Promise<SubmissionId[]> {
  const terms = { scope, states: [state], order: 'sending' as const };
  return (await client.outbox.ids({ ...terms, offset: 0, limit: mostAtOnce })).map(({ id }) => id);
}

/** Opens the review step for the drafts of a scope. */
export async function reviewDrafts(client: MainClient, scope: Scope) {
  outboxStore.setState({ reviewed: await idsOf(client, scope, 'draft') });
}

/** Moves all waiting commands of a scope back to drafts. */
export async function moveAllToDrafts(client: MainClient, scope: Scope) {
  for (;;) {
    const ids = await idsOf(client, scope, 'waiting');
    if (ids.length === 0 || (await client.outbox.moveToDrafts({ ids })).movedCount === 0) return;
  }
}
