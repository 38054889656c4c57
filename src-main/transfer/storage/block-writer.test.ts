import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBlockWriter } from './block-writer.ts';
import { createBufferPool } from './buffer-pool.ts';
import { type Block, blockBytes } from './journal.ts';

const bytes = randomBytes(blockBytes + 3_000_000);
let folder: string;
let file: FileHandle;
let blocks: Block[];
let errors: unknown[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-writer-'));
  file = await open(join(folder, 'file'), 'w+');
  [blocks, errors] = [[], []];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await file.close();
  rmSync(folder, { recursive: true, force: true });
});

const makeWriter = (start: number, buffers = createBufferPool(), onRoom: () => void = () => undefined) =>
  createBlockWriter({
    file,
    start,
    buffers,
    onRoom,
    batch: () => undefined,
    batchBytes: () => Number.MAX_SAFE_INTEGER,
    written: (block) => blocks.push({ ...block }),
    onError: (error) => errors.push(error),
  });

it('writes what it is given where it belongs; its blocks say what was received', async () => {
  const writer = makeWriter(1_000);
  const scratch = Buffer.alloc(70_001);
  for (let at = 0; at < bytes.length; at += scratch.length) {
    // The memory is reused, because the writer must copy what it receives.
    const length = bytes.copy(scratch, 0, at, Math.min(bytes.length, at + scratch.length));
    if (writer.push(scratch.subarray(0, length))) await new Promise(setImmediate);
  }
  await writer.finish();
  expect(readFileSync(join(folder, 'file')).subarray(1_000).equals(bytes)).toBe(true);
  const last = new Map(blocks.map((block) => [block.start, block]));
  expect([...last.values()]).toEqual([
    { start: 1_000, end: 1_000 + blockBytes, crc: crc32(bytes.subarray(0, blockBytes)) },
    { start: 1_000 + blockBytes, end: 1_000 + bytes.length, crc: crc32(bytes.subarray(blockBytes)) },
  ]);
});

it('writes on request what is less than a batch, even one byte, and nothing twice', async () => {
  const writer = makeWriter(0);
  const blockLengths = () => blocks.map(({ start, end }) => end - start);
  writer.flushPartial();
  writer.push(bytes.subarray(0, 1));
  writer.flushPartial();
  await vi.waitFor(() => expect(blockLengths()).toEqual([1]));
  writer.flushPartial();
  await writer.finish();
  expect(blockLengths()).toEqual([1]);
  expect(readFileSync(join(folder, 'file'))).toEqual(bytes.subarray(0, 1));
});

it('asks to hold back while it writes, and says when there is room', async () => {
  const room = vi.fn();
  const writer = makeWriter(0, createBufferPool(), room);
  expect(writer.push(bytes.subarray(0, 100))).toBe(false);
  expect(writer.push(bytes.subarray(100, 4_000_000))).toBe(true);
  await writer.finish();
  expect(room).toHaveBeenCalled();
});

it('a disk that fails is told once; nothing after it is written or vouched for', async () => {
  const fail = Object.assign(new Error('EIO'), { code: 'EIO' });
  vi.spyOn(file, 'write').mockRejectedValueOnce(fail);
  const writer = makeWriter(0);
  writer.push(bytes);
  await vi.waitFor(() => expect(errors).toEqual([fail]));
  expect(writer.push(bytes)).toBe(true);
  await writer.finish().catch(() => undefined);
  expect([blocks, errors]).toEqual([[], [fail]]);
});

it('gives every buffer back', async () => {
  const pool = createBufferPool();
  let out = 0;
  const counting = {
    acquire() {
      out += 1;
      return pool.acquire();
    },
    give(buffer: Buffer) {
      out -= 1;
      pool.give(buffer);
    },
  };
  const writer = makeWriter(0, counting);
  writer.push(bytes);
  await writer.finish();
  expect(out).toBe(0);
});

it('the pool hands out what it was given', () => {
  const pool = createBufferPool();
  const buffer = pool.acquire();
  pool.give(buffer);
  expect([pool.acquire() === buffer, pool.acquire() === buffer]).toEqual([true, false]);
});

it('many connections have to do with small buffers', () => {
  const pool = createBufferPool();
  const taken = Array.from({ length: 40 }, () => pool.acquire());
  expect(taken.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(12 * 1_024 * 1_024);
  for (const buffer of taken) pool.give(buffer);
  expect(pool.acquire().length).toBe(1_024 * 1_024);
});
