import { z } from 'zod';
import type { HandedEvent } from '../../../src-preload/contract/handover.ts';
import { jsonColumn } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { createHandoverRecordQueries, type SentRecord } from './handover-record-queries.ts';

/** The state of an item in a package, to be stored. */
export interface ItemRecord {
  kind: string;
  id: string;
  /** The hash of the content; null if the item was removed. */
  hash: string | null;
  /** The revisions, newest last; never empty when they are stored. */
  history: readonly string[];
  name: string;
  /** The id of the list of a place; null for other items, and if it is unknown. */
  parent: string | null;
}

const brokenRow = z.object({
  acceptanceId: z.number(),
  steps: jsonColumn.pipe(z.array(z.number())).catch([]),
});
const lastRow = z.object({ row: z.number().nullable() });
/** How many items are compacted in one transaction. */
const rowsOfSlice = 200;

/** Creates the tables of items that packages have had. The rows of an acceptance count only after `complete`. */
export function createHandoverRecordTable({ store }: { store: Store }) {
  return {
    ...createHandoverRecordQueries({ store }),
    setPerson: (person: string) =>
      void store.run(
        `INSERT INTO handover_setting VALUES ('person', :person) ON CONFLICT DO UPDATE SET value = :person`,
        { person },
      ),
    /** Begins the acceptance of a package that is made or accepted; returns its id. */
    begin: (given: { packageId: string; direction: 'made' | 'opened'; person: string; at: string }): number =>
      store.run(
        `INSERT INTO handover_acceptance VALUES (NULL, :packageId, :direction, :person, :at, 'working', '[]')`,
        given,
      ).lastInsertRowid,
    addItems(acceptanceId: number, items: readonly ItemRecord[]) {
      store.transaction(() => {
        for (const { kind, id, hash, history, name, parent } of items)
          store.run(
            `INSERT OR REPLACE INTO handover_known VALUES (:kind, :id, :acceptanceId, :hash, :history, :name, :parent)`,
            {
              kind,
              id,
              acceptanceId,
              hash,
              history: JSON.stringify(history),
              name: name.slice(0, 300),
              parent,
            },
          );
      }, 'passing');
    },
    /** Stores events; one that is stored already, from another package, stays as it is. */
    addEvents(acceptanceId: number, id: string, events: readonly Omit<HandedEvent, 'remoteId'>[]) {
      store.transaction(() => {
        for (const { what, by, at, instance } of events)
          store.run(
            `INSERT INTO handover_event VALUES (:id, :at, :what, :by, :instance, :acceptanceId, NULL) ON CONFLICT DO NOTHING`,
            { id, at, what, by, instance, acceptanceId },
          );
      }, 'passing');
    },
    /** Stores an approval that was given here, with the hash of the content that it is for. It replaces an equal event of a package. */
    addApproval(
      acceptanceId: number,
      id: string,
      { by, at, instance, hash }: Pick<HandedEvent, 'by' | 'at' | 'instance'> & { hash: string | null },
    ) {
      store.transaction(
        () =>
          store.run(
            `INSERT OR REPLACE INTO handover_event VALUES (:id, :at, 'approved', :by, :instance, :acceptanceId, :hash)`,
            { id, at, by, instance, acceptanceId, hash },
          ),
        'passing',
      );
    },
    /** Notes that what was approved under one hash has another one now, because a prepared row became a command. */
    carryApproval(id: string, { from, to }: { from: string; to: string }) {
      store.run(
        `UPDATE handover_event SET content_hash = :to WHERE id = :id AND what = 'approved' AND content_hash = :from`,
        { id, from, to },
      );
    },
    addSent(acceptanceId: number, sent: readonly SentRecord[]) {
      store.transaction(() => {
        for (const each of sent)
          store.run(
            `INSERT INTO handover_sent VALUES (:id, :instance, :kind, :name, :remoteId, :at, :by, :acceptanceId)
             ON CONFLICT DO UPDATE SET remote_id = coalesce(:remoteId, remote_id)`,
            { ...each, acceptanceId },
          );
      }, 'passing');
    },
    /** Stores the id of a step of prepared rows, in the transaction in which the step begins. */
    noteStep: (acceptanceId: number, stepId: number) =>
      void store.run(
        `UPDATE handover_acceptance SET prepared_steps = json_insert(prepared_steps, '$[#]', :stepId)
         WHERE acceptance_id = :acceptanceId`,
        { acceptanceId, stepId },
      ),
    /** Stores that an acceptance is complete: from now on its rows count. */
    complete: (acceptanceId: number) =>
      void store.run(`UPDATE handover_acceptance SET state = 'done' WHERE acceptance_id = :acceptanceId`, {
        acceptanceId,
      }),
    /** Returns the acceptances that were interrupted, with their steps of prepared rows. */
    interrupted: () =>
      store.all(
        brokenRow,
        `SELECT acceptance_id AS acceptanceId, prepared_steps AS steps FROM handover_acceptance WHERE state = 'working'`,
      ),
    /** Removes an acceptance with all of its rows. */
    forget(acceptanceId: number) {
      store.transaction(() => {
        for (const table of ['known', 'event', 'sent', 'acceptance'])
          store.run(`DELETE FROM handover_${table} WHERE acceptance_id = :acceptanceId`, { acceptanceId });
      }, 'passing');
    },
    /**
     * Removes the older rows of some items that this acceptance has too, those after a row; returns the last row that was looked at, or
     * null if there are no more. Rows of drafts stay, because the first one says since when others have the draft.
     */
    compactSome: (acceptanceId: number, after: number): number | null =>
      store.transaction(() => {
        // Each slice begins where the one before has ended: from the first row on, every slice would look at all before it again.
        const at = { acceptanceId, after };
        const last = store.get(
          lastRow,
          `SELECT max(row) AS row FROM (SELECT rowid AS row FROM handover_known
             WHERE acceptance_id = :acceptanceId AND rowid > :after ORDER BY rowid LIMIT ${rowsOfSlice})`,
          at,
        )?.row;
        if (last === null || last === undefined) return null;
        store.run(
          `DELETE FROM handover_known WHERE rowid IN (SELECT old.rowid FROM handover_known later
             JOIN handover_known old ON old.kind = later.kind AND old.id = later.id AND old.acceptance_id < later.acceptance_id
             WHERE later.acceptance_id = :acceptanceId AND later.rowid > :after AND later.rowid <= :last
               AND later.kind IN ('list', 'place', 'template', 'map'))`,
          { ...at, last },
        );
        return last;
      }, 'passing'),
  };
}

/** The tables of items that packages have had. */
export type HandoverRecordTable = ReturnType<typeof createHandoverRecordTable>;
