import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';

/** Why something is not opened; the texts are under `openedFiles.refused`. */
export const openingRefusals = [
  'missing',
  'unreadable',
  // Neither a file nor a folder.
  'not-file',
  // An address of another kind than `file:`.
  'address',
  'too-long',
  'too-many',
  // Found by the page: a file of places or a package above its limit.
  'too-large',
] as const;

/** The limit for files that are opened at once. */
export const mostOpened = 200;
/** The limit for the characters of a path, as for paths that are typed. */
export const longestOpenedPath = 4_096;

const openedFileSchema = z.object({
  /** The file is served at `/files/opened/<id>`. */
  id: z.number().int(),
  name: z.string(),
  /** Absolute. */
  path: z.string(),
  isFolder: z.boolean(),
  /** 0 for a folder. */
  sizeBytes: z.number(),
});

const refusedOpeningSchema = z.object({
  /** The name of the file, or the end of what stands in its place. */
  name: z.string(),
  why: z.enum(openingRefusals),
});

/**
 * Files that the user opens from outside the window: by a double click, with *Open with*, or as arguments of a start. They wait in the
 * main process until a page takes them.
 */
export const openedFilesDomain = declareDomain({
  procedures: {
    /** The number of files and refusals since the start. It only grows, so that a page sees each opening, however quick they are. */
    named: query('openedFiles').output(z.number()),
    /** Resolves with all that waits, which then waits no more. */
    take: procedure.output(
      z.object({ files: z.array(openedFileSchema), refused: z.array(refusedOpeningSchema) }),
    ),
  },
  topics: ['openedFiles'],
});

export type OpenedFile = z.infer<typeof openedFileSchema>;
export type OpeningRefusal = (typeof openingRefusals)[number];
export type RefusedOpening = z.infer<typeof refusedOpeningSchema>;
