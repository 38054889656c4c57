import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type {
  DayCounts,
  TimelineEntry,
  TimelinePlaces,
  TimelineSpan,
  TimelineTerms,
} from '../../../src-preload/contract/timeline.ts';
import {
  addDays,
  type Counted,
  createTimelineCounts,
  spanParts,
  type TimelineCountsOptions,
} from './timeline-counts.ts';

const dayMs = 86_400_000;
/** With more marks the map would not be readable. */
const maxPlaces = 150_000;

/** What the timeline needs. */
export type TimelineOptions = TimelineCountsOptions;

const dayStart = (day: number) => new Date(day * dayMs).toISOString();
const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/** Converts the span to the format of the tables, so that times can be compared as texts. */
function inStoredFormat({ from, to }: TimelineSpan): TimelineSpan {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Returns the days that contain a page of the list; `skip` rows of these days come before the page. Null for an empty page. */
function pageDays(counted: readonly Counted[], { offset, limit }: { offset: number; limit: number }) {
  const perDay = new Map<number, number>();
  for (const { days } of counted) addDays(perDay, days);
  let total = 0;
  let before = 0;
  let firstDay: number | null = null;
  let lastDay: number | null = null;
  for (const [day, count] of [...perDay].sort(([a], [b]) => a - b)) {
    if (firstDay === null && total + count > offset) {
      firstDay = day;
      before = total;
    }
    if (firstDay !== null && total < offset + limit) lastDay = day;
    total += count;
  }
  const page = firstDay === null || lastDay === null ? null : { firstDay, lastDay, skip: offset - before };
  return { total, page };
}

/** Creates the calendar and the map by time; they read the local store, a part at a time. */
export function createTimeline(options: TimelineOptions) {
  const { counts, forget, tookMs } = createTimelineCounts(options);

  return {
    forget,
    tookMs,

    /** Returns how many entries of each kind and contract there are per day, in packed form. */
    async counts(terms: TimelineTerms, asked: TimelineSpan): Promise<DayCounts[]> {
      const merged = new Map<string, { kind: DayCounts['kind']; scope: Scope; days: Map<number, number> }>();
      for (const { source, scope, days } of await counts(terms, inStoredFormat(asked))) {
        const key = `${source.kind} ${scope.contractId ?? ''}`;
        const known = merged.get(key) ?? { kind: source.kind, scope, days: new Map<number, number>() };
        addDays(known.days, days);
        merged.set(key, known);
      }
      return [...merged.values()].map(({ kind, scope, days }) => {
        const sorted = [...days].sort(([a], [b]) => a - b);
        return {
          kind,
          contractId: scope.contractId,
          days: sorted.map(([day]) => day).join(','),
          counts: sorted.map(([, n]) => n).join(','),
        };
      });
    },

    /** Reads only the days of the page, which follow from the counts. */
    async list(
      terms: TimelineTerms,
      asked: TimelineSpan,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ total: number; rows: TimelineEntry[] }> {
      const span = inStoredFormat(asked);
      const counted = await counts(terms, span);
      const { total, page } = pageDays(counted, { offset, limit });
      if (page === null) return { total, rows: [] };
      const { firstDay, lastDay, skip } = page;
      const near = {
        from: later(span.from, dayStart(firstDay)),
        to: earlier(span.to, dayStart(lastDay + 1)),
      };
      const rows: TimelineEntry[] = [];
      for (const { source, scope, days } of counted) {
        if (!days.some(({ day }) => day >= firstDay && day <= lastDay)) continue;
        rows.push(...(await source.first({ scope, span: near, project: terms.project }, skip + limit)));
        await yieldToEventLoop();
      }
      rows.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.key < b.key ? -1 : 1));
      return { total, rows: rows.slice(skip, skip + limit) };
    },

    /**
     * Yields a part at a time, because a window that receives megabytes at once would freeze. `whole` is false if there are too
     * many places.
     */
    async *places(
      terms: TimelineTerms,
      asked: TimelineSpan,
    ): AsyncGenerator<{ whole: boolean; pieces: TimelinePlaces[] }, void> {
      const span = inStoredFormat(asked);
      let found = 0;
      for (const { source, scope, days } of await counts(terms, span)) {
        found += days.reduce((sum, { count: n }) => sum + n, 0);
        if (found > maxPlaces) {
          yield { whole: false, pieces: [] };
          return;
        }
        for await (const part of spanParts(source, { scope, span, project: terms.project })) {
          const piece = await source.places(part);
          if (piece) yield { whole: true, pieces: [piece] };
        }
      }
    },
  };
}
