import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { librarySceneIdSchema, mostNamed } from './ids.ts';

/** Identifies a reviewer on every computer. The names of review files contain it. */
export const reviewerIdSchema = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .brand<'ReviewerId'>();
/** Identifies a drawn remark. */
export const remarkIdSchema = z.uuid().brand<'RemarkId'>();
export const reviewQueueIdSchema = z.number().int().positive().brand<'ReviewQueueId'>();

/** A reviewer's verdict on a scene; the texts are under `reviews.verdict`. */
export const verdicts = ['accepted', 'rejected', 'needs-task'] as const;
export const verdictSchema = z.enum(verdicts);

/** The state of a scene by all its reviews: `conflict` until somebody decides between different statements. */
export const reviewStates = [...verdicts, 'conflict'] as const;
export const reviewStateSchema = z.enum(reviewStates);

/** The largest number of tags and drawn remarks of one review, and the longest texts. In characters. */
export const reviewBounds = {
  tags: 50,
  tag: 60,
  remarks: 500,
  vertices: 5_000,
  remarkText: 2_000,
  notes: 20_000,
  reason: 300,
  name: 120,
} as const;
/** The limits for the scenes of a queue and for queues. */
export const mostQueued = 10_000;
/** The largest number of scenes that get a statement together. */
export const mostStated = 10_000;
export const mostQueues = 50;
/** The limit for scenes with something new that are listed by name; all of them are counted. */
export const mostNewScenes = 20;
/** The limit for problems that are listed by name; all of them are counted. */
export const mostReviewProblems = 200;

/** Why a review file, or a part of it, is not used; the texts are under `reviews.problem`. */
export const reviewProblems = [
  'too-large',
  'unreadable',
  'not-json',
  'too-complex',
  'not-review',
  'other-version',
  'invalid',
  'clock',
  'geometry',
  'too-many',
  'changed-by-hand',
  'other-scene',
  'unknown-scene',
  'same-name',
  'too-deep',
] as const;
export const reviewProblemSchema = z.enum(reviewProblems);

const longitude = z.number().min(-720).max(720);
const latitude = z.number().min(-90).max(90);
const position = z.tuple([longitude, latitude]);

/** The place of a drawn remark, in degrees; GeoJSON of RFC 7946. */
export const remarkGeometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({
    type: z.literal('LineString'),
    coordinates: z.array(position).min(2).max(reviewBounds.vertices),
  }),
  z.object({
    type: z.literal('Polygon'),
    /** One ring, closed. */
    coordinates: z.tuple([z.array(position).min(4).max(reviewBounds.vertices)]),
  }),
]);

export const remarkSchema = z.object({
  geometry: remarkGeometrySchema,
  text: z.string().max(reviewBounds.remarkText),
});

export const verdictValueSchema = z.object({
  verdict: verdictSchema,
  /** One of the reviewer's own reasons; empty if none is given. */
  reason: z.string().max(reviewBounds.reason),
});
export const ratingSchema = z.number().int().min(1).max(5);
export const tagSchema = z.string().trim().min(1).max(reviewBounds.tag);
export const tagsSchema = z.array(tagSchema).max(reviewBounds.tags);
export const notesSchema = z.string().max(reviewBounds.notes);

/** The fields of a review that have one value each. */
export const reviewFields = ['verdict', 'rating', 'tags', 'notes'] as const;

/**
 * A statement of a reviewer. It replaces the reviewer's earlier ones of the same field, even several different ones that were
 * made on separate computers.
 */
export const statementSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('verdict'), value: verdictValueSchema.nullable() }),
  z.object({ field: z.literal('rating'), value: ratingSchema.nullable() }),
  z.object({ field: z.literal('tags'), value: tagsSchema }),
  z.object({ field: z.literal('notes'), value: notesSchema }),
  /** Decides between reviewers with different verdicts: the scene has this state from now on. */
  z.object({ field: z.literal('decision'), value: verdictSchema }),
  /** Null removes the remark. */
  z.object({ field: z.literal('remark'), remarkId: remarkIdSchema, value: remarkSchema.nullable() }),
]);

/**
 * A statement of a reviewer about many scenes. Tags are added to those that each scene has and taken away from them; a scene whose tags
 * were stated differently on separate computers gets all of them.
 */
export const manyStatementSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('verdict'), value: verdictValueSchema.nullable() }),
  z.object({ field: z.literal('rating'), value: ratingSchema.nullable() }),
  z.object({ field: z.literal('tags'), add: tagsSchema, remove: tagsSchema }),
]);

const stated = { at: z.string() };
const valuesOf = <S extends z.ZodType>(value: S) => z.array(z.object({ value, ...stated }));

/** One reviewer's review of a scene. A field has several values if different ones were stated on separate computers. */
export const sceneReviewSchema = z.object({
  reviewerId: reviewerIdSchema,
  name: z.string(),
  isMine: z.boolean(),
  verdict: valuesOf(verdictValueSchema.nullable()),
  rating: valuesOf(ratingSchema.nullable()),
  tags: valuesOf(tagsSchema),
  notes: valuesOf(notesSchema),
  /** The state that this reviewer set where reviewers differed; null if that was undone. */
  decision: valuesOf(verdictSchema.nullable()),
  remarks: z.array(z.object({ remarkId: remarkIdSchema, values: valuesOf(remarkSchema.nullable()) })),
  /** When this reviewer opened the scene for the first and the last time; null if only statements are known. */
  seen: z.object({ first: z.string(), last: z.string() }).nullable(),
});

/** The summary of all reviews of a scene, as lists and filters show it. */
export const reviewSummarySchema = z.object({
  state: reviewStateSchema.nullable(),
  /** The rating of this reviewer, or else the latest one of others by the clock of the reviews. */
  rating: ratingSchema.nullable(),
  /** Who gave the rating; null if this reviewer did, or nobody. */
  ratingBy: z.string().nullable().default(null),
  /** The tags of all reviewers, those of this reviewer first. */
  tags: z.array(z.string()),
  /** Who gave the tags that this reviewer has not given, by tag. */
  tagsBy: z.record(z.string(), z.array(z.string())).default({}),
  /** The number of fields and remarks with different values that nobody has decided between. */
  conflicts: z.number().int(),
  remarks: z.number().int(),
  /** The number of reviewers who have opened the scene or stated something. */
  reviewers: z.number().int(),
});

/** All reviews of a scene. */
export const reviewsOfSceneSchema = z.object({
  librarySceneId: librarySceneIdSchema,
  summary: reviewSummarySchema,
  reviews: z.array(sceneReviewSchema),
  /** The review files beside the scene that are not used, by name. */
  problems: z.array(z.object({ path: z.string(), problem: reviewProblemSchema })).max(mostReviewProblems),
  /** True until all statements of this computer are in files. They stay in the database if the scene has none. */
  isWaiting: z.boolean(),
  /** True for a scene whose files are outside of the library folder, where no review is written. */
  staysHere: z.boolean().default(false),
  /**
   * True if a file has statements under the name of this reviewer that replace others which were made on this computer. Both are values of
   * their field until the reviewer chooses.
   */
  isDisputed: z.boolean().default(false),
});

const queueSchema = z.object({
  queueId: reviewQueueIdSchema,
  name: z.string(),
  madeAt: z.string(),
  total: z.number().int(),
  /** The scenes without a verdict of this reviewer. */
  left: z.number().int(),
  /** The position in the queue, from 0, and its scene. */
  position: z.number().int(),
  librarySceneId: librarySceneIdSchema.nullable(),
});

const byScene = z.object({ librarySceneId: librarySceneIdSchema });
const byQueue = z.object({ queueId: reviewQueueIdSchema });

const stepSchema = z.object({
  stepId: z.number().int(),
  librarySceneId: librarySceneIdSchema,
  sceneName: z.string(),
  field: z.enum([...reviewFields, 'decision', 'remark']),
  /** The number of scenes that are undone or done again together. */
  scenes: z.number().int(),
});

const swappedSchema = z.object({
  /** False if nothing was changed. */
  isDone: z.boolean(),
  /** The number of scenes that stay as they are, because their field was changed since. */
  kept: z.number().int(),
});

const statedManySchema = z.object({
  /** The number of scenes that were changed, and of those that said the same already. */
  changed: z.number().int(),
  same: z.number().int(),
  /** The number of scenes whose review, or list of tags, has no room for it. */
  full: z.number().int(),
  /** The number of scenes that are not in the library any more. */
  unknown: z.number().int(),
});

const readStateSchema = z.object({
  state: z.enum(['idle', 'running', 'done', 'cancelled', 'failed']),
  /** The folder or file that is read. */
  path: z.string(),
  /** The number of files that were read, and of those with statements that this computer did not know. */
  files: z.number(),
  newFiles: z.number(),
  /** The scenes of which they say something new: the first names, and how many they are. */
  newScenes: z.array(z.string()).max(mostNewScenes),
  newSceneCount: z.number(),
  problemCount: z.number(),
  problems: z.array(z.object({ path: z.string(), problem: reviewProblemSchema })).max(mostReviewProblems),
});

const procedures = {
  /** Returns the reviewer of this computer, and the other reviewers. */
  self: query('reviews').output(
    z.object({
      reviewerId: reviewerIdSchema,
      name: z.string(),
      /** True if nobody has entered a name yet: the name of the computer's account is shown. */
      isUnnamed: z.boolean(),
      known: z.array(z.object({ reviewerId: reviewerIdSchema, name: z.string() })),
    }),
  ),
  /**
   * Changes the name; with `reviewerId` the person continues as a known reviewer, for example after the database was lost. With
   * `isAnotherPerson` a new reviewer begins, and the reviews of the one before stay that person's.
   */
  setSelf: procedure
    .input(
      z.object({
        name: z.string().trim().min(1).max(reviewBounds.name),
        reviewerId: reviewerIdSchema.optional(),
        isAnotherPerson: z.boolean().optional(),
      }),
    )
    .output(z.null()),
  ofScene: query('reviews').input(byScene).output(reviewsOfSceneSchema),
  /** Returns the reviews of these scenes in this order; scenes that are not known any more are left out. */
  some: query('reviews')
    .input(z.object({ librarySceneIds: z.array(librarySceneIdSchema).max(mostNamed) }))
    .output(z.array(reviewsOfSceneSchema)),
  /**
   * Records a statement of this reviewer. With `isMore` it goes on from the last one of the same field, as text does that is stored while
   * somebody types: one step undoes both. CONFLICT if the review has no room for it.
   */
  state: procedure
    .input(byScene.extend({ statement: statementSchema, isMore: z.boolean().default(false) }))
    .output(z.null()),
  /**
   * Records a statement about many scenes, one after another; one step undoes all of them. `ids` is packed (`packed-places.ts`). CONFLICT
   * `too-many` if there are more than `mostStated`.
   */
  stateMany: procedure
    .input(z.object({ ids: z.string().max(200_000), statement: manyStatementSchema }))
    .output(statedManySchema),
  /** Ends the disputes of a scene: this reviewer made the statements elsewhere. */
  confirmElsewhere: procedure.input(byScene).output(z.null()),
  /** Records that this reviewer has opened the scene, and reads the review files beside it. */
  open: procedure.input(byScene).output(z.null()),
  /**
   * Reads the review files beside these scenes now, because other people may have written there since the last reading. `ids` is packed
   * (`packed-places.ts`). Resolves when they are merged. A folder that cannot be read changes nothing.
   */
  readBeside: procedure.input(z.object({ ids: z.string().max(200_000) })).output(z.null()),
  /** Returns the steps that Ctrl+Z and Ctrl+Y would take; null for none. */
  history: query('reviews').output(z.object({ undo: stepSchema.nullable(), redo: stepSchema.nullable() })),
  /** Undoes a step, or the change of many scenes that it belongs to. */
  undo: procedure.input(z.object({ stepId: z.number().int() })).output(swappedSchema),
  redo: procedure.input(z.object({ stepId: z.number().int() })).output(swappedSchema),
  /** Returns the queues, the one that was opened last first. */
  queues: query('reviews').output(z.array(queueSchema)),
  /** Makes a queue of scenes in this order; `ids` is packed (`packed-places.ts`). CONFLICT if it has none or too many. */
  createQueue: procedure
    .input(z.object({ name: z.string().trim().min(1).max(200), ids: z.string().max(200_000) }))
    .output(byQueue),
  /** Opens the scene at a position, or the first one without a verdict of this reviewer. Returns it; null for an empty queue. */
  openAt: procedure
    .input(byQueue.extend({ position: z.number().int().min(0).or(z.literal('left')) }))
    .output(z.object({ position: z.number().int(), librarySceneId: librarySceneIdSchema }).nullable()),
  removeQueue: procedure.input(byQueue).output(z.null()),
  /** Returns where a scene is in a queue, from 0; null for a scene that is not in it. */
  queuePosition: query('reviews')
    .input(byQueue.extend(byScene.shape))
    .output(z.object({ position: z.number().int().nullable() })),
  /** Returns the scenes of a queue in their order. */
  queueScenes: query('reviews').input(byQueue).output(z.array(librarySceneIdSchema).max(mostQueued)),
  /** Returns how many reviews wait to be written to files, and the progress and problems of reading a folder. */
  status: query('reviews').output(
    z.object({
      waiting: z.number(),
      /** Why the waiting reviews are not written now; the texts are under `holdings.trouble`. */
      trouble: z.enum(['library-missing', 'read-only', 'disk-full', 'failed']).nullable(),
      read: readStateSchema,
    }),
  ),
  /** Reads the reviews of a folder with its subfolders, or of one file; without a path those of the library folder. */
  startRead: procedure.input(z.object({ path: z.string().max(4_096).nullable() })).output(z.null()),
  cancelRead: procedure.output(z.null()),
};

export const reviewsDomain = declareDomain({
  procedures,
  topics: [
    // Reviews of scenes, their queues, and what is read and written of them.
    'reviews',
  ],
});

/** Identifies a reviewer on every computer. */
export type ReviewerId = z.infer<typeof reviewerIdSchema>;
/** Identifies a drawn remark on every computer. */
export type RemarkId = z.infer<typeof remarkIdSchema>;
/** Identifies a queue of scenes to review on this computer. */
export type ReviewQueueId = z.infer<typeof reviewQueueIdSchema>;
/** A reviewer's verdict on a scene. */
export type Verdict = z.infer<typeof verdictSchema>;
/** A verdict with the reviewer's reason. */
export type VerdictValue = z.infer<typeof verdictValueSchema>;
/** The state of a scene by all its reviews. */
export type ReviewState = z.infer<typeof reviewStateSchema>;
/** The place of a drawn remark as GeoJSON, in degrees. */
export type RemarkGeometry = z.infer<typeof remarkGeometrySchema>;
/** A drawn remark: its place and its text. */
export type Remark = z.infer<typeof remarkSchema>;
/** A statement of a reviewer. */
export type Statement = z.infer<typeof statementSchema>;
/** A statement of a reviewer about many scenes. */
export type ManyStatement = z.infer<typeof manyStatementSchema>;
/** What became of a statement about many scenes. */
export type StatedMany = z.infer<typeof statedManySchema>;
/** The result of undoing a step or doing it again. */
export type SwappedSteps = z.infer<typeof swappedSchema>;
/** One reviewer's review of a scene. */
export type SceneReview = z.infer<typeof sceneReviewSchema>;
/** The summary of all reviews of a scene. */
export type ReviewSummary = z.infer<typeof reviewSummarySchema>;
/** All reviews of a scene. */
export type ReviewsOfScene = z.infer<typeof reviewsOfSceneSchema>;
/** A queue of scenes to review. */
export type ReviewQueue = z.infer<typeof queueSchema>;
/** A step that can be undone or done again. */
export type ReviewStep = z.infer<typeof stepSchema>;
/** Why a review file, or a part of it, is not used. */
export type ReviewProblem = z.infer<typeof reviewProblemSchema>;
