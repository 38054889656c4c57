import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clusterLabel, clusterRadius, largestClusterPx, ringParts } from './cluster-stamps.ts';

it('shares the ring out in proportion, and leaves no status out', () => {
  expect(ringParts([50, 50, 0], 16)).toEqual([8, 8, 0]);
  expect(ringParts([999, 0, 1], 16)).toEqual([15, 0, 1]);
  expect(ringParts([1, 1, 1], 16).reduce((sum, each) => sum + each, 0)).toBe(16);
  fc.assert(
    fc.property(
      fc
        .array(fc.nat({ max: 100_000 }), { minLength: 6, maxLength: 6 })
        .filter((counts) => counts.some((count) => count > 0)),
      (counts) => {
        const shares = ringParts(counts, 16);
        expect(shares.reduce((sum, each) => sum + each, 0)).toBe(16);
        for (const [kind, count] of counts.entries()) expect((shares[kind] ?? 0) > 0).toBe(count > 0);
      },
    ),
  );
});

it('writes its number in four characters at most, in a mark that grows with it', () => {
  expect([2, 99, 9_999, 10_400, 100_000].map(clusterLabel)).toEqual(['2', '99', '9999', '10k', '100k']);
  expect([2, 10, 100, 1_000, 99_999].map(clusterRadius)).toEqual([11, 13, 15, 17, 17]);
  expect(clusterRadius(10_000_000)).toBeLessThan(largestClusterPx);
});
