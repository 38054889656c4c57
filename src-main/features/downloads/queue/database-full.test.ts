import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createDeliveryHarness, type DeliveryHarness } from '../../../../testing/delivery-harness.ts';
import { type FileServer, serveBytes, startFileServer } from '../../../../testing/file-server.ts';
import { diskError } from '../../../store/disk-error.ts';
import type { TransferTable } from './transfer-table.ts';

const bytes = randomBytes(300_000);
let server: FileServer;
let harness: DeliveryHarness;
let full = true;
afterEach(async () => {
  await harness.end();
  await server.close();
});

function refuse() {
  // The error of the store.
  if (full) throw diskError(Object.assign(new Error('database or disk is full'), { errcode: 13 }), '/data');
}

/** Returns a table that can be read but not written, as on a full disk. */
const onFullDisk = (table: TransferTable): TransferTable => ({
  ...table,
  setState(...args) {
    refuse();
    table.setState(...args);
  },
  journal(...args) {
    refuse();
    table.journal(...args);
  },
  inOneCommit(...args) {
    refuse();
    table.inOneCommit(...args);
  },
});

it('rests when nothing can be noted any more, says so, and goes on when it can', async () => {
  server = await startFileServer();
  server.answer((exchange) => serveBytes(exchange, bytes));
  harness = createDeliveryHarness(server.origin, { wrapTable: onFullDisk });
  const id = harness.add(1, { fileName: 'a.bin' });
  await harness.delivery.download([id]);
  await harness.until(() => harness.waiting().length > 0);
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  // The queue does not repeat the request endlessly.
  expect(server.requests).toHaveLength(1);
  expect(harness.waiting()).toEqual([15_000]);
  expect(await harness.delivery.list()).toMatchObject([{ state: 'waiting', error: { code: 'DISK_FULL' } }]);
  full = false;
  harness.passTime();
  await harness.until(() => harness.state(1) === 'done');
  expect(readFileSync(harness.saved.get(1)?.path ?? '').equals(bytes)).toBe(true);
  expect(await harness.delivery.list()).toMatchObject([{ state: 'done', error: null }]);
});
