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
} from '../../../../src-preload/contract/reviews.ts';

/** The limit of a counter, which a number holds exactly. `maxAhead` keeps it out of reach. */
export const maxCounter = 9_000_000_000_000_000;
/**
 * How far the counters of a file may be ahead of all that is known of its scene. No scene gets so many statements. Without this limit one
 * file could set the clock to the end of its range, and nobody could state anything of the scene any more.
 */
export const maxAhead = 1_000_000;
/** The limit of values of one field that were stated independently. */
export const maxVersions = 32;
/** The limit of databases that have written one review. */
export const maxWriters = 256;

/** The limit of the counter of names; nobody enters as many. */
export const maxNameCounter = 1_000_000;

/** The limit of statements that one decision names. */
export const maxDecided = 1_000;

/** The limit of rasters by which a scene is recognized. */
export const maxSceneFiles = 20;

/** The id of the database in which a statement was made. A database that replaces a lost one has another id. */
export const writerSchema = z.string().regex(/^[0-9a-f]{12}$/);
const counterSchema = z.number().int().min(1).max(maxCounter);
const timeSchema = z.iso.datetime({ offset: true }).max(40);

/** The statements that a value replaced: the highest counter of each writer. */
export const pastSchema = z
  .record(writerSchema, counterSchema)
  .refine((past) => Object.keys(past).length <= maxWriters);

/** Returns the schema of a value with the writer, counter and time of its statement and the statements that it replaced. */
export const versionOf = <S extends z.ZodType>(value: S) =>
  z.object({ value, writer: writerSchema, counter: counterSchema, past: pastSchema, at: timeSchema });
const versionsOf = <S extends z.ZodType>(value: S) => z.array(versionOf(value)).max(maxVersions);

/** One statement of one reviewer, as a decision names it. */
export const statementKeySchema = z.object({
  reviewer: reviewerIdSchema,
  writer: writerSchema,
  counter: counterSchema,
});

/** The decision of a reviewer between statements. */
export const decisionSchema = z.object({
  verdict: verdictSchema,
  /** The verdicts and decisions that were known when it was made. */
  over: z.array(statementKeySchema).max(maxDecided),
});

/** The identity of a scene, equal on every computer. */
export const reviewedSceneSchema = z.object({
  sceneId: z.string().min(1).max(300),
  contractId: z.string().min(1).max(200).nullable(),
  /** The origin of the service's catalogue; null if it is not known. */
  service: z.string().max(300).nullable(),
  connectionId: z.string().min(1).max(64).nullable(),
  /**
   * The SHA-256 of rasters of an imported scene, sorted. Its name is often that of a file, such as `ortho`, which another scene may have too.
   */
  files: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .max(maxSceneFiles)
    .optional(),
});

/** One reviewer's review of one scene, with all that is needed to merge it with another copy of it. */
export const reviewSchema = z.object({
  scene: reviewedSceneSchema,
  reviewer: z.object({
    id: reviewerIdSchema,
    name: z.string().max(reviewBounds.name),
    /** Grows whenever the reviewer enters a name, so that the new one counts in reviews of before too; missing until one is entered. */
    nameCounter: z.number().int().min(1).max(maxNameCounter).optional(),
  }),
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
/** A value with the writer, counter and time of its statement. */
export interface Version<T> {
  value: T;
  writer: string;
  counter: number;
  past: Past;
  at: string;
}
/** The identity of a scene, equal on every computer. */
export type ReviewedScene = z.infer<typeof reviewedSceneSchema>;
/** One reviewer's review of one scene. */
export type Review = z.infer<typeof reviewSchema>;
/** A decision between reviewers. */
export type Decision = z.infer<typeof decisionSchema>;
/** One statement of one reviewer. */
export type StatementKey = z.infer<typeof statementKeySchema>;

/** Returns a review without any statement. */
export const emptyReview = (scene: ReviewedScene, reviewer: Review['reviewer']): Review => ({
  scene,
  reviewer,
  seen: null,
  fields: { verdict: [], rating: [], tags: [], notes: [], decision: [] },
  remarks: {},
});

/** Yields the versions of all fields and remarks of a review. */
export function* allVersions({ fields, remarks }: Review): Generator<Version<unknown>> {
  for (const versions of Object.values(fields)) yield* versions;
  for (const versions of Object.values(remarks)) yield* versions;
}

/** Returns the highest counter of these reviews; 0 for none. */
export const clockOfAll = (reviews: readonly Review[]): number => Math.max(0, ...reviews.map(clockOf));

/** Returns the highest counter of a review, its logical clock; counters of replaced statements are included. */
export function clockOf(review: Review): number {
  let clock = 0;
  for (const { counter, past } of allVersions(review))
    clock = Math.max(clock, counter, ...Object.values(past));
  return clock;
}
