import type { CommandCandidate } from '../../src-preload/contract/outbox.ts';
import type { CommandRow } from './command-row.ts';
import type { Remote } from './remotes.ts';

/** Without the service's time: clocks differ, and only what is this much older counts as there before. */
const clockSlackMs = 15 * 60_000;
/** With it: the machine that dates an answer and the one that dates a task are not always the same. */
const serviceSlackMs = 2 * 60_000;

type Age = 'after' | 'doubtful' | 'before';

/** Whether a task or order was made after a command began to be sent, as far as its time tells. */
export function ageOf(remote: Remote, row: CommandRow): Age {
  // Without a word on it (service §10: optional fields are left out) the other signs decide.
  if (Number.isNaN(remote.createdMs)) return 'after';
  if (row.beganServiceMs !== null)
    return remote.createdMs < row.beganServiceMs - serviceSlackMs ? 'before' : 'after';
  return remote.createdMs < Date.parse(row.beganAt ?? '') - clockSlackMs ? 'doubtful' : 'after';
}

/** Whether it is just what a command asks for, and no mirror of something else. */
export const isSame = (remote: Remote, row: CommandRow) =>
  remote.mirrors === null && remote.differsFrom(row)?.length === 0;

/** How far apart they are: what was made soon after the sending began is likelier its own than what was made before, or long after. */
export function distance(row: CommandRow, remote: Remote): number {
  const afterMs = remote.createdMs - (row.beganServiceMs ?? Date.parse(row.beganAt ?? ''));
  const byTime = Number.isNaN(afterMs) ? 0 : afterMs < -1_000 ? 1e12 - afterMs : afterMs;
  return remote.distanceTo(row) * 1e15 + byTime;
}

/** What may have come of a command among what no command has claimed; `open` are all commands of the same listing. */
export function candidatesOf(
  row: CommandRow,
  unclaimed: readonly Remote[],
  open: readonly CommandRow[],
): Remote[] {
  const knownBefore = new Set(row.knownBefore);
  return unclaimed.filter((remote) => {
    const differs = remote.differsFrom(row);
    if (differs === null || knownBefore.has(remote.id)) return false;
    if (isSame(remote, row)) return true;
    // Of the same name and time, but not quite what was sent: unless it is just what another one sent.
    return ageOf(remote, row) !== 'before' && !open.some((other) => isSame(remote, other));
  });
}

/** A candidate as it is kept and shown, with what speaks against it. */
export const evidenceOf = (remote: Remote, row: CommandRow): CommandCandidate => ({
  id: remote.id,
  name: remote.name,
  project: remote.project,
  createdAt: remote.createdAt,
  older: ageOf(remote, row) !== 'after',
  differs: [...(remote.differsFrom(row) ?? []), ...(remote.mirrors === null ? [] : ['task_id'])],
});
