import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TimelineSpan, TimelineTerms } from '../../../src-preload/contract/timeline.ts';
import type { AskedTimeSource, DayCount, Terms } from '../../store/time-source.ts';
import { createDueSource } from './due-source.ts';
import type { Revisits } from './revisits.ts';

/** The number of answers kept until the store changes. */
const cachedAnswers = 24;

/** What the timeline is counted from. */
export interface TimelineCountsOptions {
  /** The time sources of the tables. */
  sources: readonly AskedTimeSource[];
  revisits: Pick<Revisits, 'ofScope'>;
  now: () => Date;
}

/** The number of rows of one source and one scope on each day that has any. */
export interface Counted {
  source: AskedTimeSource;
  scope: Scope;
  days: DayCount[];
}

/** Yields the span of the terms in parts that can be read quickly, each in its own turn of the event loop. */
export async function* spanParts(source: AskedTimeSource, terms: Terms): AsyncGenerator<Terms> {
  for (let { from } = terms.span; ; ) {
    const rest = { ...terms, span: { from, to: terms.span.to } };
    const edge = await source.cut(rest);
    yield edge === null ? rest : { ...rest, span: { from, to: edge } };
    await yieldToEventLoop();
    if (edge === null) return;
    from = edge;
  }
}

/** Adds the counts of days to those in the map. */
export function addDays(known: Map<number, number>, days: readonly DayCount[]) {
  for (const { day, count } of days) known.set(day, (known.get(day) ?? 0) + count);
}

/** Creates the counts of rows per day for each source and contract; counted once and kept until the store changes. */
export function createTimelineCounts({ sources, revisits, now }: TimelineCountsOptions) {
  const cached = new Map<string, Promise<Counted[]>>();
  let tookMs = 0;

  async function sourcesOf(terms: TimelineTerms, scope: Scope): Promise<AskedTimeSource[]> {
    const due = terms.kinds.includes('revisit-due')
      ? [createDueSource(await revisits.ofScope(scope), now().getTime())]
      : [];
    return [...sources.filter(({ kind }) => terms.kinds.includes(kind)), ...due];
  }

  async function count(terms: TimelineTerms, span: TimelineSpan): Promise<Counted[]> {
    const counted: Counted[] = [];
    for (const contractId of terms.contractIds) {
      const scope = { connectionId: terms.connectionId, contractId };
      for (const source of await sourcesOf(terms, scope)) {
        const days = new Map<number, number>();
        for await (const part of spanParts(source, { scope, span, project: terms.project }))
          addDays(days, await source.counts(part));
        if (days.size > 0)
          counted.push({ source, scope, days: [...days].map(([day, n]) => ({ day, count: n })) });
      }
    }
    return counted;
  }

  function cachedCounts(terms: TimelineTerms, span: TimelineSpan): Promise<Counted[]> {
    const key = JSON.stringify([terms, span]);
    const known = cached.get(key);
    if (known) return known;
    const [oldest] = cached.keys();
    if (cached.size >= cachedAnswers && oldest !== undefined) cached.delete(oldest);
    const began = now().getTime();
    const counted = count(terms, span).finally(() => {
      tookMs = Math.max(0, now().getTime() - began);
    });
    cached.set(key, counted);
    counted.catch(() => cached.delete(key));
    return counted;
  }

  return {
    /** Returns the days with rows in a span; the times of the span must be in the format of `toISOString`. */
    counts: cachedCounts,
    /** Drops all counts, because the store changed. */
    forget: () => cached.clear(),
    /** Returns how long the last count took, so that a caller with several counts can pause in between. */
    tookMs: () => tookMs,
  };
}
