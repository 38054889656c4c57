import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { libraryFileIdSchema, librarySceneIdSchema } from './ids.ts';

/** Why the catalog in the library folder cannot be written or read; the texts are under `holdings.trouble`. */
export const holdingsTroubles = [
  'library-missing',
  'read-only',
  'disk-full',
  'busy',
  'files-missing',
  'failed',
] as const;

/** What is wrong with a file; the texts are under `holdings.bad`. */
export const badFileReasons = ['missing', 'size', 'checksum', 'unreadable'] as const;

/** Why a part of the library folder was not used; the texts are under `holdings.problem`. */
export const scanProblems = [
  'address-remote',
  'address-absolute',
  'address-outside',
  'not-json',
  'too-complex',
  'not-item',
  'other-tool',
  'invalid',
  'geometry',
  'too-many-files',
  'too-large',
  'unreadable',
  'too-deep',
  'file-link',
  'file-ambiguous',
  'not-recorded',
  'same-name',
] as const;

/** The limit for problems and bad files that are listed by name; all of them are counted. */
export const mostNamedProblems = 200;

const troubleSchema = z.enum(holdingsTroubles);

export const holdingsStatusSchema = z.object({
  /** The library folder, absolute. */
  folder: z.string(),
  catalog: z.object({
    /** The number of scenes with an item in the folder. */
    scenes: z.number(),
    /** The number of scenes whose items are still to be written. */
    waiting: z.number(),
    /** Why these are not written now; null if nothing is wrong. */
    trouble: troubleSchema.nullable(),
  }),
  rebuild: z.object({
    state: z.enum(['idle', 'running', 'done', 'cancelled', 'failed']),
    /** The number of files and folders that were read. */
    entries: z.number(),
    scenes: z.number(),
    newScenes: z.number(),
    newFiles: z.number(),
    problemCount: z.number(),
    problems: z.array(z.object({ path: z.string(), problem: z.enum(scanProblems) })).max(mostNamedProblems),
  }),
  check: z.object({
    state: z.enum(['none', 'running', 'paused', 'done']),
    /** Why it was paused without a request; null otherwise. */
    trouble: troubleSchema.nullable(),
    files: z.number(),
    total: z.number(),
    bytes: z.number(),
    /** The number of files that this check found missing or damaged. `badCount` is what is left of them now. */
    bad: z.number(),
    /** The number of files that came, or came back, after this check read the folder; 0 until it is done. */
    unverified: z.number(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    /** When the next check is planned; null if none is. */
    nextAt: z.string().nullable(),
    /** True if the schedule started it: it then reads slowly and gives way to downloads. */
    isScheduled: z.boolean(),
  }),
  badCount: z.number(),
  /** As how many archive orders a repair may count. */
  repairOrders: z.number(),
  bad: z
    .array(
      z.object({
        fileId: libraryFileIdSchema,
        librarySceneId: librarySceneIdSchema,
        sceneId: z.string(),
        fileName: z.string(),
        reason: z.enum(badFileReasons),
        /** True once it is being downloaded again. */
        isWanted: z.boolean(),
        /** False for an imported or unpacked file, which no service can send again. */
        isRepairable: z.boolean(),
      }),
    )
    .max(mostNamedProblems),
});

const procedures = {
  status: query('holdings', 'settings').output(holdingsStatusSchema),
  /** Compares every file of the library with its checksum. With `anew`, starts at the first file again. */
  startCheck: procedure.input(z.object({ anew: z.boolean() })).output(z.void()),
  pauseCheck: procedure.output(z.void()),
  /** Renames the bad files and downloads them again; returns how many. */
  repair: procedure.output(z.number()),
  /** Records the scenes of the library folder that have no record on this computer. */
  startRebuild: procedure.output(z.void()),
  cancelRebuild: procedure.output(z.void()),
};

export const holdingsDomain = declareDomain({
  procedures,
  topics: [
    // The catalog in the library folder, and the checks of its files.
    'holdings',
  ],
});

/** The state of the catalog in the library folder and of the check of its files. */
export type HoldingsStatus = z.infer<typeof holdingsStatusSchema>;
/** Why the catalog cannot be written or read now. */
export type HoldingsTrouble = z.infer<typeof troubleSchema>;
/** What is wrong with a file. */
export type BadFileReason = (typeof badFileReasons)[number];
