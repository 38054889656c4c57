import { z } from 'zod';
import { type ReviewerId, reviewBounds, reviewerIdSchema } from '../../../src-preload/contract/reviews.ts';
import type { JsonDocument } from '../../store/json-document.ts';
import { maxNameCounter, type Review } from './model/review.ts';

/** The reviewer of this computer. It is not stored in the database, so that a person whose database is lost remains the same reviewer. */
export const identitySchema = z.object({
  /** Null until the first statement. */
  reviewerId: reviewerIdSchema.nullable(),
  /** Null until the user has entered a name. */
  name: z.string().min(1).max(reviewBounds.name).nullable(),
  /** See `reviewSchema`; 0 until a name was entered, and in files of before. */
  nameCounter: z.number().int().min(0).max(maxNameCounter).default(0),
});

/** Creates the identity of the reviewer of this computer. `defaultName` returns the name that is used until one is entered. */
export function createReviewerIdentity({
  document,
  newId,
  defaultName,
}: {
  document: JsonDocument<z.infer<typeof identitySchema>>;
  newId: () => string;
  defaultName: () => string;
}) {
  /** Returns the id of the reviewer; the first call stores it, before any statement is signed with it. */
  function idOf(): ReviewerId {
    const { reviewerId, name, nameCounter } = document.read();
    if (reviewerId !== null) return reviewerId;
    const id = reviewerIdSchema.parse(newId());
    document.write({ reviewerId: id, name, nameCounter });
    return id;
  }
  return {
    /** Returns the reviewer; the name is `?` if none is known. */
    me: (): Review['reviewer'] => {
      const stored = document.read();
      const name = stored.name ?? defaultName().trim().slice(0, reviewBounds.name);
      const reviewer = { id: idOf(), name: name === '' ? '?' : name };
      return stored.nameCounter === 0 ? reviewer : { ...reviewer, nameCounter: stored.nameCounter };
    },
    /** True until the user has entered a name. */
    isUnnamed: () => document.read().name === null,
    /** Returns the id of a reviewer who has stated nothing yet. */
    nextId: (): ReviewerId => reviewerIdSchema.parse(newId()),
    /** Stores a name, and another id if the user is another reviewer than before; `nameCounter` is that of no earlier name. */
    set(name: string, reviewerId: ReviewerId | undefined, nameCounter: number) {
      document.write({ name, reviewerId: reviewerId ?? idOf(), nameCounter });
    },
  };
}

/** What `createReviewerIdentity` returns. */
export type ReviewerIdentity = ReturnType<typeof createReviewerIdentity>;
