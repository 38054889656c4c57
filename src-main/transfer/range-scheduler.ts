import { type PartSizes, partBytes } from './part-sizes.ts';
import { openRangeConnection, type RangeConnection } from './range-connection.ts';
import type { RangeLease, RangePlan } from './range-plan.ts';
import { findRangeToSteal } from './slow-connections.ts';

interface RangeSchedulerOptions {
  plan: RangePlan;
  parts: PartSizes;
  /** True if only one connection may be used, whatever the server announces. */
  isSingle: boolean;
  /** How many connections the file may use now. */
  allowedConnections: () => number;
  totalBytes: () => number | null;
  isStopped: () => boolean;
  /** Downloads the lease of the connection, and takes further leases until there are none. */
  run: (connection: RangeConnection) => void;
  now: () => number;
}

/** Distributes the missing ranges of a file over its connections and decides how many connections there are. */
export interface RangeScheduler {
  readonly connections: ReadonlySet<RangeConnection>;
  /** Leases the next range to a connection that has completed its own; null if the connection is not needed any more. */
  nextLease(): RangeLease | null;
  /** Opens connections while more are allowed and there is something for them to download. */
  grow(): void;
  /** Records that a range was answered: further connections may request ranges too. */
  confirmRanges(): void;
  /** Records what the first answer showed: the length of the file and whether ranges are announced. */
  setTotalSize(totalBytes: number | null, hasRanges: boolean): void;
  /** Removes an ended connection; the missing bytes of its lease are free again. */
  remove(connection: RangeConnection): void;
  /** Allows no more connections than now until then (ms of the transfer's clock). */
  lowerLimit(until: number): void;
  /** True if one more connection is allowed but no range is free for it. */
  isOutOfRanges(): boolean;
}

/** Decides how many connections a file gets and which range each of them downloads next. */
export function createRangeScheduler(options: RangeSchedulerOptions): RangeScheduler {
  const { plan, parts, isSingle, now } = options;
  const connections = new Set<RangeConnection>();
  /** True if ranges worked or were announced. */
  let hasRanges = false;
  let isStealing = false;
  let lowered: { connections: number; until: number } | null = null;

  function maxConnections(): number {
    if (isSingle || !hasRanges) return 1;
    const allowed = Math.max(1, options.allowedConnections());
    if (lowered !== null && now() >= lowered.until) lowered = null;
    return lowered === null ? allowed : Math.min(allowed, lowered.connections);
  }

  function nextLease(): RangeLease | null {
    if (options.isStopped() || connections.size > maxConnections()) return null;
    const sharing = isSingle ? 1 : options.allowedConnections();
    return plan.allocate(partBytes(parts, plan.freeBytes(), options.totalBytes() ?? 0, sharing));
  }

  function open(lease: RangeLease) {
    const connection = openRangeConnection(lease, now());
    connections.add(connection);
    options.run(connection);
  }

  function grow() {
    while (!options.isStopped() && connections.size < maxConnections()) {
      const lease = nextLease();
      if (!lease) {
        if (hasRanges) stealRange();
        return;
      }
      open(lease);
    }
  }

  /** Only the thread that downloads a range can tell whether its rear can still be taken over; one thread is asked at a time. */
  function stealRange() {
    const found = isStealing ? null : findRangeToSteal(parts, connections, now());
    if (found === null) return;
    isStealing = true;
    const { connection, from } = found;
    const { lease } = connection;
    void connection.exchange?.shorten(from).then((isShortened) => {
      isStealing = false;
      const rear = isShortened ? plan.stealRange(lease, from) : null;
      if (rear === null) return;
      if (!options.isStopped() && connections.size < maxConnections()) {
        open(rear);
        grow();
      } else plan.release(rear);
    });
  }

  return {
    connections,
    nextLease,
    grow,
    confirmRanges() {
      hasRanges = true;
    },
    setTotalSize(totalBytes, isAnnounced) {
      hasRanges = isAnnounced && !isSingle && totalBytes !== null && totalBytes >= parts.severalFromBytes;
      if (totalBytes === null) return;
      const keptBytes = hasRanges
        ? partBytes(parts, totalBytes, totalBytes, options.allowedConnections())
        : totalBytes;
      plan.setTotalSize(totalBytes, keptBytes);
    },
    remove(connection) {
      connections.delete(connection);
      plan.release(connection.lease);
    },
    lowerLimit(until) {
      lowered = { connections: Math.max(1, connections.size), until };
    },
    isOutOfRanges: () => hasRanges && connections.size < maxConnections() && plan.freeBytes() === 0,
  };
}
