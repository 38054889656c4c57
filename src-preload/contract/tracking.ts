import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { captureIdSchema, librarySceneIdSchema, orderIdSchema, scopeSchema, taskIdSchema } from './ids.ts';

/** The subject of a history, and the subjects that its entries link to. */
export const subjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task'), taskId: taskIdSchema }),
  z.object({ kind: z.literal('order'), orderId: orderIdSchema }),
  z.object({ kind: z.literal('capture'), captureId: captureIdSchema }),
  z.object({ kind: z.literal('scene'), librarySceneId: librarySceneIdSchema }),
]);

export const historyKindSchema = z.enum([
  'sent',
  'task-submitted',
  'task-state',
  'order-created',
  'order-state',
  'capture-planned',
  'capture-taken',
  'capture-published',
  'capture-failed',
  'capture-withdrawn',
  'capture-state',
  'deliverable-state',
  'delivered',
  'event',
  'scene-listed',
  'file-saved',
  'file-missing',
  'file-trashed',
  'file-deleted',
  'file-import-undone',
  'file-unpacking-undone',
  'file-given-up',
  'expect-capture',
  'expect-capture-by',
  'expect-revisit',
  'expect-published',
  'expect-published-unknown',
  'expect-order-closed',
]);

/**
 * An entry of a history. `text` contains the values for its message; the messages are in the catalogue under
 * `tracking.kind`.
 */
export const historyEntrySchema = z.object({
  key: z.string(),
  kind: historyKindSchema,
  /** When it happened or is due, if that is known. */
  at: z.string().nullable(),
  /** When Nadir first saw it; null if not known. */
  observedAt: z.string().nullable(),
  /** The interface V1, the interface V2, an event of V2, or this computer. */
  source: z.enum(['v1', 'v2', 'event', 'here']),
  /** An `overdue` entry was expected at a time that has passed, and has not been seen. */
  certainty: z.enum(['happened', 'overdue', 'expected']),
  text: z.record(z.string(), z.union([z.string(), z.number()])),
  reason: z.string().nullable(),
  /** The subjects of the entry, the nearest first. */
  subjects: z.array(subjectSchema),
});

/** The reasons why a subject needs attention; the explanations are in the catalogue under `tracking.flag`. */
export const flagKindSchema = z.enum([
  'window-ending',
  'planned-time-passed',
  'stuck',
  'more-delivered',
  'closed-empty',
  'link-missing',
  'file-missing',
]);

export const flagSchema = z.object({
  subject: subjectSchema,
  flag: flagKindSchema,
  text: z.record(z.string(), z.union([z.string(), z.number()])),
  raisedAt: z.string(),
});

export const historySchema = z.object({
  entries: z.array(historyEntrySchema),
  /** The number of old entries that were left out. */
  leftOut: z.number(),
  flags: z.array(flagSchema),
});

export const changeFeedKindSchema = z.enum([
  'captured',
  'published',
  'delivered',
  'closed-empty',
  'failed',
  'refused',
  'arrived',
]);

export const changeFeedRowSchema = z.object({
  subject: subjectSchema.nullable(),
  name: z.string(),
  at: z.string(),
});

export const changeFeedSummarySchema = z.object({
  /** `none`: there is nothing to report, or this is the first run. `fresh`: not marked as seen yet. */
  state: z.enum(['none', 'fresh', 'seen']),
  since: z.string().nullable(),
  groups: z.array(
    z.object({ kind: changeFeedKindSchema, count: z.number(), rows: z.array(changeFeedRowSchema) }),
  ),
  /** True if there were more changes than are read at once: the groups have the latest of them. */
  isCut: z.boolean(),
});

/** A notice for the desktop, shown there if the host can do so, and when it was shown. */
export const trackingNoticeSchema = z.object({
  id: z.number(),
  at: z.string(),
  scope: scopeSchema,
  title: z.string(),
  body: z.string(),
  subject: subjectSchema.nullable(),
});

const scoped = z.object({ scope: scopeSchema });

const procedures = {
  /**
   * Returns everything known about the subject and those that belong to it, in the order of time; expected entries come
   * last.
   */
  history: query('reference', 'tasks', 'captures', 'orders', 'scenes', 'library', 'tracking')
    .input(scoped.extend({ subject: subjectSchema }))
    .output(historySchema),
  /** Returns the flags in this scope, latest first. */
  flags: query('tracking').input(scoped).output(z.array(flagSchema)),
  /** Dismisses a flag after the user has seen it; it stays dismissed until it is raised again. */
  dismissFlag: procedure
    .input(scoped.extend({ subject: subjectSchema, flag: flagKindSchema }))
    .output(z.void()),
  /** Returns what has changed while Nadir was last closed, or everything that was seen to change since another time. */
  summary: query('tracking')
    .input(scoped.extend({ since: z.iso.datetime().nullable() }))
    .output(changeFeedSummarySchema),
  markSeen: procedure.input(scoped).output(z.void()),
  /** Returns the latest notices, also of earlier runs, in the order in which they were shown. */
  notices: query('tracking-notices').output(z.array(trackingNoticeSchema)),
};

export const trackingDomain = declareDomain({
  procedures,
  topics: [
    // Flags, and the changes since the last run.
    'tracking',
    'tracking-notices',
  ],
});

/** An object that has a history: a task, order, capture or scene, by its identifier. */
export type Subject = z.infer<typeof subjectSchema>;
/** The kind of a history entry. Those that start with `expect-` are still to come. */
export type HistoryKind = z.infer<typeof historyKindSchema>;
/** An entry of a history. `at` is null if the time is not known, `reason` if the service gave none. */
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
/** All entries about a subject in order, with the flags that are raised on it. */
export type History = z.infer<typeof historySchema>;
/** Why a subject needs attention. */
export type FlagKind = z.infer<typeof flagKindSchema>;
/** A raised flag: the subject, the kind, and the values for its explanation. `raisedAt` is ISO 8601 in UTC. */
export type Flag = z.infer<typeof flagSchema>;
/** The group of a change in “Since your last visit”. */
export type ChangeFeedKind = z.infer<typeof changeFeedKindSchema>;
/** What changed while Nadir was closed, in groups. `since` is when Nadir was last open; null at the first start. */
export type ChangeFeedSummary = z.infer<typeof changeFeedSummarySchema>;
/** A desktop notice, already in the user's language. `subject` is null if it is about several subjects or none. */
export type TrackingNotice = z.infer<typeof trackingNoticeSchema>;
