import { expect, it } from 'vitest';
import {
  type RemarkGeometry,
  reviewsOfSceneSchema,
  sceneReviewSchema,
} from '../../../src-preload/contract/reviews.ts';
import { sceneOf } from '../../../testing/page/samples.ts';
import { remarkGeometryOf } from './draw-remark.ts';
import { countFiles, countStates, featuresOf } from './report-rows.ts';

const at = '2026-03-02T11:00:00Z';
const said = <T>(...values: T[]) => values.map((value) => ({ value, at }));
const line: RemarkGeometry = {
  type: 'LineString',
  coordinates: [
    [3, 45],
    [4, 46],
  ],
};

const review = sceneReviewSchema.parse({
  reviewerId: '0123456789ab',
  name: '=Ana',
  isMine: true,
  seen: { first: at, last: at },
  verdict: said({ verdict: 'accepted', reason: '' }, { verdict: 'rejected', reason: 'haze' }),
  rating: said(4),
  tags: said(['port', 'ice']),
  notes: said('A ship.'),
  decision: said('rejected'),
  remarks: [
    { remarkId: '00000000-0000-4000-8000-000000000001', values: said({ geometry: line, text: 'Wake' }) },
    { remarkId: '00000000-0000-4000-8000-000000000002', values: said(null) },
  ],
});
const reviews = reviewsOfSceneSchema.parse({
  librarySceneId: 7,
  reviews: [review],
  problems: [],
  isWaiting: false,
  summary: { state: 'conflict', rating: 4, tags: ['ice', 'port'], conflicts: 1, remarks: 1, reviewers: 1 },
});

it('has a row for each review, with both values where two differ, and one for each remark that is there', () => {
  const [of, remark, ...others] = featuresOf({ scene: sceneOf(), reviews, footprint: null, files: [] });
  expect(others).toEqual([]);
  expect(of).toMatchObject({
    notes: 'A ship.',
    attributes: {
      kind: 'review',
      reviewer: '=Ana',
      state: 'conflict',
      verdict: 'accepted / rejected',
      reason: 'haze',
      decision: 'rejected',
      decided_at: at,
      rating: 4,
      tags: 'port, ice',
      seen_at: at,
    },
  });
  expect(remark).toMatchObject({
    notes: 'Wake',
    attributes: { kind: 'remark', reviewer: '=Ana' },
    geometry: { kind: 'line', places: line.coordinates },
  });
});

it('has a row for a scene that nobody has reviewed', () => {
  const none = { ...reviews, reviews: [], summary: { ...reviews.summary, state: null } };
  expect(featuresOf({ scene: sceneOf(), reviews: none, footprint: null, files: [] })).toMatchObject([
    { name: 'harbour', attributes: { kind: 'review', state: null, scene: 'SN33_20260302' } },
  ]);
});

it('has the period of a scene without a moment', () => {
  const period = { start: '2025-07-01T00:00:00.000Z', end: '2025-07-31T23:59:59.999Z' };
  const scene = sceneOf({ timestamp: null, period });
  expect(featuresOf({ scene, reviews, footprint: null, files: [] })).toMatchObject([
    { attributes: { acquired: null, acq_start: period.start, acq_end: period.end } },
    { attributes: { acquired: null, acq_start: period.start, acq_end: period.end } },
  ]);
});

it('counts the scenes of each state, and has the clouds of each scene', () => {
  const scene = sceneOf({ cloudCover: 12 });
  const inState = (state: 'accepted' | 'rejected' | null) => ({
    scene,
    reviews: { ...reviews, summary: { ...reviews.summary, state } },
    footprint: null,
    files: [{ kind: 'raster' as const, fileName: 'a.tif', path: 'Coast/a.tif', sizeBytes: 10, sha256: 'ab' }],
  });
  expect(countStates([inState('rejected'), inState(null), inState('accepted'), inState('rejected')])).toEqual(
    [
      { state: 'accepted', count: 1 },
      { state: 'rejected', count: 2 },
      { state: null, count: 1 },
    ],
  );
  expect(featuresOf(inState('accepted'))[0]?.attributes).toMatchObject({
    clouds: 12,
    files: 'Coast/a.tif',
    sha256: 'ab',
  });
  expect(countFiles([inState('accepted'), inState(null)])).toEqual({ files: 2, bytes: 20 });
});

it('takes what was drawn as a place with enough vertices', () => {
  const places = [
    [3.123456789, 45],
    [4, 46],
    [5, 45],
  ] as const;
  const drawn = (shape: 'point' | 'line' | 'area', count: number) =>
    remarkGeometryOf(
      shape,
      places.slice(0, count).map(([x, y]): [number, number] => [x, y]),
    );
  expect(drawn('point', 1)).toEqual({ type: 'Point', coordinates: [3.1234568, 45] });
  expect([drawn('point', 0), drawn('line', 1), drawn('area', 2)]).toEqual([null, null, null]);
  expect(drawn('line', 2)).toMatchObject({ type: 'LineString' });
  const area = drawn('area', 3);
  expect(area).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [3.1234568, 45],
        [4, 46],
        [5, 45],
        [3.1234568, 45],
      ],
    ],
  });
});
