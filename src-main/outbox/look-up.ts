import type { Scope, SubmissionId } from '../../src-preload/contract/ids.ts';
import type { CommandCandidate } from '../../src-preload/contract/outbox.ts';
import type { Service } from '../service/api/service-client.ts';
import type { Store } from '../store/store.ts';
import type { CommandRow, CommandTable } from './command-table.ts';
import { pairTwins } from './pair-twins.ts';
import { type Keepers, listingOf, type Remote, remotePages } from './remotes.ts';

/** Without the service's time: clocks differ, and only what is this much older counts as there before. */
const clockSlackMs = 15 * 60_000;
/** With it: the machine that dates an answer and the one that dates a task are not always the same. */
const serviceSlackMs = 2 * 60_000;
/**
 * How long after a whole look-up without a trace another one proves that nothing will come of the sending. Gateways end
 * what they have not passed on within minutes.
 */
export const absenceMs = 15 * 60_000;

export interface LookUpOptions {
  store: Store;
  table: CommandTable;
  service: Pick<Service, 'forScope'>;
  keepers: Keepers;
  now: () => Date;
  /** What time it is at the service, by its own word; null while that is not known. */
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  changed: (scope: Scope) => void;
}

export interface LookUp {
  /**
   * Asks the service about all unknown commands of a row's listing and adopts what is found without doubt. Answers those
   * that the service provably does not hold: true only in this turn of the loop.
   */
  run(row: CommandRow, signal: AbortSignal): Promise<Set<SubmissionId>>;
}

type Age = 'after' | 'doubtful' | 'before';

function ageOf(remote: Remote, row: CommandRow): Age {
  // Without a word on it (service §10: optional fields are left out) the other signs decide.
  if (Number.isNaN(remote.createdMs)) return 'after';
  if (row.beganServiceMs !== null)
    return remote.createdMs < row.beganServiceMs - serviceSlackMs ? 'before' : 'after';
  return remote.createdMs < Date.parse(row.beganAt ?? '') - clockSlackMs ? 'doubtful' : 'after';
}

const isSame = (remote: Remote, row: CommandRow) =>
  remote.mirrors === null && remote.differsFrom(row)?.length === 0;

/** What was made soon after the sending began is likelier its own than what was made before, or long after. */
function distance(row: CommandRow, remote: Remote): number {
  const afterMs = remote.createdMs - (row.beganServiceMs ?? Date.parse(row.beganAt ?? ''));
  const byTime = Number.isNaN(afterMs) ? 0 : afterMs < -1_000 ? 1e12 - afterMs : afterMs;
  return remote.distanceTo(row) * 1e15 + byTime;
}

export function createLookUp(options: LookUpOptions): LookUp {
  const { store, table } = options;

  /** All that bears the name of an open command, and whether the listing was whole. */
  async function listed(listing: NonNullable<ReturnType<typeof listingOf>>, signal: AbortSignal) {
    const names = new Set(table.open(listing.scope, listing.kind, listing.key).map(({ name }) => name));
    const remotes = new Map<string, Remote>();
    let [received, unreadable] = [0, 0];
    let total: number | null = null;
    for await (const page of remotePages(options, listing, signal)) {
      received += page.remotes.length + page.unreadable;
      unreadable += page.unreadable;
      total = page.total ?? total;
      for (const remote of page.remotes) if (names.has(remote.name.trim())) remotes.set(remote.id, remote);
    }
    return { remotes, whole: unreadable === 0 && (total === null || received >= total) };
  }

  function candidatesOf(row: CommandRow, free: readonly Remote[], open: readonly CommandRow[]): Remote[] {
    const own = new Set(row.knownBefore);
    return free.filter((remote) => {
      const differs = remote.differsFrom(row);
      if (differs === null || own.has(remote.id)) return false;
      if (isSame(remote, row)) return true;
      // Of the same name and time, but not quite what was sent: unless it is just what another one sent.
      return ageOf(remote, row) !== 'before' && !open.some((other) => isSame(remote, other));
    });
  }

  const evidenceOf =
    (row: CommandRow) =>
    (remote: Remote): CommandCandidate => ({
      id: remote.id,
      name: remote.name,
      project: remote.project,
      createdAt: remote.createdAt,
      older: ageOf(remote, row) !== 'after',
      differs: [...(remote.differsFrom(row) ?? []), ...(remote.mirrors === null ? [] : ['task_id'])],
    });

  /** What a whole look-up without a trace adds to the proof; undefined where this one proves nothing. */
  function absence(row: CommandRow, serviceMs: number | null) {
    if (serviceMs === null) return { since: undefined, proven: false };
    const since = row.absentServiceMs ?? serviceMs;
    return { since, proven: serviceMs - since >= absenceMs };
  }

  return {
    async run(looked, signal) {
      const listing = listingOf(looked);
      const proven = new Set<SubmissionId>();
      if (listing === null) return proven;
      const { scope, kind, key } = listing;
      const asked = new Map(
        table
          .open(scope, kind, key)
          .flatMap((row) => (row.state === 'unknown' ? [[row.id, row.attempts]] : [])),
      );
      const { remotes, whole } = await listed(listing, signal);
      const serviceMs = options.serviceTime(scope, kind);
      store.transaction(() => {
        // While the service was asked, commands may have been settled, sent again, or lost: of these the answer says nothing.
        const open = table.open(scope, kind, key);
        const rows = open.filter((row) => row.state === 'unknown' && asked.get(row.id) === row.attempts);
        const others = open.filter((row) => !rows.includes(row));
        const unclaimed = [...remotes.values()].filter(({ id }) => !table.isClaimed(scope, kind, id));
        const mirrored = (remote: Remote) =>
          remote.mirrors !== null && table.isClaimed(scope, 'task', remote.mirrors);
        const free = unclaimed.filter((remote) => !mirrored(remote));
        const pairs = pairTwins({
          commands: rows,
          remotes: free.filter((remote) => !others.some((other) => isSame(remote, other))),
          fits: (row, remote) =>
            isSame(remote, row) && ageOf(remote, row) === 'after' && !row.knownBefore.includes(remote.id),
          distance,
        });
        for (const [row, remote] of pairs) {
          remote.keep();
          table.adopt(row.id, ['unknown'], remote.id);
        }
        const adopted = new Set(pairs.values());
        const left = free.filter((remote) => !adopted.has(remote));
        for (const row of rows) {
          if (pairs.has(row)) continue;
          const candidates = candidatesOf(row, left, open);
          for (const remote of candidates) remote.keep();
          const { since, proven: isProven } = absence(row, serviceMs);
          const none = candidates.length === 0;
          table.noteLookUp(row.id, {
            at: options.now().toISOString(),
            candidates: candidates.map(evidenceOf(row)),
            absentServiceMs: none ? (whole ? since : undefined) : null,
          });
          if (none && whole && isProven) proven.add(row.id);
        }
      });
      options.changed(scope);
      return proven;
    },
  };
}
