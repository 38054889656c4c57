import { z } from 'zod';
import { connectionIdSchema, type Scope } from '../../../../src-preload/contract/ids.ts';
import { subjectSchema, type TrackingNotice } from '../../../../src-preload/contract/tracking.ts';
import { scopeParams } from '../../../core/scope.ts';
import { readableRows, readJson } from '../../../store/readable-rows.ts';
import type { Store } from '../../../store/store.ts';
import { storedContractId } from '../../../store/stored-contract-id.ts';

/** Older notices are removed. */
const maxKept = 200;

const rowSchema = z.object({
  id: z.number(),
  connectionId: connectionIdSchema,
  contractId: storedContractId,
  at: z.string(),
  title: z.string(),
  body: z.string(),
  subject: z.string().nullable(),
});

/** Creates the table of the notices that were shown, also in earlier runs. */
export function createNoticeTable({ store, now }: { store: Store; now: () => Date }) {
  return {
    /** Returns the latest notices in the order in which they were shown. */
    list: (): TrackingNotice[] =>
      readableRows(
        store,
        rowSchema,
        `SELECT id, connection_id AS connectionId, contract_id AS contractId, at, title, body, subject FROM tracking_notice
         ORDER BY id DESC LIMIT ${maxKept}`,
        {},
      )
        .rows.reverse()
        .map(({ connectionId, contractId, subject, ...notice }) => ({
          ...notice,
          scope: { connectionId, contractId },
          subject: subject === null ? null : (subjectSchema.safeParse(readJson(subject)).data ?? null),
        })),
    /** Stores a notice and removes those that are too many. */
    add(scope: Scope, { title, body, subject }: Pick<TrackingNotice, 'title' | 'body' | 'subject'>) {
      store.run(
        `INSERT INTO tracking_notice (connection_id, contract_id, at, title, body, subject)
         VALUES (:connectionId, :contractId, :at, :title, :body, :subject)`,
        {
          ...scopeParams(scope),
          at: now().toISOString(),
          title,
          body,
          subject: subject === null ? null : JSON.stringify(subject),
        },
      );
      store.run(`DELETE FROM tracking_notice WHERE id <= (SELECT max(id) FROM tracking_notice) - ${maxKept}`);
    },
  };
}

/** What `createNoticeTable` returns. */
export type NoticeTable = ReturnType<typeof createNoticeTable>;
