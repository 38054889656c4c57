import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Block, checkedBlocks } from './journal.ts';

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, i) => (i * 31) % 251));
const block = (start: number, end: number): Block => ({ start, end, crc: crc32(bytes.subarray(start, end)) });
const blocks = [block(0, 100), block(100, 200), block(200, 300), block(500, 600), block(600, 700)];

async function check(disk: Buffer, of = blocks) {
  const read: number[] = [];
  const kept = await checkedBlocks(of, disk.length, async (start, end) => {
    read.push(start);
    return disk.subarray(start, end);
  });
  return { kept: kept.map(({ start }) => start), read };
}

it('reads the last block of each run again, and only these', async () => {
  expect(await check(bytes)).toEqual({ kept: [0, 100, 200, 500, 600], read: [600, 200] });
});

it('a bad one goes, and the one before it is doubted then', async () => {
  const disk = Buffer.from(bytes);
  disk[650] = (disk[650] ?? 0) ^ 1;
  disk[250] = (disk[250] ?? 0) ^ 1;
  disk[150] = (disk[150] ?? 0) ^ 1;
  expect(await check(disk)).toEqual({ kept: [0, 500], read: [600, 500, 200, 100, 0] });
});

it('what lies beyond the end of the file is not there', async () => {
  expect((await check(bytes.subarray(0, 650))).kept).toEqual([0, 100, 200, 500]);
  expect((await check(Buffer.alloc(0))).kept).toEqual([]);
});

it('of what an older version vouched for without a checksum the length has to do', async () => {
  expect((await check(bytes, [{ start: 0, end: 400, crc: null }])).kept).toEqual([0]);
});
