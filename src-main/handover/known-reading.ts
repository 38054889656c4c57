import { z } from 'zod';
import { type HandedEvent, type HandedKind, handedEventSchema } from '../../src-preload/contract/handover.ts';
import { jsonColumn, readableRows } from '../store/readable-rows.ts';
import type { Store } from '../store/store.ts';
import type { KnownState } from './classify.ts';

const knownRow = z.object({
  hash: z.string().nullable(),
  history: jsonColumn.pipe(z.array(z.string()).min(1)),
});
const removedRow = z.object({
  kind: z.enum(['list', 'place', 'template']),
  id: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
});
const idRow = z.object({ id: z.string() });
const eventRow = handedEventSchema.omit({ remoteId: true });
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
export type KnownSent = z.infer<typeof sentRow>;

/**
 * Returns true if a draft of this data folder was not sent from here, but linked to a task or order that others have sent. `reports` are
 * the sendings of this draft that packages have named; `instance` is this data folder.
 */
export const wasLinked = (
  { remoteId }: { remoteId: string | null },
  reports: readonly Pick<KnownSent, 'remoteId' | 'instance'>[],
  instance: string,
) =>
  remoteId !== null && reports.some((report) => report.remoteId === remoteId && report.instance !== instance);

const done = `JOIN handover_acceptance done ON done.acceptance_id = known.acceptance_id AND done.state = 'done'`;
const selectSent = `SELECT id, kind, name, remote_id AS remoteId, known.at, known.person AS "by", instance
  FROM handover_sent known ${done}`;

/** Creates the queries of items that packages have had. They run on any connection. */
export function createKnownReading({ store }: { store: Pick<Store, 'all' | 'get'> }) {
  return {
    /** Returns the state of an item when a package last had it; null if none did. */
    known(kind: HandedKind, id: string): KnownState | null {
      const { rows } = readableRows(
        store,
        knownRow,
        `SELECT hash, history FROM handover_known known ${done} WHERE kind = :kind AND id = :id
         ORDER BY known.acceptance_id DESC LIMIT 1`,
        { kind, id },
      );
      return rows[0] ?? null;
    },
    /** Returns the lists, places and templates that packages have had, each once, also those that still exist. */
    passed: () =>
      readableRows(
        store,
        removedRow,
        // SQLite returns the row with the maximum of each group.
        `SELECT kind, id, name, parent, max(known.acceptance_id) FROM handover_known known ${done}
         WHERE kind IN ('list', 'place', 'template') GROUP BY kind, id`,
      ).rows,
    /** Returns the ids of the drafts and prepared tasks that packages have had. */
    passedDrafts: (): string[] =>
      readableRows(
        store,
        idRow,
        `SELECT DISTINCT id FROM handover_known known ${done} WHERE kind IN ('draft', 'prepared')`,
      ).rows.map(({ id }) => id),
    /** Returns when a draft or prepared task was first in a package that was made or accepted here, as ISO 8601; null if it never was. */
    since: (id: string): string | null =>
      store.get(
        sinceRow,
        `SELECT min(done.at) AS at FROM handover_known known ${done} WHERE kind IN ('draft', 'prepared') AND id = :id`,
        { id },
      )?.at ?? null,
    /** Returns the events of a draft or prepared task, oldest first. */
    events: (id: string): HandedEvent[] =>
      readableRows(
        store,
        eventRow,
        `SELECT what, known.person AS "by", known.at, instance FROM handover_event known ${done} WHERE id = :id ORDER BY known.at`,
        { id },
      ).rows.map((event) => ({ ...event, remoteId: null })),
    /** Returns the sendings of a draft by other data folders, oldest first. */
    sentBy: (id: string): KnownSent[] =>
      readableRows(store, sentRow, `${selectSent} WHERE id = :id ORDER BY known.at`, { id }).rows,
    allSent: (): KnownSent[] => readableRows(store, sentRow, selectSent).rows,
    /** Returns the name that the user gave with the last package; null before the first one. */
    person: (): string | null =>
      store.get(settingRow, `SELECT value FROM handover_setting WHERE name = 'person'`)?.value ?? null,
  };
}
