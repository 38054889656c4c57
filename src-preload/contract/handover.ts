import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { mapSourceIdSchema, placeListIdSchema, scopeSchema, templateIdSchema } from './ids.ts';

/** The ending of the name of a package, without its dot. */
export const packageEnding = 'nadir';
/** The largest package, packed. */
export const mostPackageBytes = 2_147_483_647;
/** Divisible by three, so that the pieces of Base64 can be decoded one by one. */
export const packagePieceBytes = 393_216;
/** The longest name of a person. */
export const longestPersonName = 100;

/** What passes in a package. */
export const handedKindSchema = z.enum(['list', 'place', 'template', 'prepared', 'draft', 'map']);

/**
 * What a package has beside what is here. `removed-there`: the maker has removed it; `sent-here`: it was sent to the service from
 * this computer, so that the other version cannot replace it.
 */
export const handedStateSchema = z.enum([
  'same',
  'new',
  'changed-there',
  'removed-there',
  'conflict',
  'changed-here',
  'removed-here',
  'sent-here',
]);

/** How the review shows it. */
export const handedGroupSchema = z.enum(['new', 'changed', 'conflict', 'here']);

/** `both` keeps what is here and adds the other one beside it. */
export const handedDecisionSchema = z.enum(['mine', 'theirs', 'both']);

const personSchema = z.string().trim().min(1, 'validation.required').max(longestPersonName);

/** Who did what with a draft or a prepared task, and when. */
export const handedEventSchema = z.object({
  what: z.enum(['prepared', 'handed-over', 'received', 'approved', 'sent']),
  by: z.string().max(longestPersonName),
  at: z.string().max(40),
  /** The data folder in which it happened. */
  instance: z.string().max(40),
  /** Of what was sent: the task or order that it has become; null elsewhere. */
  remoteId: z.string().max(200).nullable(),
});

export const packageIdSchema = z.string().min(1).max(64).brand<'PackageId'>();

export const packageHeadSchema = z.object({
  packageId: packageIdSchema,
  madeAt: z.string(),
  maker: z.string(),
  note: z.string(),
  instance: z.string(),
  /** The name of the contract that prepared tasks and drafts were made for; null without any. */
  contractName: z.string().nullable(),
});

const byId = z.object({ id: packageIdSchema });
const countsSchema = z.record(handedKindSchema, z.number());

export const packageChoiceSchema = z.object({
  listIds: z.array(placeListIdSchema).max(500),
  templateIds: z.array(templateIdSchema).max(500),
  /** True for everything that is prepared under the contract. */
  prepared: z.boolean(),
  drafts: z.boolean(),
  mapIds: z.array(mapSourceIdSchema).max(50),
});

/** Work on a package. `total` is 0 while it is not known. */
export const packageProgressSchema = z.object({
  state: z.enum(['working', 'ready', 'failed', 'gone']),
  done: z.number(),
  total: z.number(),
  fileName: z.string(),
  sizeBytes: z.number(),
  error: storedErrorSchema.nullable(),
});

const sideSchema = z.object({ version: z.number(), updatedAt: z.string(), updatedBy: z.string() });

export const handedRowSchema = z.object({
  kind: handedKindSchema,
  itemId: z.string(),
  name: z.string(),
  state: handedStateSchema,
  /** Null while the user has not decided. */
  decision: handedDecisionSchema.nullable(),
  options: z.array(handedDecisionSchema),
  mine: sideSchema.nullable(),
  theirs: sideSchema.nullable(),
  /** True for a list that is there after accepting whatever is decided, because it has places. */
  isNeeded: z.boolean().optional(),
  /** The names of the fields that differ; empty for what is on one side only. */
  fields: z.array(z.string()),
});

export const packageReviewSchema = packageHeadSchema.extend({
  fileName: z.string(),
  counts: z.record(handedStateSchema, countsSchema),
  /** How many of each group; `undecided` of the conflicts have no decision yet. */
  groups: z.record(handedGroupSchema, z.number()),
  undecided: z.number(),
  /** Places of the lists in the package that only this computer has. */
  onlyHere: z.number(),
  /** What accepting does: how many are added, replaced, removed and left as they are. */
  outcome: z.object({
    added: z.number(),
    replaced: z.number(),
    removed: z.number(),
    kept: z.number(),
    copies: z.number(),
  }),
  /** True if the package has prepared tasks or drafts, which need a contract to belong to. */
  needsScope: z.boolean(),
  /** Maps that need a key, which no package carries. */
  keysNeeded: z.array(z.string()),
});

export const packageReportSchema = z.object({
  outcome: packageReviewSchema.shape.outcome,
  /** What was decided against: the first two hundred; `discardedCount` counts all. */
  discarded: z.array(z.object({ kind: handedKindSchema, name: z.string(), decision: handedDecisionSchema })),
  discardedCount: z.number(),
  /** Lists that were made because places needed them, and those that stay because they still have places. */
  restoredLists: z.array(z.string()),
  keptLists: z.array(z.string()),
});

const procedures = {
  /** Returns what can be handed over. `scope` is the contract whose prepared tasks and drafts are counted. */
  offer: query('places', 'templates', 'prepared', 'outbox', 'maps', 'handover')
    .input(z.object({ scope: scopeSchema.nullable() }))
    .output(
      z.object({
        /** The name by which the user made the last package; that of the account of this computer before. */
        maker: z.string(),
        lists: z.array(z.object({ listId: placeListIdSchema, name: z.string(), count: z.number() })),
        templates: z.array(z.object({ templateId: templateIdSchema, name: z.string() })),
        prepared: z.number(),
        drafts: z.number(),
        maps: z.array(
          z.object({
            mapId: mapSourceIdSchema,
            name: z.string(),
            sizeBytes: z.number(),
            needsKey: z.boolean(),
          }),
        ),
        /** Maps that cannot be handed over: packages have no files of this kind, or the file is not there. */
        withheldMaps: z.array(z.object({ name: z.string(), reason: z.enum(['kind', 'missing']) })),
      }),
    ),
  /** Begins to make a package; `progress` tells how far it is, and `read` returns it when it is ready. */
  make: procedure
    .input(
      z.object({
        choice: packageChoiceSchema,
        maker: personSchema,
        note: z.string().max(2_000, 'validation.tooLong'),
        scope: scopeSchema.nullable(),
      }),
    )
    .output(byId),
  progress: query('handover').input(byId).output(packageProgressSchema),
  /** Returns the piece of a package that begins at a byte, in Base64; an empty text at its end. */
  read: procedure
    .input(byId.extend({ offset: z.number().int().min(0) }))
    .output(z.object({ base64: z.string() })),
  /** Cancels what is under way and deletes the file; does nothing if it is gone. */
  discard: procedure.input(byId).output(z.object({})),

  /** Begins to receive the bytes of a package. */
  receive: procedure
    .input(
      z.object({
        fileName: z.string().max(300),
        sizeBytes: z.number().int().min(1).max(mostPackageBytes, 'validation.tooLarge'),
      }),
    )
    .output(byId),
  /** Adds the next piece. */
  add: procedure
    .input(byId.extend({ base64: z.base64().max((packagePieceBytes / 3) * 4) }))
    .output(z.object({ receivedBytes: z.number() })),
  /** Begins to check and to compare what was received. PACKAGE_REFUSED in `progress` says what is wrong with it. */
  open: procedure.input(byId).output(z.object({})),
  review: query('handover').input(byId).output(packageReviewSchema),
  rows: query('handover')
    .input(
      byId.extend({
        group: handedGroupSchema,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(200),
      }),
    )
    .output(z.object({ total: z.number(), rows: z.array(handedRowSchema) })),
  /** Returns both sides of an item, field by field. Null stands for a field that a side does not have. */
  differences: query('handover')
    .input(byId.extend({ kind: handedKindSchema, itemId: z.string().max(64) }))
    .output(
      z.array(z.object({ field: z.string(), mine: z.string().nullable(), theirs: z.string().nullable() })),
    ),
  /** Decides about one item, or about all of a group that can be decided so. */
  decide: procedure
    .input(
      byId.extend({
        about: z.union([
          z.object({ kind: handedKindSchema, itemId: z.string().max(64) }),
          z.object({ group: handedGroupSchema }),
        ]),
        decision: handedDecisionSchema,
      }),
    )
    .output(z.object({ decided: z.number() })),
  /**
   * Does what was decided, all or nothing. CONFLICT while a conflict is undecided, if something was changed here since the package
   * was opened, or if there is no contract for what needs one.
   */
  accept: procedure.input(byId.extend({ scope: scopeSchema.nullable() })).output(packageReportSchema),

  /** Returns what happened to drafts and prepared tasks that were handed over; those that never were are left out. */
  trails: query('handover', 'outbox')
    .input(z.object({ ids: z.array(z.string().max(64)).min(1).max(200) }))
    .output(
      z.array(z.object({ id: z.string(), events: z.array(handedEventSchema), isApproved: z.boolean() })),
    ),
  /**
   * Returns the prepared rows of a contract that were received and that nobody has approved, and those of which a package has said
   * that somebody else has sent them.
   */
  unapproved: query('handover', 'prepared')
    .input(z.object({ scope: scopeSchema }))
    .output(
      z.object({
        ids: z.array(z.string()),
        preparedBy: z.array(z.string()),
        sent: z.array(z.object({ id: z.string(), by: z.string(), remoteId: z.string().nullable() })),
      }),
    ),
  /** Notes that these drafts and prepared tasks were approved, and by whom. */
  approve: procedure
    .input(z.object({ ids: z.array(z.string().max(64)).min(1).max(5_000), by: personSchema }))
    .output(z.object({ approved: z.number() })),
};

export const handoverDomain = declareDomain({
  procedures,
  topics: [
    // Packages that are made or opened, and what is known of what was handed over.
    'handover',
  ],
});

/** Identifies a package that is being made or opened. */
export type PackageId = z.infer<typeof packageIdSchema>;
/** What passes in a package. */
export type HandedKind = z.infer<typeof handedKindSchema>;
/** What a package has beside what is here. */
export type HandedState = z.infer<typeof handedStateSchema>;
/** A group of the review. */
export type HandedGroup = z.infer<typeof handedGroupSchema>;
/** What the user decides about an item. */
export type HandedDecision = z.infer<typeof handedDecisionSchema>;
/** Who did what with a draft, and when. */
export type HandedEvent = z.infer<typeof handedEventSchema>;
/** Which things go into a package. */
export type PackageChoice = z.infer<typeof packageChoiceSchema>;
/** How far the work on a package is. */
export type PackageProgress = z.infer<typeof packageProgressSchema>;
/** An item of the review. */
export type HandedRow = z.infer<typeof handedRowSchema>;
/** The sums of the review, and who made the package. */
export type PackageReview = z.infer<typeof packageReviewSchema>;
/** What accepting has done. */
export type PackageReport = z.infer<typeof packageReportSchema>;
