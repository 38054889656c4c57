import {
  type Remark,
  type RemarkId,
  type ReviewerId,
  remarkIdSchema,
  type SceneReview,
} from '../../../src-preload/contract/reviews.ts';
import { distinctValues } from './model/merge-reviews.ts';
import type { Review, Version } from './model/review.ts';

const shownVersions = <T>(versions: readonly Version<T>[]) =>
  distinctValues(versions).map(({ value, at }) => ({ value, at }));

const shownRemarks = ({ remarks }: Review): SceneReview['remarks'] =>
  Object.entries(remarks).flatMap(([id, versions]) => {
    const values: { value: Remark | null; at: string }[] = shownVersions(versions);
    const remarkId: RemarkId = remarkIdSchema.parse(id);
    return values.some(({ value }) => value !== null) ? [{ remarkId, values }] : [];
  });

/** Returns a review as the page shows it; `me` is the reviewer of this computer. Removed remarks are left out. */
export function shownReview(review: Review, me: ReviewerId): SceneReview {
  const { reviewer, fields, seen } = review;
  return {
    reviewerId: reviewer.id,
    name: reviewer.name,
    isMine: reviewer.id === me,
    seen,
    verdict: shownVersions(fields.verdict),
    rating: shownVersions(fields.rating),
    tags: shownVersions(fields.tags),
    notes: shownVersions(fields.notes),
    decision: shownVersions(fields.decision).map(({ value, at }) => ({ value: value?.verdict ?? null, at })),
    remarks: shownRemarks(review),
  };
}
