import { z } from 'zod';
import { procedure, query } from './base.ts';
import { storedErrorSchema } from './errors.ts';
import { captureIdSchema, scopeSchema, submissionIdSchema, taskIdSchema } from './ids.ts';
import { syncStateSchema } from './sync.ts';
import { taskRequestSchema } from './task-request.ts';

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
  /** Names of projects seen so far, most recent first. */
  projects: z.array(z.string()),
  /** When the products were read. */
  fetchedAt: z.string().nullable(),
  /** What could not be read the last time; the other part, and what was read before, is there all the same. */
  problems: z.object({ products: storedErrorSchema.nullable(), clients: storedErrorSchema.nullable() }),
});

/** The service's status text folded to what the screen can group by; unknown texts stay `other` and are shown raw. */
export const taskStatusKindSchema = z.enum([
  'received',
  'in-progress',
  'completed',
  'cancelled',
  'failed',
  'other',
]);

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
});

export const captureRowSchema = z.object({
  captureId: captureIdSchema,
  start: z.string().nullable(),
  satelliteName: z.string().nullable(),
  status: z.string(),
  /** `withdrawn`: it was planned, and is listed no more, or its task has ended: nothing will come of it. */
  statusKind: z.enum(['queued', 'processing', 'published', 'failed', 'withdrawn', 'other']),
  fragmentId: z.string().nullable(),
});

/** What the service need not repeat of what was asked for (service §2.6). */
export const requestedSchema = z.enum(['maxCaptures', 'maxSimultaneousCaptures', 'expectedAge']);

export const taskDetailsSchema = taskRowSchema.extend({
  captures: z.array(captureRowSchema),
  /** Null before the captures were ever read. */
  capturesReadAt: z.string().nullable(),
  maxCaptures: z.number().nullable(),
  maxSimultaneousCaptures: z.number().nullable(),
  /** Of these the value is that of the request which was sent from here: the service does not repeat it. */
  fromRequest: z.array(requestedSchema),
  /** Metres, of a point that has one. */
  altitude: z.number().nullable(),
  /** The task as the service sent it, all fields. */
  raw: z.record(z.string(), z.unknown()),
  /** When something in it was last seen to change. */
  changedAt: z.string(),
  /** When it was last read, whether or not anything had changed; null before that in this session. */
  fetchedAt: z.string().nullable(),
});

export const taskFilterSchema = z.object({
  search: z.string().max(200).optional(),
  statusKinds: z.array(taskStatusKindSchema).optional(),
  project: z.string().max(200).optional(),
  /** Those with a flag only. */
  needsAttention: z.boolean().optional(),
});

export const taskSortSchema = z.enum(['created', 'name', 'start', 'end', 'status']);

/** Columnar, for the map: index i of each array is one task. */
export const taskTargetsSchema = z.object({
  taskIds: z.array(taskIdSchema),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  statusKinds: z.array(taskStatusKindSchema),
});

export const taskSyncStateSchema = syncStateSchema.extend({
  /** Rows of the last sync that could not be read (no identifier), and tasks whose captures could not. */
  unreadable: z.number(),
  unreadableCaptures: z.number(),
});

/** A task on its way to the service. `unknown`: its body may have arrived but the answer was lost. */
export const submissionSchema = z.object({
  id: submissionIdSchema,
  scope: scopeSchema,
  contractName: z.string().nullable(),
  state: z.enum(['sending', 'sent', 'refused', 'unknown', 'failed']),
  request: taskRequestSchema,
  createdAt: z.string(),
  taskId: taskIdSchema.nullable(),
  error: storedErrorSchema.nullable(),
  /** Tasks at the service that could be this one, found by a look-up. */
  candidates: z.array(taskRowSchema),
});

const scoped = z.object({ scope: scopeSchema });
const byTask = scoped.extend({ taskId: taskIdSchema });

export const taskingContract = {
  reference: query('reference', 'tasks').input(scoped).output(taskingReferenceSchema),
  refreshReference: procedure.input(scoped).output(taskingReferenceSchema),
  list: query('reference', 'tasks', 'captures', 'tracking')
    .input(
      scoped.extend({
        filter: taskFilterSchema,
        sort: taskSortSchema,
        descending: z.boolean(),
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
  targets: query('tasks', 'tracking')
    .input(scoped.extend({ filter: taskFilterSchema }))
    .output(taskTargetsSchema),
  get: query('reference', 'tasks', 'captures').input(byTask).output(taskDetailsSchema),
  /** Where the task stands in the list of these terms, or null: lets a click on the map scroll the list. */
  position: query('tasks', 'tracking')
    .input(
      scoped.extend({
        taskId: taskIdSchema,
        filter: taskFilterSchema,
        sort: taskSortSchema,
        descending: z.boolean(),
      }),
    )
    .output(z.number().nullable()),
  /** Starts a sync of all tasks of the scope now (joins a running one). */
  sync: procedure.input(scoped).output(taskSyncStateSchema),
  syncState: query('sync').input(scoped).output(taskSyncStateSchema),
  /** Fetches the task and its captures now, then answers as `get`. */
  refreshTask: procedure.input(byTask).output(taskDetailsSchema),
  /** Sends the task once. REFUSED with fields, or OUTCOME_UNKNOWN when the answer was lost. */
  submit: procedure.input(scoped.extend({ request: taskRequestSchema })).output(submissionSchema),
  submissions: query('submissions').input(scoped).output(z.array(submissionSchema)),
  /** Looks an unknown submission up at the service and adopts it when exactly one task matches. */
  reconcileSubmission: procedure.input(z.object({ id: submissionIdSchema })).output(submissionSchema),
  /** The user's word on an unknown submission, with the candidates on screen. */
  resolveSubmission: procedure
    .input(
      z.discriminatedUnion('how', [
        z.object({ id: submissionIdSchema, how: z.literal('adopt'), taskId: taskIdSchema }),
        z.object({ id: submissionIdSchema, how: z.literal('send-again') }),
        z.object({ id: submissionIdSchema, how: z.literal('discard') }),
      ]),
    )
    .output(submissionSchema.nullable()),
};

/** A client of the account with its range of priorities (service §2.8). Null where the service names no bound. */
export type Client = z.infer<typeof clientSchema>;
/**
 * Products, clients and projects to select from in the form. They are read from the service now and then and stay
 * usable offline.
 */
export type TaskingReference = z.infer<typeof taskingReferenceSchema>;
/** The group that the status of a V1 task belongs to (service §3.1). */
export type TaskStatusKind = z.infer<typeof taskStatusKindSchema>;
/**
 * A V1 task in the list. `status` is the service's own text, `expectedAge` its recurrence; null for fields that the
 * service did not give.
 */
export type TaskRow = z.infer<typeof taskRowSchema>;
/** A capture of a V1 task (service §2.7). `start` is the acquisition time, or the planned one while it is queued. */
export type CaptureRow = z.infer<typeof captureRowSchema>;
/** A V1 task with its captures and the raw response of the service. */
export type TaskDetails = z.infer<typeof taskDetailsSchema>;
/** Which tasks are listed. A field that is left out does not restrict the list. */
export type TaskFilter = z.infer<typeof taskFilterSchema>;
/** By what the list of tasks is sorted; `start` and `end` are of the acquisition window. */
export type TaskSort = z.infer<typeof taskSortSchema>;
/** The points of all listed tasks for the map, in degrees of WGS 84. */
export type TaskTargets = z.infer<typeof taskTargetsSchema>;
/** The state of the sync of tasks, with the number of rows and captures that could not be read. */
export type TaskSyncState = z.infer<typeof taskSyncStateSchema>;
/**
 * A V1 task that was sent from the form, with the outcome as far as it is known. `taskId` is null until the service's
 * number is known.
 */
export type Submission = z.infer<typeof submissionSchema>;
