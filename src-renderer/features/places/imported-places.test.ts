import { expect, it } from 'vitest';
import { newPlaceSchema, placeBounds } from '../../../src-preload/contract/place-values.ts';
import { mostVerticesAtOnce } from '../../../src-preload/contract/places.ts';
import { limits } from '../../formats/limits.ts';
import type { LonLat } from '../../kit/i18n/coordinates.ts';
import type { NamedFeature } from './import/import-target.ts';
import { batchesOf, placeOfFeature, widenedBox } from './imported-places.ts';

const where = { layer: null, number: 1, line: 3 };
const featureAt = (
  longitude: number,
  latitude: number,
  fields: Partial<NamedFeature> = {},
): NamedFeature => ({
  name: 'Weir',
  notes: null,
  tags: [],
  attributes: {},
  where,
  fileName: 'weirs.csv',
  geometry: { kind: 'point', longitude, latitude, altitudeMetres: null },
  ...fields,
});
const areaOf = (vertices: number): NamedFeature =>
  featureAt(0, 0, {
    geometry: { kind: 'area', rings: [Array.from({ length: vertices }, (_, i): LonLat => [i / 1e4, 1])] },
  });
/** Parses a place as the main process does; throws if it is rejected. */
const kept = (feature: NamedFeature) => newPlaceSchema.parse(placeOfFeature(feature).place);
const sizes = (features: readonly NamedFeature[]) =>
  batchesOf(features.map(placeOfFeature)).map(({ length }) => length);

it('keeps what a file says of a feature, and where it stands there', () => {
  const attributes = { owner: 'harbour', depth: 3.5, open: true, checked: null };
  const feature = featureAt(16.37, 48.2, { notes: 'Closed\nin winter', tags: ['a', 'b'], attributes });
  expect(placeOfFeature(feature)).toMatchObject({
    isShortened: false,
    place: {
      name: 'Weir',
      notes: 'Closed\nin winter',
      tags: ['a', 'b'],
      attributes,
      geometry: feature.geometry,
      source: { fileName: 'weirs.csv', line: 3 },
    },
  });
  expect(kept(featureAt(1, 2, { where: { ...where, layer: 'North' } })).source?.fileName).toBe(
    'weirs.csv: North',
  );
  expect(kept(featureAt(1, 2, { fileName: null })).source).toBeNull();
});

it('makes a place that main accepts of anything that an import lets through', () => {
  const texts = Object.fromEntries(
    Array.from({ length: limits.attributes }, (_, i) => [`${'k'.repeat(200)} ${i}`, i]),
  );
  const place = kept(
    featureAt(-180, 90, {
      name: `${'n'.repeat(limits.nameChars)} 12`,
      notes: 'x'.repeat(limits.notesChars),
      tags: ['\u0000', ...Array.from({ length: limits.tags - 1 }, (_, i) => `${i}`.padEnd(100, 't'))],
      attributes: { '': 'without a name', ...Object.fromEntries(Object.entries(texts).slice(0, 150)) },
      where: { layer: 'l'.repeat(400), number: 1, line: 1 },
      geometry: { kind: 'point', longitude: -180, latitude: 90, altitudeMetres: 999_999 },
    }),
  );
  expect(place.name).toHaveLength(placeBounds.name);
  expect(place.tags).toHaveLength(limits.tags - 1);
  expect(place.attributes?.['-']).toBe('without a name');
  expect(Object.keys(place.attributes ?? {})).toHaveLength(151);
});

it('says when attributes are too long together, and keeps those that fit', () => {
  const attributes = { a: 'x'.repeat(20_000), b: 'y'.repeat(20_000), c: 'short' };
  const made = placeOfFeature(featureAt(1, 2, { attributes }));
  expect(made.isShortened).toBe(true);
  expect(Object.keys(newPlaceSchema.parse(made.place).attributes ?? {})).toEqual(['a', 'c']);
  // The maximum is exact.
  const longest = placeBounds.attributesInAll - '{"a":"","b":""}'.length - 20_000;
  const whole = { a: 'x'.repeat(20_000), b: 'y'.repeat(longest) };
  expect(placeOfFeature(featureAt(1, 2, { attributes: whole })).isShortened).toBe(false);
  const more = { ...whole, b: `${whole.b}y` };
  expect(placeOfFeature(featureAt(1, 2, { attributes: more })).isShortened).toBe(true);
});

it('splits batches by places, by vertices and by texts', () => {
  expect(batchesOf([])).toEqual([]);
  expect(sizes(Array.from({ length: 1_001 }, () => featureAt(1, 2)))).toEqual([1_000, 1]);
  const each = mostVerticesAtOnce / 6;
  expect(sizes(Array.from({ length: 7 }, () => areaOf(each)))).toEqual([6, 1]);
  const long = featureAt(1, 2, { attributes: { a: 'x'.repeat(19_000), b: 'y'.repeat(19_000) } });
  const batches = sizes(Array.from({ length: 300 }, () => long));
  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(300);
  // A message of the loopback host may have 16 MiB.
  expect(Math.max(...batches) * 38_000 * 3).toBeLessThan(16 * 1_024 * 1_024);
});

it('shows all of the features, on the shorter way across the antimeridian', () => {
  const boxOfAll = (...features: NamedFeature[]) =>
    features.reduce<ReturnType<typeof widenedBox> | null>(widenedBox, null);
  expect(boxOfAll(featureAt(10, 1), featureAt(-20, 5))).toEqual([-20, 1, 10, 5]);
  expect(boxOfAll(featureAt(179, 1), featureAt(-179, 5))).toEqual([179, 1, 181, 5]);
  expect(boxOfAll(featureAt(0, 0), areaOf(11))).toEqual([0, 0, 0.001, 1]);
  const wide = (west: number) =>
    featureAt(0, 0, {
      geometry: {
        kind: 'area',
        rings: [
          [
            [west, 0],
            [west + 170, 0],
            [west, 1],
          ],
        ],
      },
    });
  expect(boxOfAll(wide(0), wide(100), wide(-160))).toEqual([-180, 0, 180, 1]);
});
