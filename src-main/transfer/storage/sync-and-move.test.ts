import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFilePlacer, type FileToPlace, moveIntoPlace, syncFolder } from './file-placer.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, open: vi.fn(real.open), rename: vi.fn(real.rename) };
});
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: vi.fn(async () => undefined),
}));

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-sync-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.mocked(open).mockClear();
  vi.mocked(rename).mockClear();
  vi.mocked(wait).mockClear();
  rmSync(home, { recursive: true, force: true });
});

const failure = (code: string) => Object.assign(new Error(code), { code });
function onPlatform(name: NodeJS.Platform) {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(name);
}
const openedPaths = () => vi.mocked(open).mock.calls.map(([path]) => path);

/** Spies on the flush of all file handles. */
async function spyOnSync() {
  const handle = await open(home, 'r');
  await handle.close();
  vi.mocked(open).mockClear();
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  return vi.spyOn(prototype, 'sync');
}
/** Returns the handles that are still open; a closed one has no descriptor. */
async function openHandles(): Promise<FileHandle[]> {
  const handles = await Promise.all(
    vi.mocked(open).mock.results.flatMap((result) => (result.type === 'return' ? [result.value] : [])),
  );
  return handles.filter(({ fd }) => fd >= 0);
}

describe('flushing a folder', () => {
  it('flushes it and closes it', async () => {
    const sync = await spyOnSync();
    await syncFolder(home);
    expect([openedPaths(), sync.mock.calls.length, await openHandles()]).toEqual([[home], 1, []]);
  });

  it.each(['EINVAL', 'ENOTSUP', 'ENOSYS'])('passes over a drive that does not know how: %s', async (code) => {
    const sync = await spyOnSync();
    sync.mockRejectedValueOnce(failure(code));
    await syncFolder(home);
    expect([openedPaths(), await openHandles()]).toEqual([[home], []]);
  });

  it('tells any other failure, and closes it all the same', async () => {
    const sync = await spyOnSync();
    sync.mockRejectedValueOnce(failure('EIO'));
    await expect(syncFolder(home)).rejects.toMatchObject({ code: 'EIO' });
    expect([openedPaths(), await openHandles()]).toEqual([[home], []]);
  });

  it('does not open a folder on Windows, which cannot', async () => {
    onPlatform('win32');
    await syncFolder(home);
    expect(openedPaths()).toEqual([]);
  });
});

describe('moving into place', () => {
  const from = () => join(home, 'from');
  const to = () => join(home, 'to');

  it.each(['EPERM', 'EBUSY', 'EACCES'])('waits on Windows for whoever holds the file: %s', async (code) => {
    onPlatform('win32');
    writeFileSync(from(), 'bytes');
    vi.mocked(rename).mockRejectedValueOnce(failure(code)).mockRejectedValueOnce(failure(code));
    await moveIntoPlace(from(), to());
    expect(readdirSync(home)).toEqual(['to']);
    expect(vi.mocked(wait).mock.calls).toEqual([[100], [200]]);
  });

  it('gives up on Windows after six attempts', async () => {
    onPlatform('win32');
    for (let attempt = 0; attempt < 6; attempt += 1)
      vi.mocked(rename).mockRejectedValueOnce(failure('EBUSY'));
    writeFileSync(from(), 'bytes');
    await expect(moveIntoPlace(from(), to())).rejects.toMatchObject({ code: 'EBUSY' });
    expect(rename).toHaveBeenCalledTimes(6);
  });

  it.each([
    ['win32', 'ENOSPC'],
    ['linux', 'EPERM'],
  ] as const)('tells at once on %s: %s', async (platform, code) => {
    onPlatform(platform);
    vi.mocked(rename).mockRejectedValueOnce(failure(code));
    writeFileSync(from(), 'bytes');
    await expect(moveIntoPlace(from(), to())).rejects.toMatchObject({ code });
    expect([vi.mocked(rename).mock.calls.length, existsSync(from())]).toEqual([1, true]);
  });
});

it('a file is said to be in place only when its folder, and those that were made for it, are flushed', async () => {
  mkdirSync(join(home, '.partial'));
  const partial = join(home, '.partial', 'a.part');
  const sync = await spyOnSync();
  let flushes = -1;
  const place = createFilePlacer<FileToPlace>({
    note: () => undefined,
    placed() {
      flushes = sync.mock.results.length;
    },
  });
  const file = (fileName: string): FileToPlace => ({
    library: home,
    partial,
    placedPath: null,
    signal: new AbortController().signal,
    place: { folders: ['Fields', 'scene'], fileName },
  });
  writeFileSync(partial, 'bytes');
  await place(file('a.bin'));
  const scene = join(home, 'Fields', 'scene');
  expect(new Set(openedPaths())).toEqual(new Set([home, join(home, 'Fields'), scene]));
  expect(flushes).toBe(3);
  // The folders exist now, so only the folder of the new name has changed.
  vi.mocked(open).mockClear();
  writeFileSync(partial, 'bytes');
  await place(file('b.bin'));
  expect(openedPaths()).toEqual([scene]);
  sync.mockRejectedValueOnce(failure('EIO'));
  writeFileSync(partial, 'bytes');
  await expect(place(file('c.bin'))).rejects.toMatchObject({ code: 'EIO' });
});
