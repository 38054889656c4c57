import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandLookup } from '../../../src-preload/contract/outbox.ts';
import type { Service } from '../../service/api/service-client.ts';
import type { Store } from '../../store/store.ts';
import type { CommandRow } from './command-row.ts';
import type { CommandTable } from './command-table.ts';
import { pairTwins } from './pair-twins.ts';
import { candidatesOf, distance, evidenceOf, isCertain, isNear, type LookupTime } from './remote-evidence.ts';
import { type Listing, listingOf, type Remote, type RemoteStores, remotePages } from './remotes.ts';

/** What `createReconciler` needs. */
export interface ReconcilerOptions {
  store: Store;
  table: CommandTable;
  service: Pick<Service, 'forScope'>;
  remoteStores: RemoteStores;
  now: () => Date;
  /** Milliseconds from any start; changes of the system clock must not affect it. */
  monotonic: () => number;
  /** The current time at the service, from its answers; null while it is unknown. */
  serviceTime: (scope: Scope, kind: 'task' | 'order') => number | null;
  changed: (scope: Scope) => void;
}

/** Finds out what became of commands whose answer was lost. */
export interface Reconciler {
  /**
   * Reads the whole listing that would show a command, and links all unconfirmed commands of its kind that are found without doubt.
   * For the others it stores what was read and what is near, for the user: nothing is sent again.
   */
  reconcile(row: CommandRow, signal: AbortSignal): Promise<void>;
}

/** What one complete or incomplete reading of a listing has shown. */
interface Reading {
  /** The remotes that an unconfirmed command may have created. */
  near: Remote[];
  read: number;
  total: number | null;
  isComplete: boolean;
}

/** Creates the reconciler, which looks up unconfirmed commands and links them to what it finds (service §11.2). */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { store, table } = options;
  /** When each command was last absent from a complete listing, by the monotonic clock of this process. */
  const absentAt = new Map<SubmissionId, number>();

  const readTime = ({ scope, kind }: Listing): LookupTime => ({
    serviceMs: options.serviceTime(scope, kind),
    localMs: options.now().getTime(),
  });

  /** Reads a whole listing; keeps only what is near to a command, because a contract may have a hundred thousand tasks. */
  async function readListing(listing: Listing, signal: AbortSignal): Promise<Reading> {
    const open = table.open(listing.scope, listing.kind);
    const near = new Map<string, Remote>();
    const ids = new Set<string>();
    let unreadable = 0;
    let total: number | null = null;
    for await (const page of remotePages(options, listing, signal)) {
      unreadable += page.unreadable;
      total = page.total ?? total;
      const time = readTime(listing);
      for (const remote of page.remotes) {
        // Pages shift while tasks are added: a repeated one must not stand for one that was missed.
        ids.add(remote.id);
        if (open.some((row) => isNear(remote, row, time))) near.set(remote.id, remote);
      }
    }
    return {
      near: [...near.values()],
      read: ids.size,
      total,
      isComplete: unreadable === 0 && (total === null || ids.size >= total),
    };
  }

  /** Returns what is stored about the look-ups of a command after one more. */
  function noteAbsence(
    row: CommandRow,
    { read, total, isComplete }: Reading,
    isAbsent: boolean,
  ): CommandLookup {
    const before = row.lookup ?? { absentLookups: 0, absentMs: 0 };
    if (!isAbsent) absentAt.delete(row.id);
    if (!isAbsent || !isComplete)
      return {
        read,
        total,
        isComplete,
        absentLookups: isAbsent ? before.absentLookups : 0,
        absentMs: isAbsent ? before.absentMs : 0,
      };
    const at = options.monotonic();
    const since = before.absentLookups === 0 ? undefined : absentAt.get(row.id);
    absentAt.set(row.id, at);
    return {
      read,
      total,
      isComplete,
      absentLookups: before.absentLookups + 1,
      absentMs: Math.round(before.absentMs + (since === undefined ? 0 : at - since)),
    };
  }

  /** Links commands to the remotes that they created without doubt, and stores the evidence about the others. */
  function decide(
    rows: CommandRow[],
    open: CommandRow[],
    unclaimed: Remote[],
    reading: Reading,
    time: LookupTime,
  ) {
    const others = open.filter((row) => !rows.includes(row));
    const pairs = pairTwins({
      commands: rows,
      remotes: unclaimed.filter(
        (remote) => !others.some((other) => isCertain(remote, other, { time, open })),
      ),
      fits: (row, remote) => isCertain(remote, row, { time, open }),
      distance,
    });
    for (const [row, remote] of pairs) {
      remote.save();
      table.adopt(row.id, ['unknown'], remote.id);
      absentAt.delete(row.id);
    }
    const adopted = new Set(pairs.values());
    const unpaired = unclaimed.filter((remote) => !adopted.has(remote));
    for (const row of rows) {
      if (pairs.has(row)) continue;
      const candidates = candidatesOf(row, unpaired, { time, open });
      for (const remote of candidates) remote.save();
      table.noteReconciliation(row.id, {
        at: options.now().toISOString(),
        lookup: noteAbsence(row, reading, candidates.length === 0),
        candidates: candidates.map((remote) => evidenceOf(remote, row, time)),
      });
    }
  }

  return {
    async reconcile(command, signal) {
      const listing = listingOf(command);
      if (listing === null) return;
      const { scope, kind } = listing;
      const attemptsBefore = new Map(
        table.open(scope, kind).flatMap((row) => (row.state === 'unknown' ? [[row.id, row.attempts]] : [])),
      );
      const reading = await readListing(listing, signal);
      store.transaction(() => {
        // Commands that were resolved, sent again or removed during the look-up: the answer says nothing about these.
        const open = table.open(scope, kind);
        const rows = open.filter(
          (row) => row.state === 'unknown' && attemptsBefore.get(row.id) === row.attempts,
        );
        const isMirrored = ({ mirrors }: Remote) =>
          mirrors !== null && table.isLinked(scope, 'task', mirrors);
        const unclaimed = reading.near.filter(
          (remote) => !table.isLinked(scope, kind, remote.id) && !isMirrored(remote),
        );
        decide(rows, open, unclaimed, reading, readTime(listing));
      });
      options.changed(scope);
    },
  };
}
