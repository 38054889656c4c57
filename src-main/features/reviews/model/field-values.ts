import { z } from 'zod';
import {
  notesSchema,
  type ReviewStep,
  ratingSchema,
  remarkSchema,
  tagsSchema,
  verdictValueSchema,
} from '../../../../src-preload/contract/reviews.ts';
import { canonicalText } from '../../../core/content-hash.ts';
import { distinctValues, restate, type Stamp } from './merge-reviews.ts';
import { decisionSchema, type Review, type Version } from './review.ts';

/** The field or remark that a statement is about; `remarkId` is null for fields. */
export interface StatementTarget {
  field: ReviewStep['field'];
  remarkId: string | null;
}

/** The schemas of the values of a field; several values are a conflict. */
const valueSchemas = {
  verdict: z.array(verdictValueSchema.nullable()),
  rating: z.array(ratingSchema.nullable()),
  tags: z.array(tagsSchema),
  notes: z.array(notesSchema),
  decision: z.array(decisionSchema.nullable()),
  remark: z.array(remarkSchema.nullable()),
};
/** The value of a field without a statement. */
const emptyValues = {
  verdict: null,
  rating: null,
  tags: [],
  notes: '',
  decision: null,
  remark: null,
} as const;

function versionsOf({ fields, remarks }: Review, { field, remarkId }: StatementTarget): Version<unknown>[] {
  return field === 'remark' ? (remarks[remarkId ?? ''] ?? []) : fields[field];
}

/** Returns the different values of a field as a JSON list in a canonical form. */
export function valuesText(review: Review, target: StatementTarget): string {
  const values = distinctValues(versionsOf(review, target)).map(({ value }) => canonicalText(value));
  return values.length === 0 ? canonicalText([emptyValues[target.field]]) : `[${values.sort().join(',')}]`;
}

/**
 * Returns a review in which these values replace all versions of the field. `values` is a list as in `valuesText`, checked by the schema of
 * the field. Throws TooManyVersionsError if a counter would exceed its limit.
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
