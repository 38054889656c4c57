import type { Command } from '../../../src-preload/contract/outbox.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { beginEditing } from '../plan/draft-store.ts';

/** What may still be changed: it has not gone out, or came back. */
function isOpen({ state }: Command): boolean {
  return state === 'draft' || state === 'waiting' || state === 'refused' || state === 'failed';
}

/** Opens the form that a command was written with; null where there is none for it. */
export function editCommand(command: Command): (() => void) | null {
  if (!isOpen(command)) return null;
  const { id, input, error } = command;
  switch (input.kind) {
    case 'task':
      return () => {
        beginEditing({ id, request: input.request, error });
        showWorkspace('plan');
      };
    case 'order':
    case 'cancel-task':
      return null;
  }
}
