import { expect, it } from 'vitest';
import { createTileReader } from './tile-reader.ts';

/** A file of tiles whose first openings fail at every read. */
function fileOf({ failing }: { failing: number }) {
  let opened = 0;
  const open = () => {
    opened += 1;
    const isFailing = opened <= failing;
    return {
      async getZxy(z: number, x: number) {
        if (isFailing) throw new TypeError('Failed to fetch');
        return x === 9 ? undefined : { data: Uint8Array.of(z, x).buffer };
      },
    };
  };
  return { read: createTileReader(open), opened: () => opened };
}

it('reads the bytes of a tile, and null where the map has none', async () => {
  const { read, opened } = fileOf({ failing: 0 });
  expect(await read(3, 4, 5)).toEqual(Uint8Array.of(3, 4));
  expect(await read(3, 9, 5)).toBeNull();
  expect(opened()).toBe(1);
});

it('opens the file anew once after a failure, however many tiles failed', async () => {
  const { read, opened } = fileOf({ failing: 1 });
  const tiles = await Promise.all([read(3, 4, 5), read(3, 5, 5)]);
  expect(tiles).toEqual([Uint8Array.of(3, 4), Uint8Array.of(3, 5)]);
  expect(opened()).toBe(2);
});

it('rejects if the tile cannot be read the second time either', async () => {
  const { read } = fileOf({ failing: 2 });
  await expect(read(3, 4, 5)).rejects.toThrow('Failed to fetch');
});
