import { z } from 'zod';
import {
  notesSchema,
  ratingSchema,
  remarkSchema,
  reviewBounds,
  reviewerIdSchema,
  tagsSchema,
  verdictSchema,
  verdictValueSchema,
} from '../../../src-preload/contract/reviews.ts';

/** Nobody makes so many statements on one scene: a clock beyond it would leave no room for those that follow. */
export const maxCounter = 1_000_000_000;
/** The most values of one field that were stated apart from each other. */
export const maxVersions = 32;
/** The most data folders that have written one review. */
export const maxWriters = 256;

/** The most statements that one decision names. */
export const maxDecided = 1_000;

/** Identifies the database in which a statement was made; a database that was lost and made again has another one. */
export const writerSchema = z.string().regex(/^[0-9a-f]{12}$/);
const counterSchema = z.number().int().min(1).max(maxCounter);
const timeSchema = z.iso.datetime({ offset: true }).max(40);

/** The statements that a value replaced: of each writer, the highest counter of them. */
export const pastSchema = z
  .record(writerSchema, counterSchema)
  .refine((past) => Object.keys(past).length <= maxWriters);

/** A value with its place in time: who stated it in which database, at which count, and what it replaced. */
export const versionOf = <S extends z.ZodType>(value: S) =>
  z.object({ value, writer: writerSchema, counter: counterSchema, past: pastSchema, at: timeSchema });
const versionsOf = <S extends z.ZodType>(value: S) => z.array(versionOf(value)).max(maxVersions);

/** One statement of one reviewer, as a decision names it. */
export const statementKeySchema = z.object({
  reviewer: reviewerIdSchema,
  writer: writerSchema,
  counter: counterSchema,
});

/** Who decided between which statements. */
export const decisionSchema = z.object({
  verdict: verdictSchema,
  /** The verdicts and decisions that were known then. */
  over: z.array(statementKeySchema).max(maxDecided),
});

/** By which a scene is known on every computer. */
export const reviewedSceneSchema = z.object({
  sceneId: z.string().min(1).max(300),
  contractId: z.string().min(1).max(200).nullable(),
  /** The origin of the service's catalogue; null if it is not known. */
  service: z.string().max(300).nullable(),
  connectionId: z.string().min(1).max(64).nullable(),
});

/** One reviewer's review of one scene, with everything that is needed to merge it with another version of itself. */
export const reviewSchema = z.object({
  scene: reviewedSceneSchema,
  reviewer: z.object({ id: reviewerIdSchema, name: z.string().max(reviewBounds.name) }),
  seen: z.object({ first: timeSchema, last: timeSchema }).nullable(),
  fields: z.object({
    verdict: versionsOf(verdictValueSchema.nullable()),
    rating: versionsOf(ratingSchema.nullable()),
    tags: versionsOf(tagsSchema),
    notes: versionsOf(notesSchema),
    decision: versionsOf(decisionSchema.nullable()),
  }),
  /** By the ids of the remarks; a version without a value is a remark that was removed. */
  remarks: z
    .record(z.uuid(), versionsOf(remarkSchema.nullable()))
    .refine((remarks) => Object.keys(remarks).length <= reviewBounds.remarks),
});

/** The statements that a value replaced, by writer. */
export type Past = z.infer<typeof pastSchema>;
/** A value with its place in time. */
export interface Version<T> {
  value: T;
  writer: string;
  counter: number;
  past: Past;
  at: string;
}
/** By which a scene is known on every computer. */
export type ReviewedScene = z.infer<typeof reviewedSceneSchema>;
/** One reviewer's review of one scene. */
export type Review = z.infer<typeof reviewSchema>;
/** A decision between reviewers. */
export type Decision = z.infer<typeof decisionSchema>;
/** One statement of one reviewer. */
export type StatementKey = z.infer<typeof statementKeySchema>;

/** Returns a review without any statement. */
export const emptyReview = (scene: ReviewedScene, reviewer: Review['reviewer']): Review => ({
  ...{ scene, reviewer, seen: null },
  fields: { verdict: [], rating: [], tags: [], notes: [], decision: [] },
  remarks: {},
});

/** Returns all versions of a review, whatever they are of. */
export function* allVersions({ fields, remarks }: Review): Generator<Version<unknown>> {
  for (const versions of Object.values(fields)) yield* versions;
  for (const versions of Object.values(remarks)) yield* versions;
}

/** Returns the highest count of a review, its logical clock; also counts that a statement has only heard of. */
export function clockOf(review: Review): number {
  let clock = 0;
  for (const { counter, past } of allVersions(review))
    clock = Math.max(clock, counter, ...Object.values(past));
  return clock;
}
