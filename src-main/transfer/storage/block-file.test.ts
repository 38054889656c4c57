import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHashWorkerClient, type HashWorkerClient } from '../verification/hash-worker-client.ts';
import { type BlockFile, openBlockFile } from './block-file.ts';
import { type Block, type Journal, type JournalNote, noVersion } from './journal.ts';

const version = { totalBytes: 40, validator: '"v1"', lastModified: null, sceneModified: '2026-01-01' };
const bytes = Buffer.from('0123456789abcdefghij');
const block = (start: number, end: number, crc = crc32(bytes.subarray(start, end))): Block => ({
  start,
  end,
  crc,
});

let folder: string;
let path: string;
let saved: { journal: Journal; note: JournalNote }[];
let hashes: HashWorkerClient;
let opened: BlockFile | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-blocks-'));
  path = join(folder, 'file.part');
  [saved, opened] = [[], null];
  hashes = createHashWorkerClient();
});
afterEach(async () => {
  await opened?.close();
  await hashes.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openWith(blocks: readonly Block[]): Promise<BlockFile> {
  writeFileSync(path, bytes);
  opened = await openBlockFile({
    path,
    hashes,
    journal: { ...version, blocks },
    save: (journal, note) => saved.push({ journal: { ...journal }, note }),
    now: () => 0,
    connections: () => 1,
    onError(error) {
      throw error;
    },
  });
  return opened;
}

it('leaves the journal as it is while all blocks are intact', async () => {
  const file = await openWith([block(0, 10), block(10, 20)]);
  expect([file.written(), file.version, saved]).toEqual([[{ start: 0, end: 20 }], version, []]);
});

it('stores that a damaged block is gone before anything is written to its place', async () => {
  const file = await openWith([block(0, 10), block(10, 20, 1)]);
  expect(file.written()).toEqual([{ start: 0, end: 10 }]);
  expect(saved).toEqual([
    { journal: { ...version, blocks: [] }, note: { kind: 'cleared' } },
    { journal: { ...version, blocks: [block(0, 10)] }, note: { kind: 'grown', blocks: [block(0, 10)] } },
  ]);
  expect(readFileSync(path).length).toBe(10);
});

it('forgets the version with the last of its bytes', async () => {
  const file = await openWith([block(0, 20, 1)]);
  expect([file.written(), file.version]).toEqual([[], noVersion]);
  expect(saved.map(({ journal }) => journal)).toEqual([
    { ...noVersion, blocks: [] },
    { ...noVersion, blocks: [] },
  ]);
});

it('clears the journal before it discards the bytes', async () => {
  const file = await openWith([block(0, 20)]);
  await file.restart();
  expect(saved).toEqual([{ journal: { ...noVersion, blocks: [] }, note: { kind: 'cleared' } }]);
  expect([file.written(), readFileSync(path).length]).toEqual([[], 0]);
});
