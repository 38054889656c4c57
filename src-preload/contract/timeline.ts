import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { query } from './base.ts';
import {
  connectionIdSchema,
  contractIdSchema,
  librarySceneIdSchema,
  orderIdSchema,
  scopeSchema,
  taskIdSchema,
} from './ids.ts';
import { intervalSchema } from './interval.ts';

/** What stands in the calendar and on the map by time. `capture-other` is a capture that failed or whose status nobody knows. */
export const timelineKindSchema = z.enum([
  'window-opens',
  'window-closes',
  'capture-planned',
  'capture-made',
  'capture-other',
  'scene',
  'delivery',
  'revisit-due',
]);

const contracts = z.object({
  connectionId: connectionIdSchema,
  /** Null is the one nameless contract of legacy credentials. */
  contractIds: z.array(contractIdSchema.nullable()).min(1).max(200),
});
const project = z.string().max(200).nullable();
const termsSchema = contracts.extend({ kinds: z.array(timelineKindSchema), project });

const instant = z.iso.datetime({ offset: true });
/** From (included) to (not included). */
const spanSchema = z.object({ from: instant, to: instant });

/** Numbers and names by the thousand as in packed-places.ts; whole numbers, a comma between them. */
const packed = z.string();

/** Of one kind under one contract: the nth of `days` (since 1970-01-01, UTC) has the nth of `counts` entries. */
const dayCountsSchema = z.object({
  kind: timelineKindSchema,
  contractId: contractIdSchema.nullable(),
  days: packed,
  counts: packed,
});

export const timelineSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task'), id: taskIdSchema }),
  z.object({ kind: z.literal('order'), id: orderIdSchema }),
  z.object({ kind: z.literal('scene'), id: librarySceneIdSchema }),
]);

export const timelineEntrySchema = z.object({
  /** The same for the same entry however often it is read. */
  key: z.string(),
  kind: timelineKindSchema,
  contractId: contractIdSchema.nullable(),
  at: z.string(),
  subject: timelineSubjectSchema,
  name: z.string(),
  project: z.string(),
  /** The service's own word; empty where it has none. */
  status: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});

/** Columnar, for the map: the nth of each list is of one entry; one kind, one contract. Times are minutes since 1970, UTC. */
export const timelinePlacesSchema = z.object({
  kind: timelineKindSchema,
  contractId: contractIdSchema.nullable(),
  minutes: packed,
  longitudes: packed,
  latitudes: packed,
  /** As in `timelineEntrySchema`, without the kind. */
  keys: packed,
});

export const revisitSchema = z.object({
  contractId: contractIdSchema.nullable(),
  subject: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('task'), id: taskIdSchema }),
    z.object({ kind: z.literal('order'), id: orderIdSchema }),
  ]),
  name: z.string(),
  project: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  /** As the service says it; `asked` is null where that cannot be read. */
  askedText: z.string(),
  asked: intervalSchema.nullable(),
  /** Something can still be captured. */
  open: z.boolean(),
  captureCount: z.number(),
  gapCount: z.number(),
  medianMs: z.number().nullable(),
  longestMs: z.number().nullable(),
  /** Gaps no longer than what was asked for and what is tolerated: 5 % of it, at most 12 hours. */
  withinCount: z.number().nullable(),
  /** While it is open: when the last capture was, or the start where there is none yet. */
  waitingSince: z.string().nullable(),
  /** While it is open: when the next is due by what was asked for. */
  dueAt: z.string().nullable(),
  /** From then on it is late: later than due by more than is tolerated. */
  lateFrom: z.string().nullable(),
  /** Times are those of deliveries where nobody has read the captures of an order. */
  timesOf: z.enum(['captures', 'deliveries']),
});

const gapSchema = z.object({ from: z.string(), to: z.string(), within: z.boolean().nullable() });
export const revisitWithGapsSchema = revisitSchema.extend({ gaps: z.array(gapSchema) });

const offset = z.number().int().min(0);

export const timelineContract = {
  /** Entries per day, kind and contract; days without any are left out. */
  counts: query('timeline', 'reference')
    .input(termsSchema.extend({ span: spanSchema }))
    .output(z.array(dayCountsSchema)),
  /** In order of time. */
  list: query('timeline', 'reference')
    .input(termsSchema.extend({ span: spanSchema, offset, limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number(), rows: z.array(timelineEntrySchema) })),
  /** All that has a place, in pieces that are quickly read; `whole` is false when there is more than a map can show. */
  places: query('timeline', 'reference')
    .input(termsSchema.extend({ span: spanSchema }))
    .output(eventIterator(z.object({ whole: z.boolean(), pieces: z.array(timelinePlacesSchema) }))),
  projects: query('timeline', 'reference').input(contracts).output(z.array(z.string())),
  /** Recurrent tasks and orders, those that wait longest beyond what was asked first. */
  revisits: query('timeline', 'reference')
    .input(contracts.extend({ project, offset, limit: z.number().int().min(1).max(100) }))
    .output(z.object({ total: z.number(), rows: z.array(revisitWithGapsSchema) })),
  /** The contracts of the connection that are kept up to date beside the one in force, while the settings say so. */
  followed: query('followed')
    .input(z.object({ connectionId: connectionIdSchema }))
    .output(z.array(scopeSchema)),
};

/** The kind of an entry of the timeline; calendar and map have a mark for each. */
export type TimelineKind = z.infer<typeof timelineKindSchema>;
/** Which entries are shown: contracts of one connection, kinds, and one project or all (null). */
export type TimelineTerms = z.infer<typeof termsSchema>;
/** A period in ISO 8601 with offset; `from` is included, `to` is not. */
export type TimelineSpan = z.infer<typeof spanSchema>;
/**
 * One dated event of a task, order or scene. `at` is ISO 8601 in UTC; longitude and latitude are degrees, null where
 * the place is not known.
 */
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
/** Entries of one kind and contract for the map by time, packed into texts because there may be a hundred thousand. */
export type TimelinePlaces = z.infer<typeof timelinePlacesSchema>;
/** How many entries of one kind and contract each day has; days without an entry are left out. */
export type DayCounts = z.infer<typeof dayCountsSchema>;
/**
 * A recurrent task or order with its requested and its achieved interval. Lengths are milliseconds, times ISO 8601 in
 * UTC; null where there is nothing to compute them from.
 */
export type Revisit = z.infer<typeof revisitSchema>;
/** The same with each interval between two captures. `within` is null where the requested interval cannot be read. */
export type RevisitWithGaps = z.infer<typeof revisitWithGapsSchema>;
