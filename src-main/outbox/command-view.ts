import type { Command } from '../../src-preload/contract/outbox.ts';
import type { CommandRow } from './command-row.ts';
import { absenceMs } from './reconciler.ts';

const timeOf = (ms: number) => new Date(ms).toISOString();

/** Returns a command as the page receives it; `added` is what only the runner and other domains know. */
export function viewOf(
  row: CommandRow,
  added: Pick<Command, 'nextCheckAt' | 'taskName'> = { nextCheckAt: null, taskName: null },
): Command {
  const { absentServiceMs } = row;
  const isSentAgain = row.state === 'unknown' && row.byItself && absentServiceMs !== null;
  return {
    ...added,
    id: row.id,
    seq: row.seq,
    scope: row.scope,
    contractName: row.contractName,
    state: row.state,
    input: row.input,
    byItself: row.byItself,
    createdAt: row.createdAt,
    beganAt: row.beganAt,
    attempts: row.attempts,
    remoteId: row.remoteId,
    error: row.error,
    checkedAt: row.checkedAt,
    absentSince: absentServiceMs === null ? null : timeOf(absentServiceMs),
    provenAt: isSentAgain ? timeOf(absentServiceMs + absenceMs) : null,
    candidates: row.candidates,
  };
}
