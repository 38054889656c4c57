import type { Span } from './range-plan.ts';

/** Which bytes there are; adding keeps it sorted and joined. */
export interface SpanSet {
  add(span: Span): void;
  /** Bytes from the front without a gap. */
  prefix(): number;
  size(): number;
  all(): readonly Span[];
}

export function createSpanSet(initial: readonly Span[] = []): SpanSet {
  const spans: Span[] = [];
  let size = 0;
  function add({ start, end }: Span) {
    // Nearly always a continuation of one that is there; the list is a handful long.
    const at = spans.findIndex((each) => each.end >= start);
    if (at < 0) {
      spans.push({ start, end });
    } else {
      const merged = { start, end };
      let last = at;
      for (let next = spans[last]; next && next.start <= end; next = spans[last]) {
        merged.start = Math.min(merged.start, next.start);
        merged.end = Math.max(merged.end, next.end);
        last += 1;
      }
      spans.splice(at, last - at, merged);
    }
    size = spans.reduce((sum, each) => sum + each.end - each.start, 0);
  }
  for (const span of initial) add(span);
  return {
    add,
    prefix: () => (spans[0]?.start === 0 ? spans[0].end : 0),
    size: () => size,
    all: () => spans,
  };
}
