import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { mostChosen, scopeSchema, submissionIdSchema, taskIdSchema } from './ids.ts';
import { orderRequestSchema } from './order-request.ts';
import { taskRequestSchema } from './task-request.ts';

/** `cancel-task` is the PATCH of service §4.8; tasks and orders are POST requests that cost money. */
export const commandKindSchema = z.enum(['task', 'order', 'cancel-task']);

/**
 * `draft` waits for the user, `waiting` for its turn or the network. `unknown`: the request may have arrived but the
 * answer was lost. `failed`: nothing was sent, and it is not sent again automatically.
 */
export const commandStateSchema = z.enum([
  'draft',
  'waiting',
  'sending',
  'sent',
  'refused',
  'unknown',
  'failed',
]);

/** The complete content of a command. */
export const commandInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task'), request: taskRequestSchema }),
  z.object({ kind: z.literal('order'), request: orderRequestSchema }),
  z.object({ kind: z.literal('cancel-task'), taskId: taskIdSchema }),
]);

/** A task or order at the service that an unknown command may have created. */
export const commandCandidateSchema = z.object({
  id: z.string(),
  name: z.string(),
  project: z.string(),
  createdAt: z.string().nullable(),
  /** True if the known clock shows that it existed before the sending began. */
  older: z.boolean(),
  /** The fields that differ from what was sent; empty if all are equal. */
  differs: z.array(z.string()),
  /** True if only a package has named it, and the service could not be asked: nothing is known of its content. */
  isUnchecked: z.boolean().optional(),
});

/** What look-ups of an unconfirmed command have read: the evidence for the user, who alone decides to send it again. */
export const commandLookupSchema = z.object({
  /** How many tasks or orders of the contract the last look-up read, and how many the service says that it has. */
  read: z.number(),
  total: z.number().nullable(),
  /** False if the service listed fewer than it says that it has, or rows that cannot be read: then absence means nothing. */
  isComplete: z.boolean(),
  /** The number of complete look-ups without a trace since something was last found. */
  absentLookups: z.number(),
  /** The time between the first and the last of them, by a clock that no setting moves; it does not count while Nadir is closed. */
  absentMs: z.number(),
});

export const commandSchema = z.object({
  id: submissionIdSchema,
  /** The position in the order of sending: commands that were written earlier have smaller numbers. */
  seq: z.number(),
  scope: scopeSchema,
  /** The contract's name when the command was written. */
  contractName: z.string().nullable(),
  state: commandStateSchema,
  input: commandInputSchema,
  createdAt: z.string(),
  beganAt: z.string().nullable(),
  /** The number of times that it was sent. */
  attempts: z.number(),
  /** The id of the task or order that it has created; null if not known. */
  remoteId: z.string().nullable(),
  error: storedErrorSchema.nullable(),
  /** The time of the last look-up (our clock); null before the first one. */
  checkedAt: z.string().nullable(),
  lookup: commandLookupSchema.nullable(),
  /** When Nadir looks for it next; null if it does not, or if it does so at once. */
  nextCheckAt: z.string().nullable(),
  /** The equal command whose outcome a waiting one waits for; null if it waits for its turn only. */
  waitsFor: submissionIdSchema.nullable(),
  /** The name of the task that is cancelled, if it is known. */
  taskName: z.string().nullable(),
  candidates: z.array(commandCandidateSchema),
});

/** The state of the sending under one contract. */
export const sendQueueSchema = z.object({
  running: z.boolean(),
  /** The number of commands sent, with any outcome, since the queue was last empty. */
  done: z.number(),
  /** When a paused queue continues, and why it is paused. */
  resumesAt: z.string().nullable(),
  /** Whether a person can end the pause. It is false while the service asked for it, and after its failure at a sending. */
  canTryNow: z.boolean(),
  error: storedErrorSchema.nullable(),
});

/** The largest number of commands that can be chosen or released at once. */
export const mostAtOnce = 500;

/** `attention`: commands that need a decision first, then those in progress, then drafts, then sent ones. */
export const commandOrderSchema = z.enum(['attention', 'sending', 'newest']);

/** The largest number of tasks that are cancelled at once: the service is sent some four cancellations a second. */
export const mostCancelled = 5_000;

/**
 * What is known of a task or order that is to be cancelled. `cancelling`: a cancellation of it is in the outbox already.
 * `no-task`: the order has no task, and the service cancels only tasks (service §4.8, §4.11). `gone`: it is not known here.
 */
export const cancelVerdictSchema = z.enum([
  'cancellable',
  'cancelling',
  'completed',
  'cancelled',
  'failed',
  'no-task',
  'gone',
]);

/** What a cancellation of many would do, before anything is written. */
export const cancelPlanSchema = z.object({
  /** The number of rows that were selected. */
  selected: z.number(),
  /** The tasks that would be cancelled, packed (`packed-places.ts`); at most `mostCancelled`. */
  taskIds: z.string(),
  /** How many more could be cancelled; they are left out because they are too many at once. */
  leftOut: z.number(),
  /** The captures of those tasks, and how many of them are published: these stay, and stay paid for. */
  captures: z.number(),
  published: z.number(),
  /** Only verdicts that occur, with the names of the first rows of each. */
  verdicts: z.array(
    z.object({ verdict: cancelVerdictSchema, count: z.number(), first: z.array(z.string()) }),
  ),
});

/** Names the commands that one cancellation of many wrote: those from `first` to `last` in the order of sending. */
export const cancelBatchSchema = z.object({
  first: z.number().int(),
  last: z.number().int(),
  count: z.number().int(),
});

/** Ids in packed form: the longest are those of orders. */
const packedIds = z
  .string()
  .min(1)
  .max(mostChosen * 40);
/** The rows that are to be cancelled: tasks, or orders whose tasks are. */
const cancelled = z.object({
  scope: scopeSchema,
  kind: z.enum(['task', 'order']),
  ids: packedIds,
});

const ids = z.array(submissionIdSchema).min(1).max(mostAtOnce);
const byId = z.object({ id: submissionIdSchema });
const listed = z.object({
  /** Null for the commands of all connections and contracts. */
  scope: scopeSchema.nullable(),
  /** Empty for all states. */
  states: z.array(commandStateSchema),
  order: commandOrderSchema.optional(),
});
const countsSchema = z.object({ states: z.record(commandStateSchema, z.number()), queue: sendQueueSchema });

/** Places in columns for the map: index i of each array belongs to one command that has a place. */
export const commandPlacesSchema = z.object({
  ids: z.array(submissionIdSchema),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  states: z.array(commandStateSchema),
});

const procedures = {
  list: query('outbox')
    .input(
      listed.extend({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(
      z.object({
        total: z.number(),
        rows: z.array(commandSchema),
        /** The number of rows of this page that cannot be read; they are counted in `total` and left out. */
        damaged: z.number(),
      }),
    ),
  /** Returns the ids of the same list, to choose many at once. */
  ids: query('outbox')
    .input(
      listed.extend({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(mostAtOnce),
      }),
    )
    .output(z.array(z.object({ id: submissionIdSchema, scope: scopeSchema, state: commandStateSchema }))),
  /** Returns the index of a command in the list with these terms, or null. */
  position: query('outbox')
    .input(listed.extend({ id: submissionIdSchema }))
    .output(z.number().nullable()),
  places: query('outbox')
    .input(listed.pick({ scope: true, states: true }))
    .output(commandPlacesSchema),
  /** Returns these commands in full, in this order; those that no longer exist are left out. */
  get: query('outbox')
    .input(z.object({ ids: z.array(submissionIdSchema).max(100) }))
    .output(z.array(commandSchema)),
  /** Returns the last unfinished cancellation of a task; null if there is none. */
  cancellation: query('outbox')
    .input(z.object({ scope: scopeSchema, taskId: taskIdSchema }))
    .output(commandSchema.nullable()),
  counts: query('outbox')
    .input(z.object({ scope: scopeSchema }))
    .output(countsSchema),
  /** Returns the same for every contract that has commands. */
  overview: query('outbox').output(
    z.array(countsSchema.extend({ scope: scopeSchema, contractName: z.string().nullable() })),
  ),
  /** Adds a command and releases it. */
  send: procedure
    .input(z.object({ scope: scopeSchema, command: commandInputSchema }))
    .output(z.object({ id: submissionIdSchema })),
  /** Says which of these can be cancelled, which cannot, and why. Nothing is written, and the service is not asked. */
  planCancel: query('outbox', 'tasks', 'orders').input(cancelled).output(cancelPlanSchema),
  /**
   * Adds the cancellations of these tasks and releases them, all or none. Tasks whose cancellation is in the outbox already are
   * left out.
   */
  cancelTasks: procedure
    .input(z.object({ scope: scopeSchema, taskIds: packedIds }))
    .output(cancelBatchSchema),
  /** Returns what became of these commands; those that were removed from the outbox are in none of the states. */
  batchStates: query('outbox')
    .input(z.object({ scope: scopeSchema, batch: cancelBatchSchema }))
    .output(z.record(commandStateSchema, z.number())),
  /** Adds commands as drafts in this order, all or none. Nothing is sent. */
  addDrafts: procedure
    .input(z.object({ scope: scopeSchema, commands: z.array(commandInputSchema).min(1).max(500) }))
    .output(z.object({ ids: z.array(submissionIdSchema) })),
  /**
   * Changes what will be sent; a waiting, refused or failed command becomes a draft again. CONFLICT if it may have been
   * sent, or if its request is another one than `base`, the JSON of that which the form began with: somebody has changed it meanwhile.
   */
  update: procedure
    .input(byId.extend({ command: commandInputSchema, base: z.string().max(20_000_000).optional() }))
    .output(commandSchema),
  /** Removes rows; CONFLICT if one is being sent or its outcome is unknown (use `resolve` for these). */
  remove: procedure.input(z.object({ ids })).output(z.object({ removed: z.number() })),
  /**
   * Releases drafts and failed commands, so that they wait for their turn. `contractId` is the one that the user saw:
   * CONFLICT if a row belongs to another, OUTCOME_UNKNOWN if an equal command waits, is under way or unconfirmed, JUST_SENT if an
   * equal one was sent a moment ago, unless `isRepeat` says that the user wants it once more. All are released or none.
   */
  release: procedure
    .input(z.object({ ids, contractId: scopeSchema.shape.contractId, isRepeat: z.boolean().optional() }))
    .output(z.object({ released: z.number() })),
  /** Changes waiting commands back to drafts. */
  moveToDrafts: procedure.input(z.object({ ids })).output(z.object({ movedCount: z.number() })),
  /** Looks up an unknown command at the service; adopts what is found if there is no doubt. */
  reconcile: procedure.input(byId).output(commandSchema),
  /**
   * Applies the user's decision on an unknown or failed command, made with the candidates on the screen. Null if the
   * command no longer exists.
   */
  resolve: procedure
    .input(
      z.discriminatedUnion('how', [
        byId.extend({ how: z.literal('adopt'), remoteId: z.string().min(1).max(200) }),
        byId.extend({ how: z.literal('send-again') }),
        byId.extend({ how: z.literal('discard') }),
      ]),
    )
    .output(commandSchema.nullable()),
};

export const outboxDomain = declareDomain({
  procedures,
  topics: ['outbox'],
  subjects: { command: submissionIdSchema },
});

/**
 * The state of a row of the outbox. `unknown` means that the outcome is not confirmed and that only the user may send it again.
 */
export type CommandState = z.infer<typeof commandStateSchema>;
/** What a row of the outbox will send: a new task, a new order, or the cancellation of a task. */
export type CommandInput = z.infer<typeof commandInputSchema>;
/**
 * A task or order at the service that an unconfirmed command may have created. `differs` contains the fields that do
 * not match.
 */
export type CommandCandidate = z.infer<typeof commandCandidateSchema>;
/** What look-ups of an unconfirmed command have read. */
export type CommandLookup = z.infer<typeof commandLookupSchema>;
/**
 * A row of the outbox. Times are ISO 8601 in UTC; `remoteId` is null until it is known what the command has created.
 */
export type Command = z.infer<typeof commandSchema>;
/** What is known of a task or order that is to be cancelled with many others. */
export type CancelVerdict = z.infer<typeof cancelVerdictSchema>;
/** Which of many tasks would be cancelled, which not, and why. */
export type CancelPlan = z.infer<typeof cancelPlanSchema>;
/** The commands of one cancellation of many. */
export type CancelBatch = z.infer<typeof cancelBatchSchema>;
/** The sort order of the outbox; `sending` is the order in which commands are sent. */
export type CommandOrder = z.infer<typeof commandOrderSchema>;
/** The places of the listed commands for the map; commands without a place are left out. */
export type CommandPlaces = z.infer<typeof commandPlacesSchema>;
/** The state of the send queue of one contract. `resumesAt` and `error` are null while it is not paused. */
export type SendQueueState = z.infer<typeof sendQueueSchema>;
