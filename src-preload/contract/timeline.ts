import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { query } from './base.ts';
import { declareDomain } from './domain.ts';
import {
  connectionIdSchema,
  contractIdSchema,
  librarySceneIdSchema,
  orderIdSchema,
  scopeSchema,
  taskIdSchema,
} from './ids.ts';
import { intervalSchema } from './interval.ts';

/**
 * The kinds of entries in the calendar and on the time map. `capture-other` is a capture that failed or whose status
 * is unknown.
 */
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
  /** Null stands for the single nameless contract of legacy credentials. */
  contractIds: z.array(contractIdSchema.nullable()).min(1).max(200),
});
const project = z.string().max(200).nullable();
const termsSchema = contracts.extend({ kinds: z.array(timelineKindSchema), project });

const instant = z.iso.datetime({ offset: true });
/** A span; `from` is included, `to` is not. */
const spanSchema = z.object({ from: instant, to: instant });

/** Thousands of values packed as in packed-places.ts: whole numbers separated by commas. */
const packed = z.string();

/**
 * The counts of one kind under one contract: the nth of `days` (since 1970-01-01, UTC) has the nth of `counts`
 * entries.
 */
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
  /** The key of an entry, the same each time that it is read. */
  key: z.string(),
  kind: timelineKindSchema,
  contractId: contractIdSchema.nullable(),
  at: z.string(),
  subject: timelineSubjectSchema,
  name: z.string(),
  project: z.string(),
  /** The service's own word; empty if there is none. */
  status: z.string(),
  /** True for a due visit that is counted from deliveries, because the captures of its order are not loaded. */
  isOfDeliveries: z.boolean().optional(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});

/**
 * Places of one kind and one contract in columns for the map: the nth item of each list belongs to one entry. Times
 * are minutes since 1970, UTC.
 */
export const timelinePlacesSchema = z.object({
  kind: timelineKindSchema,
  contractId: contractIdSchema.nullable(),
  minutes: packed,
  longitudes: packed,
  latitudes: packed,
  /** The keys of `timelineEntrySchema`, without the kind. */
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
  /** The service's text of the requested interval; `asked` is null if it cannot be read. */
  askedText: z.string(),
  asked: intervalSchema.nullable(),
  /** True if a capture is still possible. */
  open: z.boolean(),
  /** True if it is not over and its window has not begun. */
  isAhead: z.boolean(),
  captureCount: z.number(),
  /**
   * The gaps between captures, and those that lack a visit: from the start to the first capture, and from the last capture to the
   * end of what is over and was not cancelled.
   */
  gapCount: z.number(),
  medianMs: z.number().nullable(),
  longestMs: z.number().nullable(),
  /**
   * The number of gaps that are not longer than the requested interval plus a tolerance: 5 % of it, at most 12 hours.
   */
  withinCount: z.number().nullable(),
  /** For an open one: the time of the last capture, or the start if there is none yet. */
  waitingSince: z.string().nullable(),
  /** For an open one: when the next capture is due by the requested interval. */
  dueAt: z.string().nullable(),
  /** The time from which it is late: the due time plus the tolerance. */
  lateFrom: z.string().nullable(),
  /** `deliveries` if the captures of an order have not been read. */
  timesOf: z.enum(['captures', 'deliveries']),
});

const gapSchema = z.object({ from: z.string(), to: z.string(), within: z.boolean().nullable() });
export const revisitWithGapsSchema = revisitSchema.extend({ gaps: z.array(gapSchema) });

const offset = z.number().int().min(0);

const procedures = {
  /** Returns the entries per day, kind and contract; days without any are left out. */
  counts: query('timeline', 'reference')
    .input(termsSchema.extend({ span: spanSchema }))
    .output(z.array(dayCountsSchema)),
  /** Returns the entries in order of time. */
  list: query('timeline', 'reference')
    .input(termsSchema.extend({ span: spanSchema, offset, limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number(), rows: z.array(timelineEntrySchema) })),
  /** Streams all entries with a place in small pieces; `whole` is false if there are more than a map can show. */
  places: query('timeline', 'reference')
    .input(termsSchema.extend({ span: spanSchema }))
    .output(eventIterator(z.object({ whole: z.boolean(), pieces: z.array(timelinePlacesSchema) }))),
  projects: query('timeline', 'reference').input(contracts).output(z.array(z.string())),
  /** Returns recurrent tasks and orders; those that exceed the requested interval most come first. */
  revisits: query('timeline', 'reference')
    .input(contracts.extend({ project, offset, limit: z.number().int().min(1).max(100) }))
    .output(z.object({ total: z.number(), rows: z.array(revisitWithGapsSchema) })),
  /** Returns the contracts of the connection that are kept up to date besides the active one, if the settings say so. */
  followed: query('followed')
    .input(z.object({ connectionId: connectionIdSchema }))
    .output(z.array(scopeSchema)),
};

export const timelineDomain = declareDomain({
  procedures,
  topics: [
    // A time of a task, order or scene has changed; sent from time to time.
    'timeline',
    // The contracts that are kept up to date besides the active one.
    'followed',
  ],
  subjects: { moment: z.string() },
});

/** The kind of an entry of the timeline; calendar and map have a mark for each. */
export type TimelineKind = z.infer<typeof timelineKindSchema>;
/** The filter of the timeline: contracts of one connection, kinds, and one project or all (null). */
export type TimelineTerms = z.infer<typeof termsSchema>;
/** A period in ISO 8601 with offset; `from` is included, `to` is not. */
export type TimelineSpan = z.infer<typeof spanSchema>;
/**
 * One dated event of a task, order or scene. `at` is ISO 8601 in UTC; longitude and latitude are degrees, null if the
 * place is not known.
 */
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
/**
 * The entries of one kind and contract for the time map, packed into texts because there may be a hundred thousand.
 */
export type TimelinePlaces = z.infer<typeof timelinePlacesSchema>;
/** The number of entries of one kind and contract on each day; days without an entry are left out. */
export type DayCounts = z.infer<typeof dayCountsSchema>;
/**
 * A recurrent task or order with its requested and its achieved interval. Lengths are milliseconds, times ISO 8601 in
 * UTC; null if they cannot be computed.
 */
export type Revisit = z.infer<typeof revisitSchema>;
/** A revisit with each interval between two captures. `within` is null if the requested interval cannot be read. */
export type RevisitWithGaps = z.infer<typeof revisitWithGapsSchema>;
