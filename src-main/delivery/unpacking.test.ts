import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUnpackingRig, treeOf } from '../testing/unpacking-rig.ts';
import { type RawEntry, writeZip } from '../testing/write-zip.ts';

let rig: ReturnType<typeof createUnpackingRig>;
beforeEach(() => {
  rig = createUnpackingRig();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rig.end();
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
  const { 'delivery.zip': _, ...rest } = treeOf(rig.home);
  return rest;
};

it('writes all of it into a folder beside the archive, and answers what it wrote', async () => {
  const id = rig.put(archive());
  expect(await rig.unpack(id)).toEqual({
    folder: join(rig.home, 'delivery'),
    files: [
      { name: 'readme.txt', sizeBytes: 5 },
      { name: 'data/analytic.tif', sizeBytes: 9 },
    ],
  });
  expect(besides()).toEqual(whole);
  // No program, whatever the archive says.
  expect(execFileSync('stat', ['-c', '%A', join(rig.home, 'delivery/readme.txt')]).toString()).not.toContain(
    'x',
  );
});

it('is done once: asked again, also at once and after a restart, it answers what is there', async () => {
  const id = rig.put(archive());
  const both = await Promise.all([rig.unpack(id), rig.unpack(id)]);
  expect(both[0]).toEqual(both[1]);
  await rig.restart();
  expect(await rig.unpack(id)).toEqual(both[0]);
  expect(await rig.unpacking.unpacked(id)).toEqual(both[0]);
  expect(besides()).toEqual(whole);
});

it('is done anew, beside, when a file of it is gone or another archive has come', async () => {
  const id = rig.put(archive());
  await rig.unpack(id);
  rmSync(join(rig.home, 'delivery/readme.txt'));
  expect(await rig.unpacking.unpacked(id)).toBeNull();
  expect((await rig.unpack(id)).folder).toBe(join(rig.home, 'delivery (2)'));
  rig.put(writeZip([{ name: 'new.txt' }]));
  expect((await rig.unpack(id)).folder).toBe(join(rig.home, 'delivery (3)'));
});

it('takes no name that is taken, in whatever spelling', async () => {
  mkdirSync(join(rig.home, 'DELIVERY'));
  writeFileSync(join(rig.home, 'delivery (2)'), 'a file');
  expect((await rig.unpack(rig.put(archive()))).folder).toBe(join(rig.home, 'delivery (3)'));
  expect(readdirSync(join(rig.home, 'DELIVERY'))).toEqual([]);
});

/** Lets the process die, as it were, when so many files have been closed. */
async function dieAfter(files: number): Promise<void> {
  const handle = await open(join(rig.outside, 'probe'), 'w');
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
  const id = rig.put(archive());
  await dieAfter(1);
  void rig.unpacking.unpack(id, new AbortController().signal).catch(() => undefined);
  await expect
    .poll(() => readdirSync(rig.home).filter((name) => name.startsWith('.unpacking-')))
    .toHaveLength(1);
  await expect
    .poll(() => existsSync(join(rig.home, readdirSync(rig.home)[0] ?? '', 'data/analytic.tif')))
    .toBe(true);
  expect(readdirSync(rig.home)).not.toContain('delivery');
  vi.restoreAllMocks();
  const died = rig;
  rig = createUnpackingRig({ table: died.table() });
  rig.archives.set(id, join(died.home, 'delivery.zip'));
  rig.unpacking.start();
  await rig.unpacking.settled();
  expect(readdirSync(died.home)).toEqual(['delivery.zip']);
  expect((await rig.unpack(id)).folder).toBe(join(died.home, 'delivery'));
  await rig.end();
  rig = died;
  // What hangs in the first one never ends; it is left to itself.
  const idle = createUnpackingRig();
  await idle.end();
  rig.unpacking = idle.unpacking;
});

it('moved, but died before it could say so: found again', async () => {
  const id = rig.put(archive());
  const { files } = await rig.unpack(id);
  const source = rig.table().get(id)?.source ?? null;
  rig.table().begin(id, join(rig.home, '.unpacking-1-gone'));
  rig.table().placing(id, { folder: 'delivery', files, source });
  await rig.restart();
  expect(await rig.unpacking.unpacked(id)).toEqual({ folder: join(rig.home, 'delivery'), files });
});

it('what is noted to be taken away is taken only when it is its own', async () => {
  const id = rig.put(archive());
  const precious = join(rig.home, 'precious');
  mkdirSync(precious);
  rig.table().begin(id, precious);
  await rig.restart();
  expect(existsSync(precious)).toBe(true);
});

it('cancelled, it ends at once and leaves nothing', async () => {
  const id = rig.put(
    writeZip(Array.from({ length: 40 }, (_, n) => ({ name: `f${n}`, data: randomBytes(200_000) }))),
  );
  const user = new AbortController();
  const done = rig.unpacking.unpack(id, user.signal);
  await expect.poll(() => readdirSync(rig.home).length).toBe(2);
  user.abort();
  await expect(done).rejects.toMatchObject({ code: 'CANCELLED' });
  await rig.unpacking.settled();
  expect(besides()).toEqual({});
  expect((await rig.unpack(id)).files).toHaveLength(40);
});

it('a rule’s wish outlives a full disk and a restart', async () => {
  let free = 3;
  await rig.end();
  rig = createUnpackingRig({ freeBytes: async () => free });
  const id = rig.put(archive());
  rig.unpacking.want(id);
  await expect.poll(() => rig.waiting()).toBe(1);
  await expect(rig.unpack(id)).rejects.toMatchObject({
    code: 'DISK_FULL',
    data: { neededBytes: 14, path: rig.home },
  });
  expect(besides()).toEqual({});
  rig.passTime();
  await expect.poll(() => rig.waiting()).toBe(1);
  free = 1_000;
  await rig.restart();
  await expect.poll(() => Object.keys(besides())).toEqual(Object.keys(whole));
  expect(rig.table().open()).toEqual([]);
  expect([rig.failed, rig.errors]).toEqual([[], []]);
});

it('what goes wrong when it is tried again by itself is told, and ends nothing', async () => {
  let broken = false;
  const path = () => join(rig.home, 'delivery.zip');
  await rig.end();
  rig = createUnpackingRig({
    freeBytes: async () => 3,
    archive() {
      if (broken) throw new Error('the database is damaged');
      return { path: path(), fileName: 'delivery.zip', sha256: 'x' };
    },
  });
  rig.unpacking.want(rig.put(archive()));
  await expect.poll(() => rig.waiting()).toBe(1);
  broken = true;
  rig.passTime();
  await expect.poll(() => rig.errors.length).toBe(2);
  expect(String(rig.errors[1])).toContain('damaged');
});

it.each([
  ['ENOSPC', 'writeFile', 'DISK_FULL'],
  ['EIO', 'writeFile', 'FOLDER_NOT_WRITABLE'],
  ['EIO', 'datasync', 'FOLDER_NOT_WRITABLE'],
  ['EIO', 'read', 'FOLDER_NOT_WRITABLE'],
] as const)(
  '%s on a %s: told, nothing left, and it goes on by itself for a rule',
  async (name, method, code) => {
    const id = rig.put(archive());
    const handle = await open(join(rig.outside, 'probe'), 'w');
    await handle.close();
    const prototype: FileHandle = Object.getPrototypeOf(handle);
    const failure = () => Object.assign(new Error(name), { code: name, syscall: method });
    vi.spyOn(prototype, method).mockRejectedValueOnce(failure());
    await expect(rig.unpack(id)).rejects.toMatchObject({ code });
    expect(besides()).toEqual({});
    vi.spyOn(prototype, method).mockRejectedValueOnce(failure());
    rig.unpacking.want(id);
    await expect.poll(() => rig.waiting()).toBe(1);
    expect(besides()).toEqual({});
    rig.passTime();
    await expect.poll(() => rig.table().open()).toEqual([]);
    expect(besides()).toEqual(whole);
    expect([rig.failed, rig.errors]).toEqual([[], []]);
  },
);

it('what a rule asked for and cannot be had is told, once', async () => {
  rig.unpacking.want(rig.put(writeZip([{ name: '../x' }])));
  await expect.poll(() => rig.failed).toEqual(['delivery.zip']);
  await rig.restart();
  expect(rig.failed).toHaveLength(1);
  expect(rig.table().open()).toEqual([]);
});

it('taken away again, it leaves what somebody has changed or added', async () => {
  const id = rig.put(archive());
  await rig.unpack(id);
  writeFileSync(join(rig.home, 'delivery/data/notes.txt'), 'mine');
  writeFileSync(join(rig.home, 'delivery/readme.txt'), 'changed by me');
  rmSync(join(rig.home, 'delivery/empty'), { recursive: true });
  await rig.unpacking.remove(id);
  expect(Object.keys(besides())).toEqual([
    ...['delivery', 'delivery/data', 'delivery/data/notes.txt', 'delivery/readme.txt'],
  ]);
  expect(await rig.unpacking.unpacked(id)).toBeNull();
});

/** Milliseconds of work in one turn of the loop, the longest; by the thread's own clock, since tests share the machine. */
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
  // Half noise, half text: inflating it takes its time.
  const big = Buffer.alloc(40_000_000, 'the quick brown fox ');
  for (let at = 0; at < big.length; at += 2_000_000) big.set(randomBytes(1_000_000), at);
  const packed = rig.put(writeZip([{ name: 'big.bin', data: big, method: 8 }]));
  const many = rig.put(
    writeZip(
      Array.from({ length: 1_000 }, (_, n) => ({ name: `d${n % 7}/f${n}`, data: Buffer.from(`${n}`) })),
    ),
    { id: 2, name: 'many.zip' },
  );
  const bigOne = await longestTurn(() => rig.unpack(packed));
  const manySmall = await longestTurn(() => rig.unpack(many));
  expect(readFileSync(join(rig.home, 'delivery/big.bin')).equals(big)).toBe(true);
  expect(readdirSync(join(rig.home, 'many/d3'))).toHaveLength(143);
  expect(Math.max(bigOne, manySmall), `${bigOne} ${manySmall}`).toBeLessThan(50);
}, 60_000);
