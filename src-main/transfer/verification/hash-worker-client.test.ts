import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HashAnswer } from './hash-worker.ts';
import { createHashWorkerClient, type HashWorkerClient } from './hash-worker-client.ts';

const bytes = randomBytes(40 * 1_024 * 1_024);
const sumOf = (all: Uint8Array) => createHash('sha256').update(all).digest('hex');
const whole = sumOf(bytes);
const half = bytes.length / 2;
let folder: string;
let file: FileHandle;
let workers: Worker[];
let client: HashWorkerClient;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-hash-'));
  writeFileSync(join(folder, 'file'), bytes);
  file = await open(join(folder, 'file'), 'r');
  workers = [];
  client = createHashWorkerClient({ start });
});
afterEach(async () => {
  await client.close();
  await file.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(): Worker {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url));
  workers.push(worker);
  return worker;
}

it('sums up what grows', async () => {
  const hash = client.open(file.fd);
  for (let at = 0; at < bytes.length; at += 3_000_000) hash.extend(at);
  hash.extend(bytes.length);
  expect(await hash.digest()).toBe(whole);
  hash.restart();
  hash.extend(half);
  expect(await hash.digest()).toBe(sumOf(bytes.subarray(0, half)));
  expect(workers).toHaveLength(1);
});

it('the sum of what was summed up long ago is there when it is asked for', async () => {
  const [hash, other] = [client.open(file.fd), client.open(file.fd)];
  hash.extend(bytes.length);
  for (const _ of [1, 2, 3]) {
    other.restart();
    other.extend(10);
    await other.digest();
  }
  expect(await hash.digest()).toBe(whole);
  await hash.close();
});

it.each(['between two steps', 'in the middle of one', 'before the sum is asked for'])(
  'a thread that dies %s costs time, never a wrong sum',
  async (when) => {
    const hash = client.open(file.fd);
    const other = client.open(file.fd);
    other.extend(1_000);
    hash.extend(when.startsWith('before') ? bytes.length : half);
    // No request is pending then, so the client notices only the end of the thread.
    if (when !== 'in the middle of one') await other.digest();
    await workers[0]?.terminate();
    hash.extend(bytes.length);
    expect(await hash.digest()).toBe(whole);
    expect(workers.length).toBe(2);
    await hash.close();
  },
);

it('a file that cannot be read is told, and no thread is started again for it', async () => {
  // No process has so many files open.
  const hash = client.open(1_000_000);
  hash.extend(bytes.length);
  await expect(hash.digest()).rejects.toThrow('EBADF');
  await expect(hash.digest()).rejects.toThrow('EBADF');
  expect(workers).toHaveLength(1);
});

it('the sum of a thread that dies while it makes it is made by another one', async () => {
  const hash = client.open(file.fd);
  hash.extend(bytes.length);
  await hash.digest();
  const [first] = workers;
  const answered = hash.digest();
  await first?.terminate();
  expect(await answered).toBe(whole);
  expect(workers.length).toBeLessThanOrEqual(2);
});

it('what the thread refuses to sum up is told', async () => {
  const refusing = createHashWorkerClient({
    start: () =>
      new Worker(
        `const { parentPort } = require('node:worker_threads');
         parentPort.on('message', ({ id, kind }) =>
           parentPort.postMessage({ id, sha256: null, error: kind === 'digest' ? new Error('refused') : null }));`,
        { eval: true },
      ),
  });
  const hash = refusing.open(file.fd);
  hash.extend(10);
  await expect(hash.digest()).rejects.toThrow('refused');
  await refusing.close();
});

it('a thread that dies again and again is told', async () => {
  const dying = createHashWorkerClient({ start: () => new Worker('process.exit(3)', { eval: true }) });
  const hash = dying.open(file.fd);
  hash.extend(bytes.length);
  await expect(hash.digest()).rejects.toThrow('again and again');
  await dying.close();
});

it('the thread refuses to go on from where it has not been, and to sum up another length', async () => {
  const worker = start();
  const ask = (request: unknown) =>
    new Promise<HashAnswer>((resolve) => {
      worker.once('message', resolve);
      worker.postMessage(request);
    });
  expect((await ask({ kind: 'extend', id: 1, fd: file.fd, from: 100, to: 200 })).error).toBeInstanceOf(Error);
  expect((await ask({ kind: 'extend', id: 2, fd: file.fd, from: 0, to: 200 })).error).toBeNull();
  const short = await ask({ kind: 'digest', id: 2, length: 300 });
  expect([short.sha256, short.error instanceof Error]).toEqual([null, true]);
  await worker.terminate();
});
