/** A range of bytes of a file. */
export interface Span {
  start: number;
  /** Exclusive. */
  end: number;
}

/** The received bytes, as sorted spans without overlap. */
export interface SpanSet {
  add(span: Span): void;
  /** Returns the number of bytes from the front without a gap. */
  prefix(): number;
  size(): number;
  all(): readonly Span[];
}

/** Creates a set of byte spans (`end` is exclusive); touching spans are joined. */
export function createSpanSet(initial: readonly Span[] = []): SpanSet {
  const spans: Span[] = [];
  let size = 0;
  function add({ start, end }: Span) {
    // A new span nearly always continues an existing one, and the list is short.
    const first = spans.findIndex((span) => span.end >= start);
    if (first < 0) {
      spans.push({ start, end });
    } else {
      const merged = { start, end };
      let last = first;
      for (let next = spans[last]; next && next.start <= end; next = spans[last]) {
        merged.start = Math.min(merged.start, next.start);
        merged.end = Math.max(merged.end, next.end);
        last += 1;
      }
      spans.splice(first, last - first, merged);
    }
    size = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  }
  for (const span of initial) add(span);
  return {
    add,
    prefix: () => (spans[0]?.start === 0 ? spans[0].end : 0),
    size: () => size,
    all: () => spans,
  };
}
