import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Transfer } from '../../../../src-preload/contract/delivery.ts';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { createDeliverySuite } from '../../../../testing/delivery-suite.ts';
import { serveBytes } from '../../../../testing/file-server.ts';

const suite = createDeliverySuite();
const { bytes, sha256 } = suite;
const idOf = (n: number) => libraryFileIdSchema.parse(n);

describe('a transfer', () => {
  it('goes queued → running → done; the final name appears with the whole file, and only then', async () => {
    const id = suite.harness.add(1, { fileName: 'a.bin' });
    const pending = suite.holdAnswers();
    const [asked] = await suite.harness.delivery.download([id]);
    expect(asked).toMatchObject({ fileId: id, fileName: 'a.bin', sceneName: 'scene', sha256: null });
    await suite.harness.untilReceived(id, 50_000);
    expect(await suite.transferOf(id)).toMatchObject({
      state: 'running',
      doneBytes: 50_000,
      totalBytes: bytes.length,
    });
    expect(suite.harness.table().isTransferring(id)).toBe(true);
    expect(existsSync(join(suite.harness.libraryFolder, 'Fields'))).toBe(false);
    pending[0]?.end(bytes.subarray(50_000));
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    const path = join(suite.harness.libraryFolder, 'Fields', 'scene', 'a.bin');
    expect(suite.harness.saved.get(1)).toEqual({ path, sizeBytes: bytes.length, sha256 });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(existsSync(suite.harness.partialPath(1))).toBe(false);
    const done = await suite.transferOf(id);
    expect(done).toMatchObject({ state: 'done', doneBytes: bytes.length, totalBytes: bytes.length, sha256 });
    expect(done.finishedAt).not.toBeNull();
    expect(suite.harness.table().isTransferring(id)).toBe(false);
    expect(suite.harness.errors).toEqual([]);
  });

  it('asked for twice is one transfer; on disk already is none', async () => {
    const id = suite.harness.add(1);
    const there = suite.harness.add(2, { onDisk: true });
    suite.holdAnswers();
    await Promise.all([
      suite.harness.delivery.download([id, id, there]),
      suite.harness.delivery.download([id]),
    ]);
    await suite.harness.untilReceived(id, 50_000);
    expect(await suite.harness.delivery.list()).toHaveLength(1);
    expect(suite.server.requests).toHaveLength(1);
  });

  it('of a file that the library knows no more is left out of the list', async () => {
    const id = suite.harness.add(1);
    const gone = suite.harness.add(2);
    await suite.harness.delivery.download([id, gone]);
    await suite.harness.until(() => suite.harness.state(1) === 'done' && suite.harness.state(2) === 'done');
    suite.harness.known.delete(2);
    expect((await suite.harness.delivery.list()).map((transfer) => transfer.fileId)).toEqual([1]);
  });

  it('of the same name as another never overwrites it, whatever the spelling', async () => {
    const names = ['Caf\u00e9.BIN', 'Cafe\u0301.bin', 'CAF\u00c9.bin', 'café.bin'];
    const ids = names.map((fileName, i) => suite.harness.add(i + 1, { fileName }));
    await suite.harness.delivery.download(ids);
    await suite.harness.until(() => ids.every((id) => suite.harness.state(id) === 'done'));
    const folder = join(suite.harness.libraryFolder, 'Fields', 'scene');
    expect(readdirSync(folder)).toHaveLength(4);
    expect(new Set([...suite.harness.saved.values()].map(({ path }) => path)).size).toBe(4);
    for (const { path } of suite.harness.saved.values()) expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('that was done, and whose file was deleted, is fetched again from the start', async () => {
    const id = suite.harness.add(1);
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    rmSync(suite.harness.saved.get(1)?.path ?? '');
    suite.harness.add(1);
    suite.holdAnswers();
    const [again] = await suite.harness.delivery.download([id]);
    expect(again).toMatchObject({ doneBytes: 0, finishedAt: null, sha256: null });
    await suite.harness.untilReceived(id, 50_000);
    expect(suite.server.requests.at(-1)?.range).toBeNull();
  });
});

describe('the queue', () => {
  it('runs four at a time, in the order they were asked for', async () => {
    const pending = suite.holdAnswers();
    const ids = Array.from({ length: 9 }, (_, i) => suite.harness.add(i + 1));
    await suite.harness.delivery.download(ids);
    await suite.harness.until(() => pending.length === 4);
    const states = (await suite.harness.delivery.list()).map(({ state }) => state);
    expect(states.filter((state) => state === 'running')).toHaveLength(4);
    expect(states.filter((state) => state === 'queued')).toHaveLength(5);
    pending[0]?.end(bytes.subarray(50_000));
    await suite.harness.until(() => pending.length === 5);
    expect(
      suite.server.requests.map(({ path }) => Number(path.split('-').at(-1))).toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3, 4, 5]);
  });

  it('takes five thousand files in small steps', async () => {
    suite.holdAnswers();
    const ids = Array.from({ length: 5_000 }, (_, i) => suite.harness.add(i + 1));
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const transfers = await suite.harness.delivery.download(ids);
    expect(transfers).toHaveLength(5_000);
    // Ten batches to store and ten to show, each in its own turn of the event loop.
    expect(turns).toBeGreaterThanOrEqual(16);
    turns = 0;
    expect(await suite.harness.delivery.list()).toHaveLength(5_000);
    expect(turns).toBeGreaterThanOrEqual(8);
    clearImmediate(next);
  });
});

describe('pause, resume, remove', () => {
  it('pauses a running one, keeps its bytes and goes on from there', async () => {
    const id = suite.harness.add(1);
    suite.holdAnswers();
    await suite.harness.delivery.download([id]);
    await suite.harness.untilReceived(id, 50_000);
    expect(suite.harness.delivery.pause(id).state).toBe('paused');
    await suite.harness.until(() => suite.harness.table().get(id)?.doneBytes === 50_000);
    expect(await suite.transferOf(id)).toMatchObject({ state: 'paused', doneBytes: 50_000, error: null });
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    suite.harness.delivery.resume(id);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.server.requests.at(-1)?.range).toBe('bytes=50000-');
    expect(suite.harness.saved.get(1)?.sha256).toBe(sha256);
  });

  it('resumed in the same breath it goes on, not lost', async () => {
    const id = suite.harness.add(1);
    suite.holdAnswers();
    await suite.harness.delivery.download([id]);
    await suite.harness.untilReceived(id, 50_000);
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    suite.harness.delivery.pause(id);
    suite.harness.delivery.resume(id);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.harness.saved.get(1)?.sha256).toBe(sha256);
  });

  it('paused stays paused over a restart; download takes it up', async () => {
    const id = suite.harness.add(1);
    suite.holdAnswers();
    await suite.harness.delivery.download([id]);
    await suite.harness.untilReceived(id, 50_000);
    suite.harness.delivery.pause(id);
    await suite.harness.restart();
    suite.harness.delivery.start();
    expect(await suite.transferOf(id)).toMatchObject({ state: 'paused', doneBytes: 50_000 });
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.server.requests.at(-1)?.range).toBe('bytes=50000-');
  });

  it('a queued one can be paused and does not take a turn', async () => {
    const pending = suite.holdAnswers();
    const ids = Array.from({ length: 6 }, (_, i) => suite.harness.add(i + 1));
    await suite.harness.delivery.download(ids);
    suite.harness.delivery.pause(idOf(5));
    await suite.harness.until(() => pending.length === 4);
    pending[0]?.end(bytes.subarray(50_000));
    await suite.harness.until(() => pending.length === 5);
    expect(suite.harness.state(5)).toBe('paused');
    expect((await suite.transferOf(idOf(6))).state).toBe('running');
  });

  it('a waiting one can be paused and wakes no more; resume goes at once', async () => {
    const id = suite.harness.add(1);
    suite.server.answer(({ response }) => response.writeHead(503, { 'retry-after': '600' }).end());
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'waiting');
    suite.harness.delivery.pause(id);
    suite.harness.passTime();
    expect(suite.harness.state(1)).toBe('paused');
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    suite.harness.delivery.resume(id);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
  });
});

describe('pause, resume, remove of what does not run', () => {
  it('a done one is left alone by pause and resume', async () => {
    const id = suite.harness.add(1);
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.harness.delivery.pause(id).state).toBe('done');
    expect(suite.harness.delivery.resume(id).state).toBe('done');
    expect(suite.server.requests).toHaveLength(1);
  });

  it('a failed one is left by pause and tried again by resume', async () => {
    const id = suite.harness.add(1);
    suite.server.answer(({ response }) => response.writeHead(418).end());
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'failed');
    expect(suite.harness.delivery.pause(id)).toMatchObject({ state: 'failed', error: { code: 'REFUSED' } });
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    suite.harness.delivery.resume(id);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect((await suite.transferOf(id)).error).toBeNull();
  });

  it('remove takes a running one out with its partial file; the next in the queue starts', async () => {
    const pending = suite.holdAnswers();
    const ids = Array.from({ length: 5 }, (_, i) => suite.harness.add(i + 1));
    await suite.harness.delivery.download(ids);
    await suite.harness.until(() => pending.length === 4);
    await suite.harness.delivery.remove(idOf(1));
    await suite.harness.until(() => pending.length === 5);
    expect(suite.harness.state(1)).toBeNull();
    expect(existsSync(suite.harness.partialPath(1))).toBe(false);
    expect(suite.harness.table().isTransferring(idOf(1))).toBe(false);
  });

  it('remove takes a paused, a waiting and a done one out; the done file stays', async () => {
    const id = suite.harness.add(1);
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    await suite.harness.delivery.remove(id);
    expect(existsSync(suite.harness.saved.get(1)?.path ?? '')).toBe(true);
    const second = suite.harness.add(2);
    suite.server.answer(({ response }) => response.writeHead(503).end());
    await suite.harness.delivery.download([second]);
    await suite.harness.until(() => suite.harness.state(2) === 'waiting');
    await suite.harness.delivery.remove(second);
    suite.harness.passTime();
    expect(await suite.harness.delivery.list()).toEqual([]);
  });

  it('a transfer that is not there is said so', async () => {
    expect(() => suite.harness.delivery.pause(idOf(9))).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    expect(() => suite.harness.delivery.resume(idOf(9))).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    await suite.harness.delivery.remove(idOf(9));
  });
});

it('tells progress at most four times a second, unfinished ones at subscription', async () => {
  const id = suite.harness.add(1);
  suite.holdAnswers();
  await suite.harness.delivery.download([id]);
  const told: Transfer[][] = [];
  const stop = suite.harness.delivery.onProgress((moved) => told.push(moved));
  await suite.harness.untilReceived(id, 50_000);
  stop();
  expect(told[0]?.map((transfer) => transfer.fileId)).toEqual([id]);
  expect(told.length).toBeLessThanOrEqual(4);
});
