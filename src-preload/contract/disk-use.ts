import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';

/**
 * The kinds of files that may be deleted to free space; the texts are under `diskUse.kind`. `display` and `partial` are Nadir's
 * own files; `archives` are delivery archives that are unpacked; `again` are files that a connection of this data folder can
 * download again; `older` are all files of scenes.
 */
export const freeableKinds = ['display', 'partial', 'archives', 'again', 'older'] as const;
const kindSchema = z.enum(freeableKinds);

/** The limit for listed projects and months; the largest are listed, the rest is one row. */
export const mostUseRows = 200;

/**
 * `scenes` counts those that the list shows as on disk: with a file other than a thumbnail. Files and bytes include thumbnails.
 */
const use = { scenes: z.number(), files: z.number(), bytes: z.number() };
const useSchema = z.object(use);

/** Limits the kind to scenes that were acquired more than this many months ago; 0 for all. */
const monthsSchema = z.number().int().min(0).max(1_200);

export const diskUseSchema = z.object({
  /** `thumbnailOnly` counts the scenes with only a thumbnail on disk; `scenes` does not include them. */
  total: useSchema.extend({ thumbnailOnly: z.number() }),
  /** By project, largest first; null for scenes without one. */
  projects: z.array(z.object({ project: z.string().nullable(), ...use })).max(mostUseRows),
  /** The use of the projects beyond the limit; null if there are none. */
  otherProjects: useSchema.nullable(),
  /** By the month of acquisition in UTC (`2026-03`), newest first; null for scenes without a time. */
  months: z.array(z.object({ month: z.string().nullable(), ...use })).max(mostUseRows),
  otherMonths: useSchema.nullable(),
  freeable: z.array(z.object({ kind: kindSchema, files: z.number(), bytes: z.number() })),
  /** The bytes that are free on the disk of the library folder; null if it does not answer. */
  freeBytes: z.number().nullable(),
});

export const freeingSchema = z.object({
  kind: kindSchema,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  files: z.number(),
  total: z.number(),
  bytes: z.number(),
  /** The files that stayed, because they are in use or differ from their record. */
  left: z.number(),
  error: storedErrorSchema.nullable(),
});

const procedures = {
  /** Returns the disk use of the library. Reads the records of all files, in the thread of lists. */
  report: query('disk-use')
    .input(z.object({ months: monthsSchema }))
    .output(diskUseSchema),
  /** Returns the running or the last deletion of this session; null before the first. */
  freeing: query('disk-use').output(freeingSchema.nullable()),
  /**
   * Deletes at most `files` files of this kind, which is the number that the user confirmed. Nadir's own files are deleted;
   * others are moved to the system's trash if there is one. CONFLICT while another deletion is running.
   */
  free: procedure
    .input(z.object({ kind: kindSchema, months: monthsSchema, files: z.number().int().min(1) }))
    .output(z.void()),
  cancelFreeing: procedure.output(z.void()),
};

export const diskUseDomain = declareDomain({
  procedures,
  topics: [
    // The disk use of the library, and the deletion of files.
    'disk-use',
  ],
});

/** The kinds of files that may be deleted to free space. */
export type FreeableKind = z.infer<typeof kindSchema>;
/** The disk use of the library by project and by month, and how much of it can be freed. */
export type DiskUse = z.infer<typeof diskUseSchema>;
/** Scenes and files on disk, with their sizes in bytes. */
export type Use = z.infer<typeof useSchema>;
/** The progress and the result of a deletion. */
export type Freeing = z.infer<typeof freeingSchema>;
