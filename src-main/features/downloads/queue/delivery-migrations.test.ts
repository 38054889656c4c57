import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openStore } from '../../../store/open-store.ts';
import { deliveryMigrations } from './delivery-migrations.ts';
import { createTransferTable } from './transfer-table.ts';

it('keeps the queue of a first version, in its order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-delivery-'));
  const old = new DatabaseSync(join(folder, 'nadir.db'));
  old.exec(readFileSync(join(import.meta.dirname, 'fixtures/delivery-1.sql'), 'utf8'));
  old.close();
  const quarantined: string[] = [];
  const store = openStore({
    folder,
    migrations: deliveryMigrations,
    now: () => new Date(),
    onQuarantined: (path) => quarantined.push(path),
  });
  const table = createTransferTable({ store, now: () => new Date() });
  expect(table.openIds()).toEqual([4, 3]);
  expect(table.rowsOf(table.openIds())[0]).toMatchObject({
    state: 'waiting',
    doneBytes: 65_536,
    totalBytes: 200_000,
    folder: null,
    restartedBecause: null,
    error: { code: 'OFFLINE' },
  });
  expect(table.done(0, 10)).toMatchObject({ total: 1, rows: [{ fileId: 5, sha256: 'abc' }] });
  store.close();
  rmSync(folder, { recursive: true });
  expect(quarantined).toEqual([]);
});
