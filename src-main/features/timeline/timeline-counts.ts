import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { idSeparator, packDegrees } from '../../../src-preload/contract/packed-places.ts';
import type { TimelineEntry, TimelineSpan, TimelineTerms } from '../../../src-preload/contract/timeline.ts';
import {
  type AskedTimeSource,
  type DayCount,
  dayOf,
  type Terms,
  type TimeSource,
} from '../../store/time-source.ts';
import { dueTimes } from './revisit-figures.ts';
import type { PlacedRevisit, Revisits } from './revisits.ts';

/** Creates the source of the visits that are due by the requested interval; no table stores them. */
function createDueSource(revisits: readonly PlacedRevisit[], nowMs: number): TimeSource {
  const entries = revisits
    .flatMap(({ revisit, longitude, latitude }) =>
      dueTimes(revisit, nowMs).map((due): TimelineEntry => {
        const at = new Date(due).toISOString();
        const { contractId, subject, name, project, askedText } = revisit;
        return {
          key: `revisit-due ${contractId ?? ''} ${subject.kind} ${subject.id} ${at}`,
          kind: 'revisit-due',
          contractId,
          at,
          subject,
          name,
          project,
          status: askedText,
          isOfDeliveries: revisit.timesOf === 'deliveries',
          longitude,
          latitude,
        };
      }),
    )
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.key < b.key ? -1 : 1));
  const within = ({ span, project }: Terms) =>
    entries.filter(
      (entry) =>
        entry.at >= span.from && entry.at < span.to && (project === null || entry.project === project),
    );
  return {
    kind: 'revisit-due',
    cut: () => null,
    counts(terms) {
      const days = new Map<number, number>();
      for (const { at } of within(terms)) days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + 1);
      return [...days].map(([day, count]): DayCount => ({ day, count }));
    },
    first: (terms, limit) => within(terms).slice(0, limit),
    places(terms) {
      const placed = within(terms).filter(
        ({ longitude, latitude }) => longitude !== null && latitude !== null,
      );
      if (placed.length === 0) return null;
      const column = (value: (entry: TimelineEntry) => number | string) => placed.map(value).join(',');
      return {
        kind: 'revisit-due',
        contractId: terms.scope.contractId,
        minutes: column(({ at }) => Math.floor(Date.parse(at) / 60_000)),
        longitudes: column(({ longitude }) => packDegrees(longitude ?? 0)),
        latitudes: column(({ latitude }) => packDegrees(latitude ?? 0)),
        keys: placed.map(({ key }) => key.replace(/^\S+ \S* /, '')).join(idSeparator),
      };
    },
  };
}

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
