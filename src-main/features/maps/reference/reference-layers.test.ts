import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ReferenceFeature } from '../../../../src-preload/contract/maps.ts';
import { mapMessage } from '../../../../testing/map-message.ts';
import { createMapsHarness, type MapsHarness } from '../../../../testing/maps-harness.ts';

let harness: MapsHarness;
beforeEach(() => {
  harness = createMapsHarness();
});
afterEach(() => harness.end());

const now = () => new AbortController().signal;
type LonLat = readonly [number, number];

function feature(
  kind: ReferenceFeature['kind'],
  parts: readonly (readonly LonLat[])[],
  text: Partial<ReferenceFeature['text']> = {},
): ReferenceFeature {
  return {
    kind,
    positions: Buffer.from(Float64Array.from(parts.flat(2)).buffer).toString('base64'),
    lengths: parts.map(({ length }) => length),
    text: { name: null, notes: null, layer: null, attributes: {}, ...text },
  };
}
const point = (longitude: number, latitude: number, name: string | null = null) =>
  feature('point', [[[longitude, latitude]]], { name, attributes: { height: 12, owner: 'Someone' } });

async function layerOf(features: readonly ReferenceFeature[], name = 'Survey') {
  const id = await harness.maps.beginReference(name);
  await harness.maps.addReference(id, features);
  return harness.maps.finishReference(id);
}

async function tileOf(id: Awaited<ReturnType<typeof layerOf>>['id'], z: number, x: number, y: number) {
  const { bytes, isVector } = await harness.maps.tile(id, { z, x, y }, now());
  expect(isVector).toBe(true);
  const { layers } = new VectorTile(new PbfReader(bytes));
  const featuresOf = (name: string) =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, i) => layers[name]?.feature(i)).filter(
      (each) => each !== undefined,
    );
  return { points: featuresOf('points'), lines: featuresOf('lines'), areas: featuresOf('areas') };
}

it('keeps points, lines and areas, gives vector tiles of them, and says what a feature is', async () => {
  const own = await layerOf([
    point(11.5, 48.1, 'Station'),
    feature(
      'line',
      [
        [
          [0, 0],
          [20, 0],
          [20, 50],
        ],
      ],
      { name: 'Long way' },
    ),
    feature('area', [
      [
        [10, 40],
        [14, 40],
        [14, 50],
        [10, 50],
      ],
      [
        [11, 44],
        [13, 44],
        [13, 46],
        [11, 46],
      ],
    ]),
  ]);
  expect(own).toMatchObject({ kind: 'reference', content: 'vector', name: 'Survey', bounds: [0, 0, 20, 50] });
  const { points, lines, areas } = await tileOf(own.id, 4, 8, 5);
  expect([points.length, lines.length, areas.length]).toEqual([1, 1, 1]);
  expect(points[0]).toMatchObject({ id: 1, properties: { name: 'Station' } });
  // The hole is a ring of its own.
  expect(areas[0]?.loadGeometry().length).toBe(2);
  const [[at] = []] = points[0]?.loadGeometry() ?? [];
  const column = ((11.5 + 180) / 360) * 16 - 8;
  expect(at?.x).toBe(Math.round(column * 4_096));
  expect(await harness.maps.feature(own.id, 1)).toEqual({
    name: 'Station',
    notes: null,
    layer: null,
    attributes: { height: 12, owner: 'Someone' },
  });
  await expect(harness.maps.feature(own.id, 99)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('is there after a restart, and its file is deleted when it is removed', async () => {
  const own = await layerOf([point(1, 1)]);
  await harness.restart();
  expect((await tileOf(own.id, 0, 0, 0)).points.length).toBe(1);
  await harness.maps.remove(own.id);
  expect(existsSync(join(harness.folder, 'maps', 'reference', `${own.id}.db`))).toBe(false);
  expect(harness.maps.list()).toEqual([]);
});

it('draws features that fall together as one, and none is lost further in', async () => {
  const many = Array.from({ length: 5_000 }, (_, i) =>
    point(10 + (i % 100) / 1_000, 50 + Math.floor(i / 100) / 1_000),
  );
  const id = await harness.maps.beginReference('Many');
  for (let at = 0; at < many.length; at += 500) await harness.maps.addReference(id, many.slice(at, at + 500));
  const own = await harness.maps.finishReference(id);
  const far = await tileOf(own.id, 2, 2, 1);
  expect(far.points.length).toBeLessThan(100);
  let near = 0;
  const ids = new Set<number>();
  for (const x of [4_323, 4_324, 4_325])
    for (let y = 2_765; y < 2_780; y += 1)
      for (const each of (await tileOf(own.id, 13, x, y)).points) {
        near += 1;
        if (each.id !== undefined) ids.add(each.id);
      }
  expect(ids.size).toBe(5_000);
  expect(near).toBeGreaterThanOrEqual(5_000);
});

it('continues over the antimeridian', async () => {
  const own = await layerOf([
    feature('area', [
      [
        [178, 0],
        [183, 0],
        [183, 5],
        [178, 5],
      ],
    ]),
  ]);
  expect(own.bounds).toEqual([178, 0, -177, 5]);
  const [west, east] = [await tileOf(own.id, 3, 7, 3), await tileOf(own.id, 3, 0, 3)];
  expect([west.areas.length, east.areas.length]).toEqual([1, 1]);
  expect(east.areas[0]?.loadGeometry()[0]?.some(({ x }) => x > 250)).toBe(true);
});

it('clips what reaches far beyond a tile, so that its numbers stay within it', async () => {
  const own = await layerOf([
    feature('area', [
      [
        [-170, -80],
        [170, -80],
        [170, 80],
        [-170, 80],
      ],
    ]),
    feature('line', [
      [
        [-170, 0.0001],
        [170, 0.0001],
      ],
    ]),
  ]);
  const { areas, lines } = await tileOf(own.id, 18, 131_072, 131_071);
  for (const { x, y } of [...areas, ...lines].flatMap((each) => each.loadGeometry().flat()))
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(4_096 + 128);
  expect([areas.length, lines.length]).toEqual([1, 1]);
});

it.each([
  ['a latitude that is none', () => [point(0, 91)], /^A position is not on Earth: 91, 0/],
  ['a position that is no number', () => [point(Number.NaN, 0)], /^A position is not on Earth: 0, NaN/],
  ['a longitude far beyond the world', () => [point(999, 0)], /^A position is not on Earth: 0, 999/],
  [
    'fewer positions than it says',
    () => [
      {
        ...feature('line', [
          [
            [0, 0],
            [1, 1],
          ],
        ]),
        lengths: [5],
      },
    ],
    /^A position is not on Earth: 32/,
  ],
  [
    'more positions than it says',
    () => [
      {
        ...feature('line', [
          [
            [0, 0],
            [1, 1],
          ],
        ]),
        lengths: [1],
      },
    ],
    /^A position is not on Earth/,
  ],
  [
    'positions that are not whole',
    () => [{ ...point(0, 0), positions: 'AAAA' }],
    /^A position is not on Earth: 3/,
  ],
])('refuses %s, and keeps nothing of that call', async (_, features, message) => {
  const id = await harness.maps.beginReference('Broken');
  const error: unknown = await harness.maps
    .addReference(id, [point(1, 1), ...features()])
    .catch((reason: unknown) => reason);
  expect(mapMessage(error)).toMatch(message);
  const empty: unknown = await harness.maps.finishReference(id).catch((reason: unknown) => reason);
  expect(mapMessage(empty)).toBe('The file contains nothing that can be drawn.');
  expect(harness.maps.list()).toEqual([]);
});

it('says in the list that the file of a layer is gone or damaged, and works again when it is back', async () => {
  const own = await layerOf([point(1, 1)]);
  await harness.stop();
  const path = join(harness.folder, 'maps', 'reference', `${own.id}.db`);
  const whole = readFileSync(path);
  const stateOf = () => harness.maps.list()[0];
  const errorNow = async () => {
    await harness.maps.tile(own.id, { z: 0, x: 0, y: 0 }, now()).catch(() => undefined);
    return stateOf()?.error?.data;
  };
  rmSync(path);
  await harness.restart();
  expect(await errorNow()).toMatchObject({ reason: 'reference-missing' });
  await harness.stop();
  writeFileSync(path, Buffer.alloc(whole.length, 7));
  await harness.restart();
  expect(await errorNow()).toMatchObject({ reason: 'reference-damaged' });
  await harness.stop();
  writeFileSync(path, whole);
  await harness.restart();
  await harness.maps.retry(own.id);
  expect((await tileOf(own.id, 0, 0, 0)).points.length).toBe(1);
  expect(stateOf()).toMatchObject({ state: 'ok', error: null });
});

it('gives up what was begun and not finished', async () => {
  const id = await harness.maps.beginReference('Half');
  await harness.maps.addReference(id, [point(1, 1)]);
  await harness.restart();
  await expect(harness.maps.addReference(id, [point(2, 2)])).rejects.toMatchObject({
    data: { reason: 'copy-gone' },
  });
  await expect(harness.maps.finishReference(id)).rejects.toMatchObject({ data: { reason: 'copy-gone' } });
  const other = await harness.maps.beginReference('Discarded');
  await harness.maps.discardReference(other);
  await expect(harness.maps.finishReference(other)).rejects.toMatchObject({ data: { reason: 'copy-gone' } });
  expect(harness.maps.list()).toEqual([]);
});
