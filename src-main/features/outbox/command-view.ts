import type { Command } from '../../../src-preload/contract/outbox.ts';
import type { CommandRow } from './command-row.ts';

/** Returns a command as the page receives it; `added` is what only the runner, the queue and other domains know. */
export function viewOf(
  row: CommandRow,
  added: Pick<Command, 'nextCheckAt' | 'taskName' | 'waitsFor'> = {
    nextCheckAt: null,
    taskName: null,
    waitsFor: null,
  },
): Command {
  return {
    ...added,
    id: row.id,
    seq: row.seq,
    scope: row.scope,
    contractName: row.contractName,
    state: row.state,
    input: row.input,
    createdAt: row.createdAt,
    beganAt: row.beganAt,
    attempts: row.attempts,
    remoteId: row.remoteId,
    error: row.error,
    checkedAt: row.checkedAt,
    lookup: row.lookup,
    candidates: row.candidates,
  };
}
