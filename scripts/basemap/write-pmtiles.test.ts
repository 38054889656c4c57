import fc from 'fast-check';
import { Compression, PMTiles, type Source, TileType } from 'pmtiles';
import { expect, it } from 'vitest';
import { writePmtiles } from './write-pmtiles.mjs';

interface Tile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

function open(file: Uint8Array): PMTiles {
  const source: Source = {
    getKey: () => 'file',
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(file.subarray(offset, offset + length)).buffer,
    }),
  };
  return new PMTiles(source);
}

async function read(archive: PMTiles, { z, x, y }: Omit<Tile, 'bytes'>): Promise<number[] | null> {
  const found = await archive.getZxy(z, x, y);
  return found ? [...new Uint8Array(found.data)] : null;
}

const metadata = { name: 'test' };

it('is read back tile by tile, whatever the tiles and their order', async () => {
  const place = fc.integer({ min: 0, max: 5 }).chain((z) =>
    fc.record({
      z: fc.constant(z),
      x: fc.integer({ min: 0, max: 2 ** z - 1 }),
      y: fc.integer({ min: 0, max: 2 ** z - 1 }),
      // Few contents, so that some are equal.
      bytes: fc.constantFrom(1, 2, 3, 4).map((value) => new Uint8Array(value * 7).fill(value)),
    }),
  );
  const tiles = fc.uniqueArray(place, {
    selector: ({ z, x, y }) => `${z}/${x}/${y}`,
    minLength: 1,
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(tiles, async (all) => {
      const archive = open(writePmtiles({ tiles: all, metadata }));
      for (const tile of all) expect(await read(archive, tile)).toEqual([...tile.bytes]);
      const has = new Set(all.map(({ z, x, y }) => `${z}/${x}/${y}`));
      const absent = [0, 1, 2, 3].map((x) => ({ z: 2, x, y: 1 })).filter(({ x }) => !has.has(`2/${x}/1`));
      for (const tile of absent) expect(await read(archive, tile)).toBeNull();
    }),
    { numRuns: 40 },
  );
});

it('finds every tile also where they are too many for the first directory', async () => {
  const tiles: Tile[] = [];
  for (let x = 0; x < 128; x += 1)
    for (let y = 0; y < 128; y += 1)
      // No two neighbours are equal, and sizes differ, so that no entry can be joined or foretold.
      tiles.push({
        z: 7,
        x,
        y,
        bytes: Uint8Array.from({ length: 1 + ((x * 31 + y * 17) % 90) }, (_, i) => (x * y + i) % 251),
      });
  const file = writePmtiles({ tiles, metadata });
  const archive = open(file);
  const header = await archive.getHeader();
  expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384);
  expect(header.leafDirectoryLength).toBeGreaterThan(0);
  for (const tile of tiles.filter((_, i) => i % 97 === 0))
    expect(await read(archive, tile)).toEqual([...tile.bytes]);
});

it('says what it holds, keeps equal tiles once, and is the same file every time', async () => {
  const water = new Uint8Array(5_000).fill(9);
  const tiles: Tile[] = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => ({ z: 2, x, y, bytes: water })));
  const file = writePmtiles({ tiles, metadata });
  expect(writePmtiles({ tiles: tiles.toReversed(), metadata }).equals(file)).toBe(true);
  const archive = open(file);
  const header = await archive.getHeader();
  expect(header).toMatchObject({
    specVersion: 3,
    minZoom: 2,
    maxZoom: 2,
    numAddressedTiles: 16,
    numTileEntries: 1,
    numTileContents: 1,
    clustered: true,
    tileType: TileType.Mvt,
    tileCompression: Compression.Gzip,
  });
  expect(await archive.getMetadata()).toEqual(metadata);
});
