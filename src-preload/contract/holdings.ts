import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { libraryFileIdSchema, librarySceneIdSchema } from './ids.ts';

/** Why the catalog in the library folder cannot be written or read now; the texts are under `holdings.trouble`. */
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
] as const;

/** The most problems and bad files that are told by name; all of them are counted. */
export const mostNamedProblems = 200;

const troubleSchema = z.enum(holdingsTroubles);

export const holdingsStatusSchema = z.object({
  /** The library folder, absolute. */
  folder: z.string(),
  catalog: z.object({
    /** The scenes that have an item in the folder. */
    scenes: z.number(),
    /** The scenes whose items are to be written. */
    waiting: z.number(),
    /** Why those that wait are not written now; null if nothing is wrong. */
    trouble: troubleSchema.nullable(),
  }),
  rebuild: z.object({
    state: z.enum(['idle', 'running', 'done', 'cancelled', 'failed']),
    /** Files and folders that were looked at. */
    entries: z.number(),
    scenes: z.number(),
    newScenes: z.number(),
    newFiles: z.number(),
    problemCount: z.number(),
    problems: z.array(z.object({ path: z.string(), problem: z.enum(scanProblems) })).max(mostNamedProblems),
  }),
  check: z.object({
    state: z.enum(['none', 'running', 'paused', 'done']),
    /** Why it was paused without being asked to; null otherwise. */
    trouble: troubleSchema.nullable(),
    files: z.number(),
    total: z.number(),
    bytes: z.number(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    /** When the next one is planned; null if none is. */
    nextAt: z.string().nullable(),
    /** True if the schedule began it: it reads slowly and gives way to downloads. */
    isScheduled: z.boolean(),
  }),
  badCount: z.number(),
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
        /** False for a file that was imported or unpacked: no service can send it again. */
        isRepairable: z.boolean(),
      }),
    )
    .max(mostNamedProblems),
});

const procedures = {
  status: query('holdings', 'settings').output(holdingsStatusSchema),
  /** Reads every file of the library and compares it with its checksum. `anew` begins with the first file again. */
  startCheck: procedure.input(z.object({ anew: z.boolean() })).output(z.void()),
  pauseCheck: procedure.output(z.void()),
  /** Puts the bad files aside and downloads them again; returns how many. */
  repair: procedure.output(z.number()),
  /** Records the scenes of the library folder that are not recorded here. */
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

/** The state of the catalog in the library folder, and of the check of its files. */
export type HoldingsStatus = z.infer<typeof holdingsStatusSchema>;
/** Why the catalog cannot be written or read now. */
export type HoldingsTrouble = z.infer<typeof troubleSchema>;
/** What is wrong with a file. */
export type BadFileReason = (typeof badFileReasons)[number];
