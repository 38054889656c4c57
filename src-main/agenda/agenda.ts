import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type {
  AgendaEntry,
  AgendaPlaces,
  AgendaSpan,
  AgendaTerms,
  DayCounts,
} from '../../src-preload/contract/agenda.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { AskedTimeSource, DayCount, Terms } from '../store/time-source.ts';
import { createDueSource } from './due-source.ts';
import type { Revisits } from './revisits.ts';

const dayMs = 86_400_000;
/** Answers kept until the store changes. */
const keptAnswers = 24;
/** More marks than this are no picture any more. */
const mostPlaces = 150_000;

export interface AgendaOptions {
  /** What the owners of the tables know of time. */
  sources: readonly AskedTimeSource[];
  revisits: Pick<Revisits, 'ofScope'>;
  now: () => Date;
}

interface Counted {
  source: AskedTimeSource;
  scope: Scope;
  days: DayCount[];
}

const dayStart = (day: number) => new Date(day * dayMs).toISOString();
const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/** As the tables write times, so that they can be compared as texts. */
function written({ from, to }: AgendaSpan): AgendaSpan {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** One terms' span in parts that hold up nobody. */
async function* parts(source: AskedTimeSource, terms: Terms): AsyncGenerator<Terms> {
  for (let { from } = terms.span; ; ) {
    const rest = { ...terms, span: { from, to: terms.span.to } };
    const edge = await source.cut(rest);
    yield edge === null ? rest : { ...rest, span: { from, to: edge } };
    await yieldToLoop();
    if (edge === null) return;
    from = edge;
  }
}

/** Calendar and map by time: answered from the local store, a slice at a time. */
export function createAgenda({ sources, revisits, now }: AgendaOptions) {
  const kept = new Map<string, Promise<Counted[]>>();
  let tookMs = 0;

  async function sourcesOf(terms: AgendaTerms, scope: Scope): Promise<AskedTimeSource[]> {
    const due = terms.kinds.includes('revisit-due')
      ? [createDueSource(await revisits.ofScope(scope), now().getTime())]
      : [];
    return [...sources.filter(({ kind }) => terms.kinds.includes(kind)), ...due];
  }

  async function count(terms: AgendaTerms, span: AgendaSpan): Promise<Counted[]> {
    const counted: Counted[] = [];
    for (const contractId of terms.contractIds) {
      const scope = { connectionId: terms.connectionId, contractId };
      for (const source of await sourcesOf(terms, scope)) {
        const days = new Map<number, number>();
        for await (const part of parts(source, { scope, span, project: terms.project }))
          for (const { day, count: n } of await source.counts(part)) days.set(day, (days.get(day) ?? 0) + n);
        if (days.size > 0)
          counted.push({ source, scope, days: [...days].map(([day, n]) => ({ day, count: n })) });
      }
    }
    return counted;
  }

  function counts(terms: AgendaTerms, span: AgendaSpan): Promise<Counted[]> {
    const key = JSON.stringify([terms, span]);
    const known = kept.get(key);
    if (known) return known;
    const [oldest] = kept.keys();
    if (kept.size >= keptAnswers && oldest !== undefined) kept.delete(oldest);
    const began = now().getTime();
    const counted = count(terms, span).finally(() => {
      tookMs = Math.max(0, now().getTime() - began);
    });
    kept.set(key, counted);
    counted.catch(() => kept.delete(key));
    return counted;
  }

  return {
    /** The store moved: nothing that was counted holds. */
    forget: () => kept.clear(),
    /** How long the last count took: who asks for one after the other rests in between. */
    tookMs: () => tookMs,

    async counts(terms: AgendaTerms, asked: AgendaSpan): Promise<DayCounts[]> {
      const merged = new Map<string, { kind: DayCounts['kind']; scope: Scope; days: Map<number, number> }>();
      for (const { source, scope, days } of await counts(terms, written(asked))) {
        const key = `${source.kind} ${scope.contractId ?? ''}`;
        const known = merged.get(key) ?? { kind: source.kind, scope, days: new Map<number, number>() };
        for (const { day, count: n } of days) known.days.set(day, (known.days.get(day) ?? 0) + n);
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

    /** A page is found by its days, whose counts are known; only these are read. */
    async list(
      terms: AgendaTerms,
      asked: AgendaSpan,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ total: number; rows: AgendaEntry[] }> {
      const span = written(asked);
      const counted = await counts(terms, span);
      const perDay = new Map<number, number>();
      for (const { days } of counted)
        for (const { day, count: n } of days) perDay.set(day, (perDay.get(day) ?? 0) + n);
      let total = 0;
      let before = 0;
      let firstDay: number | null = null;
      let lastDay: number | null = null;
      for (const [day, n] of [...perDay].sort(([a], [b]) => a - b)) {
        if (firstDay === null && total + n > offset) {
          firstDay = day;
          before = total;
        }
        if (firstDay !== null && total < offset + limit) lastDay = day;
        total += n;
      }
      if (firstDay === null || lastDay === null) return { total, rows: [] };
      const [from, to] = [firstDay, lastDay];
      const skip = offset - before;
      const near = { from: later(span.from, dayStart(from)), to: earlier(span.to, dayStart(to + 1)) };
      const rows: AgendaEntry[] = [];
      for (const { source, scope, days } of counted) {
        if (!days.some(({ day }) => day >= from && day <= to)) continue;
        rows.push(...(await source.first({ scope, span: near, project: terms.project }, skip + limit)));
        await yieldToLoop();
      }
      rows.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.key < b.key ? -1 : 1));
      return { total, rows: rows.slice(skip, skip + limit) };
    },

    /** A part at a time: a window that takes in megabytes at once stands still. Not whole where they are too many. */
    async *places(
      terms: AgendaTerms,
      asked: AgendaSpan,
    ): AsyncGenerator<{ whole: boolean; pieces: AgendaPlaces[] }, void> {
      const span = written(asked);
      let found = 0;
      for (const { source, scope, days } of await counts(terms, span)) {
        found += days.reduce((sum, { count: n }) => sum + n, 0);
        if (found > mostPlaces) {
          yield { whole: false, pieces: [] };
          return;
        }
        for await (const part of parts(source, { scope, span, project: terms.project })) {
          const piece = await source.places(part);
          if (piece) yield { whole: true, pieces: [piece] };
        }
      }
    },
  };
}
