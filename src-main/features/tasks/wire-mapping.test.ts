import { describe, expect, it } from 'vitest';
import { captureStatusKind, isFinal, taskStatusKind } from './status.ts';
import { targetCentre } from './wire-mapping.ts';

describe('status', () => {
  it.each([
    ['received', 'received'],
    ['Received', 'received'],
    ['in_progress', 'in-progress'],
    ['IN PROGRESS', 'in-progress'],
    ['in-progress', 'in-progress'],
    [' in_progress ', 'in-progress'],
    ['completed', 'completed'],
    ['Canceled', 'cancelled'],
    ['canceled', 'cancelled'],
    ['CANCELLED', 'cancelled'],
    ['failed', 'failed'],
    ['rejected', 'failed'],
    ['awaiting_weather', 'other'],
    ['', 'other'],
    [null, 'other'],
    ['constructor', 'other'],
  ])('of a task: %j is %s', (text, kind) => expect(taskStatusKind(text)).toBe(kind));

  it.each([
    ['queued', 'queued'],
    ['Processing', 'processing'],
    ['published ', 'published'],
    ['rejected', 'failed'],
    ['failed', 'failed'],
    ['quality_check', 'other'],
    [null, 'other'],
  ])('of a capture: %j is %s', (text, kind) => expect(captureStatusKind(text)).toBe(kind));

  it('three kinds are final', () => {
    const kinds = ['received', 'in-progress', 'completed', 'cancelled', 'failed', 'other'] as const;
    expect(kinds.filter(isFinal)).toEqual(['completed', 'cancelled', 'failed']);
  });
});

describe('target', () => {
  const centre = (type: string, coordinates: unknown) => targetCentre({ type, coordinates });
  const square = (west: number, east: number) => [
    [west, 10],
    [east, 10],
    [east, 20],
    [west, 20],
    [west, 10],
  ];
  it('is the point, with or without altitude', () => {
    expect(centre('Point', [16.37, 48.2])).toEqual({ longitude: 16.37, latitude: 48.2 });
    expect(centre('Point', [16.37, 48.2, 0])).toEqual({ longitude: 16.37, latitude: 48.2 });
  });
  it('is the middle of an area', () => {
    expect(centre('Polygon', [square(0, 10)])).toEqual({ longitude: 5, latitude: 15 });
    expect(centre('MultiPolygon', [[square(0, 10)], [square(50, 60)]])).toEqual({
      longitude: 5,
      latitude: 15,
    });
    expect(centre('LineString', square(0, 10))).toEqual({ longitude: 5, latitude: 15 });
  });
  it('is the middle of an area over the antimeridian, not of the world', () => {
    expect(centre('Polygon', [square(178, -178)])).toEqual({ longitude: 180, latitude: 15 });
    expect(centre('Polygon', [square(179, -175)])?.longitude).toBeCloseTo(-178);
    expect(centre('Polygon', [square(-175, 179)])?.longitude).toBeCloseTo(-178);
  });
  it.each([null, undefined, [], ['a', 'b'], [[]], [[[]]], 'x', {}, [Number.NaN, 1], [[[['x']]]]])(
    'is nowhere for %j',
    (coordinates) => expect(centre('Polygon', coordinates)).toBeNull(),
  );
  it.each([
    [190, -170],
    [-190, 170],
    [540, -180],
    [-180, -180],
    [377, 17],
  ])('with a longitude of %d is at %d', (x, longitude) =>
    expect(centre('Point', [x, 5])).toEqual({ longitude, latitude: 5 }),
  );
  it.each([
    [721, 0],
    [0, 91],
    [1e308, 5],
  ])('%d, %d is no place on the map', (x, y) => expect(centre('Point', [x, y])).toBeNull());
  it('is nowhere without one', () => expect(targetCentre(null)).toBeNull());
});
