import type { Command } from '../../../src-preload/contract/outbox.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { beginEditing } from '../plan/draft/draft-store.ts';
import { loadOrderDraft } from '../plan/draft/order-store.ts';

/** Returns true if the command can still be changed: it has not been sent, or it was refused or failed. */
function isOpen({ state }: Command): boolean {
  return state === 'draft' || state === 'waiting' || state === 'refused' || state === 'failed';
}

/** Returns a function that opens the form with the command; null if the command cannot be changed or has no form. */
export function editCommand(command: Command): (() => void) | null {
  if (!isOpen(command)) return null;
  const { id, scope, input, error } = command;
  switch (input.kind) {
    case 'task':
      return () => {
        beginEditing({ id, scope, request: input.request, error });
        uiStore.setState({ planMode: 'task' });
        showWorkspace('plan');
      };
    case 'order':
      return () => loadOrderDraft(command);
    case 'cancel-task':
      return null;
  }
}
