import { z } from 'zod';
import { type ReviewerId, reviewBounds, reviewerIdSchema } from '../../src-preload/contract/reviews.ts';
import type { JsonDocument } from '../store/json-document.ts';
import type { Review } from './model/review.ts';

/** Who reviews on this computer. It is not in the database: a person whose database was lost is still the same reviewer. */
export const identitySchema = z.object({
  /** Null until the first statement. */
  reviewerId: reviewerIdSchema.nullable(),
  /** Null until somebody has entered a name. */
  name: z.string().min(1).max(reviewBounds.name).nullable(),
});

/** Creates who reviews on this computer. `usualName` is the name of the person until one is entered. */
export function createReviewerIdentity({
  document,
  newId,
  usualName,
}: {
  document: JsonDocument<z.infer<typeof identitySchema>>;
  newId: () => string;
  usualName: () => string;
}) {
  /** The id is kept before anything is signed with it. */
  function idOf(): ReviewerId {
    const { reviewerId, name } = document.read();
    if (reviewerId !== null) return reviewerId;
    const made = reviewerIdSchema.parse(newId());
    document.write({ reviewerId: made, name });
    return made;
  }
  return {
    me: (): Review['reviewer'] => {
      const name = document.read().name ?? usualName().trim().slice(0, reviewBounds.name);
      return { id: idOf(), name: name === '' ? '?' : name };
    },
    isUnnamed: () => document.read().name === null,
    set(name: string, reviewerId: ReviewerId | undefined) {
      document.write({ name, reviewerId: reviewerId ?? idOf() });
    },
  };
}

/** What `createReviewerIdentity` returns. */
export type ReviewerIdentity = ReturnType<typeof createReviewerIdentity>;
