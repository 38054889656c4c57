import type { HandedEvent } from '../../src-preload/contract/handover.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { wasLinked } from './handover-record-queries.ts';
import type { HandoverRecordTable } from './handover-record-table.ts';

/** The options of `createDraftTrails`. */
export interface DraftTrailsOptions {
  records: HandoverRecordTable;
  /** Returns what a draft became that was sent from here; null for one that was not. */
  sentFromHere: (id: string) => { remoteId: string | null; at: string } | null;
  /** Returns the ids of the prepared rows of a contract. */
  preparedIds: (scope: Scope) => readonly string[];
  /** The id of this data folder. */
  instance: string;
  /** Returns the name of the user. */
  author: () => string;
  now: () => Date;
  /** Called when drafts were approved. */
  onChange: () => void;
}

const maxPeople = 20;

/** Returns true if a draft was approved after it was last received. */
function isApproved(events: readonly HandedEvent[]): boolean {
  const last = (what: HandedEvent['what']) => events.findLast((event) => event.what === what)?.at ?? '';
  const approvedAt = last('approved');
  return approvedAt !== '' && approvedAt >= last('received');
}

/** Creates the functions that say who prepared, handed over, approved and sent a draft. */
export function createDraftTrails(options: DraftTrailsOptions) {
  const { records, sentFromHere, instance, author, now, onChange } = options;

  /** Returns what happened to a draft, oldest first, with its sending from here, or elsewhere as far as a package has said. */
  function eventsOf(id: string): HandedEvent[] {
    const events = records.events(id);
    if (events.length === 0) return [];
    const own = sentFromHere(id);
    const reports = records.sentBy(id);
    const sent = reports.map(({ by, at, remoteId, instance: elsewhere }) => ({
      ...{ what: 'sent' as const, by, at, remoteId, instance: elsewhere },
    }));
    const all = [...events, ...sent];
    if (own !== null && !wasLinked(own, reports, instance))
      all.push({ what: 'sent', by: author(), instance, ...own });
    return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  return {
    /** Returns the events of these drafts; those without events are left out. */
    trails: (ids: readonly string[]) =>
      ids.flatMap((id) => {
        const events = eventsOf(id);
        return events.length === 0 ? [] : [{ id, events, isApproved: isApproved(events) }];
      }),
    /**
     * Returns the prepared rows of a contract that others have prepared and nobody has approved since, who prepared them, and the
     * rows that others have sent.
     */
    unapproved(scope: Scope) {
      const passed = new Set(records.draftsOfPackages());
      const preparedIds = options.preparedIds(scope);
      const waiting = preparedIds.flatMap((id) => {
        const events = passed.has(id) ? records.events(id) : [];
        return events.some(({ what }) => what === 'received') && !isApproved(events) ? [{ id, events }] : [];
      });
      const people = waiting.flatMap(({ events }) => events.slice(0, 1).map(({ by }) => by));
      const sent = preparedIds.flatMap((id) => {
        const report = passed.has(id)
          ? records.sentBy(id).find((each) => each.instance !== instance)
          : undefined;
        return report === undefined ? [] : [{ id, by: report.by, remoteId: report.remoteId }];
      });
      return { ids: waiting.map(({ id }) => id), preparedBy: [...new Set(people)].slice(0, maxPeople), sent };
    },
    /** Stores that `by` has approved drafts; returns the number of those that a package had, which alone need it. */
    approve(ids: readonly string[], by: string): number {
      const at = now().toISOString();
      const acceptanceId = records.begin({ packageId: 'approval', direction: 'opened', person: by, at });
      const passed = ids.filter((id) => records.since(id) !== null);
      for (const id of passed) records.addEvents(acceptanceId, id, [{ what: 'approved', by, at, instance }]);
      records.complete(acceptanceId);
      records.setPerson(by);
      onChange();
      return passed.length;
    },
  };
}
