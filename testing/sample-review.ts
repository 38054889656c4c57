import { emptyReview, type Review, type Version } from '../src-main/features/reviews/model/review.ts';
import { reviewerIdOf } from './reviews-world.ts';

/** A value as the first statement of a writer. */
export const versionOf = <T>(value: T, fields: Partial<Version<T>> = {}): Version<T> => ({
  value,
  writer: 'b00000000001',
  counter: 1,
  past: {},
  at: '2026-03-01T10:00:00.000Z',
  ...fields,
});

/** A review of S1 by the first reviewer, with something in every field. */
export function sampleReview(n = 1): Review {
  const review = emptyReview(
    { sceneId: 'S1', contractId: 'cont.1', service: 'https://catalog.example', connectionId: 'connection' },
    { id: reviewerIdOf(n), name: n === 1 ? 'Ana' : 'Ben' },
  );
  return {
    ...review,
    seen: { first: '2026-03-01T09:00:00.000Z', last: '2026-03-01T10:00:00.000Z' },
    fields: {
      verdict: [versionOf({ verdict: 'rejected', reason: 'haze' })],
      rating: [versionOf(2, { counter: 2 })],
      tags: [versionOf(['port'], { counter: 3 })],
      notes: [versionOf('A ship.', { counter: 4 })],
      decision: [],
    },
    remarks: {
      '00000000-0000-4000-8000-000000000001': [
        versionOf({ geometry: { type: 'Point', coordinates: [3, 45] }, text: 'Smoke' }, { counter: 5 }),
      ],
    },
  };
}
