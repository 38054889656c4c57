import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUnpackingHarness, treeOf } from '../../../../testing/unpacking-harness.ts';
import { type RawEntry, writeZip } from '../../../../testing/write-zip.ts';

let harness: ReturnType<typeof createUnpackingHarness>;
beforeEach(() => {
  harness = createUnpackingHarness();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.end();
});

const entries: RawEntry[] = [
  { name: 'readme.txt', data: Buffer.from('hello'), method: 8, mode: 0x81ff },
  { name: 'data/', mode: 0x41ed },
  { name: 'data/analytic.tif', data: Buffer.from('II*pixels') },
  { name: 'empty/' },
];
const whole = {
  delivery: 'folder',
  'delivery/data': 'folder',
  'delivery/data/analytic.tif': 'II*pixels',
  'delivery/empty': 'folder',
  'delivery/readme.txt': 'hello',
};
const archive = () => writeZip(entries);
const besides = () => {
  const { 'delivery.zip': _, ...rest } = treeOf(harness.home);
  return rest;
};

it('writes all of it into a folder beside the archive, and answers what it wrote', async () => {
  const id = harness.put(archive());
  expect(await harness.unpack(id)).toEqual({
    folder: join(harness.home, 'delivery'),
    files: [
      { name: 'readme.txt', sizeBytes: 5 },
      {
        name: 'data/analytic.tif',
        sizeBytes: 9,
        sha256: createHash('sha256').update('II*pixels').digest('hex'),
      },
    ],
  });
  expect(besides()).toEqual(whole);
  // Files are not executable, whatever the archive says.
  expect(
    execFileSync('stat', ['-c', '%A', join(harness.home, 'delivery/readme.txt')]).toString(),
  ).not.toContain('x');
});

it('is done once: asked again, also at once and after a restart, it answers what is there', async () => {
  const id = harness.put(archive());
  const both = await Promise.all([harness.unpack(id), harness.unpack(id)]);
  expect(both[0]).toEqual(both[1]);
  await harness.restart();
  expect(await harness.unpack(id)).toEqual(both[0]);
  expect(await harness.unpacking.unpacked(id)).toEqual(both[0]);
  expect(besides()).toEqual(whole);
});

it('is done anew, beside, when a file of it is gone or another archive has come', async () => {
  const id = harness.put(archive());
  await harness.unpack(id);
  rmSync(join(harness.home, 'delivery/readme.txt'));
  expect(await harness.unpacking.unpacked(id)).toBeNull();
  expect((await harness.unpack(id)).folder).toBe(join(harness.home, 'delivery (2)'));
  harness.put(writeZip([{ name: 'new.txt' }]));
  expect((await harness.unpack(id)).folder).toBe(join(harness.home, 'delivery (3)'));
});

it('takes no name that is taken, in whatever spelling', async () => {
  mkdirSync(join(harness.home, 'DELIVERY'));
  writeFileSync(join(harness.home, 'delivery (2)'), 'a file');
  expect((await harness.unpack(harness.put(archive()))).folder).toBe(join(harness.home, 'delivery (3)'));
  expect(readdirSync(join(harness.home, 'DELIVERY'))).toEqual([]);
});

/** Simulates a crash after this many files were closed. */
async function dieAfter(files: number): Promise<void> {
  const handle = await open(join(harness.outside, 'probe'), 'w');
  await handle.close();
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  const real = prototype.datasync;
  let done = 0;
  vi.spyOn(prototype, 'datasync').mockImplementation(function (this: FileHandle) {
    done += 1;
    return done > files ? new Promise(() => undefined) : Reflect.apply(real, this, []);
  });
}

it('interrupted, it leaves nothing under a final name, and the next start takes away the rest', async () => {
  const id = harness.put(archive());
  await dieAfter(1);
  void harness.unpacking.unpack(id, new AbortController().signal).catch(() => undefined);
  await expect
    .poll(() => readdirSync(harness.home).filter((name) => name.startsWith('.unpacking-')))
    .toHaveLength(1);
  await expect
    .poll(() => existsSync(join(harness.home, readdirSync(harness.home)[0] ?? '', 'data/analytic.tif')))
    .toBe(true);
  expect(readdirSync(harness.home)).not.toContain('delivery');
  vi.restoreAllMocks();
  const died = harness;
  harness = createUnpackingHarness({ table: died.table() });
  harness.archives.set(id, join(died.home, 'delivery.zip'));
  harness.unpacking.start();
  await harness.unpacking.whenIdle();
  expect(readdirSync(died.home)).toEqual(['delivery.zip']);
  expect((await harness.unpack(id)).folder).toBe(join(died.home, 'delivery'));
  await harness.end();
  harness = died;
  // The hanging work of the first one never ends, so it is abandoned.
  const idle = createUnpackingHarness();
  await idle.end();
  harness.unpacking = idle.unpacking;
});

it('moved, but died before it could say so: found again', async () => {
  const id = harness.put(archive());
  const { files } = await harness.unpack(id);
  const source = harness.table().get(id)?.source ?? null;
  harness.table().begin(id, join(harness.home, '.unpacking-1-gone'));
  harness.table().placing(id, { folder: 'delivery', files, source });
  await harness.restart();
  expect(await harness.unpacking.unpacked(id)).toEqual({ folder: join(harness.home, 'delivery'), files });
});

it('what is noted to be taken away is taken only when it is its own', async () => {
  const id = harness.put(archive());
  const precious = join(harness.home, 'precious');
  mkdirSync(precious);
  harness.table().begin(id, precious);
  await harness.restart();
  expect(existsSync(precious)).toBe(true);
});

it('cancelled, it ends at once and leaves nothing', async () => {
  const id = harness.put(
    writeZip(Array.from({ length: 40 }, (_, n) => ({ name: `f${n}`, data: randomBytes(200_000) }))),
  );
  const user = new AbortController();
  const done = harness.unpacking.unpack(id, user.signal);
  await expect.poll(() => readdirSync(harness.home).length).toBe(2);
  user.abort();
  await expect(done).rejects.toMatchObject({ code: 'CANCELLED' });
  await harness.unpacking.whenIdle();
  expect(besides()).toEqual({});
  expect((await harness.unpack(id)).files).toHaveLength(40);
});

it('a rule’s wish outlives a full disk and a restart', async () => {
  let free = 3;
  await harness.end();
  harness = createUnpackingHarness({ freeBytes: async () => free });
  const id = harness.put(archive());
  harness.unpacking.want(id);
  await expect.poll(() => harness.waiting()).toBe(1);
  await expect(harness.unpack(id)).rejects.toMatchObject({
    code: 'DISK_FULL',
    data: { neededBytes: 14, path: harness.home },
  });
  expect(besides()).toEqual({});
  harness.passTime();
  await expect.poll(() => harness.waiting()).toBe(1);
  free = 1_000;
  await harness.restart();
  await expect.poll(() => Object.keys(besides())).toEqual(Object.keys(whole));
  expect(harness.table().open()).toEqual([]);
  expect([harness.failed, harness.errors]).toEqual([[], []]);
});

it('what goes wrong when it is tried again by itself is told, and ends nothing', async () => {
  let broken = false;
  const path = () => join(harness.home, 'delivery.zip');
  await harness.end();
  harness = createUnpackingHarness({
    freeBytes: async () => 3,
    archive() {
      if (broken) throw new Error('the database is damaged');
      return { path: path(), fileName: 'delivery.zip', sha256: 'x' };
    },
  });
  harness.unpacking.want(harness.put(archive()));
  await expect.poll(() => harness.waiting()).toBe(1);
  broken = true;
  harness.passTime();
  await expect.poll(() => harness.errors.length).toBe(2);
  expect(String(harness.errors[1])).toContain('damaged');
});

it.each([
  ['ENOSPC', 'writeFile', 'DISK_FULL'],
  ['EIO', 'writeFile', 'FOLDER_NOT_WRITABLE'],
  ['EIO', 'datasync', 'FOLDER_NOT_WRITABLE'],
  ['EIO', 'read', 'FOLDER_NOT_WRITABLE'],
] as const)(
  '%s on a %s: told, nothing left, and it goes on by itself for a rule',
  async (name, method, code) => {
    const id = harness.put(archive());
    const handle = await open(join(harness.outside, 'probe'), 'w');
    await handle.close();
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    const failure = () => Object.assign(new Error(name), { code: name, syscall: method });
    vi.spyOn(prototype, method).mockRejectedValueOnce(failure());
    await expect(harness.unpack(id)).rejects.toMatchObject({ code });
    expect(besides()).toEqual({});
    vi.spyOn(prototype, method).mockRejectedValueOnce(failure());
    harness.unpacking.want(id);
    await expect.poll(() => harness.waiting()).toBe(1);
    expect(besides()).toEqual({});
    harness.passTime();
    await expect.poll(() => harness.table().open()).toEqual([]);
    expect(besides()).toEqual(whole);
    expect([harness.failed, harness.errors]).toEqual([[], []]);
  },
);

it('what a rule asked for and cannot be had is told, once', async () => {
  harness.unpacking.want(harness.put(writeZip([{ name: '../x' }])));
  await expect.poll(() => harness.failed).toEqual(['delivery.zip']);
  await harness.restart();
  expect(harness.failed).toHaveLength(1);
  expect(harness.table().open()).toEqual([]);
});

it('taken away again, it leaves what somebody has changed or added', async () => {
  const id = harness.put(archive());
  await harness.unpack(id);
  writeFileSync(join(harness.home, 'delivery/data/notes.txt'), 'mine');
  writeFileSync(join(harness.home, 'delivery/readme.txt'), 'changed by me');
  rmSync(join(harness.home, 'delivery/empty'), { recursive: true });
  await harness.unpacking.remove(id);
  expect(Object.keys(besides())).toEqual([
    'delivery',
    'delivery/data',
    'delivery/data/notes.txt',
    'delivery/readme.txt',
  ]);
  expect(await harness.unpacking.unpacked(id)).toBeNull();
});

/** Returns the longest turn of the event loop in ms, by the processor time of the thread, because tests share the machine. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let ended = false;
  const working = work().finally(() => {
    ended = true;
  });
  for (let before = spent(); !ended; ) {
    await nextTurn();
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  }
  await working;
  return longest;
}

it('does not stop the loop: 40 MB packed, and 1,000 small ones', async () => {
  // Half noise and half text, so that inflating takes time.
  const big = Buffer.alloc(40_000_000, 'the quick brown fox ');
  for (let at = 0; at < big.length; at += 2_000_000) big.set(randomBytes(1_000_000), at);
  const packed = harness.put(writeZip([{ name: 'big.bin', data: big, method: 8 }]));
  const many = harness.put(
    writeZip(
      Array.from({ length: 1_000 }, (_, n) => ({ name: `d${n % 7}/f${n}`, data: Buffer.from(`${n}`) })),
    ),
    { id: 2, name: 'many.zip' },
  );
  const bigOne = await longestTurn(() => harness.unpack(packed));
  const manySmall = await longestTurn(() => harness.unpack(many));
  expect(readFileSync(join(harness.home, 'delivery/big.bin')).equals(big)).toBe(true);
  expect(readdirSync(join(harness.home, 'many/d3'))).toHaveLength(143);
  expect(Math.max(bigOne, manySmall), `${bigOne} ${manySmall}`).toBeLessThan(50);
}, 60_000);
