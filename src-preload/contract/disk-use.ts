import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';

/**
 * What may be freed; the texts are under `diskUse.kind`. `display` and `partial` are Nadir's own files; `archives` are delivery
 * archives that are unpacked; `again` are files of the service, which a connection of this data folder can download again; `older`
 * are all files of scenes.
 */
export const freeableKinds = ['display', 'partial', 'archives', 'again', 'older'] as const;
const kindSchema = z.enum(freeableKinds);

/** The most projects and months that are listed; the largest come first, the rest is one row. */
export const mostUseRows = 200;

/** `scenes` are those that the list shows as on disk: with a file that is no thumbnail. Files and bytes have thumbnails too. */
const use = { scenes: z.number(), files: z.number(), bytes: z.number() };
const useSchema = z.object(use);

/** Only files of scenes that were acquired before this many months ago; 0 for all. */
const monthsSchema = z.number().int().min(0).max(1_200);

export const diskUseSchema = z.object({
  /** `thumbnailOnly` are scenes that have nothing but their thumbnail on disk; `scenes` has them not. */
  total: useSchema.extend({ thumbnailOnly: z.number() }),
  /** By project, largest first; null for scenes without one. */
  projects: z.array(z.object({ project: z.string().nullable(), ...use })).max(mostUseRows),
  /** What projects beyond that use; null if there are none. */
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
  /** Files that were left because they are in use, or are not as they were recorded. */
  left: z.number(),
  error: storedErrorSchema.nullable(),
});

const procedures = {
  /** Adds up what the files of the library use. Reads all of their records, in the thread of lists. */
  report: query('disk-use')
    .input(z.object({ months: monthsSchema }))
    .output(diskUseSchema),
  /** The freeing that is under way, or the last one of this session; null before the first. */
  freeing: query('disk-use').output(freeingSchema.nullable()),
  /**
   * Frees at most `files` files of this kind: as many as the user was told. Nadir's own files are deleted; others go to the system's
   * trash where there is one. CONFLICT while another freeing is under way.
   */
  free: procedure
    .input(z.object({ kind: kindSchema, months: monthsSchema, files: z.number().int().min(1) }))
    .output(z.void()),
  cancelFreeing: procedure.output(z.void()),
};

export const diskUseDomain = declareDomain({
  procedures,
  topics: [
    // What the library uses of its disk, and the freeing of space.
    'disk-use',
  ],
});

/** What may be freed. */
export type FreeableKind = z.infer<typeof kindSchema>;
/** What the library uses, by project and by month, and what of it may be freed. */
export type DiskUse = z.infer<typeof diskUseSchema>;
/** Scenes and files on disk, with their sizes in bytes. */
export type Use = z.infer<typeof useSchema>;
/** How far a freeing is, and how it ended. */
export type Freeing = z.infer<typeof freeingSchema>;
