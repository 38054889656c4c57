import type { HandedEvent } from '../../../src-preload/contract/handover.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { inSlices } from '../../core/in-slices.ts';
import { createApprovals } from './approvals.ts';
import { approvalPackageId, wasLinked } from './handover-record-queries.ts';
import type { HandoverRecordTable } from './handover-record-table.ts';

/** The options of `createDraftTrails`. */
export interface DraftTrailsOptions {
  records: HandoverRecordTable;
  /** Returns what a draft became that was sent from here; null for one that was not. */
  sentFromHere: (id: string) => { remoteId: string | null; at: string } | null;
  /** Returns the ids of the prepared rows of a contract. */
  preparedIds: (scope: Scope) => readonly string[];
  /** Returns the hash of the content that a draft or prepared row has now; null if there is none with this id. */
  contentHash: (id: string) => string | null;
  /** The id of this data folder. */
  instance: string;
  /** Returns the name of the user. */
  author: () => string;
  now: () => Date;
  /** Called when drafts were approved. */
  onChange: () => void;
}

const maxPeople = 20;

/** Creates the functions that say who prepared, handed over, approved and sent a draft. */
export function createDraftTrails(options: DraftTrailsOptions) {
  const { records, sentFromHere, contentHash, instance, author, now, onChange } = options;

  const { isApproved } = createApprovals({ records, contentHash });

  /** Marks the approvals of a trail that only a package states. */
  function withClaims(id: string, events: readonly HandedEvent[]) {
    const own = records.approvals(id);
    const isOwn = ({ by, at, instance: where }: HandedEvent) =>
      own.some((each) => each.by === by && each.at === at && each.instance === where);
    return events.map((event) => ({ ...event, isClaim: event.what === 'approved' && !isOwn(event) }));
  }

  /** Returns what happened to a draft, oldest first, with its sending from here, or elsewhere as far as a package has said. */
  function eventsOf(id: string): HandedEvent[] {
    const events = records.events(id);
    if (events.length === 0) return [];
    const own = sentFromHere(id);
    const reports = records.sentBy(id);
    const sent = reports.map(({ by, at, remoteId, instance: elsewhere }) => ({
      what: 'sent' as const,
      by,
      at,
      remoteId,
      instance: elsewhere,
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
        return events.length === 0
          ? []
          : [{ id, events: withClaims(id, events), isApproved: isApproved(id) }];
      }),
    /**
     * Returns the prepared rows of a contract that others have prepared and that are not approved here as they are, who prepared them,
     * and the rows that others have sent.
     */
    async unapproved(scope: Scope) {
      const passed = new Set(records.draftsOfPackages());
      const ofPackages = options.preparedIds(scope).filter((id) => passed.has(id));
      const waiting: { id: string; events: HandedEvent[] }[] = [];
      const sent: { id: string; by: string; remoteId: string | null }[] = [];
      await inSlices(ofPackages, (id) => {
        const events = records.events(id);
        if (events.some(({ what }) => what === 'received') && !isApproved(id)) waiting.push({ id, events });
        const report = records.sentBy(id).find((each) => each.instance !== instance);
        if (report !== undefined) sent.push({ id, by: report.by, remoteId: report.remoteId });
      });
      const people = waiting.flatMap(({ events }) => events.slice(0, 1).map(({ by }) => by));
      return { ids: waiting.map(({ id }) => id), preparedBy: [...new Set(people)].slice(0, maxPeople), sent };
    },
    /** Stores that `by` has approved drafts; returns the number of those that a package had, which alone need it. */
    async approve(ids: readonly string[], by: string): Promise<number> {
      const at = now().toISOString();
      const acceptanceId = records.begin({
        packageId: approvalPackageId,
        direction: 'opened',
        person: by,
        at,
      });
      const passed = ids.filter((id) => records.since(id) !== null);
      await inSlices(passed, (id) =>
        records.addApproval(acceptanceId, id, { by, at, instance, hash: contentHash(id) }),
      );
      records.complete(acceptanceId);
      records.setPerson(by);
      onChange();
      return passed.length;
    },
  };
}
