import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { mapSourceIdSchema, placeListIdSchema, scopeSchema, templateIdSchema } from './ids.ts';

/** The file extension of a package, without its dot. */
export const packageEnding = 'nadir';
/** The limit for a package, compressed. */
export const mostPackageBytes = 2_147_483_647;
/** The size of a piece; divisible by three, so that the Base64 of each piece can be decoded alone. */
export const packagePieceBytes = 393_216;
/** The limit for the name of a person. */
export const longestPersonName = 100;

/** The kind of an item in a package. */
export const handedKindSchema = z.enum(['list', 'place', 'template', 'prepared', 'draft', 'map']);

/**
 * How an item of a package compares with the one on this computer. `removed-there`: the maker has removed it; `sent-here`: it
 * was sent to the service from this computer, so the other version cannot replace it.
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

/** The group in which the review lists the item. */
export const handedGroupSchema = z.enum(['new', 'changed', 'conflict', 'here']);

/** `both` keeps the item of this computer and adds the other one. */
export const handedDecisionSchema = z.enum(['mine', 'theirs', 'both']);

const personSchema = z.string().trim().min(1, 'validation.required').max(longestPersonName);

/** An action on a draft or a prepared task: who did it, and when. */
export const handedEventSchema = z.object({
  what: z.enum(['prepared', 'handed-over', 'received', 'approved', 'sent']),
  by: z.string().max(longestPersonName),
  at: z.string().max(40),
  /** The data folder in which it happened. */
  instance: z.string().max(40),
  /** For a sent item, the task or order that it became; else null. */
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
  /** True for all prepared tasks of the contract. */
  prepared: z.boolean(),
  drafts: z.boolean(),
  mapIds: z.array(mapSourceIdSchema).max(50),
});

/** The progress of work on a package. `total` is 0 while it is unknown. */
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
  /** True for a list that exists after accepting in any case, because it contains places. */
  isNeeded: z.boolean().optional(),
  /** The names of the fields that differ; empty for what is on one side only. */
  fields: z.array(z.string()),
});

/** Where prepared rows and drafts of a package are here already; accepting changes them there. `contractName` is null if it is not known. */
const alreadyInSchema = z.array(
  z.object({ scope: scopeSchema, contractName: z.string().nullable(), count: z.number() }),
);

export const packageReviewSchema = packageHeadSchema.extend({
  fileName: z.string(),
  counts: z.record(handedStateSchema, countsSchema),
  /** The number of items in each group; `undecided` counts the conflicts without a decision. */
  groups: z.record(handedGroupSchema, z.number()),
  undecided: z.number(),
  /** The number of places in lists of the package that only this computer has. */
  onlyHere: z.number(),
  /** The effect of accepting: how many items are added, replaced, removed and unchanged. */
  outcome: z.object({
    added: z.number(),
    replaced: z.number(),
    removed: z.number(),
    kept: z.number(),
    copies: z.number(),
  }),
  /** True if the package contains prepared tasks or drafts, which must belong to a contract. */
  needsScope: z.boolean(),
  alreadyIn: alreadyInSchema,
  /** The maps that need a key, which packages do not contain. */
  keysNeeded: z.array(z.string()),
});

export const packageReportSchema = z.object({
  alreadyIn: alreadyInSchema,
  outcome: packageReviewSchema.shape.outcome,
  /** The rejected versions: the first two hundred; `discardedCount` counts all. */
  discarded: z.array(z.object({ kind: handedKindSchema, name: z.string(), decision: handedDecisionSchema })),
  discardedCount: z.number(),
  /** The lists that were created because places needed them, and those that stay because they still contain places. */
  restoredLists: z.array(z.string()),
  keptLists: z.array(z.string()),
});

const procedures = {
  /** Returns what can be put into a package. `scope` is the contract whose prepared tasks and drafts are counted. */
  offer: query('places', 'templates', 'prepared', 'outbox', 'maps', 'handover')
    .input(z.object({ scope: scopeSchema.nullable() }))
    .output(
      z.object({
        /** The name in the user's last package; before the first, that of the computer's account. */
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
        /** Maps that cannot be put into a package, because of their kind or because their file is missing. */
        withheldMaps: z.array(z.object({ name: z.string(), reason: z.enum(['kind', 'missing']) })),
      }),
    ),
  /** Starts to make a package; `progress` returns how far it is, and `read` returns its bytes when it is ready. */
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
  /** Cancels the work and deletes the file; has no effect if there is none. */
  discard: procedure.input(byId).output(z.object({})),

  /** Starts to receive a package. PACKAGE_REFUSED for an empty file, and for one that is larger than `mostPackageBytes`. */
  receive: procedure
    .input(
      z.object({
        fileName: z.string().max(300),
        sizeBytes: z.number().int().min(0),
      }),
    )
    .output(byId),
  /** Adds the next piece. */
  add: procedure
    .input(byId.extend({ base64: z.base64().max((packagePieceBytes / 3) * 4) }))
    .output(z.object({ receivedBytes: z.number() })),
  /** Starts to check the received package and to compare it. PACKAGE_REFUSED in `progress` says what is wrong with it. */
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
  /** Records the decision about one item, or about all items of a group that allow it. */
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
   * Carries out the decisions, all or none. CONFLICT if a conflict has no decision, if something on this computer was changed
   * since the package was opened, or if there is no contract for items that need one.
   */
  accept: procedure.input(byId.extend({ scope: scopeSchema.nullable() })).output(packageReportSchema),

  /** Returns the actions on drafts and prepared tasks that were in packages; those that never were are left out. */
  trails: query('handover', 'outbox')
    .input(z.object({ ids: z.array(z.string().max(64)).min(1).max(200) }))
    .output(
      z.array(
        z.object({
          id: z.string(),
          /** `isClaim` is true for an approval that a package states: whoever made it could write any name and time. */
          events: z.array(handedEventSchema.extend({ isClaim: z.boolean() })),
          /** True if it was approved on this computer and has not changed since. */
          isApproved: z.boolean(),
        }),
      ),
    ),
  /**
   * Returns two kinds of prepared rows of a contract: those that were received and nobody has approved, and those that somebody
   * else has sent, according to a package.
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
  /** Records who approved these drafts and prepared tasks. */
  approve: procedure
    .input(z.object({ ids: z.array(z.string().max(64)).min(1).max(5_000), by: personSchema }))
    .output(z.object({ approved: z.number() })),
};

export const handoverDomain = declareDomain({
  procedures,
  topics: [
    // Packages that are made or opened, and the actions on items that were in packages.
    'handover',
  ],
});

/** Identifies a package that is being made or opened. */
export type PackageId = z.infer<typeof packageIdSchema>;
/** The kind of an item in a package. */
export type HandedKind = z.infer<typeof handedKindSchema>;
/** How an item of a package compares with the one on this computer. */
export type HandedState = z.infer<typeof handedStateSchema>;
/** A group of the review. */
export type HandedGroup = z.infer<typeof handedGroupSchema>;
/** What the user decides about an item. */
export type HandedDecision = z.infer<typeof handedDecisionSchema>;
/** Who did what with a draft, and when. */
export type HandedEvent = z.infer<typeof handedEventSchema>;
/** The items that the user chose for a package. */
export type PackageChoice = z.infer<typeof packageChoiceSchema>;
/** The progress of work on a package. */
export type PackageProgress = z.infer<typeof packageProgressSchema>;
/** An item of the review. */
export type HandedRow = z.infer<typeof handedRowSchema>;
/** The numbers of the review, and who made the package. */
export type PackageReview = z.infer<typeof packageReviewSchema>;
/** The result of accepting a package. */
export type PackageReport = z.infer<typeof packageReportSchema>;
