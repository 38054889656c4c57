import { z } from 'zod';
import {
  notesSchema,
  type ReviewStep,
  ratingSchema,
  remarkSchema,
  tagsSchema,
  verdictValueSchema,
} from '../../../src-preload/contract/reviews.ts';
import { canonicalText } from '../../core/content-hash.ts';
import { distinctValues, restate, type Stamp } from './merge-reviews.ts';
import { decisionSchema, type Review, type Version } from './review.ts';

/** What of a review a statement is about; `remarkId` is null for all but remarks. */
export interface StatementTarget {
  field: ReviewStep['field'];
  remarkId: string | null;
}

/** The values that a field can have, one or several beside each other. */
const valueSchemas = {
  verdict: z.array(verdictValueSchema.nullable()),
  rating: z.array(ratingSchema.nullable()),
  tags: z.array(tagsSchema),
  notes: z.array(notesSchema),
  decision: z.array(decisionSchema.nullable()),
  remark: z.array(remarkSchema.nullable()),
};
/** What a field has before anything is stated. */
const nothing = { verdict: null, rating: null, tags: [], notes: '', decision: null, remark: null } as const;

function versionsOf({ fields, remarks }: Review, { field, remarkId }: StatementTarget): Version<unknown>[] {
  return field === 'remark' ? (remarks[remarkId ?? ''] ?? []) : fields[field];
}

/** Returns the values of a field as JSON: one, or several where they differ. */
export function valuesText(review: Review, target: StatementTarget): string {
  const values = distinctValues(versionsOf(review, target)).map(({ value }) => canonicalText(value));
  return values.length === 0 ? canonicalText([nothing[target.field]]) : `[${values.sort().join(',')}]`;
}

/**
 * Returns a review in which these values replace all that is known of the field. `values` are those of `valuesText`, or one that was
 * stated; they are read by the schema of the field. Throws TooManyVersionsError if its clock has no room.
 */
export function withValues(review: Review, target: StatementTarget, values: unknown, stamp: Stamp): Review {
  const { fields, remarks } = review;
  switch (target.field) {
    case 'verdict': {
      const verdict = restate(fields.verdict, valueSchemas.verdict.parse(values), stamp);
      return { ...review, fields: { ...fields, verdict } };
    }
    case 'rating': {
      const rating = restate(fields.rating, valueSchemas.rating.parse(values), stamp);
      return { ...review, fields: { ...fields, rating } };
    }
    case 'tags': {
      const tags = restate(fields.tags, valueSchemas.tags.parse(values), stamp);
      return { ...review, fields: { ...fields, tags } };
    }
    case 'notes': {
      const notes = restate(fields.notes, valueSchemas.notes.parse(values), stamp);
      return { ...review, fields: { ...fields, notes } };
    }
    case 'decision': {
      const decision = restate(fields.decision, valueSchemas.decision.parse(values), stamp);
      return { ...review, fields: { ...fields, decision } };
    }
    case 'remark': {
      const id = target.remarkId ?? '';
      const remark = restate(remarks[id] ?? [], valueSchemas.remark.parse(values), stamp);
      return { ...review, remarks: { ...remarks, [id]: remark } };
    }
  }
}
