import { idSeparator, packDegrees } from '../../../src-preload/contract/packed-places.ts';
import type { TimelineEntry } from '../../../src-preload/contract/timeline.ts';
import { type DayCount, dayOf, type Terms, type TimeSource } from '../../store/time-source.ts';
import { dueTimes } from './revisit-figures.ts';
import type { PlacedRevisit } from './revisits.ts';

/** Creates the source of the visits that are due by the requested interval; no table stores them. */
export function createDueSource(revisits: readonly PlacedRevisit[], nowMs: number): TimeSource {
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
