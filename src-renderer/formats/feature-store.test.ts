import { expect, it } from 'vitest';
import { mercatorX } from '../../src-shared/geometry/mercator.ts';
import { batchSize, createFeatureStore } from './feature-store.ts';
import type { ImportedFeature, ImportedGeometry } from './imported.ts';

const feature = (name: string, geometry: ImportedGeometry): ImportedFeature => ({
  name,
  notes: null,
  tags: [],
  attributes: { name },
  geometry,
  where: { layer: null, number: 1, line: null },
});
const point = (longitude: number, latitude: number): ImportedGeometry => ({
  kind: 'point',
  longitude,
  latitude,
  altitudeMetres: null,
});

it('returns all features in batches, in order', () => {
  const store = createFeatureStore();
  const count = 2 * batchSize + 7;
  for (let i = 0; i < count; i += 1) store.add(feature(`P${i}`, point(i / 100, 1)));
  const batches = [0, 1, 2, 3].map(store.batch);
  expect(batches.map((batch) => batch.length)).toEqual([batchSize, batchSize, 7, 0]);
  expect(batches.flat().map(({ name }) => name)).toEqual(Array.from({ length: count }, (_, i) => `P${i}`));
  expect(store.first()).toHaveLength(50);
});

it('packs points and outlines for the map, with the box of all of them', () => {
  const store = createFeatureStore();
  expect(store.places().box).toBeNull();
  store.add(feature('A', point(10, 20)));
  const ring = [
    [170, 1],
    [190, 1],
    [190, 5],
  ] as const;
  store.add(feature('B', { kind: 'area', rings: [ring] }));
  const { x, flat, starts, boxes, box } = store.places();
  expect([...x]).toEqual([mercatorX(10)]);
  expect([[...starts], flat.length, boxes.length]).toEqual([[0, 6], 6, 4]);
  expect(box).toEqual([10, 1, 190, 20]);
});
