import { expect, it } from 'vitest';
import { seededRandom } from '../../testing/seeded-random.ts';
import { metresBetween, type NearPoint, nearPoints } from './near-pairs.ts';

it('finds every point within the distance, at the antimeridian and the poles too', () => {
  const random = seededRandom(7);
  const round = (longitude: number, latitude: number, degrees: number): NearPoint[] =>
    Array.from({ length: 60 }, () => ({
      longitude: ((longitude + (random() - 0.5) * degrees + 540) % 360) - 180,
      latitude: Math.max(-90, Math.min(90, latitude + (random() - 0.5) * 0.004)),
    }));
  const points = [
    ...round(16, 48, 0.004),
    ...round(180, -17, 0.004),
    ...round(0, 90, 360),
    ...round(0, -90, 360),
  ];
  const near = nearPoints(points, 100);
  let pairs = 0;
  for (const at of points) {
    const found = new Set(near(at));
    for (const other of points) {
      if (metresBetween(at, other) > 100) continue;
      pairs += 1;
      expect(found.has(other)).toBe(true);
    }
    expect(found.size).toBeLessThan(points.length / 2);
  }
  expect(pairs).toBeGreaterThan(points.length);
});
