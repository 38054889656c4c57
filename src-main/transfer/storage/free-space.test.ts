import { expect, it } from 'vitest';
import { cacheFreeSpace, ensureFreeSpace } from './free-space.ts';

const gibi = 1_024 ** 3;

it.each([
  [100, 60, 40, true],
  [99, 60, 40, false],
  [0, 0, 0, true],
  // The free space is unknown; a full disk is then noticed by the write.
  [null, 60, 40, true],
])('%j free for %i beside %i: there is room %j', async (free, neededBytes, promisedBytes, isRoom) => {
  const ensured = ensureFreeSpace({
    folder: '/library',
    neededBytes,
    promisedBytes,
    freeBytes: async () => free,
  });
  if (isRoom) await ensured;
  else
    await expect(ensured).rejects.toMatchObject({
      code: 'DISK_FULL',
      data: { path: '/library', neededBytes },
    });
});

it('remembers plenty for a quarter of a second, by folder, and little not at all', async () => {
  let now = 0;
  let bytes: number | null = gibi;
  const asked: string[] = [];
  const freeBytes = cacheFreeSpace(
    async (folder) => {
      asked.push(folder);
      return bytes;
    },
    () => now,
  );
  expect(await freeBytes('/a')).toBe(gibi);
  bytes = gibi - 1;
  now = 249;
  expect(await freeBytes('/a')).toBe(gibi);
  expect(await freeBytes('/b')).toBe(gibi - 1);
  now = 250;
  expect(await freeBytes('/a')).toBe(gibi - 1);
  bytes = null;
  expect(await freeBytes('/a')).toBeNull();
  expect(asked).toEqual(['/a', '/b', '/a', '/a']);
});
