import { z } from 'zod';
import { procedure, query } from './base.ts';
import { storedErrorSchema } from './errors.ts';
import { libraryFileIdSchema, librarySceneIdSchema, ruleIdSchema, scopeSchema, taskIdSchema } from './ids.ts';

/** What of a scene is fetched; a raster is `visual` by its three colours, `analytic` with more bands than these. */
export const ruleKindSchema = z.enum([
  'delivery_zip',
  'preview',
  'thumbnail',
  'footprint',
  'raster:visual',
  'raster:analytic',
  'raster:any',
]);

export const ruleDraftSchema = z.object({
  name: z.string().trim().min(1, 'validation.required').max(120, 'validation.tooLong'),
  enabled: z.boolean(),
  /** Whose captures: a connection and its contract. */
  scope: scopeSchema,
  /** One project, one task, or with neither all of the contract. */
  match: z.object({ project: z.string().max(200).optional(), taskId: taskIdSchema.optional() }),
  kinds: z.array(ruleKindSchema).min(1, 'validation.required').max(ruleKindSchema.options.length),
  /** Delivery archives are unpacked beside the file. */
  unpack: z.boolean(),
  /** Where the files go, an absolute folder; null for the library's own. */
  folder: z.string().max(4_096).nullable(),
  /** Bytes that the rule may bring in all; null for no bound. */
  quotaBytes: z.number().int().min(1_000_000, 'validation.quota').max(1e15).nullable(),
  /** Captures that were published before the rule was made are fetched too. */
  includeEarlier: z.boolean(),
});

export const ruleSchema = ruleDraftSchema.extend({
  id: ruleIdSchema,
  createdAt: z.string(),
  /** What it has brought or is bringing, without what was undone. */
  fileCount: z.number(),
  bytes: z.number(),
  /** Files that wait because the quota is used up. */
  withheldCount: z.number(),
  lastRanAt: z.string().nullable(),
  /** Why its last run ended early; it is tried again by itself. */
  error: storedErrorSchema.nullable(),
});

/**
 * `planned` waits for its turn or for room below the quota, `fetching` is in the queue, `fetched` on disk; `removed` was
 * taken out of the queue or off the disk by hand, `undone` by undoing it here. What is over stays over: a rule never
 * fetches one file twice.
 */
export const ruleFileStateSchema = z.enum(['planned', 'fetching', 'fetched', 'failed', 'removed', 'undone']);

export const ruleFileSchema = z.object({
  ruleId: ruleIdSchema,
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  sceneName: z.string(),
  fileName: z.string(),
  state: ruleFileStateSchema,
  sizeBytes: z.number().nullable(),
  at: z.string(),
});

const byRule = z.object({ id: ruleIdSchema });

export const rulesContract = {
  list: query('rules').output(z.array(ruleSchema)),
  /** FOLDER_NOT_WRITABLE when its folder cannot be written. */
  add: procedure.input(ruleDraftSchema).output(ruleSchema),
  update: procedure.input(ruleDraftSchema.extend({ id: ruleIdSchema })).output(ruleSchema),
  /** The rule and its history go; the files and what is in the queue stay. */
  remove: procedure.input(byRule).output(z.void()),
  /** Looks for new captures now; answers when all it wants is in the queue. */
  runNow: procedure.input(byRule).output(ruleSchema),
  /** What a rule did, latest first. */
  history: query('rules')
    .input(
      z.object({
        id: ruleIdSchema,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), rows: z.array(ruleFileSchema) })),
  /** Takes a file of the rule out of the queue, or off the disk. */
  undo: procedure.input(z.object({ id: ruleIdSchema, fileId: libraryFileIdSchema })).output(z.void()),
};

/** The kind of file that a rule downloads: an attachment by its name, or a raster by its bands. */
export type RuleKind = z.infer<typeof ruleKindSchema>;
/** A download rule as the user defines it. */
export type RuleDraft = z.infer<typeof ruleDraftSchema>;
/**
 * A saved download rule with what it has done so far: `fileCount` and `bytes` are of files that it downloaded or is
 * downloading.
 */
export type Rule = z.infer<typeof ruleSchema>;
/** What became of a file that a rule wanted. A rule never downloads the same file twice. */
export type RuleFileState = z.infer<typeof ruleFileStateSchema>;
/** A file in the history of a rule. `at` is the time of its last change of state (ISO 8601, UTC). */
export type RuleFile = z.infer<typeof ruleFileSchema>;
