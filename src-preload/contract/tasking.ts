import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { geometryTextsSchema, mostGeometries } from './geometry.ts';
import { captureIdSchema, mostChosen, mostNamed, scopeSchema, taskIdSchema } from './ids.ts';
import { taskStatusKinds } from './plain-values.ts';
import { syncStateSchema } from './sync.ts';

export const productSchema = z.object({ pk: z.number().int(), name: z.string() });

/** A client and its priority range; a smaller number is a higher priority (service §2.8). */
export const clientSchema = z.object({
  name: z.string(),
  maxPriority: z.number().nullable(),
  minPriority: z.number().nullable(),
  defaultPriority: z.number().nullable(),
});

export const taskingReferenceSchema = z.object({
  products: z.array(productSchema),
  clients: z.array(clientSchema),
  /** The names of known projects, most recent first. */
  projects: z.array(z.string()),
  /** When the products were last read; null for never. */
  fetchedAt: z.string().nullable(),
  /** What could not be read the last time. The other part and earlier data are still available. */
  problems: z.object({ products: storedErrorSchema.nullable(), clients: storedErrorSchema.nullable() }),
});

/**
 * The service's status text, mapped to groups for the screen; unknown texts become `other` and are shown unchanged.
 */
export const taskStatusKindSchema = z.enum(taskStatusKinds);

export const taskRowSchema = z.object({
  taskId: taskIdSchema,
  name: z.string(),
  project: z.string(),
  status: z.string(),
  statusKind: taskStatusKindSchema,
  productPk: z.number().nullable(),
  productName: z.string().nullable(),
  client: z.string().nullable(),
  priority: z.number().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  createdTime: z.string().nullable(),
  expectedAge: z.string().nullable(),
  captureCount: z.number(),
  publishedCount: z.number(),
  /** Null if the captures have never been read, so that their numbers say nothing. */
  capturesReadAt: z.string().nullable(),
  /** When the service was found not to have the task any more, so that its status is the last that was heard; null if it has it. */
  goneAt: z.string().nullable(),
});

export const captureRowSchema = z.object({
  captureId: captureIdSchema,
  start: z.string().nullable(),
  satelliteName: z.string().nullable(),
  status: z.string(),
  /** `withdrawn`: it was planned but is no longer listed, or its task has ended, so it will not be made. */
  statusKind: z.enum(['queued', 'processing', 'published', 'failed', 'withdrawn', 'other']),
  fragmentId: z.string().nullable(),
});

/** Requested values that the service need not return (service §2.6). */
export const requestedSchema = z.enum(['maxCaptures', 'maxSimultaneousCaptures', 'expectedAge']);

export const taskDetailsSchema = taskRowSchema.extend({
  captures: z.array(captureRowSchema),
  maxCaptures: z.number().nullable(),
  maxSimultaneousCaptures: z.number().nullable(),
  /** The fields whose values come from the request that was sent from here, because the service does not return them. */
  fromRequest: z.array(requestedSchema),
  /** In metres; null if the point has no altitude. */
  altitude: z.number().nullable(),
  /** The task as the service sent it, all fields. */
  raw: z.record(z.string(), z.unknown()),
  /** When a change of it was last seen. */
  changedAt: z.string(),
  /** When it was last read, changed or not; null if it has not been read in this session. */
  fetchedAt: z.string().nullable(),
});

export const taskFilterSchema = z.object({
  search: z.string().max(200).optional(),
  statusKinds: z.array(taskStatusKindSchema).optional(),
  project: z.string().max(200).optional(),
  /** True to list only rows with a flag. */
  needsAttention: z.boolean().optional(),
  /** To list only these: what the map says of the marks at one place. */
  taskIds: z.array(taskIdSchema).max(mostNamed).optional(),
});

export const taskSortSchema = z.enum([
  'created',
  'name',
  'start',
  'end',
  'status',
  'project',
  'client',
  'priority',
  'captures',
]);

/**
 * Targets in columns for the map, packed as in packed-places.ts: the nth item of each text belongs to the same task. A hundred
 * thousand in arrays would block the main process and the page.
 */
export const taskTargetsSchema = z.object({
  taskIds: z.string(),
  longitudes: z.string(),
  latitudes: z.string(),
  /** The kinds of status, separated by spaces. */
  statusKinds: z.string(),
});

export const taskSyncStateSchema = syncStateSchema.extend({
  /**
   * The rows of the last sync that could not be read (no identifier), and the tasks whose captures could not be read.
   */
  unreadable: z.number(),
  unreadableCaptures: z.number(),
});

const scoped = z.object({ scope: scopeSchema });
const byTask = scoped.extend({ taskId: taskIdSchema });
const listed = scoped.extend({ filter: taskFilterSchema, sort: taskSortSchema, descending: z.boolean() });

const procedures = {
  reference: query('reference', 'tasks').input(scoped).output(taskingReferenceSchema),
  refreshReference: procedure.input(scoped).output(taskingReferenceSchema),
  list: query('reference', 'tasks', 'captures', 'tracking')
    .input(
      listed.extend({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(
      z.object({
        total: z.number(),
        rows: z.array(taskRowSchema),
        statusCounts: z.record(taskStatusKindSchema, z.number()),
      }),
    ),
  /** Returns the ids of the same list, packed (`packed-places.ts`), to select many at once. */
  ids: query('tasks', 'tracking')
    .input(
      listed.extend({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(mostChosen),
      }),
    )
    .output(z.string()),
  targets: query('tasks', 'tracking')
    .input(scoped.extend({ filter: taskFilterSchema }))
    .output(taskTargetsSchema),
  /** Returns the targets of these tasks; see `geometryTextsSchema`. */
  geometries: query('tasks')
    .input(scoped.extend({ taskIds: z.array(taskIdSchema).min(1).max(mostGeometries) }))
    .output(geometryTextsSchema),
  get: query('reference', 'tasks', 'captures').input(byTask).output(taskDetailsSchema),
  /** Returns the index of the task in the list with these terms, or null; a click on the map then scrolls the list. */
  position: query('tasks', 'tracking')
    .input(listed.extend({ taskId: taskIdSchema }))
    .output(z.number().nullable()),
  /** Starts a sync of all tasks of the scope (joins a running one). */
  sync: procedure.input(scoped).output(taskSyncStateSchema),
  syncState: query('sync').input(scoped).output(taskSyncStateSchema),
  /** Fetches the task and its captures, then returns the same as `get`. */
  refreshTask: procedure.input(byTask).output(taskDetailsSchema),
};

export const taskingDomain = declareDomain({
  procedures,
  topics: [
    'reference',
    'tasks',
    // The progress of a sync of tasks, without a change of their rows.
    'sync',
    'captures',
  ],
  subjects: { task: taskIdSchema },
});

/** A client of the account with its range of priorities (service §2.8). Null if the service gives no bound. */
export type Client = z.infer<typeof clientSchema>;
/**
 * The products, clients and projects to select from in the form. They are read from the service from time to time and
 * can be used offline.
 */
export type TaskingReference = z.infer<typeof taskingReferenceSchema>;
/** The group that the status of a V1 task belongs to (service §3.1). */
export type TaskStatusKind = z.infer<typeof taskStatusKindSchema>;
/**
 * A V1 task in the list. `status` is the service's own text, `expectedAge` its recurrence; a field that the service
 * did not give is null.
 */
export type TaskRow = z.infer<typeof taskRowSchema>;
/** A capture of a V1 task (service §2.7). `start` is the acquisition time, or the planned one while it is queued. */
export type CaptureRow = z.infer<typeof captureRowSchema>;
/** A V1 task with its captures and the raw response of the service. */
export type TaskDetails = z.infer<typeof taskDetailsSchema>;
/** The filter of the list of tasks. A field that is left out does not restrict the list. */
export type TaskFilter = z.infer<typeof taskFilterSchema>;
/** The sort key of the list of tasks; `start` and `end` are those of the acquisition window. */
export type TaskSort = z.infer<typeof taskSortSchema>;
/** The points of all listed tasks for the map, packed. */
export type TaskTargets = z.infer<typeof taskTargetsSchema>;
/** The state of the sync of tasks, with the number of rows and captures that could not be read. */
export type TaskSyncState = z.infer<typeof taskSyncStateSchema>;
