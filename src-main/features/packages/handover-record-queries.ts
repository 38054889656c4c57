import { z } from 'zod';
import {
  type HandedEvent,
  type HandedKind,
  handedEventSchema,
} from '../../../src-preload/contract/handover.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import type { ItemState } from './classify.ts';

const stateRow = z.object({
  hash: z.string().nullable(),
  history: jsonColumn.pipe(z.array(z.string()).min(1)),
});
const itemRow = z.object({
  kind: z.enum(['list', 'place', 'template']),
  id: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
});
const idRow = z.object({ id: z.string() });
const eventRow = handedEventSchema.omit({ remoteId: true });
/** The package id of acceptances that store approvals given here. No package has it, because theirs are UUIDs. */
export const approvalPackageId = 'approval';
const approvalRow = z.object({
  by: z.string(),
  at: z.string(),
  instance: z.string(),
  hash: z.string().nullable(),
  isNewest: z.number().transform((value) => value === 1),
});
/** An approval that was given here. */
export type OwnApproval = z.infer<typeof approvalRow>;
const sinceRow = z.object({ at: z.string().nullable() });
const sentRow = z.object({
  id: z.string(),
  kind: z.enum(['task', 'order']),
  name: z.string(),
  remoteId: z.string().nullable(),
  at: z.string(),
  by: z.string(),
  instance: z.string(),
});
const settingRow = z.object({ value: z.string() });

/** A draft that another data folder has sent, as a package has said. */
export type SentRecord = z.infer<typeof sentRow>;

/**
 * Returns true if a draft of this data folder was not sent from here, but linked to a task or order that others have sent. `reports` are
 * the sendings of this draft that packages have named; `instance` is this data folder.
 */
export const wasLinked = (
  { remoteId }: { remoteId: string | null },
  reports: readonly Pick<SentRecord, 'remoteId' | 'instance'>[],
  instance: string,
) =>
  remoteId !== null && reports.some((report) => report.remoteId === remoteId && report.instance !== instance);

const done = `JOIN handover_acceptance done ON done.acceptance_id = record.acceptance_id AND done.state = 'done'`;
const selectSent = `SELECT id, kind, name, remote_id AS remoteId, record.at, record.person AS "by", instance
  FROM handover_sent record ${done}`;

/** Creates the queries of items that packages have had. They run on any connection. */
export function createHandoverRecordQueries({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  return {
    /** Returns the state of an item when a package last had it; null if none did. */
    recordedState(kind: HandedKind, id: string): ItemState | null {
      const { rows } = readableRows(
        store,
        stateRow,
        `SELECT hash, history FROM handover_known record ${done} WHERE kind = :kind AND id = :id
         ORDER BY record.acceptance_id DESC LIMIT 1`,
        { kind, id },
      );
      return rows[0] ?? null;
    },
    /** Returns the lists, places and templates that packages have had, each once, also those that still exist. */
    itemsOfPackages: () =>
      readableRows(
        store,
        itemRow,
        // SQLite returns the row with the maximum of each group.
        `SELECT kind, id, name, parent, max(record.acceptance_id) FROM handover_known record ${done}
         WHERE kind IN ('list', 'place', 'template') GROUP BY kind, id`,
      ).rows,
    /** Returns the ids of the drafts and prepared tasks that packages have had. */
    draftsOfPackages: (): string[] =>
      readableRows(
        store,
        idRow,
        `SELECT DISTINCT id FROM handover_known record ${done} WHERE kind IN ('draft', 'prepared')`,
      ).rows.map(({ id }) => id),
    /**
     * Returns when a draft or prepared task was first in a package that was made or accepted here, as ISO 8601; null if it
     * never was.
     */
    since: (id: string): string | null =>
      store.get(
        sinceRow,
        `SELECT min(done.at) AS at FROM handover_known record ${done} WHERE kind IN ('draft', 'prepared') AND id = :id`,
        { id },
      )?.at ?? null,
    /** Returns the events of a draft or prepared task, oldest first. */
    events: (id: string): HandedEvent[] =>
      readableRows(
        store,
        eventRow,
        `SELECT what, record.person AS "by", record.at, instance FROM handover_event record ${done} WHERE id = :id ORDER BY record.at`,
        { id },
      ).rows.map((event) => ({ ...event, remoteId: null })),
    /**
     * Returns the approvals of a draft that were given here, the newest first: what packages say about approvals are claims. `isNewest` is
     * false if a package was accepted afterwards in which somebody received it; stored numbers decide, because times may be forged.
     */
    approvals: (id: string): OwnApproval[] =>
      readableRows(
        store,
        approvalRow,
        `SELECT record.person AS "by", record.at, instance, content_hash AS hash,
           NOT EXISTS (SELECT 1 FROM handover_event later WHERE later.id = record.id AND later.what = 'received'
             AND later.acceptance_id > record.acceptance_id) AS isNewest
         FROM handover_event record ${done} AND done.package_id = '${approvalPackageId}'
         WHERE id = :id AND what = 'approved' ORDER BY record.acceptance_id DESC`,
        { id },
      ).rows,
    /** Returns the sendings of a draft by other data folders, oldest first. */
    sentBy: (id: string): SentRecord[] =>
      readableRows(store, sentRow, `${selectSent} WHERE id = :id ORDER BY record.at`, { id }).rows,
    sentElsewhere: (): SentRecord[] => readableRows(store, sentRow, selectSent).rows,
    /** Returns the name that the user gave with the last package; null before the first one. */
    person: (): string | null =>
      store.get(settingRow, `SELECT value FROM handover_setting WHERE name = 'person'`)?.value ?? null,
  };
}
