export interface Span {
  start: number;
  /** Not included. */
  end: number;
}

/** What one connection is about to bring; `end` moves down when another takes a part of it. */
export interface Claim {
  readonly start: number;
  /** The next byte that is due. */
  at: number;
  /** Not included; null while the length of the file is unknown. */
  end: number | null;
}

export interface RangePlan {
  /** The first part that nobody has or brings, at most so long. */
  take(maxBytes: number): Claim | null;
  /** The rear of another's part, from there on, for a claim of its own; null where that cannot be. */
  cut(victim: Claim, from: number): Claim | null;
  /** Nobody brings it any more; what it lacks is free again. */
  release(claim: Claim): void;
  /** The length is known now: the one open claim keeps `keepBytes`, the rest is free. */
  measure(totalBytes: number, keepBytes: number): void;
  readonly claims: ReadonlySet<Claim>;
  /** Bytes that nobody brings yet. */
  freeBytes(): number;
  /** Nothing is free and nobody brings anything. */
  isEmpty(): boolean;
}

/** What lies between the spans, which are sorted and apart. */
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

/** Who brings which bytes. The parts are handed out from the front, so that the checksum of the whole can follow closely. */
export function createRangePlan({
  done,
  totalBytes,
}: {
  done: readonly Span[];
  totalBytes: number | null;
}): RangePlan {
  const claims = new Set<Claim>();
  let free = totalBytes === null ? [] : gapsBetween(done, totalBytes);
  let open = totalBytes === null;

  function claim(start: number, end: number | null): Claim {
    const made: Claim = { start, at: start, end };
    claims.add(made);
    return made;
  }

  function giveBack(span: Span) {
    if (span.end <= span.start) return;
    const sorted = [...free, span].toSorted((a, b) => a.start - b.start);
    free = [];
    for (const next of sorted) {
      const last = free.at(-1);
      if (last && last.end === next.start) last.end = next.end;
      else free.push({ ...next });
    }
  }

  return {
    claims,
    take(maxBytes) {
      if (open) {
        open = false;
        return claim(done.at(-1)?.end ?? 0, null);
      }
      const [first] = free;
      if (!first) return null;
      const end = Math.min(first.end, first.start + maxBytes);
      const made = claim(first.start, end);
      first.start = end;
      if (first.start === first.end) free.shift();
      return made;
    },
    cut(victim, from) {
      if (victim.end === null || !claims.has(victim) || from < victim.at || from >= victim.end) return null;
      const made = claim(from, victim.end);
      victim.end = from;
      return made;
    },
    release(ended) {
      if (!claims.delete(ended)) return;
      if (ended.end === null) open = true;
      else giveBack({ start: ended.at, end: ended.end });
    },
    measure(total, keepBytes) {
      for (const each of claims) {
        if (each.end !== null) continue;
        each.end = Math.min(total, Math.max(each.at, each.start + keepBytes));
        giveBack({ start: each.end, end: total });
      }
    },
    freeBytes: () => free.reduce((sum, { start, end }) => sum + end - start, 0),
    isEmpty: () => claims.size === 0 && free.length === 0 && !open,
  };
}
