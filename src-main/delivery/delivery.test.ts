import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../src-preload/contract/delivery.ts';
import { transferSchema } from '../../src-preload/contract/delivery.ts';
import { type LibraryFileId, libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { createDeliveryHarness, type DeliveryHarness } from '../testing/delivery-harness.ts';
import { type FileServer, serveBytes, startFileServer } from '../testing/file-server.ts';

const bytes = randomBytes(200_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const idOf = (n: number) => libraryFileIdSchema.parse(n);

let server: FileServer;
let harness: DeliveryHarness;
beforeEach(async () => {
  server = await startFileServer();
  server.answer((exchange) => serveBytes(exchange, bytes));
  harness = createDeliveryHarness(server.origin);
});
afterEach(async () => {
  await harness.end();
  await server.close();
});

async function one(id: LibraryFileId): Promise<Transfer> {
  const found = (await harness.delivery.list()).find((transfer) => transfer.fileId === id);
  if (!found) throw new Error(`no transfer ${id}`);
  return transferSchema.parse(found);
}

/** Answers that fall silent after some bytes; `release` lets all go on to the end. */
function holdAnswers(after = 50_000) {
  const held: ServerResponse[] = [];
  server.answer((exchange) => {
    held.push(exchange.response);
    serveBytes(exchange, bytes, { holdAfter: after });
    harness.nudge();
  });
  return held;
}

/** Until the transfer has received the bytes that a held answer gives. */
async function untilReceived(id: LibraryFileId, doneBytes: number) {
  await new Promise<void>((resolve) => {
    const stop = harness.delivery.onProgress((moved) => {
      if (!moved.some((each) => each.fileId === id && each.doneBytes >= doneBytes)) return;
      stop();
      resolve();
    });
  });
}

describe('a transfer', () => {
  it('goes queued → running → done; the final name appears with the whole file, and only then', async () => {
    const id = harness.add(1, { fileName: 'a.bin' });
    const held = holdAnswers();
    const [asked] = await harness.delivery.download([id]);
    expect(asked).toMatchObject({ fileId: id, fileName: 'a.bin', sceneName: 'scene', sha256: null });
    await untilReceived(id, 50_000);
    expect(await one(id)).toMatchObject({ state: 'running', doneBytes: 50_000, totalBytes: bytes.length });
    expect(harness.delivery.isTransferring(id)).toBe(true);
    expect(existsSync(join(harness.libraryFolder, 'Fields'))).toBe(false);
    held[0]?.end(bytes.subarray(50_000));
    await harness.until(() => harness.state(1) === 'done');
    const path = join(harness.libraryFolder, 'Fields', 'scene', 'a.bin');
    expect(harness.saved.get(1)).toEqual({ path, sizeBytes: bytes.length, sha256 });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(existsSync(harness.partialPath(1))).toBe(false);
    const done = await one(id);
    expect(done).toMatchObject({ state: 'done', doneBytes: bytes.length, totalBytes: bytes.length, sha256 });
    expect(done.finishedAt).not.toBeNull();
    expect(harness.delivery.isTransferring(id)).toBe(false);
    expect(harness.errors).toEqual([]);
  });

  it('asked for twice is one transfer; on disk already is none', async () => {
    const id = harness.add(1);
    const there = harness.add(2, { onDisk: true });
    holdAnswers();
    await Promise.all([harness.delivery.download([id, id, there]), harness.delivery.download([id])]);
    await untilReceived(id, 50_000);
    expect(await harness.delivery.list()).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  it('of a file that the library knows no more is left out of the list', async () => {
    const id = harness.add(1);
    const gone = harness.add(2);
    await harness.delivery.download([id, gone]);
    await harness.until(() => harness.state(1) === 'done' && harness.state(2) === 'done');
    harness.known.delete(2);
    expect((await harness.delivery.list()).map((transfer) => transfer.fileId)).toEqual([1]);
  });

  it('of the same name as another never overwrites it, whatever the spelling', async () => {
    const names = ['Caf\u00e9.BIN', 'Cafe\u0301.bin', 'CAF\u00c9.bin', 'café.bin'];
    const ids = names.map((fileName, i) => harness.add(i + 1, { fileName }));
    await harness.delivery.download(ids);
    await harness.until(() => ids.every((id) => harness.state(id) === 'done'));
    const folder = join(harness.libraryFolder, 'Fields', 'scene');
    expect(readdirSync(folder)).toHaveLength(4);
    expect(new Set([...harness.saved.values()].map(({ path }) => path)).size).toBe(4);
    for (const { path } of harness.saved.values()) expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('that was done, and whose file was deleted, is fetched again from the start', async () => {
    const id = harness.add(1);
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'done');
    rmSync(harness.saved.get(1)?.path ?? '');
    harness.add(1);
    holdAnswers();
    const [again] = await harness.delivery.download([id]);
    expect(again).toMatchObject({ doneBytes: 0, finishedAt: null, sha256: null });
    await untilReceived(id, 50_000);
    expect(server.requests.at(-1)?.range).toBeNull();
  });
});

describe('the queue', () => {
  it('runs four at a time, in the order they were asked for', async () => {
    const held = holdAnswers();
    const ids = Array.from({ length: 9 }, (_, i) => harness.add(i + 1));
    await harness.delivery.download(ids);
    await harness.until(() => held.length === 4);
    const states = (await harness.delivery.list()).map(({ state }) => state);
    expect(states.filter((state) => state === 'running')).toHaveLength(4);
    expect(states.filter((state) => state === 'queued')).toHaveLength(5);
    held[0]?.end(bytes.subarray(50_000));
    await harness.until(() => held.length === 5);
    expect(
      server.requests.map(({ path }) => Number(path.split('-').at(-1))).toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3, 4, 5]);
  });

  it('takes five thousand files in small steps', async () => {
    holdAnswers();
    const ids = Array.from({ length: 5_000 }, (_, i) => harness.add(i + 1));
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const transfers = await harness.delivery.download(ids);
    expect(transfers).toHaveLength(5_000);
    // Ten batches to store and ten to show, with a turn of the loop between them.
    expect(turns).toBeGreaterThanOrEqual(16);
    turns = 0;
    expect(await harness.delivery.list()).toHaveLength(5_000);
    expect(turns).toBeGreaterThanOrEqual(8);
    clearImmediate(next);
  });
});

describe('pause, resume, remove', () => {
  it('pauses a running one, keeps its bytes and goes on from there', async () => {
    const id = harness.add(1);
    holdAnswers();
    await harness.delivery.download([id]);
    await untilReceived(id, 50_000);
    expect(harness.delivery.pause(id).state).toBe('paused');
    await harness.until(() => harness.table().get(id)?.doneBytes === 50_000);
    expect(await one(id)).toMatchObject({ state: 'paused', doneBytes: 50_000, error: null });
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness.delivery.resume(id);
    await harness.until(() => harness.state(1) === 'done');
    expect(server.requests.at(-1)?.range).toBe('bytes=50000-');
    expect(harness.saved.get(1)?.sha256).toBe(sha256);
  });

  it('resumed in the same breath it goes on, not lost', async () => {
    const id = harness.add(1);
    holdAnswers();
    await harness.delivery.download([id]);
    await untilReceived(id, 50_000);
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness.delivery.pause(id);
    harness.delivery.resume(id);
    await harness.until(() => harness.state(1) === 'done');
    expect(harness.saved.get(1)?.sha256).toBe(sha256);
  });

  it('paused stays paused over a restart; download takes it up', async () => {
    const id = harness.add(1);
    holdAnswers();
    await harness.delivery.download([id]);
    await untilReceived(id, 50_000);
    harness.delivery.pause(id);
    await harness.restart();
    harness.delivery.start();
    expect(await one(id)).toMatchObject({ state: 'paused', doneBytes: 50_000 });
    server.answer((exchange) => serveBytes(exchange, bytes));
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'done');
    expect(server.requests.at(-1)?.range).toBe('bytes=50000-');
  });

  it('a queued one can be paused and does not take a turn', async () => {
    const held = holdAnswers();
    const ids = Array.from({ length: 6 }, (_, i) => harness.add(i + 1));
    await harness.delivery.download(ids);
    harness.delivery.pause(idOf(5));
    await harness.until(() => held.length === 4);
    held[0]?.end(bytes.subarray(50_000));
    await harness.until(() => held.length === 5);
    expect(harness.state(5)).toBe('paused');
    expect((await one(idOf(6))).state).toBe('running');
  });

  it('a waiting one can be paused and wakes no more; resume goes at once', async () => {
    const id = harness.add(1);
    server.answer(({ response }) => response.writeHead(503, { 'retry-after': '600' }).end());
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'waiting');
    harness.delivery.pause(id);
    harness.passTime();
    expect(harness.state(1)).toBe('paused');
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness.delivery.resume(id);
    await harness.until(() => harness.state(1) === 'done');
  });

  it('a done one is left alone by pause and resume', async () => {
    const id = harness.add(1);
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'done');
    expect(harness.delivery.pause(id).state).toBe('done');
    expect(harness.delivery.resume(id).state).toBe('done');
    expect(server.requests).toHaveLength(1);
  });

  it('a failed one is left by pause and tried again by resume', async () => {
    const id = harness.add(1);
    server.answer(({ response }) => response.writeHead(418).end());
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'failed');
    expect(harness.delivery.pause(id)).toMatchObject({ state: 'failed', error: { code: 'REFUSED' } });
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness.delivery.resume(id);
    await harness.until(() => harness.state(1) === 'done');
    expect((await one(id)).error).toBeNull();
  });

  it('remove takes a running one out with its partial file; the next in line starts', async () => {
    const held = holdAnswers();
    const ids = Array.from({ length: 5 }, (_, i) => harness.add(i + 1));
    await harness.delivery.download(ids);
    await harness.until(() => held.length === 4);
    await harness.delivery.remove(idOf(1));
    await harness.until(() => held.length === 5);
    expect(harness.state(1)).toBeNull();
    expect(existsSync(harness.partialPath(1))).toBe(false);
    expect(harness.delivery.isTransferring(idOf(1))).toBe(false);
  });

  it('remove takes a paused, a waiting and a done one out; the done file stays', async () => {
    const id = harness.add(1);
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'done');
    await harness.delivery.remove(id);
    expect(existsSync(harness.saved.get(1)?.path ?? '')).toBe(true);
    const second = harness.add(2);
    server.answer(({ response }) => response.writeHead(503).end());
    await harness.delivery.download([second]);
    await harness.until(() => harness.state(2) === 'waiting');
    await harness.delivery.remove(second);
    harness.passTime();
    expect(await harness.delivery.list()).toEqual([]);
  });

  it('a transfer that is not there is said so', async () => {
    expect(() => harness.delivery.pause(idOf(9))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    expect(() => harness.delivery.resume(idOf(9))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    await harness.delivery.remove(idOf(9));
  });
});

describe('trying again', () => {
  it('waits as long as the service says, then goes on', async () => {
    const id = harness.add(1);
    server.answer(({ response }) => response.writeHead(429, { 'retry-after': '40' }).end());
    await harness.delivery.download([id]);
    await harness.until(() => harness.waiting().length === 1);
    expect(Math.round((harness.waiting()[0] ?? 0) / 1_000)).toBe(40);
    const waiting = await one(id);
    expect(waiting).toMatchObject({ state: 'waiting', error: { code: 'RATE_LIMITED' } });
    expect(Date.parse(waiting.waitsUntil ?? '')).toBeGreaterThan(Date.now() + 35_000);
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness.passTime();
    await harness.until(() => harness.state(1) === 'done');
  });

  it('gives up after nine tries without a byte', async () => {
    const id = harness.add(1);
    server.answer(({ response }) => response.writeHead(500).end());
    await harness.delivery.download([id]);
    for (let tries = 1; tries <= 8; tries += 1) {
      await harness.until(() => harness.waiting().length === 1 && server.requests.length === tries);
      harness.passTime();
    }
    await harness.until(() => harness.state(1) === 'failed');
    expect(server.requests).toHaveLength(9);
    expect(await one(id)).toMatchObject({ error: { code: 'SERVICE_FAILED', data: { status: 500 } } });
  });

  it('never gives up while bytes come', async () => {
    const id = harness.add(1);
    const step = 10_000;
    server.answer((exchange) => {
      serveBytes(exchange, bytes, { holdAfter: step });
      // Cut once the client has what was sent.
      const stop = harness.delivery.onProgress((moved) => {
        if (!moved.some((each) => each.doneBytes >= server.requests.length * step)) return;
        stop();
        exchange.response.socket?.destroy();
      });
    });
    await harness.delivery.download([id]);
    for (let cut = 1; cut <= 10; cut += 1) {
      await harness.until(() => harness.waiting().length === 1 && server.requests.length === cut);
      harness.passTime();
    }
    server.answer((exchange) => serveBytes(exchange, bytes));
    await harness.until(() => harness.state(1) === 'done' || harness.waiting().length === 1);
    harness.passTime();
    await harness.until(() => harness.state(1) === 'done');
    expect(harness.saved.get(1)?.sha256).toBe(sha256);
    expect(harness.errors).toEqual([]);
  });

  it('a cut cable is no defect: it waits with the reason', async () => {
    const id = harness.add(1);
    const held = holdAnswers();
    await harness.delivery.download([id]);
    await untilReceived(id, 50_000);
    held[0]?.socket?.resetAndDestroy();
    await harness.until(() => harness.state(1) === 'waiting');
    expect(await one(id)).toMatchObject({ error: { code: 'UNREACHABLE' } });
    expect(harness.errors).toEqual([]);
  });

  it('goes on at once when there is a network again, with all its tries', async () => {
    const id = harness.add(1);
    let cut = true;
    server.answer((exchange) => {
      if (cut) exchange.response.destroy();
      else serveBytes(exchange, bytes);
    });
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'waiting');
    expect(await one(id)).toMatchObject({ attempts: 1 });
    cut = false;
    harness.delivery.networkChanged();
    // No time has passed.
    await harness.until(() => harness.state(1) === 'done');
    expect(harness.waiting()).toEqual([]);
    expect(await one(id)).toMatchObject({ attempts: 0 });
  });

  it('an interrupted wait goes on after a restart', async () => {
    const id = harness.add(1);
    server.answer(({ response }) => response.writeHead(503, { 'retry-after': '30' }).end());
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'waiting');
    await harness.restart();
    harness.delivery.start();
    expect(harness.waiting()).toHaveLength(1);
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness.passTime();
    await harness.until(() => harness.state(1) === 'done');
  });

  it('what ran when Nadir was closed runs again at the next start, from where it was', async () => {
    const id = harness.add(1);
    holdAnswers();
    await harness.delivery.download([id]);
    await untilReceived(id, 50_000);
    await harness.restart();
    expect(harness.state(1)).toBe('queued');
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness.delivery.start();
    await harness.until(() => harness.state(1) === 'done');
    expect(server.requests.at(-1)).toMatchObject({ range: 'bytes=50000-', ifRange: '"v1"' });
    expect(harness.saved.get(1)?.sha256).toBe(sha256);
  });

  it('a link query that fails is waited for like any other', async () => {
    await harness.end();
    let fails = true;
    harness = createDeliveryHarness(server.origin, {
      links: {
        async link() {
          if (fails) throw new AppError('RATE_LIMITED', { host: 'h', retryAfterSeconds: 25 });
          return `${server.origin}/x`;
        },
      },
    });
    await harness.delivery.download([harness.add(1)]);
    await harness.until(() => harness.waiting().length === 1);
    expect(Math.round((harness.waiting()[0] ?? 0) / 1_000)).toBe(25);
    fails = false;
    harness.passTime();
    await harness.until(() => harness.state(1) === 'done');
  });

  it('a defect fails the transfer and is told', async () => {
    await harness.end();
    harness = createDeliveryHarness(server.origin, {
      links: { link: () => Promise.reject(new TypeError('oops')) },
    });
    const id = harness.add(1);
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'failed');
    expect(await one(id)).toMatchObject({ error: { code: 'DEFECT' } });
    expect(harness.errors).toHaveLength(1);
  });
});

describe('what came is not the file', () => {
  it('fails without a final name, is kept beside, and is begun anew when tried again', async () => {
    const id = harness.add(1, { kind: 'raster', fileName: 'r.tif', name: 'r.tif' });
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'failed');
    expect(await one(id)).toMatchObject({ error: { code: 'FILE_NOT_WHOLE', data: { detail: 'tiff' } } });
    expect(existsSync(join(harness.libraryFolder, 'Fields'))).toBe(false);
    expect(readFileSync(harness.partialPath(1)).equals(bytes)).toBe(true);
    holdAnswers();
    harness.delivery.resume(id);
    await untilReceived(id, 50_000);
    expect(server.requests.at(-1)?.range).toBeNull();
  });
});

describe('a crash between the rename and the record of it', () => {
  it('costs nothing: the file is found at its place', async () => {
    const id = harness.add(1);
    let crash = true;
    await harness.end();
    harness = createDeliveryHarness(server.origin, {
      saved(fileId, file) {
        // The process ends here, the first time.
        if (crash) throw new Error('killed');
        harness.saved.set(fileId, file);
      },
    });
    harness.add(1);
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'failed');
    crash = false;
    server.requests.length = 0;
    harness.delivery.resume(id);
    await harness.until(() => harness.state(1) === 'done');
    expect(server.requests).toEqual([]);
    expect(harness.saved.get(1)).toMatchObject({ sizeBytes: bytes.length, sha256 });
    expect(readdirSync(join(harness.libraryFolder, 'Fields', 'scene'))).toEqual(['file-1.bin']);
  });
});

describe('the folder', () => {
  it('that cannot be written is waited for, with the reason, and nothing is lost', async () => {
    const id = harness.add(1);
    writeFileSync(join(harness.libraryFolder, '.partial'), 'in the way');
    await harness.delivery.download([id]);
    await harness.until(() => harness.state(1) === 'waiting');
    expect(await one(id)).toMatchObject({
      error: { code: 'FOLDER_NOT_WRITABLE', data: { path: harness.libraryFolder } },
    });
    rmSync(join(harness.libraryFolder, '.partial'));
    harness.passTime();
    await harness.until(() => harness.state(1) === 'done');
    expect(harness.errors).toEqual([]);
  });

  it('whose drive is gone is waited for, and what it holds goes on when it is back', async () => {
    const id = harness.add(1);
    holdAnswers();
    await harness.delivery.download([id]);
    await untilReceived(id, 50_000);
    harness.delivery.pause(id);
    await harness.until(() => harness.table().get(id)?.doneBytes === 50_000);
    renameSync(harness.libraryFolder, `${harness.libraryFolder}-gone`);
    harness.delivery.resume(id);
    await harness.until(() => harness.state(1) === 'waiting');
    expect(await one(id)).toMatchObject({
      ...{ doneBytes: 50_000, error: { code: 'FOLDER_NOT_WRITABLE', data: { detail: 'ENOENT' } } },
    });
    renameSync(`${harness.libraryFolder}-gone`, harness.libraryFolder);
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness.passTime();
    await harness.until(() => harness.state(1) === 'done');
    expect(server.requests.at(-1)?.range).toBe('bytes=50000-');
    expect(harness.errors).toEqual([]);
  });

  it('a project named like a folder of ours does not move in', async () => {
    const ids = ['.partial', '.DISPLAY'].map((project, i) => harness.add(i + 1, { project }));
    await harness.delivery.download(ids);
    await harness.until(() => ids.every((id) => harness.state(id) === 'done'));
    expect(readdirSync(harness.libraryFolder).toSorted()).toEqual(['.partial', '_.DISPLAY', '_.partial']);
  });
});

it('tells progress at most four times a second, unfinished ones at subscription', async () => {
  const id = harness.add(1);
  holdAnswers();
  await harness.delivery.download([id]);
  const told: Transfer[][] = [];
  const stop = harness.delivery.onProgress((moved) => told.push(moved));
  await untilReceived(id, 50_000);
  stop();
  expect(told[0]?.map((transfer) => transfer.fileId)).toEqual([id]);
  expect(told.length).toBeLessThanOrEqual(4);
});
