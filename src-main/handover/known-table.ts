import { z } from 'zod';
import type { HandedEvent } from '../../src-preload/contract/handover.ts';
import { jsonColumn } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import { createKnownReading, type KnownSent } from './known-reading.ts';

/** What is remembered of an item when it passes. */
export interface KnownItem {
  kind: string;
  id: string;
  /** Of the content; null if it was removed. */
  hash: string | null;
  /** The revisions, the newest last; never empty when it is stored. */
  history: readonly string[];
  name: string;
  /** The list of a place; null for other items, and if it is not known. */
  parent: string | null;
}

const brokenRow = z.object({
  acceptanceId: z.number(),
  steps: jsonColumn.pipe(z.array(z.number())).catch([]),
});
const rowsAtOnce = 500;

/** Creates the tables of what was handed over. What is written of an acceptance counts when `complete` was called for it. */
export function createKnownTable({ store }: { store: Store }) {
  return {
    ...createKnownReading({ store }),
    setPerson: (person: string) =>
      void store.run(
        `INSERT INTO handover_setting VALUES ('person', :person) ON CONFLICT DO UPDATE SET value = :person`,
        { person },
      ),
    /** Begins to remember a package that is made or accepted; returns its number. */
    begin: (given: { packageId: string; direction: 'made' | 'opened'; person: string; at: string }): number =>
      store.run(
        `INSERT INTO handover_acceptance VALUES (NULL, :packageId, :direction, :person, :at, 'working', '[]')`,
        given,
      ).lastInsertRowid,
    addItems(acceptanceId: number, items: readonly KnownItem[]) {
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
    /** An event that is known already, from another package, stays as it was. */
    addEvents(acceptanceId: number, id: string, events: readonly Omit<HandedEvent, 'remoteId'>[]) {
      store.transaction(() => {
        for (const { what, by, at, instance } of events)
          store.run(
            `INSERT INTO handover_event VALUES (:id, :at, :what, :by, :instance, :acceptanceId) ON CONFLICT DO NOTHING`,
            { id, at, what, by, instance, acceptanceId },
          );
      }, 'passing');
    },
    addSent(acceptanceId: number, sent: readonly KnownSent[]) {
      store.transaction(() => {
        for (const each of sent)
          store.run(
            `INSERT INTO handover_sent VALUES (:id, :instance, :kind, :name, :remoteId, :at, :by, :acceptanceId)
             ON CONFLICT DO UPDATE SET remote_id = coalesce(:remoteId, remote_id)`,
            { ...each, acceptanceId },
          );
      }, 'passing');
    },
    /** Notes a step of prepared rows, within the transaction in which it begins. */
    noteStep: (acceptanceId: number, stepId: number) =>
      void store.run(
        `UPDATE handover_acceptance SET prepared_steps = json_insert(prepared_steps, '$[#]', :stepId)
         WHERE acceptance_id = :acceptanceId`,
        { acceptanceId, stepId },
      ),
    /** From now on everything that was written of it counts. */
    complete: (acceptanceId: number) =>
      void store.run(`UPDATE handover_acceptance SET state = 'done' WHERE acceptance_id = :acceptanceId`, {
        acceptanceId,
      }),
    /** Returns what was interrupted, with the steps that are to be taken back. */
    interrupted: () =>
      store.all(
        brokenRow,
        `SELECT acceptance_id AS acceptanceId, prepared_steps AS steps FROM handover_acceptance WHERE state = 'working'`,
      ),
    /** Removes everything that was written of an acceptance. */
    forget(acceptanceId: number) {
      store.transaction(() => {
        for (const table of ['known', 'event', 'sent', 'acceptance'])
          store.run(`DELETE FROM handover_${table} WHERE acceptance_id = :acceptanceId`, { acceptanceId });
      }, 'passing');
    },
    /**
     * Removes some of what a later acceptance knows too; returns false when nothing is left to do. Those of drafts stay, because
     * their first one says since when they are in other hands.
     */
    compactSome: (acceptanceId: number): boolean =>
      store.transaction(
        () =>
          store.run(
            `DELETE FROM handover_known WHERE rowid IN (SELECT old.rowid FROM handover_known later
               JOIN handover_known old ON old.kind = later.kind AND old.id = later.id AND old.acceptance_id < later.acceptance_id
               WHERE later.acceptance_id = :acceptanceId AND later.kind IN ('list', 'place', 'template', 'map') LIMIT ${rowsAtOnce})`,
            { acceptanceId },
          ).changes > 0,
        'passing',
      ),
  };
}

/** The tables of what was handed over. */
export type KnownTable = ReturnType<typeof createKnownTable>;
