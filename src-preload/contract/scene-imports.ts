import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { librarySceneIdSchema } from './ids.ts';

/** Why a part of what is imported is not used; the texts are under `sceneImport.problem`. */
export const importProblems = [
  // What was chosen, and its files.
  'missing',
  'unreadable',
  'not-file',
  'link',
  'in-library',
  'other-format',
  'archive',
  'empty',
  'too-many-entries',
  'too-deep',
  'too-many-scenes',
  'too-many-files',
  // STAC.
  'too-large',
  'not-json',
  'too-complex',
  'not-stac',
  'invalid',
  'geometry',
  'no-files',
  'address-remote',
  'address-absolute',
  'address-outside',
  'file-ambiguous',
  'answer',
  // Its link has a key, which is kept for the session only.
  'link-key',
  // Rasters, and the copies of files.
  'not-tiff',
  'changed',
  'checksum',
  'not-recorded',
] as const;

/** Why an import has stopped before its end, and can be continued; the texts are under `sceneImport.trouble`. */
export const importTroubles = [
  'disk-full',
  'read-only',
  'library-missing',
  'source-missing',
  'stopped',
  'interrupted',
  'failed',
] as const;

/**
 * `new`: a scene that is not in the library; `adds`: a known scene that gets files; `there`: all of it is in the library already;
 * `problem`: it cannot be imported. `imported`, `failed` and `undone` say what became of it.
 */
export const importOutcomes = ['new', 'adds', 'there', 'problem', 'imported', 'failed', 'undone'] as const;

/** The most scenes of one import. */
export const mostImportedScenes = 20_000;
/** The most items that are asked for of an address. */
export const mostAskedItems = 1_000;
/** The most bytes of a copied file in one call. */
export const mostImportedPiece = 768 * 1_024;

const countsSchema = z.object({
  new: z.number(),
  adds: z.number(),
  there: z.number(),
  problem: z.number(),
  imported: z.number(),
  failed: z.number(),
  /** Files that were not deleted when the import was taken back, because they are others' or were changed since. */
  left: z.number().default(0),
});

export const sceneImportSchema = z.object({
  importId: z.number().int(),
  /** What was chosen: paths, or an address without its query. */
  source: z.string(),
  /**
   * `reading`: it is looked through; `ready`: nothing was changed yet, see its rows; `importing`, `paused` (see `trouble`), `done`
   * and `undone`. `failed`: it could not be read at all, see `error`.
   */
  state: z.enum(['reading', 'ready', 'importing', 'paused', 'done', 'undoing', 'undone', 'failed']),
  trouble: z.enum(importTroubles).nullable(),
  error: storedErrorSchema.nullable(),
  startedAt: z.string(),
  /** Files and folders that were looked at. */
  entries: z.number(),
  counts: countsSchema,
  /** The bytes of what would come or has come, as far as they are known, and how many of them are there. */
  totalBytes: z.number(),
  doneBytes: z.number(),
  /** The hosts that files would be downloaded from. */
  hosts: z.array(z.string()).max(50),
});

export const importRowSchema = z.object({
  seq: z.number().int(),
  /** The name of the scene, or where the problem is. */
  label: z.string(),
  outcome: z.enum(importOutcomes),
  problem: z.enum(importProblems).nullable(),
  /** The name of a file, of a scene that has the same content, or of an address, for the text. */
  detail: z.string(),
  files: z.number(),
  bytes: z.number(),
  librarySceneId: librarySceneIdSchema.nullable(),
});

export const importCopyIdSchema = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .brand<'ImportCopyId'>();

/** What of an address is asked for. */
export const importSearchSchema = z.object({
  address: z.string().trim().min(1, 'validation.required').max(4_096, 'validation.tooLong'),
  /** Names of collections with commas between them; empty for all. */
  collections: z.string().trim().max(500, 'validation.tooLong'),
  /** West, south, east, north in degrees; null for everywhere. */
  box: z
    .tuple([
      ...([z.number().min(-180).max(180), z.number().min(-90).max(90)] as const),
      ...([z.number().min(-180).max(180), z.number().min(-90).max(90)] as const),
    ])
    .nullable(),
  /** Days, `2026-03-01`; null for no limit. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  most: z.number().int().min(1).max(mostAskedItems),
});

const byImport = z.object({ importId: z.number().int() });
const byCopy = z.object({ copyId: importCopyIdSchema });
const path = z.string().trim().min(1, 'validation.required').max(4_096, 'validation.tooLong');

const procedures = {
  /** Returns the newest imports, the newest first; the first one may be under way. */
  list: query('scene-imports').output(z.array(sceneImportSchema).max(20)),
  /** Returns a stretch of what an import found: what cannot be used first. */
  rows: query('scene-imports')
    .input(byImport.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }))
    .output(z.object({ total: z.number(), rows: z.array(importRowSchema) })),
  /**
   * Begins to look through files and folders of this computer: nothing is imported yet. CONFLICT while another import is read or
   * carried out.
   */
  read: procedure.input(z.object({ paths: z.array(path).min(1).max(1_000) })).output(byImport),
  /** Begins to ask an address for a STAC Item, a catalog, or what an API has. */
  readAddress: procedure.input(importSearchSchema).output(byImport),
  /** Begins to receive a file of the page, for a host that is not told where it is. DISK_FULL if there is no room for it. */
  beginCopy: procedure
    .input(z.object({ name: z.string().min(1).max(300), sizeBytes: z.number().int().min(0) }))
    .output(byCopy),
  /** Adds the next bytes, in Base64. */
  addCopy: procedure
    .input(byCopy.extend({ base64: z.string().max(Math.ceil(mostImportedPiece / 3) * 4) }))
    .output(z.void()),
  discardCopy: procedure.input(byCopy).output(z.void()),
  /** Begins to look through received files, as `read` does with those of this computer. */
  readCopies: procedure
    .input(z.object({ copyIds: z.array(importCopyIdSchema).min(1).max(1_000) }))
    .output(byImport),
  /** Imports what is ready, or continues what was paused. */
  start: procedure.input(byImport).output(z.void()),
  /** Stops the reading, which forgets it, or the import, which can then be continued. */
  stop: procedure.input(byImport).output(z.void()),
  /** Forgets what was read or paused; what was imported stays. */
  forget: procedure.input(byImport).output(z.void()),
  /** Takes an import back: its files are deleted, and scenes that came with it leave the list. Files that were changed stay. */
  undo: procedure.input(byImport).output(z.void()),
};

export const sceneImportsDomain = declareDomain({
  procedures,
  topics: [
    // Imports of scenes: what they find, and how far they are.
    'scene-imports',
  ],
});

/** Why a part of what is imported is not used. */
export type ImportProblem = (typeof importProblems)[number];
/** Why an import has stopped before its end. */
export type ImportTrouble = (typeof importTroubles)[number];
/** What becomes of a scene or file that was found. */
export type ImportOutcome = (typeof importOutcomes)[number];
/** An import with its state. */
export type SceneImport = z.infer<typeof sceneImportSchema>;
/** A scene that an import found, or a part that it cannot use. */
export type ImportRow = z.infer<typeof importRowSchema>;
/** Identifies a file that is being received from the page. */
export type ImportCopyId = z.infer<typeof importCopyIdSchema>;
/** What of an address is asked for. */
export type ImportSearch = z.infer<typeof importSearchSchema>;
