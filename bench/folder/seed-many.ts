import { z } from 'zod';
import { createTransferTable } from '../../src-main/features/downloads/queue/transfer-table.ts';
import { createOrderTable } from '../../src-main/features/orders/order-table.ts';
import { createPartTable } from '../../src-main/features/orders/part-table.ts';
import { createCommandTable } from '../../src-main/features/outbox/command-table.ts';
import { chanceOf, uuidOf } from '../../src-main/practice/deterministic.ts';
import type { Store } from '../../src-main/store/store.ts';
import { libraryFileIdSchema, type Scope, submissionIdSchema } from '../../src-preload/contract/ids.ts';
import { commandInputSchema } from '../../src-preload/contract/outbox.ts';
import { deliverableRow, orderRow } from '../../testing/order-rows.ts';
import { openFolderStore, seedRows } from './seed-folder.ts';

const now = () => new Date();
const batch = 500;
const day = 86_400_000;
const born = Date.parse('2024-01-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const rejected = {
  code: 'REFUSED',
  data: { status: 400, detail: 'window is in the past', fields: {} },
} as const;
const skus = ['TSKPOI-M', 'TSKARE-M', 'ARCIMG-M.15.15'];

/** Runs `body` for 0 … count − 1, some hundred rows in one transaction. */
function inBatches(store: Store, count: number, body: (index: number) => void) {
  for (let from = 0; from < count; from += batch)
    store.transaction(() => {
      for (let i = from; i < Math.min(from + batch, count); i += 1) body(i);
    });
}

/** Nine in ten orders are closed; each closed one has one deliverable. */
function seedOrders(store: Store, scope: Scope, count: number) {
  const orders = createOrderTable({ store, now, isCancelled: () => false });
  const parts = createPartTable({ store, now, orders });
  inBatches(store, count, (i) => {
    const number = 5_000_000 + i;
    const at = born + Math.floor(chanceOf('order', i) * 900 * day);
    const closed = i % 10 !== 0;
    orders.put(
      scope,
      orderRow(number, {
        order_name: `Field ${1 + (i % 997)} ${['harbour', 'fields', 'depot'][i % 3]} ${i}`,
        project_name: `Project ${1 + (i % 60)}`,
        sku: skus[i % skus.length],
        status: closed ? 'closed' : 'in_progress',
        created_at: iso(at),
        updated_at: iso(at + day),
        parameters: { start: iso(at), end: iso(at + 14 * day) },
      }),
    );
    if (closed) parts.putDeliverables(scope, [deliverableRow(number, { updated_at: iso(at + day) })]);
  });
}

/** Four in five commands were sent, the others are drafts or were rejected; none of them leaves by itself. */
function seedCommands(store: Store, scope: Scope, count: number) {
  const commands = createCommandTable(store);
  inBatches(store, count, (i) => {
    const id = submissionIdSchema.parse(uuidOf('command', i));
    const start = born + Math.floor(chanceOf('command', i) * 900) * day;
    const input = commandInputSchema.parse({
      kind: 'task',
      request: {
        task_name: `Site ${i}`,
        project_name: `Project ${1 + (i % 60)}`,
        product: 169,
        target: { type: 'Point', coordinates: [(i % 360) - 180, (i % 120) - 60] },
        start: iso(start),
        end: iso(start + 14 * day),
      },
    });
    commands.add({ id, scope, contractName: 'Many', input, createdAt: iso(start) });
    if (i % 10 === 0) return;
    commands.begin(id, ['draft'], { at: iso(start), serviceMs: start, knownBefore: [] });
    if (i % 10 === 1) commands.changeState(id, ['sending'], 'refused', rejected);
    else commands.answered(id, [String(9_000_000 + i)]);
  });
}

/** Half of the transfers are done, the others paused: the practice service knows none of these scenes. */
function seedTransfers(store: Store, count: number) {
  const transfers = createTransferTable({ store, now });
  const files = store.all(
    z.object({ fileId: libraryFileIdSchema }),
    "SELECT id AS fileId FROM scene_file WHERE kind = 'raster' ORDER BY id LIMIT :count",
    { count },
  );
  const ids = files.map(({ fileId }) => fileId);
  for (let from = 0; from < ids.length; from += batch) transfers.enqueue(ids.slice(from, from + batch));
  transfers.setAll(['queued'], 'paused');
  inBatches(store, Math.floor(ids.length / 2), (i) => {
    const fileId = ids[i * 2];
    if (fileId !== undefined) transfers.finish(fileId, { sizeBytes: 96_000_000, sha256: '0'.repeat(64) });
  });
}

/** Writes `count` of each: tasks, scenes, orders, commands and transfers, through the domains' own tables. */
export async function seedMany(folder: string, library: string, scope: Scope, count: number): Promise<void> {
  await seedRows(folder, library, scope, count);
  const store = openFolderStore(folder);
  try {
    seedOrders(store, scope, count);
    seedCommands(store, scope, count);
    seedTransfers(store, count);
  } finally {
    store.close();
  }
}
