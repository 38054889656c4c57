import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { createDeliveryHarness, type DeliveryHarness } from '../../testing/delivery-harness.ts';
import { type FileServer, serveBytes, startFileServer } from '../../testing/file-server.ts';
import { threadsInProcess } from '../../testing/threads-in-process.ts';
import type { WritableFile } from '../core/write-all-at.ts';
import { systemFile } from './transfer-engine.ts';

const bytes = randomBytes(3_000_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const id = libraryFileIdSchema.parse(1);

let server: FileServer;
let harness: DeliveryHarness;
let folder: string;
/** The error of the next write of a thread; null for a successful write. */
let nextWrite: ((write: WritableFile['write']) => WritableFile['write']) | null;
const threads = () =>
  threadsInProcess({
    fileOf: (fd) => ({
      write(...call) {
        const { write } = systemFile(fd);
        return (nextWrite?.(write) ?? write)(...call);
      },
    }),
  });
beforeEach(async () => {
  nextWrite = null;
  folder = mkdtempSync(join(tmpdir(), 'nadir-disk-'));
  server = await startFileServer();
  server.answer((exchange) => serveBytes(exchange, bytes));
  harness = createDeliveryHarness(server.origin, { folder: () => folder, threads: threads() });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.end();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const code = (name: string) => Object.assign(new Error(name), { code: name });

/** The prototype of Node's file handles, to make single calls fail. */
async function handleClass(): Promise<FileHandle> {
  const handle = await open(join(folder, 'probe'), 'w');
  await handle.close();
  rmSync(join(folder, 'probe'));
  return Object.getPrototypeOf(handle);
}

async function startAndWait() {
  harness.add(1);
  await harness.delivery.download([id]);
  await harness.until(() => harness.state(1) === 'waiting');
  const [transfer] = await harness.delivery.list();
  return transfer;
}

async function goOn() {
  harness.passTime();
  await harness.until(() => harness.state(1) === 'done');
  expect(harness.saved.get(1)).toMatchObject({ sizeBytes: bytes.length, sha256 });
  expect(readFileSync(harness.saved.get(1)?.path ?? '').equals(bytes)).toBe(true);
  expect(harness.errors).toEqual([]);
}

it.each(['ENOSPC', 'EDQUOT'])('%s on a write: told as a full disk; goes on by itself', async (name) => {
  nextWrite = () => async () => {
    nextWrite = null;
    throw code(name);
  };
  expect(await startAndWait()).toMatchObject({
    error: { code: 'DISK_FULL', data: { path: folder } },
    waitsUntil: expect.any(String),
  });
  await goOn();
});

it('EIO on datasync: told, nothing vouched for that is not there', async () => {
  vi.spyOn(await handleClass(), 'datasync').mockRejectedValueOnce(code('EIO'));
  expect(await startAndWait()).toMatchObject({
    error: { code: 'FOLDER_NOT_WRITABLE', data: { detail: 'EIO' } },
  });
  expect(harness.table().get(id)?.doneBytes).toBe(0);
  await goOn();
});

it('EIO on cutting off what nothing vouches for: told, and what is vouched for is kept', async () => {
  let asked = 0;
  server.answer((exchange) => {
    asked += 1;
    serveBytes(exchange, bytes, asked === 1 ? { holdAfter: 1_500_000 } : {});
  });
  harness.add(1);
  await harness.delivery.download([id]);
  await harness.until(() => harness.delivery.summary().doneBytes >= 1_500_000);
  harness.delivery.pause(id);
  await harness.until(() => harness.table().get(id)?.doneBytes === 1_500_000);
  vi.spyOn(await handleClass(), 'truncate').mockRejectedValueOnce(code('EIO'));
  harness.delivery.resume(id);
  await harness.until(() => harness.state(1) === 'waiting');
  expect(harness.table().get(id)).toMatchObject({
    doneBytes: 1_500_000,
    error: { code: 'FOLDER_NOT_WRITABLE' },
  });
  await goOn();
  expect(server.requests.at(-1)?.range).toBe('bytes=1500000-');
});

it('after a failed sync in the middle nothing of that stretch is vouched for, whatever the next sync says', async () => {
  await harness.end();
  let clock = Date.now();
  const later = () => {
    clock += 3_000;
    return clock;
  };
  // The clock runs so fast that every piece is flushed.
  harness = createDeliveryHarness(server.origin, { folder: () => folder, now: () => later() });
  vi.spyOn(await handleClass(), 'datasync').mockRejectedValueOnce(code('EIO'));
  expect(await startAndWait()).toMatchObject({ doneBytes: 0, error: { code: 'FOLDER_NOT_WRITABLE' } });
  await goOn();
});

it('a disk that takes a part of a write leaves no hole', async () => {
  let calls = 0;
  nextWrite = (write) => (bytes, from, length, at) => {
    calls += 1;
    // Every second call writes only 1,000 bytes, like a disk that is nearly full.
    return write(bytes, from, calls % 2 === 0 ? Math.min(1_000, length) : length, at);
  };
  harness.add(1);
  await harness.delivery.download([id]);
  await harness.until(() => harness.state(1) === 'done');
  expect(calls).toBeGreaterThan(3);
  expect(readFileSync(harness.saved.get(1)?.path ?? '').equals(bytes)).toBe(true);
});

/** Mounts a file system; this works as root in a container and throws elsewhere. */
const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'ignore' });

/** Returns a small disk, or null if the system does not allow to mount one. */
function mountDisk(sizeBytes: number): (() => void) | null {
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder);
    return () => run('umount', '-l', folder);
  } catch {
    return null;
  }
}

it('a disk that runs full on the way: told, kept, and gone on with when there is room', async ({ skip }) => {
  const unmount = mountDisk(4 * 1_024 * 1_024);
  // Elsewhere, the injected faults above must suffice.
  if (!unmount) return skip('nothing may be mounted here');
  try {
    server.answer((exchange) => {
      serveBytes(exchange, bytes, { holdAfter: 1_500_000 });
      const stop = harness.delivery.onProgress((moved) => {
        if (!moved.some(({ doneBytes }) => doneBytes >= 1_500_000)) return;
        stop();
        writeFileSync(join(folder, 'ballast'), Buffer.alloc(1_200_000));
        exchange.response.end(bytes.subarray(1_500_000));
      });
    });
    const transfer = await startAndWait();
    expect(transfer).toMatchObject({ error: { code: 'DISK_FULL' }, totalBytes: bytes.length });
    const kept = transfer?.doneBytes ?? 0;
    expect(kept).toBeGreaterThan(1_000_000);
    expect(transfer?.error?.data.neededBytes).toBe(bytes.length - kept);
    expect(harness.saved.size).toBe(0);
    server.answer((exchange) => serveBytes(exchange, bytes));
    // The disk is still full, so nothing is requested.
    const asked = server.requests.length;
    harness.passTime();
    await harness.until(() => harness.waiting().length === 1);
    expect(server.requests).toHaveLength(asked);
    run('mount', '-o', 'remount,size=16m', folder);
    await goOn();
  } finally {
    await harness.delivery.close();
    unmount();
  }
});

it('a disk without room for the whole is told before the bytes come; one with room goes on', async () => {
  let free = 1_000;
  await harness.end();
  harness = createDeliveryHarness(server.origin, { folder: () => folder, freeBytes: async () => free });
  expect(await startAndWait()).toMatchObject({
    error: { code: 'DISK_FULL', data: { path: folder, neededBytes: bytes.length } },
  });
  free = 10_000_000;
  await goOn();
});
