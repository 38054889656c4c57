import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../src-preload/contract/delivery.ts';
import { type LibraryFileId, libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { createDeliveryRig, type DeliveryRig } from '../testing/delivery-rig.ts';
import { type FileServer, serveBytes, startFileServer } from '../testing/file-server.ts';

const bytes = randomBytes(100_000);
const idOf = (n: number) => libraryFileIdSchema.parse(n);

let server: FileServer;
let rig: DeliveryRig;
let held: ServerResponse[];
beforeEach(async () => {
  held = [];
  server = await startFileServer();
  // Every answer falls silent after half of it.
  server.answer((exchange) => {
    held.push(exchange.response);
    serveBytes(exchange, bytes, { holdAfter: 50_000 });
    rig.nudge();
  });
  rig = createDeliveryRig(server.origin);
});
afterEach(async () => {
  await rig.end();
  await server.close();
});

const line = () => rig.table().openIds();
const states = async () => (await rig.delivery.list()).map(({ state }) => state);

async function queue(count: number): Promise<LibraryFileId[]> {
  const ids = Array.from({ length: count }, (_, index) => rig.add(index + 1));
  await rig.delivery.download(ids);
  return ids;
}

describe('the order of the line', () => {
  it('is that of asking until a person moves something, also after a restart', async () => {
    await queue(8);
    rig.delivery.move([idOf(7), idOf(6)], idOf(2));
    // They keep their order among themselves, however they were named.
    expect(line()).toEqual([1, 6, 7, 2, 3, 4, 5, 8]);
    rig.delivery.move([idOf(1)], null);
    expect(line()).toEqual([6, 7, 2, 3, 4, 5, 8, 1]);
    rig.delivery.move([idOf(8)], idOf(6));
    expect(line()).toEqual([8, 6, 7, 2, 3, 4, 5, 1]);
    await rig.restart();
    expect(line()).toEqual([8, 6, 7, 2, 3, 4, 5, 1]);
    rig.delivery.move([idOf(3)], idOf(3));
    expect(line()).toEqual([8, 6, 7, 2, 3, 4, 5, 1]);
  });

  it('stands a hundred moves to one place', async () => {
    await queue(6);
    for (let turn = 0; turn < 100; turn += 1) rig.delivery.move([turn % 2 ? idOf(5) : idOf(6)], idOf(2));
    expect(line()).toEqual([1, 6, 5, 2, 3, 4]);
    const positions = (await rig.delivery.list()).map(({ position }) => position);
    expect(new Set(positions).size).toBe(6);
  });

  it('says what is fetched next', async () => {
    await queue(6);
    await rig.until(() => held.length === 4);
    rig.delivery.move([idOf(6)], idOf(5));
    rig.delivery.pause(idOf(1));
    await rig.until(() => held.length === 5);
    expect(server.requests.at(-1)?.path).toContain('file-6');
  });
});

describe('all at once', () => {
  it('pauses what runs, waits or stands in line, and goes on with exactly that', async () => {
    const ids = await queue(6);
    await rig.until(() => held.length === 4);
    rig.delivery.pauseAll();
    expect(new Set(await states())).toEqual(new Set(['paused']));
    expect(held.length).toBe(4);
    // The half that is there is kept: the other half is to fall silent too.
    server.answer((exchange) => {
      held.push(exchange.response);
      serveBytes(exchange, bytes, { holdAfter: 20_000 });
      rig.nudge();
    });
    rig.delivery.resumeAll();
    await rig.until(() => held.length === 8);
    expect(rig.table().openIds()).toEqual(ids);
    expect(rig.delivery.summary()).toMatchObject({ running: 4, queued: 2, paused: 0 });
  });

  it('sums the batch up, with the mean size for what is not known yet', async () => {
    await queue(6);
    await rig.until(() => held.length === 4);
    await rig.until(() => rig.delivery.summary().doneBytes >= 200_000);
    expect(rig.delivery.summary()).toMatchObject({
      ...{ running: 4, queued: 2, waiting: 0, paused: 0, failed: 0, done: 0 },
      ...{ doneBytes: 200_000, totalBytes: 600_000 },
    });
    server.answer((exchange) => serveBytes(exchange, bytes));
    for (const response of held) response.destroy();
    await rig.until(() => {
      rig.passTime();
      return rig.saved.size === 6;
    });
    expect(rig.delivery.summary()).toMatchObject({
      ...{ running: 0, queued: 0, done: 6, doneBytes: 600_000, totalBytes: 600_000, secondsLeft: null },
    });
    const { total, rows } = await rig.delivery.done(1, 2);
    expect([total, rows.length]).toEqual([6, 2]);
    rig.delivery.clearFinished();
    expect((await rig.delivery.done(0, 10)).total).toBe(0);
    expect(existsSync(rig.saved.get(1)?.path ?? '')).toBe(true);
  });
});

it('tells what was taken out of the line', async () => {
  const gone: LibraryFileId[] = [];
  const seen: Transfer[] = [];
  const [id] = await queue(1);
  if (id === undefined) throw new Error('no file');
  rig.delivery.onProgress((moved, removed) => {
    seen.push(...moved);
    gone.push(...removed);
    rig.nudge();
  });
  await rig.until(() => seen.length > 0);
  await rig.delivery.remove(id);
  await rig.until(() => gone.includes(id));
});

it('puts files where a rule wants them', async () => {
  server.answer((exchange) => serveBytes(exchange, bytes));
  const elsewhere = join(rig.libraryFolder, '..', 'elsewhere');
  await rig.delivery.download([rig.add(1, { fileName: 'a.bin' })], elsewhere);
  await rig.until(() => rig.saved.size === 1);
  expect(rig.saved.get(1)?.path).toBe(join(elsewhere, 'Fields/scene/a.bin'));
  expect(existsSync(rig.partialPath(1))).toBe(false);
});
