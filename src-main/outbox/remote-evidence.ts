import type { CommandCandidate } from '../../src-preload/contract/outbox.ts';
import type { CommandRow } from './command-row.ts';
import type { Remote } from './remotes.ts';

/** Used without the service's time: clocks differ, so only remotes that are older by this much are doubtful. */
const clockSlackMs = 15 * 60_000;
/** Used with the service's time: the machine that dates an answer and the one that dates a task may differ. */
const serviceSlackMs = 2 * 60_000;

type Age = 'after' | 'doubtful' | 'before';

/** Returns whether a task or order was created after the sending of a command began, by the times of both. */
export function ageOf(remote: Remote, row: CommandRow): Age {
  // The time may be missing (service §10); then the other facts decide.
  if (Number.isNaN(remote.createdMs)) return 'after';
  if (row.beganServiceMs !== null)
    return remote.createdMs < row.beganServiceMs - serviceSlackMs ? 'before' : 'after';
  return remote.createdMs < Date.parse(row.beganAt ?? '') - clockSlackMs ? 'doubtful' : 'after';
}

/** Returns true if a remote is exactly what a command asks for, and does not mirror something else. */
export const isSame = (remote: Remote, row: CommandRow) =>
  remote.mirrors === null && remote.differsFrom(row)?.length === 0;

/**
 * Returns a number that is smaller the more likely a command created a remote: one that was created soon after the sending began
 * is likelier than one from before, or from long after.
 */
export function distance(row: CommandRow, remote: Remote): number {
  const afterMs = remote.createdMs - (row.beganServiceMs ?? Date.parse(row.beganAt ?? ''));
  const byTime = Number.isNaN(afterMs) ? 0 : afterMs < -1_000 ? 1e12 - afterMs : afterMs;
  return remote.distanceTo(row) * 1e15 + byTime;
}

/** Returns the remotes that a command may have created. `unclaimed` belong to no command; `open` are all commands of the same listing. */
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
    // It has the same name and a possible time, but differs; it is left out if another command asks for exactly this.
    return ageOf(remote, row) !== 'before' && !open.some((other) => isSame(remote, other));
  });
}

/** Returns the fields that differ of a remote that was found by its id, which may have another name or project. */
const namesThatDiffer = (remote: Remote, row: CommandRow) =>
  (['name', 'project'] as const).filter((field) => remote[field].trim() !== row[field].trim());

/** Returns a remote as a candidate for storage and display, with the facts that speak against it. */
export const evidenceOf = (remote: Remote, row: CommandRow): CommandCandidate => ({
  id: remote.id,
  name: remote.name,
  project: remote.project,
  createdAt: remote.createdAt,
  older: ageOf(remote, row) !== 'after',
  differs: [
    ...(remote.differsFrom(row) ?? namesThatDiffer(remote, row)),
    ...(remote.mirrors === null ? [] : ['task_id']),
  ],
});
