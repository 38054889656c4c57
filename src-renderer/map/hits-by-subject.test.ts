import { expect, it } from 'vitest';
import { hitsBySubject } from './hits-by-subject.ts';
import type { Cluster, MapHit } from './map-hit.ts';

const clusterOf = (splits: boolean): Cluster => ({
  size: 2,
  counts: new Map(),
  id: '1 2',
  splits,
  keys: () => [1, 2],
  box: () => [16, 48, 17, 49],
});
const selected: MapHit = { subject: 'task', key: 2, isArea: false, isInCluster: true };

it('counts a selected mark once that is drawn over its cluster', () => {
  const stack: MapHit = { subject: 'task', cluster: clusterOf(false) };
  const [listed] = hitsBySubject([selected, stack]);
  expect(listed).toMatchObject({ subject: 'task', count: 2, clusters: [] });
  expect(listed?.marks.map(({ key }) => key)).toEqual([2, 1]);
  const [counted] = hitsBySubject([selected, { subject: 'task', cluster: clusterOf(true) }]);
  expect(counted).toMatchObject({ count: 2, marks: [{ key: 2 }] });
});

it('counts marks beside a cluster, and other subjects for themselves', () => {
  const beside: MapHit = { subject: 'task', key: 7, isArea: false };
  const order: MapHit = { subject: 'order', key: '000042', isArea: false };
  const hits = hitsBySubject([beside, { subject: 'task', cluster: clusterOf(true) }, order]);
  expect(hits.map(({ subject, count }) => [subject, count])).toEqual([
    ['task', 3],
    ['order', 1],
  ]);
});
