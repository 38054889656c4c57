/** A range of bytes of a file. */
export interface Span {
  start: number;
  /** Not included. */
  end: number;
}

/** The bytes that are there; the spans are kept sorted and joined. */
export interface SpanSet {
  add(span: Span): void;
  /** How many bytes there are from the front without a gap. */
  prefix(): number;
  size(): number;
  all(): readonly Span[];
}

/** A set of byte spans, `end` not included, that joins what touches. */
export function createSpanSet(initial: readonly Span[] = []): SpanSet {
  const spans: Span[] = [];
  let size = 0;
  function add({ start, end }: Span) {
    // It nearly always continues a span that is there, and the list is a handful long.
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
