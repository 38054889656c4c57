import { z } from 'zod';
import { procedure, query } from './base.ts';
import { storedErrorSchema } from './errors.ts';
import { scopeSchema, submissionIdSchema, taskIdSchema } from './ids.ts';
import { orderRequestSchema } from './order-request.ts';
import { taskRequestSchema } from './task-request.ts';

/** `cancel-task` is the PATCH of service §4.8; tasks and orders are POSTs that cost money. */
export const commandKindSchema = z.enum(['task', 'order', 'cancel-task']);

/**
 * `draft` waits for the user, `waiting` for its turn or the network. `unknown`: its body may have arrived and the answer
 * was lost. `failed`: nothing was sent, and it cannot go by itself.
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

/** What a command will do, whole. */
export const commandInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task'), request: taskRequestSchema }),
  z.object({ kind: z.literal('order'), request: orderRequestSchema }),
  z.object({ kind: z.literal('cancel-task'), taskId: taskIdSchema }),
]);

/** Something at the service that could be what an unknown command made. */
export const commandCandidateSchema = z.object({
  id: z.string(),
  name: z.string(),
  project: z.string(),
  createdAt: z.string().nullable(),
  /** By the clock that is known it was there before the sending began. */
  older: z.boolean(),
  /** What is not as it was sent; empty when all is the same. */
  differs: z.array(z.string()),
});

export const commandSchema = z.object({
  id: submissionIdSchema,
  /** Its place in the order of sending: what was written before has a smaller one. */
  seq: z.number(),
  scope: scopeSchema,
  /** As the contract was called when the command was written. */
  contractName: z.string().nullable(),
  state: commandStateSchema,
  input: commandInputSchema,
  /** May go out again without a word of the user, once the service provably does not hold it. */
  byItself: z.boolean(),
  createdAt: z.string(),
  beganAt: z.string().nullable(),
  /** How often it went out. */
  attempts: z.number(),
  /** What it became at the service: a task or an order. */
  remoteId: z.string().nullable(),
  error: storedErrorSchema.nullable(),
  /** The last whole look-up (our clock), and since when the service does not show it (the service's clock). */
  checkedAt: z.string().nullable(),
  absentSince: z.string().nullable(),
  /** From when on, by the service's clock, another look without a trace lets it go out again by itself. */
  provenAt: z.string().nullable(),
  /** When Nadir looks for it by itself; null when it does not, or right away. */
  nextCheckAt: z.string().nullable(),
  /** The name of the task that a cancellation is of, as far as it is known here. */
  taskName: z.string().nullable(),
  candidates: z.array(commandCandidateSchema),
});

/** How the sending under one contract goes. */
export const sendQueueSchema = z.object({
  running: z.boolean(),
  /** What was sent, one way or the other, since there was last nothing to send. */
  done: z.number(),
  /** When it goes on, where it waits; and why. */
  resumesAt: z.string().nullable(),
  error: storedErrorSchema.nullable(),
});

/** As many as can be chosen, and let go, at once. */
export const mostAtOnce = 500;

/** `attention`: what needs a decision, then what is under way, then drafts, then what was sent. */
export const commandOrderSchema = z.enum(['attention', 'sending', 'newest']);

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

/** Columnar, for the map: index i of each array is one command that has a place. */
export const commandPlacesSchema = z.object({
  ids: z.array(submissionIdSchema),
  longitudes: z.array(z.number()),
  latitudes: z.array(z.number()),
  states: z.array(commandStateSchema),
});

export const outboxContract = {
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
        /** Rows of this page that cannot be read: they are counted in `total`, and left out. */
        damaged: z.number(),
      }),
    ),
  /** The same as identifiers, to choose many. */
  ids: query('outbox')
    .input(
      listed.extend({
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(mostAtOnce),
      }),
    )
    .output(z.array(z.object({ id: submissionIdSchema, scope: scopeSchema, state: commandStateSchema }))),
  /** Where a command stands in such a list, or null. */
  position: query('outbox')
    .input(listed.extend({ id: submissionIdSchema }))
    .output(z.number().nullable()),
  places: query('outbox')
    .input(listed.pick({ scope: true, states: true }))
    .output(commandPlacesSchema),
  /** These commands in full, in this order; those that are gone are left out. */
  get: query('outbox')
    .input(z.object({ ids: z.array(submissionIdSchema).max(100) }))
    .output(z.array(commandSchema)),
  /** The last cancellation of a task that is not done with; null when there is none. */
  cancellation: query('outbox')
    .input(z.object({ scope: scopeSchema, taskId: taskIdSchema }))
    .output(commandSchema.nullable()),
  counts: query('outbox')
    .input(z.object({ scope: scopeSchema }))
    .output(countsSchema),
  /** The same for every contract that has commands. */
  overview: query('outbox').output(
    z.array(countsSchema.extend({ scope: scopeSchema, contractName: z.string().nullable() })),
  ),
  /** Writes one command down and lets it go. */
  send: procedure
    .input(z.object({ scope: scopeSchema, command: commandInputSchema }))
    .output(z.object({ id: submissionIdSchema })),
  /** Writes commands down as drafts, in this order, all or none. Nothing is sent. */
  addDrafts: procedure
    .input(z.object({ scope: scopeSchema, commands: z.array(commandInputSchema).min(1).max(500) }))
    .output(z.object({ ids: z.array(submissionIdSchema) })),
  /** Changes what will be sent; what waited or came back is a draft again. CONFLICT when it may have gone out. */
  update: procedure.input(byId.extend({ command: commandInputSchema })).output(commandSchema),
  /** Takes rows away; CONFLICT when one is on its way or its outcome unknown (`resolve` is for these). */
  remove: procedure.input(z.object({ ids })).output(z.object({ removed: z.number() })),
  /** Drafts, and what failed, wait for their turn. `contractId` is the one the user saw: CONFLICT when a row is of another. */
  release: procedure
    .input(z.object({ ids, contractId: scopeSchema.shape.contractId }))
    .output(z.object({ released: z.number() })),
  /** What waits is a draft again. */
  moveToDrafts: procedure.input(z.object({ ids })).output(z.object({ movedCount: z.number() })),
  /** Asks the service about an unknown command; adopts what is found when there is no doubt. */
  reconcile: procedure.input(byId).output(commandSchema),
  /** The user's word on an unknown or failed command, with the candidates on screen. Null when it is gone. */
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

/**
 * Where a row of the outbox stands. `unknown` means that the outcome is unconfirmed and that it must not be sent
 * again without proof.
 */
export type CommandState = z.infer<typeof commandStateSchema>;
/** What a row of the outbox will send: a new task, a new order, or the cancellation of a task. */
export type CommandInput = z.infer<typeof commandInputSchema>;
/**
 * A task or order at the service that an unconfirmed command may have become. `differs` names the fields that do not
 * match.
 */
export type CommandCandidate = z.infer<typeof commandCandidateSchema>;
/** A row of the outbox. Times are ISO 8601 in UTC; `remoteId` is null until it is known what the command became. */
export type Command = z.infer<typeof commandSchema>;
/** How a list of the outbox is sorted; `sending` is the sequence in which commands are sent. */
export type CommandOrder = z.infer<typeof commandOrderSchema>;
/** The places of the listed commands for the map; commands without a place are left out. */
export type CommandPlaces = z.infer<typeof commandPlacesSchema>;
/** The state of the send queue of one contract. `resumesAt` and `error` are null while it is not paused. */
export type SendQueueState = z.infer<typeof sendQueueSchema>;
