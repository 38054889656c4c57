import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../../../src-preload/contract/delivery.ts';
import { type LibraryFileId, libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { createDeliveryHarness, type DeliveryHarness } from '../../../../testing/delivery-harness.ts';
import { type FileServer, serveBytes, startFileServer } from '../../../../testing/file-server.ts';

const bytes = randomBytes(100_000);
const idOf = (n: number) => libraryFileIdSchema.parse(n);

let server: FileServer;
let harness: DeliveryHarness;
let pending: ServerResponse[];
beforeEach(async () => {
  pending = [];
  server = await startFileServer();
  // Every answer stops after half of its bytes.
  server.answer((exchange) => {
    pending.push(exchange.response);
    serveBytes(exchange, bytes, { holdAfter: 50_000 });
    harness.recheck();
  });
  harness = createDeliveryHarness(server.origin);
});
afterEach(async () => {
  await harness.end();
  await server.close();
});

const order = () => harness.table().openIds();
const states = async () => (await harness.delivery.list()).map(({ state }) => state);

async function queue(count: number): Promise<LibraryFileId[]> {
  const ids = Array.from({ length: count }, (_, index) => harness.add(index + 1));
  await harness.delivery.download(ids);
  return ids;
}

describe('the order of the queue', () => {
  it('is that of asking until a person moves something, also after a restart', async () => {
    await queue(8);
    harness.delivery.move([idOf(7), idOf(6)], idOf(2));
    // They keep their relative order, however they were listed.
    expect(order()).toEqual([1, 6, 7, 2, 3, 4, 5, 8]);
    harness.delivery.move([idOf(1)], null);
    expect(order()).toEqual([6, 7, 2, 3, 4, 5, 8, 1]);
    harness.delivery.move([idOf(8)], idOf(6));
    expect(order()).toEqual([8, 6, 7, 2, 3, 4, 5, 1]);
    await harness.restart();
    expect(order()).toEqual([8, 6, 7, 2, 3, 4, 5, 1]);
    harness.delivery.move([idOf(3)], idOf(3));
    expect(order()).toEqual([8, 6, 7, 2, 3, 4, 5, 1]);
  });

  it('stands a hundred moves to one place', async () => {
    await queue(6);
    for (let turn = 0; turn < 100; turn += 1) harness.delivery.move([turn % 2 ? idOf(5) : idOf(6)], idOf(2));
    expect(order()).toEqual([1, 6, 5, 2, 3, 4]);
    const positions = (await harness.delivery.list()).map(({ position }) => position);
    expect(new Set(positions).size).toBe(6);
  });

  it('says what is fetched next', async () => {
    await queue(6);
    await harness.until(() => pending.length === 4);
    harness.delivery.move([idOf(6)], idOf(5));
    harness.delivery.pause(idOf(1));
    await harness.until(() => pending.length === 5);
    expect(server.requests.at(-1)?.path).toContain('file-6');
  });
});

describe('all at once', () => {
  it('pauses what runs, waits or stands in the queue, and goes on with exactly that', async () => {
    const ids = await queue(6);
    await harness.until(() => pending.length === 4);
    harness.delivery.pauseAll();
    expect(new Set(await states())).toEqual(new Set(['paused']));
    expect(pending.length).toBe(4);
    // The received half is kept; the other half stops too.
    server.answer((exchange) => {
      pending.push(exchange.response);
      serveBytes(exchange, bytes, { holdAfter: 20_000 });
      harness.recheck();
    });
    harness.delivery.resumeAll();
    await harness.until(() => pending.length === 8);
    expect(harness.table().openIds()).toEqual(ids);
    expect(harness.delivery.summary()).toMatchObject({ running: 4, queued: 2, paused: 0 });
  });

  it('sums the batch up, and counts the files whose size is not known yet', async () => {
    await queue(6);
    await harness.until(() => pending.length === 4);
    await harness.until(() => harness.delivery.summary().doneBytes >= 200_000);
    expect(harness.delivery.summary()).toMatchObject({
      running: 4,
      queued: 2,
      waiting: 0,
      paused: 0,
      failed: 0,
      done: 0,
      doneBytes: 200_000,
      totalBytes: 400_000,
      unsized: 2,
    });
    server.answer((exchange) => serveBytes(exchange, bytes));
    for (const response of pending) response.destroy();
    await harness.until(() => {
      harness.passTime();
      return harness.saved.size === 6;
    });
    expect(harness.delivery.summary()).toMatchObject({
      running: 0,
      queued: 0,
      done: 6,
      doneBytes: 600_000,
      totalBytes: 600_000,
      secondsLeft: null,
    });
    const { total, rows } = await harness.delivery.done(1, 2);
    expect([total, rows.length]).toEqual([6, 2]);
    harness.delivery.clearFinished();
    expect((await harness.delivery.done(0, 10)).total).toBe(0);
    expect(existsSync(harness.saved.get(1)?.path ?? '')).toBe(true);
  });
});

it('tells what was taken out of the queue', async () => {
  const gone: LibraryFileId[] = [];
  const seen: Transfer[] = [];
  const [id] = await queue(1);
  if (id === undefined) throw new Error('no file');
  harness.delivery.onProgress((moved, removed) => {
    seen.push(...moved);
    gone.push(...removed);
    harness.recheck();
  });
  await harness.until(() => seen.length > 0);
  await harness.delivery.remove(id);
  await harness.until(() => gone.includes(id));
});

it('puts files where a rule wants them', async () => {
  server.answer((exchange) => serveBytes(exchange, bytes));
  const elsewhere = join(harness.libraryFolder, '..', 'elsewhere');
  // A folder that is not there may be on a drive that is not connected: it is waited for.
  mkdirSync(elsewhere);
  await harness.delivery.download([harness.add(1, { fileName: 'a.bin' })], elsewhere);
  await harness.until(() => harness.saved.size === 1);
  expect(harness.saved.get(1)?.path).toBe(join(elsewhere, 'Fields/scene/a.bin'));
  expect(existsSync(harness.partialPath(1))).toBe(false);
});
