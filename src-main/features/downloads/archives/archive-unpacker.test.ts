import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore } from '../../../../testing/open-test-store.ts';
import { createUnpackingHarness } from '../../../../testing/unpacking-harness.ts';
import { writeZip } from '../../../../testing/write-zip.ts';
import { createUnpackTable, unpackMigrations } from './unpack-table.ts';

const archive = writeZip([{ name: 'readme.txt', data: Buffer.from('hello') }]);

let opened: ReturnType<typeof openTestStore>;
let harness: ReturnType<typeof createUnpackingHarness>;
/** Called between the choice of a final name and the move to it. */
let meanwhile: (name: string) => void;
let tried: string[];
let changes: number;
beforeEach(() => {
  opened = openTestStore(unpackMigrations);
  [meanwhile, tried, changes] = [() => undefined, [], 0];
  const table = createUnpackTable({ store: opened.store, now: () => new Date('2026-01-02T03:04:05Z') });
  harness = createUnpackingHarness({
    table: {
      ...table,
      placing(fileId, placed) {
        table.placing(fileId, placed);
        tried.push(placed.folder);
        meanwhile(placed.folder);
      },
    },
    changed() {
      changes += 1;
    },
  });
});
afterEach(async () => {
  await harness.end();
  opened.remove();
});

/** Creates a folder with this name, as another program may. */
function take(name: string) {
  mkdirSync(join(harness.home, name));
  writeFileSync(join(harness.home, name, 'mine.txt'), 'mine');
}
const besides = () => readdirSync(harness.home).filter((name) => name !== 'delivery.zip');

describe('a final name that another program takes meanwhile', () => {
  it('is left to it, and the next one is taken', async () => {
    meanwhile = (name) => {
      if (tried.length === 1) take(name);
      if (tried.length === 2) writeFileSync(join(harness.home, name), 'a file');
    };
    const { folder } = await harness.unpack(harness.put(archive));
    expect(tried).toEqual(['delivery', 'delivery (2)', 'delivery (3)']);
    expect(folder).toBe(join(harness.home, 'delivery (3)'));
    expect(readdirSync(join(harness.home, 'delivery'))).toEqual(['mine.txt']);
  });

  it('again and again is tried twenty times', async () => {
    meanwhile = take;
    await expect(harness.unpack(harness.put(archive))).rejects.toThrow();
    expect(tried).toHaveLength(20);
    expect(besides().toSorted()).toEqual(tried.toSorted());
  });

  it('is not what it is taken for when the move fails for another reason', async () => {
    meanwhile = () => {
      for (const name of besides()) rmSync(join(harness.home, name), { recursive: true });
    };
    await expect(harness.unpack(harness.put(archive))).rejects.toThrow();
    expect(tried).toEqual(['delivery']);
  });
});

it('tells that something has changed when it has unpacked, and not when it was there already', async () => {
  const id = harness.put(archive);
  await harness.unpack(id);
  const once = changes;
  expect(once).toBeGreaterThan(0);
  await harness.unpack(id);
  expect(changes).toBe(once);
});

it('does nothing once it is cancelled, not even for what is there already', async () => {
  const id = harness.put(archive);
  await harness.unpack(id);
  await expect(harness.unpacking.unpack(id, AbortSignal.abort())).rejects.toMatchObject({
    code: 'CANCELLED',
  });
});

describe('what is there already', () => {
  it.each([
    ['a file of it has another size', 'readme.txt', 'hello!'],
    ['a file of it is gone', 'readme.txt', null],
  ])('does not count when %s', async (_, name, text) => {
    const id = harness.put(archive);
    const { folder } = await harness.unpack(id);
    if (text === null) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
    expect(await harness.unpacking.unpacked(id)).toBeNull();
    expect((await harness.unpack(id)).folder).toBe(`${folder} (2)`);
  });

  it('does not count when a file of it has become a folder, or when it has become a file', async () => {
    const id = harness.put(writeZip([{ name: 'empty.txt', data: Buffer.alloc(0) }]));
    const { folder } = await harness.unpack(id);
    rmSync(join(folder, 'empty.txt'));
    mkdirSync(join(folder, 'empty.txt'));
    expect(await harness.unpacking.unpacked(id)).toBeNull();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(await harness.unpacking.unpacked(id)).toBeNull();
  });
});

it('what an interrupted session left is kept in mind while its disk is missing', async () => {
  const id = harness.put(archive);
  const table = createUnpackTable({ store: opened.store, now: () => new Date() });
  const staging = join(harness.outside, 'unplugged', '.unpacking-1-x');
  table.begin(id, staging);
  await harness.restart();
  expect(table.get(id)?.staging).toBe(staging);
  mkdirSync(staging, { recursive: true });
  await harness.restart();
  expect(readdirSync(join(harness.outside, 'unplugged'))).toEqual([]);
  expect(table.get(id)?.staging ?? null).toBeNull();
});

it('taken away again, a rule does not wish for it any more, whether it was unpacked or not', async () => {
  const table = createUnpackTable({ store: opened.store, now: () => new Date() });
  const id = harness.put(archive);
  table.want(id);
  await harness.unpacking.remove(id);
  expect(table.get(id)?.wanted ?? false).toBe(false);
  await harness.unpack(id);
  table.want(id);
  const before = changes;
  await harness.unpacking.remove(id);
  expect([table.get(id)?.wanted ?? false, changes - before, besides()]).toEqual([false, 1, []]);
});
