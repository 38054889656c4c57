import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { placeIdSchema, preparedIdSchema, scopeSchema, submissionIdSchema, templateIdSchema } from './ids.ts';
import { commandInputSchema, mostAtOnce } from './outbox.ts';
import { placeGeometrySchema } from './place-geometry.ts';

/** The limit for places that a template is used for at once, and for rows of one edit. */
export const mostPreparedAtOnce = 5_000;
/** The limit for prepared rows of one contract. */
export const mostPrepared = 20_000;

const text = (most: number) => z.string().max(most, 'validation.tooLong');
const time = z.string().max(40).nullable();
const number = z.number().nullable();

/** The columns of the table that can be edited, and that an issue can be about. */
export const preparedColumnSchema = z.enum([
  'name',
  'position',
  'project',
  'ordered',
  'start',
  'end',
  'client',
  'priority',
  'every',
  'captures',
  'simultaneous',
  'level',
]);

/**
 * The values of a row as they are typed and stored. They may be values that the service does not accept: such a row stays here
 * until it is corrected.
 */
export const preparedValuesSchema = z.object({
  name: text(300),
  project: text(300),
  /** Of a task. */
  product: number,
  /** Of an order. */
  sku: text(200),
  start: time,
  end: time,
  client: text(200).nullable(),
  priority: number,
  /** The recurrence in minutes; null for none. */
  everyMinutes: number,
  maxCaptures: number,
  maxSimultaneous: number,
  processingLevel: text(200),
  /** The texts that cells could not take, as they are shown there. The row has its old values below them, and is not sent with these. */
  unread: z.partialRecord(preparedColumnSchema, text(200)).default({}),
});

const pointSchema = placeGeometrySchema.options[0];

/** The fields to change. */
export const preparedPatchSchema = preparedValuesSchema.partial().extend({
  /** A point; an area is changed in Places. */
  geometry: pointSchema.nullable().optional(),
  positionText: text(200).nullable().optional(),
  /** The texts of cells that were typed and could not be read; null removes one. The others stay. */
  unread: z.partialRecord(preparedColumnSchema, text(200).nullable()).optional(),
});

export const preparedKindSchema = z.enum(['task', 'order']);

export const preparedRowSchema = z.object({
  preparedId: preparedIdSchema,
  version: z.number().int(),
  kind: preparedKindSchema,
  placeId: placeIdSchema,
  templateId: templateIdSchema,
  templateName: z.string(),
  listName: z.string(),
  values: preparedValuesSchema,
  /** The values from the template; differences in `values` were made for this row. */
  base: preparedValuesSchema,
  place: z.enum(['point', 'area', 'none']),
  /** Of the point, or of the middle of the area. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  altitudeMetres: z.number().nullable(),
  /** Of an area. */
  vertices: z.number().nullable(),
  /** The given position, if it could not be read; else null. */
  positionText: z.string().nullable(),
});

/**
 * The issues that the checks find; the texts are in the catalogue under `prepared.issue`. A row with an error cannot be sent.
 */
export const preparedIssueCodes = {
  error: [
    'unread',
    'field',
    'nameFields',
    'noPosition',
    'nullIsland',
    'pointNeeded',
    'areaNeeded',
    'unknownProduct',
    'skuNeedsMore',
    'skuWithoutPeriod',
    'overAntimeridian',
    'clientNeeded',
    'unknownClient',
    'priorityRange',
    'endPassed',
    'endBeforeStart',
    'simultaneousFewer',
    'twin',
    'sentBefore',
  ],
  warning: [
    'swapped',
    'otherSign',
    'farAway',
    'duplicate',
    'sceneTwice',
    'existing',
    'sceneOrdered',
    'sceneDelivered',
    'outsideScene',
    'placeMoved',
    'placeGone',
    'inLibrary',
    'startPassed',
    'windowShort',
    'windowUnusual',
    'recurrenceLong',
    'polarNight',
    'priorityUnused',
    'simultaneousMore',
  ],
} as const;

/** The correction that one click makes; the texts are in the catalogue under `prepared.mend`. */
export const preparedMendSchema = z.enum([
  'swap',
  'changeSign',
  'useMiddle',
  'usePlace',
  'moveWindow',
  'swapTimes',
  'usualWindow',
  'clampPriority',
  'dropPriority',
  'equalSimultaneous',
  'remove',
]);

export const preparedIssueSchema = z.object({
  code: z.enum([...preparedIssueCodes.error, ...preparedIssueCodes.warning]),
  severity: z.enum(['error', 'warning']),
  column: preparedColumnSchema,
  /** Values for the message. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Null if no correction is known. A correction without a patch removes the row. */
  mend: z.object({ kind: preparedMendSchema, patch: preparedPatchSchema.nullable() }).nullable(),
});

const preparedChangeSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('update'),
    preparedId: preparedIdSchema,
    /** CONFLICT, with the name of the row, if it has another version by now. */
    version: z.number().int(),
    patch: preparedPatchSchema,
  }),
  z.object({ do: z.literal('remove'), preparedId: preparedIdSchema }),
]);

export const preparedStepKindSchema = z.enum([
  'make',
  'change',
  'paste',
  'fill',
  'clear',
  'mend',
  'remove',
  'hand-over',
]);

export const preparedStepSchema = z.object({
  stepId: z.number().int(),
  kind: preparedStepKindSchema,
  /** The number of rows. */
  count: z.number(),
});

const checkedCommandSchema = z.object({
  index: z.number(),
  name: z.string(),
  issues: z.array(preparedIssueSchema),
});
const checkedDraftSchema = checkedCommandSchema.omit({ index: true }).extend({ id: submissionIdSchema });

const scoped = z.object({ scope: scopeSchema });
const byStep = scoped.extend({ stepId: z.number().int() });

const procedures = {
  page: query('prepared')
    .input(scoped.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number(), rows: z.array(preparedRowSchema) })),
  /**
   * Checks all rows, against each other and against the known tasks and orders of the contract. `index` is that of the row in
   * the list; rows without an issue are left out. `ready` are the rows that can be sent, grouped by cost: one row of each
   * group, and their number.
   */
  check: query('prepared', 'reference', 'tasks', 'orders', 'outbox', 'places', 'library', 'settings')
    .input(scoped)
    .output(
      z.object({
        /** The number of changes so far; `send` names it. */
        revision: z.number(),
        total: z.number(),
        /** The number of unreadable rows, which are kept and left out of the other numbers. */
        damaged: z.number(),
        rows: z.array(
          z.object({
            preparedId: preparedIdSchema,
            index: z.number(),
            version: z.number(),
            issues: z.array(preparedIssueSchema),
          }),
        ),
        ready: z.array(z.object({ input: commandInputSchema, count: z.number() })),
      }),
    ),
  /**
   * Checks tasks and orders of a form that are about to be sent, as rows are checked: against each other, the known tasks and
   * orders of the contract, and the library. `editedId` is the command that they replace, which they are not compared with.
   * Requests without an issue are left out. The issues have no corrections: the form makes them.
   */
  checkCommands: query('prepared', 'tasks', 'orders', 'outbox', 'library')
    .input(
      scoped.extend({
        commands: z.array(commandInputSchema).min(1).max(mostAtOnce),
        editedId: submissionIdSchema.nullable(),
      }),
    )
    .output(z.array(checkedCommandSchema)),
  /** Checks drafts of the outbox that are about to be sent, as `checkCommands` does. */
  checkDrafts: query('prepared', 'tasks', 'orders', 'outbox', 'library')
    .input(scoped.extend({ ids: z.array(submissionIdSchema).min(1).max(mostAtOnce) }))
    .output(z.array(checkedDraftSchema)),
  /**
   * Makes a row for each of these places, in their order, as one step. INVALID_INPUT if the name pattern names a field that none
   * of them has, CONFLICT if there would be too many rows.
   */
  make: procedure
    .input(
      scoped.extend({
        templateId: templateIdSchema,
        placeIds: z.array(placeIdSchema).min(1).max(mostPreparedAtOnce),
      }),
    )
    .output(z.object({ made: z.number() })),
  /** Makes all of these changes as one step that can be undone, or none if one of the rows has changed. */
  edit: procedure
    .input(
      scoped.extend({
        as: preparedStepKindSchema.exclude(['make', 'hand-over']),
        changes: z.array(preparedChangeSchema).min(1).max(mostPreparedAtOnce),
      }),
    )
    .output(
      z.object({
        changed: z.number(),
        /** The number of changes of the rows right after this one; compare it with that of `check`. */
        revision: z.number(),
      }),
    ),
  /** Removes all rows of the contract, as one step. */
  clear: procedure.input(scoped).output(z.object({ changed: z.number() })),
  history: query('prepared')
    .input(scoped)
    .output(z.object({ undo: preparedStepSchema.nullable(), redo: preparedStepSchema.nullable() })),
  /** CONFLICT if it is not the last step any more. `skipped` counts the rows that were left as they are. */
  undo: procedure.input(byStep).output(z.object({ skipped: z.number() })),
  redo: procedure.input(byStep).output(z.object({ skipped: z.number() })),
  /**
   * Moves every row without an error into the outbox and releases it there; the others stay. CONFLICT if the rows have changed
   * since this revision, or if `contractId` is not that of the scope.
   */
  send: procedure
    .input(scoped.extend({ revision: z.number(), contractId: scopeSchema.shape.contractId }))
    .output(z.object({ ids: z.array(submissionIdSchema), remaining: z.number() })),
};

export const preparedDomain = declareDomain({
  procedures,
  topics: [
    // Tasks and orders that are prepared from places and not sent, and the steps that can be undone.
    'prepared',
  ],
});

/** The values of a prepared row. */
export type PreparedValues = z.infer<typeof preparedValuesSchema>;
/** The fields of a prepared row that are to be changed. */
export type PreparedPatch = z.infer<typeof preparedPatchSchema>;
/** A task or order that is prepared from a place, and not sent. */
export type PreparedRow = z.infer<typeof preparedRowSchema>;
/** A column of prepared rows. */
export type PreparedColumn = z.infer<typeof preparedColumnSchema>;
/** An issue of a row. */
export type PreparedIssue = z.infer<typeof preparedIssueSchema>;
/** The issues of a task or order that is about to be sent. */
export type CheckedCommand = z.infer<typeof checkedCommandSchema>;
/** The issues of a draft that is about to be sent. */
export type CheckedDraft = z.infer<typeof checkedDraftSchema>;
/** The correction that one click makes. */
export type PreparedMend = z.infer<typeof preparedMendSchema>;
/** One change of an edit. */
export type PreparedChange = z.infer<typeof preparedChangeSchema>;
/** A step that can be undone or done again. */
export type PreparedStep = z.infer<typeof preparedStepSchema>;
/** The kind of a step. */
export type PreparedStepKind = z.infer<typeof preparedStepKindSchema>;

/** Returns the texts that cells could not take after a patch of them; null removes one. */
export function withUnread(
  before: PreparedValues['unread'],
  patch: NonNullable<PreparedPatch['unread']>,
): PreparedValues['unread'] {
  const after: PreparedValues['unread'] = {};
  for (const column of preparedColumnSchema.options) {
    const text = patch[column] === undefined ? before[column] : patch[column];
    if (text !== undefined && text !== null) after[column] = text;
  }
  return after;
}
