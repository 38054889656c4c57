import type { CommandCandidate } from '../../../src-preload/contract/outbox.ts';
import type { CommandRow } from './command-row.ts';
import { compareNames } from './compare-names.ts';
import type { Remote } from './remotes.ts';

/** Used without the service's time: clocks differ, so only remotes that are older by this much are doubtful. */
const clockSlackMs = 15 * 60_000;
/** Used with the service's time: the machine that dates an answer and the one that dates a task may differ. */
const serviceSlackMs = 2 * 60_000;
/** What was created nearby so soon after the sending began is shown even if it has another name. */
const soonMs = 60 * 60_000;
const mostDifferences = 3;
const maxCandidates = 20;

/** What the clocks of the service and of this computer say at a look-up. */
export interface LookupTime {
  /** The service's time; null while it is unknown. */
  serviceMs: number | null;
  /** The time of this computer. */
  localMs: number;
}

type Age = 'after' | 'doubtful' | 'before';

/**
 * Returns true if as much time has passed at the service as here since the sending began. Otherwise one of the two clocks was set
 * meanwhile, and no time of creation proves anything.
 */
function isClockSteady(row: CommandRow, { serviceMs, localMs }: LookupTime): boolean {
  if (row.beganServiceMs === null || serviceMs === null || row.beganAt === null) return true;
  const passedHere = localMs - Date.parse(row.beganAt);
  return Math.abs(serviceMs - row.beganServiceMs - passedHere) <= serviceSlackMs;
}

/** Returns whether a task or order was created after the sending of a command began, by the times of both. */
export function ageOf(remote: Remote, row: CommandRow, time: LookupTime): Age {
  // The time may be missing (service §10); then the other facts decide.
  if (Number.isNaN(remote.createdMs)) return 'after';
  if (!isClockSteady(row, time)) return 'doubtful';
  if (row.beganServiceMs !== null)
    return remote.createdMs < row.beganServiceMs - serviceSlackMs ? 'before' : 'after';
  return remote.createdMs < Date.parse(row.beganAt ?? '') - clockSlackMs ? 'doubtful' : 'after';
}

/** Returns true if a remote is exactly what a command asks for but for the spelling of names, and does not mirror something else. */
export const isSame = (remote: Remote, row: CommandRow) =>
  remote.mirrors === null && remote.differsFrom(row)?.length === 0;

const haveEqualNames = (remote: Remote, row: CommandRow) =>
  compareNames(remote.name, row.name) === 'equal' &&
  (remote.project === '' || compareNames(remote.project, row.project) === 'equal');

/**
 * Returns true if a command created a remote without doubt: the service has exactly what was sent, created after the sending began,
 * and not known before. Where the service has respelled a name, its time of creation must be known, and nothing else that may
 * have arrived (`open`) may ask for the same under another name.
 */
export function isCertain(
  remote: Remote,
  row: CommandRow,
  { time, open }: { time: LookupTime; open: readonly CommandRow[] },
): boolean {
  if (!isSame(remote, row) || ageOf(remote, row, time) !== 'after' || row.knownBefore.includes(remote.id))
    return false;
  if (haveEqualNames(remote, row)) return true;
  return (
    !Number.isNaN(remote.createdMs) &&
    open.every(
      (other) => !isSame(remote, other) || (other.name === row.name && other.project === row.project),
    )
  );
}

/**
 * Returns a number that is smaller the more likely a command created a remote: one that was created soon after the sending began
 * is likelier than one from before, or from long after.
 */
export function distance(row: CommandRow, remote: Remote): number {
  const afterMs = remote.createdMs - (row.beganServiceMs ?? Date.parse(row.beganAt ?? ''));
  const byTime = Number.isNaN(afterMs) ? 0 : afterMs < -1_000 ? 1e12 - afterMs : afterMs;
  return remote.distanceTo(row) * 1e15 + byTime;
}

/** Returns true if a command may have created a remote: a person would want to see it before deciding to send the command again. */
export function isNear(remote: Remote, row: CommandRow, time: LookupTime): boolean {
  const differs = remote.differsFrom(row);
  if (differs === null || row.knownBefore.includes(remote.id)) return false;
  if (isSame(remote, row)) return true;
  const age = ageOf(remote, row, time);
  if (age === 'before') return false;
  if (compareNames(remote.name, row.name) !== 'other') return true;
  if (!remote.isNearby(row)) return false;
  if (age === 'doubtful') return differs.length < mostDifferences;
  const sinceMs = remote.createdMs - (row.beganServiceMs ?? Date.parse(row.beganAt ?? ''));
  return sinceMs <= soonMs && differs.length <= mostDifferences;
}

/**
 * Returns the remotes that a command may have created, the nearest first; at most twenty. `unclaimed` belong to no command; `open`
 * are all commands of the same kind that may have arrived.
 */
export function candidatesOf(
  row: CommandRow,
  unclaimed: readonly Remote[],
  { time, open }: { time: LookupTime; open: readonly CommandRow[] },
): Remote[] {
  const differences = (remote: Remote) => remote.differsFrom(row)?.length ?? Number.POSITIVE_INFINITY;
  return (
    unclaimed
      .filter((remote) => isNear(remote, row, time))
      // What differs is left out if another command asks for exactly this.
      .filter((remote) => isSame(remote, row) || !open.some((other) => isSame(remote, other)))
      .sort((a, b) => differences(a) - differences(b) || distance(row, a) - distance(row, b))
      .slice(0, maxCandidates)
  );
}

/** Returns a remote as a candidate for storage and display, with the facts that speak against it. */
export const evidenceOf = (remote: Remote, row: CommandRow, time: LookupTime): CommandCandidate => ({
  id: remote.id,
  name: remote.name,
  project: remote.project,
  createdAt: remote.createdAt,
  older: ageOf(remote, row, time) !== 'after',
  differs: [...(remote.differsFrom(row) ?? []), ...(remote.mirrors === null ? [] : ['task_id'])],
});
