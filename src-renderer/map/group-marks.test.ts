import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mercatorX, mercatorY, worldMetres } from '../../src-shared/geometry/mercator.ts';
import { groupingDistance } from './group-levels.ts';
import { type GroupedMarks, groupMarks, kindCount, type MarkGroups } from './group-marks.ts';
import { groupsAt } from './hit-groups.ts';

type Mark = readonly [longitude: number, latitude: number, kind: number];

const marksOf = (marks: readonly Mark[]): GroupedMarks => ({
  x: Float64Array.from(marks, ([longitude]) => mercatorX(longitude)),
  y: Float64Array.from(marks, ([, latitude]) => mercatorY(latitude)),
  kinds: Uint8Array.from(marks, ([, , kind]) => kind),
});
const zoomed = (zoom: number) => worldMetres / 256 / 2 ** zoom;
function grouped(marks: readonly Mark[], zoom: number): MarkGroups {
  const groups = groupMarks(marksOf(marks), groupingDistance(zoomed(zoom))).proceed(() => false);
  if (groups === null) throw new Error('not ready');
  return groups;
}

const kind = fc.integer({ min: 0, max: kindCount - 1 });
const anywhere: fc.Arbitrary<Mark> = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -84, max: 84, noNaN: true }),
  kind,
);
const inOneTown: fc.Arbitrary<Mark> = fc.tuple(
  fc.double({ min: 179.98, max: 180, noNaN: true }),
  fc.double({ min: -17.01, max: -17, noNaN: true }),
  kind,
);
const crowd = fc.array(fc.oneof(anywhere, inOneTown), { maxLength: 120 });
const zoom = fc.double({ min: 1, max: 20, noNaN: true });

it('counts every mark once, in its group and by its kind, at any zoom', () => {
  fc.assert(
    fc.property(crowd, zoom, (marks, at) => {
      const { count, sizes, kinds, groupOf, firsts } = grouped(marks, at);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(marks.length);
      const counted = new Uint32Array(count * kindCount);
      for (const [i, [, , own]] of marks.entries()) {
        const group = groupOf[i] ?? -1;
        expect(group).toBeGreaterThanOrEqual(0);
        expect(group).toBeLessThan(count);
        counted[group * kindCount + own] = (counted[group * kindCount + own] ?? 0) + 1;
      }
      expect(kinds).toEqual(counted);
      for (let group = 0; group < count; group += 1) expect(groupOf[firsts[group] ?? -1]).toBe(group);
    }),
  );
});

it('keeps together only what is near, and apart only what is far, also over the antimeridian', () => {
  fc.assert(
    fc.property(crowd, zoom, (marks, at) => {
      const { x, y } = marksOf(marks);
      const { firsts, groupOf, count } = grouped(marks, at);
      const distance = groupingDistance(zoomed(at));
      const apart = (one: number, other: number) => {
        const dx = Math.abs((x[one] ?? 0) - (x[other] ?? 0)) % worldMetres;
        return Math.hypot(Math.min(dx, worldMetres - dx), (y[one] ?? 0) - (y[other] ?? 0));
      };
      for (const i of marks.keys())
        expect(apart(i, firsts[groupOf[i] ?? 0] ?? 0)).toBeLessThanOrEqual(distance * 1.000001);
      for (let group = 0; group < count; group += 1)
        for (let other = group + 1; other < count; other += 1)
          expect(apart(firsts[group] ?? 0, firsts[other] ?? 0)).toBeGreaterThan(distance * 0.999999);
    }),
    { numRuns: 60 },
  );
});

it('groups two marks on both sides of the antimeridian, at the first one', () => {
  const marks: Mark[] = [
    [179.9, 10, 0],
    [-179.9, 10, 1],
  ];
  const { count, x, sizes } = grouped(marks, 4);
  expect([count, sizes[0]]).toEqual([1, 2]);
  expect(x[0]).toBe(mercatorX(179.9));
});

it('has groups of one before clusters, at the places of their marks', () => {
  const { count, sizes, x } = grouped(
    [
      [0, 0, 0],
      [0.001, 0, 0],
      [90, 0, 0],
    ],
    4,
  );
  expect([count, ...sizes]).toEqual([2, 1, 2]);
  expect(x[0]).toBe(mercatorX(90));
});

it('goes on where its time ended, with the same result', () => {
  const marks = Array.from(
    { length: 5_000 },
    (_, i): Mark => [((i * 7919) % 360) - 180, ((i * 104_729) % 120) - 60, i % 6],
  );
  const work = groupMarks(marksOf(marks), groupingDistance(zoomed(3)));
  let steps = 1;
  // Its time is always over, and still it comes to an end.
  while (work.proceed(() => true) === null) steps += 1;
  expect(steps).toBeGreaterThan(10);
  expect(work.proceed(() => true)).toEqual(grouped(marks, 3));
});

function drawnOf(marks: readonly Mark[], at: number) {
  const placed = marksOf(marks);
  const ids = marks.map((_, i) => `mark ${i}`);
  return { placed: { ...placed, ids, at: new Map(ids.map((id, i) => [id, i])) }, groups: grouped(marks, at) };
}

it('finds what is drawn under the pointer: marks, clusters with their counts, and what is drawn by itself', () => {
  const marks: Mark[] = [
    [16, 48, 2],
    [16.001, 48, 2],
    [16, 48.001, 4],
    [30, 48, 0],
  ];
  const drawn = drawnOf(marks, 6);
  const options = { resolution: zoomed(6), reachPx: 9, alone: null };
  const at = (longitude: number, latitude: number) => [mercatorX(longitude), mercatorY(latitude)] as const;
  expect(groupsAt(drawn, at(30, 48), options)).toEqual([{ key: 'mark 3' }]);
  expect(groupsAt(drawn, at(390, 48), options)).toEqual([{ key: 'mark 3' }]);
  expect(groupsAt(drawn, at(23, 48), options)).toEqual([]);
  const [hit] = groupsAt(drawn, at(16, 48), options);
  if (!hit || !('cluster' in hit)) throw new Error('no cluster');
  const { size, counts, splits } = hit.cluster;
  expect({ size, counts: [...counts], splits }).toEqual({
    size: 3,
    counts: [
      ['completed', 2],
      ['failed', 1],
    ],
    splits: true,
  });
  expect(hit.cluster.keys(2)).toEqual(['mark 0', 'mark 1']);
  const [west, south, east, north] = hit.cluster.box();
  expect([west, east].map((x) => x.toFixed(3))).toEqual(['16.000', '16.001']);
  expect([south, north].map((y) => y.toFixed(3))).toEqual(['48.000', '48.001']);
  // A selected mark is drawn over the cluster that it is part of.
  const [own, ...others] = groupsAt(drawn, at(16.001, 48), { ...options, alone: 'mark 1' });
  expect(own).toEqual({ key: 'mark 1', isInCluster: true });
  expect(others).toHaveLength(1);
  expect(groupsAt(drawn, at(30, 48), { ...options, alone: 'mark 3' })).toEqual([{ key: 'mark 3' }]);
});

it('says which marks no zoom draws apart', () => {
  const marks: Mark[] = [
    [16, 48, 0],
    [16.000_01, 48, 0],
  ];
  const [hit] = groupsAt(drawnOf(marks, 12), [mercatorX(16), mercatorY(48)], {
    resolution: zoomed(12),
    reachPx: 9,
    alone: null,
  });
  expect(hit && 'cluster' in hit && hit.cluster.splits).toBe(false);
});
