import type { Span } from './storage/span-set.ts';

/** The bytes that one connection has taken; `end` moves down if another connection takes over the rear. */
export interface RangeLease {
  readonly start: number;
  /** The next byte that is due. */
  at: number;
  /** Exclusive; null while the length of the file is unknown. */
  end: number | null;
}

/** Tracks which bytes of a file are missing, and which connection has leased which of them. Leases never overlap. */
export interface RangePlan {
  /** Leases the first free bytes, at most this many; null if none are free. */
  allocate(maxBytes: number): RangeLease | null;
  /** Moves the rear of a lease, from that byte on, into its own lease; null if that is not possible. */
  stealRange(victim: RangeLease, from: number): RangeLease | null;
  /** Ends the lease; its missing bytes are free again. */
  release(lease: RangeLease): void;
  /** Sets the length once it is known: the one open lease keeps `keepBytes`, the rest is free. */
  setTotalSize(totalBytes: number, keepBytes: number): void;
  readonly leases: ReadonlySet<RangeLease>;
  /** Returns how many bytes no connection has leased yet. */
  freeBytes(): number;
  /** True if nothing is free and nothing is leased. */
  isEmpty(): boolean;
}

/** Returns the gaps between the spans, which must be sorted and must not touch. */
export function gapsBetween(spans: readonly Span[], totalBytes: number): Span[] {
  const gaps: Span[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start > at) gaps.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  if (totalBytes > at) gaps.push({ start: at, end: totalBytes });
  return gaps;
}

/** Returns the spans with one more added, sorted, and joined if they touch. */
function withSpan(spans: readonly Span[], added: Span): Span[] {
  if (added.end <= added.start) return [...spans];
  const joined: Span[] = [];
  for (const span of [...spans, added].toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && last.end === span.start) last.end = span.end;
    else joined.push({ ...span });
  }
  return joined;
}

/**
 * Creates the plan which connection downloads which bytes. Leases start at the front, so that the checksum of the whole file can
 * follow closely.
 */
export function createRangePlan({
  done,
  totalBytes,
}: {
  done: readonly Span[];
  totalBytes: number | null;
}): RangePlan {
  const leases = new Set<RangeLease>();
  let free = totalBytes === null ? [] : gapsBetween(done, totalBytes);
  /** True if the length is unknown and no connection has the one open lease. */
  let isOpen = totalBytes === null;

  function lease(start: number, end: number | null): RangeLease {
    const granted: RangeLease = { start, at: start, end };
    leases.add(granted);
    return granted;
  }

  return {
    leases,
    allocate(maxBytes) {
      if (isOpen) {
        isOpen = false;
        return lease(done.at(-1)?.end ?? 0, null);
      }
      const [first] = free;
      if (!first) return null;
      const { start } = first;
      const end = Math.min(first.end, start + maxBytes);
      first.start = end;
      if (first.start === first.end) free.shift();
      return lease(start, end);
    },
    stealRange(victim, from) {
      if (victim.end === null || !leases.has(victim) || from < victim.at || from >= victim.end) return null;
      const rear = lease(from, victim.end);
      victim.end = from;
      return rear;
    },
    release(ended) {
      if (!leases.delete(ended)) return;
      if (ended.end === null) isOpen = true;
      else free = withSpan(free, { start: ended.at, end: ended.end });
    },
    setTotalSize(total, keepBytes) {
      for (const open of leases) {
        if (open.end !== null) continue;
        open.end = Math.min(total, Math.max(open.at, open.start + keepBytes));
        free = withSpan(free, { start: open.end, end: total });
      }
    },
    freeBytes: () => free.reduce((sum, { start, end }) => sum + end - start, 0),
    isEmpty: () => leases.size === 0 && free.length === 0 && !isOpen,
  };
}
