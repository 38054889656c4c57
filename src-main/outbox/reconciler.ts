import type { Scope, SubmissionId } from '../../src-preload/contract/ids.ts';
import type { Service } from '../service/api/service-client.ts';
import type { Store } from '../store/store.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { pairTwins } from './pair-twins.ts';
import { ageOf, candidatesOf, distance, evidenceOf, isSame } from './remote-evidence.ts';
import { listingOf, type Remote, type RemoteStores, remotePages } from './remotes.ts';

/**
 * The time between two complete look-ups without a trace, after which it is proven that the sending had no effect. Gateways drop
 * requests that they could not pass on within minutes.
 */
export const absenceMs = 15 * 60_000;

/** What `createReconciler` needs. */
export interface ReconcilerOptions {
  store: Store;
  table: CommandTable;
  service: Pick<Service, 'forScope'>;
  remoteStores: RemoteStores;
  now: () => Date;
  /** The current time at the service, from its answers; null while it is unknown. */
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  changed: (scope: Scope) => void;
}

/** Finds out what became of commands whose answer was lost. */
export interface Reconciler {
  /**
   * Looks up all unknown commands that are in the same listing as this one, and links those that are found without doubt. Returns
   * the commands that the service provably does not have; this is only valid in the current turn of the event loop.
   */
  reconcile(row: CommandRow, signal: AbortSignal): Promise<Set<SubmissionId>>;
}

/** Creates the reconciler, which looks up unconfirmed commands and links them to what it finds (service §11.2). */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { store, table } = options;

  /** Returns the remotes of a listing that have the name of an open command, and whether the listing was complete. */
  async function fetchRemotes(listing: NonNullable<ReturnType<typeof listingOf>>, signal: AbortSignal) {
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
    return { remotes, isComplete: unreadable === 0 && (total === null || received >= total) };
  }

  /**
   * Returns since when a command is absent after a complete look-up without a trace, in milliseconds of the service's time, and
   * whether that proves its absence. `since` is undefined without the service's time: then the look-up proves nothing.
   */
  function absenceOf(row: CommandRow, serviceMs: number | null) {
    if (serviceMs === null) return { since: undefined, proven: false };
    const since = row.absentServiceMs ?? serviceMs;
    return { since, proven: serviceMs - since >= absenceMs };
  }

  /**
   * Links commands to the remotes that they created without doubt, and stores the other remotes as candidates. Returns the commands
   * that are provably absent.
   */
  function decide(
    { rows, open, unclaimed }: { rows: CommandRow[]; open: CommandRow[]; unclaimed: Remote[] },
    { isComplete, serviceMs }: { isComplete: boolean; serviceMs: number | null },
  ): Set<SubmissionId> {
    const proven = new Set<SubmissionId>();
    const others = open.filter((row) => !rows.includes(row));
    const pairs = pairTwins({
      commands: rows,
      remotes: unclaimed.filter((remote) => !others.some((other) => isSame(remote, other))),
      fits: (row, remote) =>
        isSame(remote, row) && ageOf(remote, row) === 'after' && !row.knownBefore.includes(remote.id),
      distance,
    });
    for (const [row, remote] of pairs) {
      remote.save();
      table.adopt(row.id, ['unknown'], remote.id);
    }
    const adopted = new Set(pairs.values());
    const unpaired = unclaimed.filter((remote) => !adopted.has(remote));
    for (const row of rows) {
      if (pairs.has(row)) continue;
      const candidates = candidatesOf(row, unpaired, open);
      for (const remote of candidates) remote.save();
      const { since, proven: isAbsent } = absenceOf(row, serviceMs);
      const none = candidates.length === 0;
      table.noteReconciliation(row.id, {
        at: options.now().toISOString(),
        candidates: candidates.map((remote) => evidenceOf(remote, row)),
        absentServiceMs: none ? (isComplete ? since : undefined) : null,
      });
      if (none && isComplete && isAbsent) proven.add(row.id);
    }
    return proven;
  }

  return {
    async reconcile(command, signal) {
      const listing = listingOf(command);
      if (listing === null) return new Set();
      const { scope, kind, key } = listing;
      const attemptsBefore = new Map(
        table
          .open(scope, kind, key)
          .flatMap((row) => (row.state === 'unknown' ? [[row.id, row.attempts]] : [])),
      );
      const { remotes, isComplete } = await fetchRemotes(listing, signal);
      const serviceMs = options.serviceTime(scope, kind);
      const proven = store.transaction(() => {
        // Commands that were resolved, sent again or removed during the look-up: the answer says nothing about these.
        const open = table.open(scope, kind, key);
        const rows = open.filter(
          (row) => row.state === 'unknown' && attemptsBefore.get(row.id) === row.attempts,
        );
        const isMirrored = ({ mirrors }: Remote) =>
          mirrors !== null && table.isLinked(scope, 'task', mirrors);
        const unclaimed = [...remotes.values()].filter(
          (remote) => !table.isLinked(scope, kind, remote.id) && !isMirrored(remote),
        );
        return decide({ rows, open, unclaimed }, { isComplete, serviceMs });
      });
      options.changed(scope);
      return proven;
    },
  };
}
