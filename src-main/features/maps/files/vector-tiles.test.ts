import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { colouredTile, writeMbtiles, writePmtilesFile } from '../../../../testing/made-maps.ts';
import { madeVectorTile } from '../../../../testing/made-vector-tile.ts';
import { mapMessage } from '../../../../testing/map-message.ts';
import { createMapFiles, type MapFiles } from './map-files.ts';
import { maxVectorBytes } from './vector-tile.ts';

const plain = madeVectorTile({ isPacked: false });
const place = { z: 0, x: 0, y: 0 };

let folder: string;
let files: MapFiles;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-vector-'));
  files = createMapFiles();
});
afterAll(async () => {
  await files.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
const freshPath = (end: string) => {
  made += 1;
  return join(folder, `${made}.${end}`);
};
const mbtiles = (bytes: Uint8Array, format = 'pbf') =>
  writeMbtiles(freshPath('mbtiles'), { tiles: [{ ...place, bytes }], metadata: { name: 'Made', format } });
const pmtiles = (bytes: Uint8Array, before?: (head: Buffer) => void) =>
  writePmtilesFile(freshPath('pmtiles'), [{ ...place, bytes }], {
    isVector: true,
    ...(before ? { before } : {}),
  });

it.each([
  ['MBTiles, packed as its rules demand', () => mbtiles(gzipSync(plain))],
  ['MBTiles that are not packed', () => mbtiles(plain)],
  ['MBTiles packed by zlib', () => mbtiles(deflateSync(plain), 'mvt')],
  ['PMTiles', () => pmtiles(plain)],
  ['PMTiles whose tiles are packed twice', () => pmtiles(gzipSync(plain))],
])('gives unpacked vector tiles of %s', async (_, make) => {
  const path = make();
  expect(await files.inspect(path)).toMatchObject({ content: 'vector', tileSize: 512, name: 'Made' });
  expect(Buffer.from((await files.tile(path, place)) ?? [])).toEqual(plain);
});

/** A tile with one layer, whose bytes a test writes. */
function layerTile(write: (pbf: PbfWriter) => void): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeMessage(
    3,
    (_: null, layer: PbfWriter) => {
      layer.writeStringField(1, 'broken');
      write(layer);
    },
    null,
  );
  return pbf.finish();
}
const geometryTile = (geometry: number[]) =>
  layerTile((layer) =>
    layer.writeMessage(2, (_: null, feature: PbfWriter) => feature.writePackedVarint(4, geometry), null),
  );
const command = (id: number, count: number) => (count << 3) | id;
/** As many layers as a tile must not have; each costs two bytes. */
const manyLayers = () => {
  const pbf = new PbfWriter();
  for (let i = 0; i < 300; i += 1) pbf.writeBytesField(3, new Uint8Array());
  return pbf.finish();
};
const manyFeatures = () =>
  layerTile((layer) => {
    for (let i = 0; i < 100_001; i += 1) layer.writeBytesField(2, new Uint8Array());
  });
const manyVertices = () =>
  layerTile((layer) => {
    const line = [command(1, 1), 0, 0, command(2, 300_000), ...Array.from({ length: 600_000 }, () => 1)];
    for (let i = 0; i < 4; i += 1)
      layer.writeMessage(2, (_: null, feature: PbfWriter) => feature.writePackedVarint(4, line), null);
  });

it.each([
  ['a picture', colouredTile([1, 2, 3]), 'A tile is not a vector tile, or it is damaged: 0/0/0: PNG.'],
  [
    'a text',
    Buffer.from('<html>Sign in</html>'),
    /^A tile is not a vector tile, or it is damaged: 0\/0\/0: /,
  ],
  [
    'gzip that is cut',
    gzipSync(plain).subarray(0, 40),
    /^A tile is not a vector tile.* unexpected end of file/,
  ],
  [
    'gzip that is damaged',
    Buffer.from([0x1f, 0x8b, 8, 0, 9, 9, 9, 9, 9, 9, 9, 9]),
    /^A tile is not a vector tile/,
  ],
  ['a tile that is cut', plain.subarray(0, plain.length - 20), /a message is longer than its tile/],
  [
    'a bomb: some kilobytes that become gigabytes',
    gzipSync(Buffer.alloc(maxVectorBytes + 1)),
    /^A vector tile is larger than 8 MB when it is unpacked/,
  ],
  ['a field that no tile has', Buffer.from([0x0a, 0x01, 0x41]), /unknown field 1/],
  ['too many layers', manyLayers(), /^A vector tile has more than 100,000 features or a million vertices/],
  ['too many features', manyFeatures(), /^A vector tile has more than 100,000 features/],
  ['too many vertices', gzipSync(manyVertices()), /^A vector tile has more than 100,000 features/],
  [
    'a ring that is closed a hundred million times',
    geometryTile([command(1, 1), 2, 2, 0x2f_ff_ff_ff, 9]),
    /a ring is closed more than once/,
  ],
  ['a command that is none', geometryTile([command(5, 1), 2, 2]), /unknown command 5/],
  ['a geometry that ends too early', geometryTile([command(2, 9), 0x0f]), null],
  ['an extent of nothing', layerTile((layer) => layer.writeVarintField(5, 0)), /extent 0/],
  ['an extent of a billion', layerTile((layer) => layer.writeVarintField(5, 1e9)), /extent 1000000000/],
])('says what is wrong with a tile that is %s', async (_, bytes, message) => {
  const path = mbtiles(bytes);
  if (message === null) {
    // What is missing of a geometry costs only its last vertices.
    expect(await files.inspect(path)).toMatchObject({ content: 'vector' });
    return;
  }
  const error: unknown = await files.inspect(path).catch((reason: unknown) => reason);
  expect(mapMessage(error)).toMatch(message);
});

it('refuses tiles of a format that it does not draw, and keeps answering', async () => {
  const mlt = pmtiles(plain, (head) => head.writeUInt8(6, 99));
  const error: unknown = await files.inspect(mlt).catch((reason: unknown) => reason);
  expect(mapMessage(error)).toBe(
    'Its tiles are in the format MLT. Nadir draws vector tiles in the format MVT.',
  );
  expect(await files.inspect(pmtiles(plain))).toMatchObject({ content: 'vector' });
});
