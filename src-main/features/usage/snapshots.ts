import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';
import {
  type Bill,
  type BillRow,
  billRowSchema,
  billSchema,
  type Snapshot,
  snapshotSchema,
} from '../../../src-preload/contract/bills.ts';
import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';
import type { YieldIfDue } from './yield-if-due.ts';

const keptRowsRow = z.object({ rows: z.string() });

const rowsPerPart = 250;
const headSchema = snapshotSchema.extend({
  connectionId: z.string(),
  bill: z.string(),
  parts: z.number(),
});
type Head = z.infer<typeof headSchema>;
const columns = 'id, connection_id AS connectionId, name, taken_at AS takenAt, bill, parts, sha256';

/** Returns the hash of everything except the name, which may be changed. */
function hashOfHead(head: Pick<Head, 'id' | 'connectionId' | 'takenAt' | 'bill' | 'parts'>): Hash {
  const { id, connectionId, takenAt, bill, parts } = head;
  return createHash('sha256').update(JSON.stringify([id, connectionId, takenAt, bill, parts]));
}

const altered = () => new AppError('BAD_ANSWER', { where: 'snapshot', detail: 'snapshot-altered' });

function shown({ id, name, takenAt, bill, sha256 }: Head): Snapshot {
  return { id, name, takenAt, bill: billSchema.parse(JSON.parse(bill)), sha256 };
}

/** Creates the saved bills. Rows are written and read some hundred at a time, and checked against the hash of the whole. */
export function createSnapshots({
  store,
  now,
  newId,
}: {
  store: Store;
  now: () => Date;
  newId: () => string;
}) {
  store.run('DELETE FROM bill_snapshot_part WHERE snapshot_id NOT IN (SELECT id FROM bill_snapshot)');

  function head(id: string): Head {
    const found = store.get(headSchema, `SELECT ${columns} FROM bill_snapshot WHERE id = :id`, { id });
    if (!found) throw new AppError('NOT_FOUND', { what: 'snapshot' });
    return found;
  }

  return {
    list: (connectionId: ConnectionId): Snapshot[] =>
      store
        .all(
          headSchema,
          `SELECT ${columns} FROM bill_snapshot WHERE connection_id = :connectionId ORDER BY taken_at DESC, id LIMIT 500`,
          { connectionId },
        )
        .map(shown),
    async keep(
      name: string,
      bill: Bill,
      rows: readonly BillRow[],
      yieldIfDue: YieldIfDue,
    ): Promise<Snapshot> {
      const id = newId();
      const kept = {
        id,
        connectionId: bill.terms.connectionId,
        takenAt: now().toISOString(),
        bill: JSON.stringify(bill),
        parts: Math.ceil(rows.length / rowsPerPart),
      };
      const hash = hashOfHead(kept);
      for (let position = 0; position < kept.parts; position += 1) {
        const text = JSON.stringify(rows.slice(position * rowsPerPart, (position + 1) * rowsPerPart));
        hash.update('\n').update(text);
        const insert = 'INSERT INTO bill_snapshot_part VALUES (:id, :position, :text)';
        store.transaction(() => store.run(insert, { id, position, text }), 'passing');
        await yieldIfDue();
      }
      const sha256 = hash.digest('hex');
      store.run(
        'INSERT INTO bill_snapshot VALUES (:id, :connectionId, :name, :takenAt, :bill, :parts, :sha256)',
        { ...kept, name, sha256 },
      );
      return shown({ ...kept, name, sha256 });
    },
    rename(id: string, name: string): Snapshot {
      store.run('UPDATE bill_snapshot SET name = :name WHERE id = :id', { id, name });
      return shown(head(id));
    },
    remove(id: string) {
      store.transaction(() => {
        store.run('DELETE FROM bill_snapshot WHERE id = :id', { id });
        store.run('DELETE FROM bill_snapshot_part WHERE snapshot_id = :id', { id });
      });
    },
    /** Throws BAD_ANSWER if it differs from what was saved. */
    async load(id: string, yieldIfDue: YieldIfDue): Promise<{ snapshot: Snapshot; rows: BillRow[] }> {
      const found = head(id);
      const hash = hashOfHead(found);
      const rows: BillRow[] = [];
      const texts: string[] = [];
      for (let position = 0; position < found.parts; position += 1) {
        const part = store.get(
          keptRowsRow,
          'SELECT rows FROM bill_snapshot_part WHERE snapshot_id = :id AND position = :position',
          { id, position },
        );
        if (!part) throw altered();
        hash.update('\n').update(part.rows);
        texts.push(part.rows);
        await yieldIfDue();
      }
      if (hash.digest('hex') !== found.sha256) throw altered();
      for (const text of texts) {
        rows.push(...z.array(billRowSchema).parse(JSON.parse(text)));
        await yieldIfDue();
      }
      return { snapshot: shown(found), rows };
    },
  };
}

/** Saves usage reports with all their rows, and reads them back after a check of their hash. */
export type Snapshots = ReturnType<typeof createSnapshots>;
