import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { createDeliveryHarness, type DeliveryHarness } from '../../../../testing/delivery-harness.ts';
import { type FileServer, serveBytes, startFileServer } from '../../../../testing/file-server.ts';
import type { DeliveryOptions } from './delivery-options.ts';

const bytes = randomBytes(200_000);
let server: FileServer;
let harness: DeliveryHarness;
let folder: string;
let clock = 0;
/** The answers that stopped after 50,000 bytes. */
let pending: ServerResponse[];

async function begin(overrides: Partial<DeliveryOptions> = {}) {
  server = await startFileServer();
  pending = [];
  server.answer((exchange) => {
    pending.push(exchange.response);
    serveBytes(exchange, bytes, { holdAfter: 50_000 });
  });
  clock = Date.now();
  harness = createDeliveryHarness(server.origin, { folder: () => folder, now: () => clock, ...overrides });
  folder = harness.libraryFolder;
}
afterEach(async () => {
  await harness.end();
  await server.close();
});

const received = (id: LibraryFileId, doneBytes: number) => harness.untilReceived(id, doneBytes);

function moveLibrary() {
  const before = folder;
  folder = `${folder}-elsewhere`;
  mkdirSync(folder, { recursive: true });
  harness.delivery.folderChanged(before);
  return before;
}

it('ends where its bytes are, when the library moves while it runs; what has not begun goes to the new place', async () => {
  await begin();
  const id = harness.add(1, { fileName: 'a.bin' });
  await harness.delivery.download([id]);
  await received(id, 50_000);
  const before = moveLibrary();
  pending[0]?.end(bytes.subarray(50_000));
  await harness.until(() => harness.state(1) === 'done');
  expect(harness.saved.get(1)?.path).toBe(join(before, 'Fields', 'scene', 'a.bin'));
  expect(server.requests).toHaveLength(1);

  server.answer((exchange) => serveBytes(exchange, bytes));
  await harness.delivery.download([harness.add(2, { fileName: 'b.bin' })]);
  await harness.until(() => harness.state(2) === 'done');
  expect(harness.saved.get(2)?.path).toBe(join(folder, 'Fields', 'scene', 'b.bin'));
});

it('goes on from its bytes, when the library moves while it is paused, also after a restart', async () => {
  await begin();
  const id = harness.add(1, { fileName: 'a.bin' });
  await harness.delivery.download([id]);
  await received(id, 50_000);
  harness.delivery.pause(id);
  const before = moveLibrary();
  await harness.restart();
  server.answer((exchange) => serveBytes(exchange, bytes));
  harness.delivery.resume(id);
  await harness.until(() => harness.state(1) === 'done');
  expect(server.requests.at(-1)?.range).toBe('bytes=50000-');
  const path = join(before, 'Fields', 'scene', 'a.bin');
  expect(harness.saved.get(1)?.path).toBe(path);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(existsSync(harness.partialPath(1))).toBe(false);
});

it('leaves a silent connection at once when the network changes, and goes on; one that brings bytes is left alone', async () => {
  await begin();
  const [silent, lively] = [harness.add(1), harness.add(2)];
  await harness.delivery.download([silent, lively]);
  await Promise.all([received(silent, 50_000), received(lively, 50_000)]);
  clock += 10_000;
  const answering = pending[server.requests.findIndex(({ path }) => path.endsWith('file-2'))];
  const more = received(lively, 60_000);
  answering?.write(bytes.subarray(50_000, 60_000));
  await more;
  server.answer((exchange) => serveBytes(exchange, bytes));
  harness.delivery.networkChanged();
  await harness.until(() => harness.state(1) === 'done');
  expect(server.requests.map(({ path, range }) => [path.split('/').at(-1), range])).toEqual(
    expect.arrayContaining([['file-1', 'bytes=50000-']]),
  );
  expect(server.requests).toHaveLength(3);
  answering?.end(bytes.subarray(60_000));
  await harness.until(() => harness.state(2) === 'done');
});

it('gives up a silent connection also when the clock was set back meanwhile', async () => {
  await begin({ now: () => Date.now() + clock, stallMs: 300 });
  clock = 0;
  const id = harness.add(1);
  await harness.delivery.download([id]);
  await received(id, 50_000);
  clock = -3_600_000;
  await harness.until(() => harness.state(1) === 'waiting');
  server.answer((exchange) => serveBytes(exchange, bytes));
  const [waiting] = await harness.delivery.list();
  expect(Date.parse(waiting?.waitsUntil ?? '')).toBeLessThan(Date.now() + clock + 60_000);
  harness.passTime();
  await harness.until(() => harness.state(1) === 'done');
  expect(server.requests.at(-1)?.range).toBe('bytes=50000-');
});

it('taken out and put in again at once goes on, and nothing is pulled from under it', async () => {
  await begin();
  const id = harness.add(1, { fileName: 'a.bin' });
  await harness.delivery.download([id]);
  await received(id, 50_000);
  const removing = harness.delivery.remove(id);
  await harness.delivery.download([id]);
  await removing;
  await harness.until(() => pending.length === 2);
  pending[1]?.end(server.requests.at(-1)?.range ? bytes.subarray(100_000) : bytes.subarray(50_000));
  await harness.until(() => ['done', 'waiting', 'failed'].includes(harness.state(1) ?? ''));
  expect(harness.state(1)).toBe('done');
  expect(readFileSync(harness.saved.get(1)?.path ?? '').equals(bytes)).toBe(true);
});
