import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { libraryFileIdSchema, librarySceneIdSchema, ruleIdSchema, scopeSchema, taskIdSchema } from './ids.ts';
import { sceneAreaSchema } from './scene-filter.ts';

/**
 * The kinds of files that a rule downloads; a raster is `visual` if it has three colours, `analytic` if it has more
 * bands.
 */
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
  /** The connection and contract of the captures. */
  scope: scopeSchema,
  /** One project, one task, or with neither everything of the contract. */
  match: z.object({ project: z.string().max(200).optional(), taskId: taskIdSchema.optional() }),
  kinds: z.array(ruleKindSchema).min(1, 'validation.required').max(ruleKindSchema.options.length),
  /**
   * The largest cloud cover of a scene in percent; null for no limit. With one, a scene whose cloud cover is not known is left out, because
   * its files may be charged.
   */
  mostClouds: z.number().min(0, 'validation.percent').max(100, 'validation.percent').nullable().default(null),
  /** The area that the outline of a scene has to touch; null for everywhere. With one, a scene without an outline is left out. */
  area: sceneAreaSchema.nullable().default(null),
  /** True to unpack delivery archives beside the file. */
  unpack: z.boolean(),
  /** True to tell when all files of a scene have arrived, and to offer it compared with the capture before. */
  showNew: z.boolean().default(false),
  /** The absolute folder for the files; null for the library's own. */
  folder: z.string().max(4_096).nullable(),
  /** The number of bytes that the rule may download in all; null for no limit. */
  quotaBytes: z.number().int().min(1_000_000, 'validation.quota').max(1e15).nullable(),
  /** True to download also captures that were published before the rule was made. */
  includeEarlier: z.boolean(),
});

export const ruleSchema = ruleDraftSchema.extend({
  id: ruleIdSchema,
  createdAt: z.string(),
  /** The files that it has downloaded or is downloading, without those that were undone. */
  fileCount: z.number(),
  bytes: z.number(),
  /** The number of files that wait because the quota is used up. */
  withheldCount: z.number(),
  /** The number of files that it has put into the queue and that have not arrived. */
  queuedCount: z.number(),
  /** The number of scenes that it left out because of their clouds or their place. */
  leftOutCount: z.number(),
  lastRanAt: z.string().nullable(),
  /** Why its last run ended early; it is tried again automatically. */
  error: storedErrorSchema.nullable(),
});

/**
 * `planned` waits for its turn or for space within the quota, `fetching` is in the queue, `fetched` is on the disk;
 * `removed` was removed from the queue or the disk by hand, `undone` by `undo`. A final state never changes: a rule
 * never downloads a file twice.
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

const procedures = {
  list: query('rules').output(z.array(ruleSchema)),
  /** FOLDER_NOT_WRITABLE if its folder cannot be written. */
  add: procedure.input(ruleDraftSchema).output(ruleSchema),
  update: procedure.input(ruleDraftSchema.extend({ id: ruleIdSchema })).output(ruleSchema),
  /**
   * Returns how many captures that are already published the rule would fetch files of if it were saved like this: each may be charged
   * as an archive order. With a limit of clouds or an area it is the largest number, because scenes are read only then. Without `id` it is
   * a new rule.
   */
  foresee: query('rules', 'captures')
    .input(
      ruleDraftSchema
        .pick({ scope: true, match: true, kinds: true, mostClouds: true, area: true, includeEarlier: true })
        .extend({ id: ruleIdSchema.nullable() }),
    )
    .output(z.object({ captures: z.number() })),
  /** Deletes the rule and its history; its files stay. With `dropsQueued` its files that have not arrived leave the queue. */
  remove: procedure.input(byRule.extend({ dropsQueued: z.boolean() })).output(z.void()),
  /** Removes all files of the rule that have not arrived from the queue, and all that wait for it; they are not fetched again. */
  undoWaiting: procedure.input(byRule).output(z.void()),
  /** Looks for new captures now; returns when all wanted files are in the queue. */
  runNow: procedure.input(byRule).output(ruleSchema),
  /** Returns the files of a rule, latest first. */
  history: query('rules')
    .input(
      z.object({
        id: ruleIdSchema,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), rows: z.array(ruleFileSchema) })),
  /** Removes a file of the rule from the queue or from the disk. */
  undo: procedure.input(z.object({ id: ruleIdSchema, fileId: libraryFileIdSchema })).output(z.void()),
};

export const rulesDomain = declareDomain({
  procedures,
  topics: ['rules'],
});

/** The kind of file that a rule downloads: an attachment by its name, or a raster by its bands. */
export type RuleKind = z.infer<typeof ruleKindSchema>;
/** A download rule as the user defines it. */
export type RuleDraft = z.infer<typeof ruleDraftSchema>;
/**
 * A saved download rule with what it has done so far: `fileCount` and `bytes` are of files that it downloaded or is
 * downloading.
 */
export type Rule = z.infer<typeof ruleSchema>;
/** The state of a file that a rule wanted. A rule never downloads the same file twice. */
export type RuleFileState = z.infer<typeof ruleFileStateSchema>;
/** A file in the history of a rule. `at` is the time of its last change of state (ISO 8601, UTC). */
export type RuleFile = z.infer<typeof ruleFileSchema>;
