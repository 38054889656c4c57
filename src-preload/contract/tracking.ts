import { z } from 'zod';
import { procedure, query } from './base.ts';
import { captureIdSchema, librarySceneIdSchema, orderIdSchema, scopeSchema, taskIdSchema } from './ids.ts';

/** What a history can be about, and what it leads to. */
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
  'expect-capture',
  'expect-capture-by',
  'expect-revisit',
  'expect-published',
  'expect-published-unknown',
  'expect-order-closed',
]);

/** `text` holds what the words need; the words are in the catalogue under `tracking.kind`. */
export const historyEntrySchema = z.object({
  key: z.string(),
  kind: historyKindSchema,
  /** When it happened or is due, as far as anybody said. */
  at: z.string().nullable(),
  /** When Nadir first saw it. */
  observedAt: z.string().nullable(),
  /** The service's first interface, its second, an event of that one, or this computer. */
  source: z.enum(['v1', 'v2', 'event', 'here']),
  certainty: z.enum(['happened', 'expected']),
  text: z.record(z.string(), z.union([z.string(), z.number()])),
  reason: z.string().nullable(),
  /** What it is about, the nearest first. */
  subjects: z.array(subjectSchema),
});

/** Why a subject needs a look; the explanation is in the catalogue under `tracking.flag`. */
export const flagKindSchema = z.enum([
  'window-ending',
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
  /** Entries of long ago that were left out. */
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
  /** `none`: nothing to tell, or nobody was here before. `fresh`: not marked as seen yet. */
  state: z.enum(['none', 'fresh', 'seen']),
  since: z.string().nullable(),
  groups: z.array(
    z.object({ kind: changeFeedKindSchema, count: z.number(), rows: z.array(changeFeedRowSchema) }),
  ),
});

/** What the desktop was told, or would have been where it can be told. */
export const trackingNoticeSchema = z.object({
  id: z.number(),
  title: z.string(),
  body: z.string(),
  subject: subjectSchema.nullable(),
});

const scoped = z.object({ scope: scopeSchema });

export const trackingContract = {
  /** Everything known of the subject and what it is joined with, in the order it happened; what is due comes last. */
  history: query('reference', 'tasks', 'captures', 'orders', 'scenes', 'library', 'tracking')
    .input(scoped.extend({ subject: subjectSchema }))
    .output(historySchema),
  /** What needs a look in this scope, the latest first. */
  flags: query('tracking').input(scoped).output(z.array(flagSchema)),
  /** The user has looked: the flag stays down until it would be raised anew. */
  dismissFlag: procedure
    .input(scoped.extend({ subject: subjectSchema, flag: flagKindSchema }))
    .output(z.void()),
  /** What changed since Nadir was last open. */
  summary: query('tracking').input(scoped).output(changeFeedSummarySchema),
  markSeen: procedure.input(scoped).output(z.void()),
  /** What was told since Nadir began, for hosts that cannot tell the desktop themselves. */
  notices: query('tracking-notices').output(z.array(trackingNoticeSchema)),
};

/** Something that has a history: a task, order, capture or scene, by its identifier. */
export type Subject = z.infer<typeof subjectSchema>;
/** The kind of a history entry. Those that begin with `expect-` are still to come. */
export type HistoryKind = z.infer<typeof historyKindSchema>;
/** An entry of a history. `at` is null where nobody has told the time, `reason` where the service gave none. */
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
/** All entries about a subject in their sequence, with the flags that are raised on it. */
export type History = z.infer<typeof historySchema>;
/** Why a subject needs attention. */
export type FlagKind = z.infer<typeof flagKindSchema>;
/** A raised flag: the subject, the kind, and the values for its explanation. `raisedAt` is ISO 8601 in UTC. */
export type Flag = z.infer<typeof flagSchema>;
/** The group of a change in “Since your last visit”. */
export type ChangeFeedKind = z.infer<typeof changeFeedKindSchema>;
/** What changed while Nadir was closed, in groups. `since` is when Nadir was last open; null at the first start. */
export type ChangeFeedSummary = z.infer<typeof changeFeedSummarySchema>;
/**
 * A notice of the desktop, already in the user's language. `subject` is null where it is about several things or
 * none.
 */
export type TrackingNotice = z.infer<typeof trackingNoticeSchema>;
