import { describe, expect, it } from 'vitest';
import { hasField, mergeParsed, mergeRaw } from './merge-raw.ts';

describe('another answer about a row', () => {
  it('keeps what it does not say, and replaces what it says', () => {
    const before = { id: 1, name: 'one', details: { cloud: 5, sun: { angle: 30, side: 'east' } } };
    const after = { name: 'two', details: { sun: { angle: 31 } }, status: 'done' };
    expect(mergeRaw(before, after)).toEqual({
      id: 1,
      name: 'two',
      details: { cloud: 5, sun: { angle: 31, side: 'east' } },
      status: 'done',
    });
    expect(before.details.sun.angle).toBe(30);
  });

  it.each(['geometry', 'footprint', 'assets', 'bands'])('replaces %s as a whole, at any depth', (name) => {
    const [before, after] = [{ [name]: { old: 1, both: 1 } }, { [name]: { both: 2 } }];
    expect(mergeRaw(before, after)).toEqual(after);
    expect(mergeRaw({ inner: before }, { inner: after })).toEqual({ inner: after });
  });

  it('replaces a record by what is none, and what is none by a record', () => {
    expect(mergeRaw({ a: { x: 1 }, b: [1] }, { a: 'none', b: { y: 2 } })).toEqual({ a: 'none', b: { y: 2 } });
  });

  it('does not empty a field with null, unless null says that it is empty', () => {
    const before = { name: 'one', inner: { kept: 1, also: 2 } };
    const after = { name: null, fresh: null, inner: { kept: null } };
    expect(mergeRaw(before, after)).toEqual({ name: 'one', fresh: null, inner: { kept: 1, also: 2 } });
    expect(mergeRaw(before, after, { nullIsSaid: true })).toEqual({
      name: null,
      fresh: null,
      inner: { kept: null, also: 2 },
    });
  });

  it.each([
    ['flat after a Feature', 'feature', 'flat'],
    ['a Feature after a flat one', 'flat', 'feature'],
    ['a Feature after a Feature', 'feature', 'feature'],
  ] as const)('is merged where it is %s', (_, before, after) => {
    const written = (as: 'flat' | 'feature', geometry: object, fields: object) =>
      as === 'flat' ? { geometry, ...fields } : { geometry, properties: fields };
    const old = written(before, { x: 1 }, { id: 1, name: 'one' });
    const own = written(after, { y: 2 }, { id: 1, status: 'done' });
    expect(mergeRaw(old, own)).toEqual({
      geometry: { y: 2 },
      properties: { id: 1, name: 'one', status: 'done' },
    });
  });

  it('adds no geometry to a row that has none', () => {
    const merged = mergeRaw({ id: 1 }, { properties: { name: 'one' } });
    expect(merged).toEqual({ properties: { id: 1, name: 'one' } });
    expect(Object.keys(merged)).toEqual(['properties']);
  });

  it('does not keep the fields that hold only for the answer before, flat or in a Feature', () => {
    const except = ['reason'];
    expect(mergeRaw({ id: 1, reason: 'clouds' }, { status: 'done' }, { except })).toEqual({
      id: 1,
      status: 'done',
    });
    const feature = { type: 'Feature', properties: { id: 1, reason: 'clouds' } };
    expect(mergeRaw(feature, { status: 'done' }, { except })).toEqual({
      type: 'Feature',
      properties: { id: 1, status: 'done' },
    });
    expect(mergeRaw(feature, { reason: 'rain' }, { except })).toMatchObject({
      properties: { reason: 'rain' },
    });
  });
});

it.each([
  [{ assets: [] }, true],
  [{ assets: null }, true],
  [{ properties: { assets: {} } }, true],
  [{ properties: { other: 1 } }, false],
  [{ properties: null, other: 1 }, false],
  [{ properties: { other: 1 }, assets: 1 }, true],
])('whether a row says a field is seen at the top and in its properties: %j', (row, expected) => {
  expect(hasField(row, 'assets')).toBe(expected);
});

it('what was read of a row keeps its values where the next answer has none', () => {
  const before: Record<string, unknown> = { id: 1, name: 'one', status: 'new', note: null };
  expect(mergeParsed(before, { id: 1, name: null, status: 'done', note: undefined })).toEqual({
    id: 1,
    name: 'one',
    status: 'done',
    note: null,
  });
});
