import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { contentHash } from '../../core/content-hash.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { HandoverRecordTable } from './handover-record-table.ts';
import type { HandoverWork } from './work.ts';

/** How many records are read from the thread of the package at once. */
const rowsAtOnce = 400;

interface StoreRecordsOptions {
  records: Pick<HandoverRecordTable, 'addItems' | 'addEvents'>;
  work: Pick<AsyncQueries<HandoverWork>, 'nextRecords' | 'nextEvents'>;
  acceptanceId: number;
}

async function eachPage<T>(next: (max: number) => Promise<T[]>, use: (page: T[]) => void): Promise<void> {
  for (;;) {
    const page = await next(rowsAtOnce);
    if (page.length === 0) return;
    use(page);
    await yieldToEventLoop();
  }
}

/** Stores the records of a package: the states of its items, and the events of its drafts. Returns the ids of the items. */
export async function storePackageRecords({
  records,
  work,
  acceptanceId,
}: StoreRecordsOptions): Promise<Set<string>> {
  const ids = new Set<string>();
  await eachPage(work.nextRecords, (items) => {
    for (const { id } of items) ids.add(id);
    records.addItems(acceptanceId, items);
  });
  await eachPage(work.nextEvents, (page) => {
    for (const { id, events } of page) records.addEvents(acceptanceId, id, events);
  });
  return ids;
}

/** A draft or prepared task that is accepted; its content is null if it is removed. */
interface AcceptedDraft {
  id: string;
  content: unknown;
}

interface StoreAcceptanceOptions extends StoreRecordsOptions {
  records: Pick<HandoverRecordTable, 'addItems' | 'addEvents' | 'addSent'>;
  work: Pick<AsyncQueries<HandoverWork>, 'nextRecords' | 'nextEvents' | 'sentLines'>;
  accepted: { prepared: readonly AcceptedDraft[]; draft: readonly AcceptedDraft[] };
  person: string;
  now: () => Date;
  /** The id of this data folder. */
  instance: string;
}

/** Stores the records of a package that is accepted; they count when the acceptance is complete. */
export async function storeAcceptanceRecords(options: StoreAcceptanceOptions): Promise<void> {
  const { records, work, acceptanceId, accepted, person, now, instance } = options;
  const ids = await storePackageRecords({ records, work, acceptanceId });
  const at = now().toISOString();
  for (const [kind, changes] of Object.entries(accepted))
    for (const { id, content } of changes) {
      if (content === null) continue;
      records.addEvents(acceptanceId, id, [{ what: 'received', by: person, at, instance }]);
      if (ids.has(id)) continue;
      // The copy of an item has an id of its own, which the package does not name. Its original is in other hands too.
      const hash = contentHash(content);
      records.addItems(acceptanceId, [{ kind, id, hash, history: [hash], name: '', parent: null }]);
    }
  const sent = await work.sentLines();
  records.addSent(
    acceptanceId,
    sent.filter((line) => line.instance !== instance),
  );
}
