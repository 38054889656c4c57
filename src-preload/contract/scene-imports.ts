import { z } from 'zod';
import { acquisitionPeriodSchema } from './acquired.ts';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { librarySceneIdSchema, sceneIdSchema } from './ids.ts';
import { enteredBandsSchema, enteredFactsSchema, enteredResultSchema } from './library.ts';
import { placeRemarkSchema } from './place-remarks.ts';
import { reviewProblemSchema } from './reviews.ts';

/** Why a part of an import is not used; the texts are under `sceneImport.problem`. */
export const importProblems = [
  // Problems of the chosen paths and their files.
  'missing',
  'unreadable',
  'not-file',
  'link',
  'in-library',
  'other-format',
  'archive',
  // A file of an archive stays there, because of its name or its compression.
  'archive-member',
  // Files of a folder that stay behind.
  'archive-inside',
  // An archive of another kind than ZIP.
  'other-archive',
  'raster-format',
  'left-files',
  // Files beside a raster that the library has already.
  'late-beside',
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
  'time',
  'no-files',
  'address-remote',
  'address-absolute',
  'address-outside',
  'file-ambiguous',
  'answer',
  // A list has more pages, at an address or by a method that is not requested.
  'further-pages',
  // The link contains a key, which is kept for the session only.
  'link-key',
  // There is no room for a file whose size the item does not state.
  'no-room',
  // Problems of rasters and of copying files.
  'not-tiff',
  'changed',
  'checksum',
  'not-recorded',
  // Files that stayed when the import was undone.
  'kept-changed',
  'kept-shared',
  'kept-several',
  // A review beside a scene: why it was not read, or that somebody has changed it by hand. The detail is a problem of reviews.
  'review',
] as const;

/** Why an import has stopped and can be continued; the texts are under `sceneImport.trouble`. */
export const importTroubles = [
  'disk-full',
  'read-only',
  'library-missing',
  'library-changed',
  'source-missing',
  'stopped',
  'interrupted',
  'failed',
] as const;

/**
 * `new`: the scene is not in the library; `adds`: the scene is known and gets files; `there`: the library already has all of
 * it; `problem`: it cannot be imported. `imported`, `failed` and `undone` are results.
 */
export const importOutcomes = ['new', 'adds', 'there', 'problem', 'imported', 'failed', 'undone'] as const;

/** What a person can change of the scenes that an import has found. */
export const importEdits = ['join', 'split', 'facts', 'bands'] as const;

/** The limit for scenes of one import. */
export const mostImportedScenes = 20_000;
/** The limit for items that are requested from an address. */
export const mostAskedItems = 1_000;
/** The limit for scenes that are joined, split or described by their files in one call. */
export const mostArranged = 1_000;
/** The limit for the bytes of one call. */
export const mostImportedPiece = 768 * 1_024;

const countsSchema = z.object({
  new: z.number(),
  adds: z.number(),
  there: z.number(),
  problem: z.number(),
  imported: z.number(),
  failed: z.number(),
  /** The scenes that could be imported and are left out, because the person unticked them or they were found twice. */
  omitted: z.number().default(0),
  /** The scenes that were found earlier in this import, or come with another scene of it. */
  twice: z.number().default(0),
  /** The scenes that could be imported and whose place does not fit together. */
  remarked: z.number().default(0),
  /** The scenes that are to be imported and have files at an address whose sizes nobody states: `totalBytes` lacks these. */
  unsized: z.number().default(0),
  /** The files that stayed when the import was undone, because they belong to others or were changed. */
  left: z.number().default(0),
  /** The scenes whose files left the library when the import was undone, and those of them that have reviews, which stay. */
  undone: z.number().default(0),
  undoneReviewed: z.number().default(0),
  /** The review files that were found beside scenes. */
  reviews: z.number().default(0),
  /** Those of them that the import has read. */
  reviewsRead: z.number().default(0),
  /** Those of the read ones that said something new. */
  reviewsNew: z.number().default(0),
  /** Those that were not read and stay where they are. */
  reviewsLeft: z.number().default(0),
});

export const sceneImportSchema = z.object({
  importId: z.number().int(),
  /** The chosen paths, or an address without its query. */
  source: z.string(),
  /**
   * `reading`: the source is being read; `ready`: it was read and nothing is changed yet, see the rows; `importing`, `paused`
   * (see `trouble`), `done` and `undone`. `failed`: the source could not be read, see `error`.
   */
  state: z.enum(['reading', 'ready', 'importing', 'paused', 'done', 'undoing', 'undone', 'failed']),
  trouble: z.enum(importTroubles).nullable(),
  error: storedErrorSchema.nullable(),
  startedAt: z.string(),
  /** The number of files and folders that were read. */
  entries: z.number(),
  counts: countsSchema,
  /** The number of scenes that a paused import has still to take. */
  waiting: z.number().default(0),
  /** The bytes to import, as far as they are known, and the bytes that have arrived. */
  totalBytes: z.number(),
  doneBytes: z.number(),
  /** The hosts from which files would be downloaded. */
  hosts: z.array(z.string()).max(50),
  /** The latest change of a person to what was found, which can be undone before the import starts; null if there is none. */
  lastEdit: z.enum(importEdits).nullable().default(null),
  /** True for a ready import if files have left the library since: what it calls there may be gone, so that it has to be read again. */
  isOutdated: z.boolean().default(false),
  /** True for a ready import whose source is known in this session, so that `readAgain` can read it. */
  canReadAgain: z.boolean().default(false),
});

export const importRowSchema = z.object({
  seq: z.number().int(),
  /** The name of the scene, or the place of the problem. */
  label: z.string(),
  outcome: z.enum(importOutcomes),
  problem: z.enum(importProblems).nullable(),
  /** Why a review beside a scene was not read, or what is to be said of it; null for all other rows. */
  reviewProblem: reviewProblemSchema.nullable().default(null),
  /** A name for the message: of a file, of a scene with the same content, or an address. */
  detail: z.string(),
  /** Where the scene of `detail` is that is the same one: in the library, or earlier in this import. Null if there is none. */
  duplicateOf: z.enum(['library', 'import']).nullable(),
  /** False for a scene that is left out, although it could be imported. */
  isWanted: z.boolean(),
  files: z.number(),
  /** The number of rasters among the files. */
  rasters: z.number().default(0),
  bytes: z.number(),
  /** When the scene was acquired: a moment, or the first and last moment of a period; null if that is not known. */
  timestamp: z.string().nullable().default(null),
  period: acquisitionPeriodSchema.nullable().default(null),
  satelliteName: z.string().nullable().default(null),
  /** What does not fit together about the place of the scene; empty after the import, when its details say it. */
  placeRemarks: z.array(placeRemarkSchema).default([]),
  /** True for a scene that belongs to a service, which says what it consists of. */
  isOfService: z.boolean().default(false),
  librarySceneId: librarySceneIdSchema.nullable(),
});

export const importCopyIdSchema = z
  .string()
  .regex(/^[0-9a-f]{12}$/)
  .brand<'ImportCopyId'>();

/** Which items of an address are requested. */
export const importSearchSchema = z.object({
  address: z.string().trim().min(1, 'validation.required').max(4_096, 'validation.tooLong'),
  /** The names of collections, separated by commas; empty for all. */
  collections: z.string().trim().max(500, 'validation.tooLong'),
  /** West, south, east, north in degrees; null for everywhere. */
  box: z
    .tuple([
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
    ])
    .nullable(),
  /** Days, `2026-03-01`; null for no limit. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  most: z.number().int().min(1).max(mostAskedItems),
});

const filesSchema = z.object({ files: z.number(), bytes: z.number() });
export const undoFactsSchema = z.object({
  /** The number of files of the import that are still in the library and unchanged in size. */
  files: z.number(),
  /** Those of them whose original is not there any more with its size: they are the only copies. */
  missing: filesSchema,
  /** Those of which it is not known where else they are: they came from an address, from the page, or with an older version of Nadir. */
  unknown: filesSchema,
  /** The number of scenes that have reviews. */
  reviewedScenes: z.number(),
});

const byImport = z.object({ importId: z.number().int() });
const byCopy = z.object({ copyId: importCopyIdSchema });
const bySeqs = byImport.extend({ seqs: z.array(z.number().int()).min(1).max(mostArranged) });
/** A file of a scene that an import has found. */
const importFileSchema = z.object({
  seq: z.number().int(),
  scene: z.string(),
  /** The path in the folder of the scene, with `/` between its parts. It identifies the file within the scene. */
  place: z.string(),
  kind: z.enum(['raster', 'attachment']),
  sizeBytes: z.number().nullable(),
  /** The names of the bands, as far as they are known. */
  bands: z.array(z.string()),
  bandCount: z.number().nullable(),
});
/** `seqs`: the new rows. If nothing was changed, `problem` says why, and `detail` of what. */
const arrangedSchema = z.object({
  seqs: z.array(z.number().int()),
  problem: z.enum([...importProblems, 'several-services', 'nothing-to-split']).nullable(),
  detail: z.string(),
});
const path = z.string().trim().min(1, 'validation.required').max(4_096, 'validation.tooLong');

const procedures = {
  /** Returns the newest imports, newest first; the first one may be running. */
  list: query('scene-imports', 'scenes').output(z.array(sceneImportSchema).max(20)),
  /** Returns a page of the results of an import, the unusable parts first. */
  rows: query('scene-imports')
    .input(byImport.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }))
    .output(z.object({ total: z.number(), rows: z.array(importRowSchema) })),
  /**
   * Starts to read files and folders of this computer; imports nothing yet. CONFLICT while another import is read or carried
   * out.
   */
  read: procedure.input(z.object({ paths: z.array(path).min(1).max(1_000) })).output(byImport),
  /** Starts to read a STAC Item, a catalog or an API at an address. */
  readAddress: procedure.input(importSearchSchema).output(byImport),
  /** Reads the source of a ready import again, in place of it. CONFLICT if it is not ready, NOT_FOUND if its source is not known any more. */
  readAgain: procedure.input(byImport).output(byImport),
  /** Starts to receive a file from the page, for a host that does not know its path. DISK_FULL if there is no room for it. */
  beginCopy: procedure
    .input(z.object({ name: z.string().min(1).max(300), sizeBytes: z.number().int().min(0) }))
    .output(byCopy),
  /** Adds the next bytes, in Base64. */
  addCopy: procedure
    .input(byCopy.extend({ base64: z.string().max(Math.ceil(mostImportedPiece / 3) * 4) }))
    .output(z.void()),
  discardCopy: procedure.input(byCopy).output(z.void()),
  /** Starts to read received files, as `read` does with those of this computer. */
  readCopies: procedure
    .input(z.object({ copyIds: z.array(importCopyIdSchema).min(1).max(1_000) }))
    .output(byImport),
  /** Says which scenes of a ready import are wanted: those of these rows, or all if `seqs` is null. CONFLICT in any other state. */
  want: procedure
    .input(
      byImport.extend({
        seqs: z.array(z.number().int()).min(1).max(mostImportedScenes).nullable(),
        isWanted: z.boolean(),
      }),
    )
    .output(z.void()),
  /** Returns the rows that can be imported, in the order of the list. */
  plannedSeqs: query('scene-imports')
    .input(byImport)
    .output(z.array(z.number().int()).max(mostImportedScenes)),
  /** Returns the files of scenes of a ready import, the name that a scene of all of them gets, and whether another name can be given. */
  files: query('scene-imports')
    .input(bySeqs)
    .output(
      z.object({
        files: z.array(importFileSchema),
        name: z.string(),
        isNameFixed: z.boolean(),
      }),
    ),
  /** Makes one scene of these rows of a ready import. CONFLICT in any other state. */
  join: procedure.input(bySeqs.extend({ name: sceneIdSchema.nullable() })).output(arrangedSchema),
  /** Makes a scene of each raster of these rows, with the files that belong to it by their names. */
  split: procedure.input(bySeqs).output(arrangedSchema),
  /** Records what a person knows of scenes before they are imported; see `library.enterFacts`. Scenes of a service are left alone. */
  enterFacts: procedure
    .input(
      byImport.extend({
        seqs: z.array(z.number().int()).min(1).max(mostImportedScenes),
        acquired: enteredFactsSchema.shape.acquired,
        satelliteName: enteredFactsSchema.shape.satelliteName,
      }),
    )
    .output(enteredResultSchema),
  /** Records the names of the bands of rasters before they are imported; returns how many rasters were changed. */
  enterBands: procedure
    .input(
      byImport.extend({
        rasters: z
          .array(z.object({ seq: z.number().int(), place: z.string().min(1).max(4_096) }))
          .min(1)
          .max(mostArranged),
        bands: enteredBandsSchema.shape.bands.min(1),
      }),
    )
    .output(z.number()),
  /** Takes back the latest change of a person to the rows of a ready import. */
  undoEdit: procedure.input(byImport).output(z.void()),
  /** Starts a ready import, or continues a paused one. CONFLICT for one that is outdated. */
  start: procedure.input(byImport).output(z.void()),
  /** Stops the running step: reading is then discarded, and importing can be continued. */
  stop: procedure.input(byImport).output(z.void()),
  /** Discards an import that is ready or paused; imported files stay. */
  forget: procedure.input(byImport).output(z.void()),
  /** Returns what a person must know before an import is undone. Looks on the disk whether the originals are still there. */
  undoFacts: query('scene-imports').input(byImport).output(undoFactsSchema),
  /**
   * Undoes an import: its files go to the trash, if there is one and they are not to be deleted `permanently`, and the scenes that came with
   * it leave the list. Changed files stay.
   */
  undo: procedure.input(byImport.extend({ permanently: z.boolean().default(false) })).output(z.void()),
};

export const sceneImportsDomain = declareDomain({
  procedures,
  topics: [
    // The imports of scenes with their progress.
    'scene-imports',
  ],
});

/** Why a part of an import is not used. */
export type ImportProblem = (typeof importProblems)[number];
/** Why an import has stopped. */
export type ImportTrouble = (typeof importTroubles)[number];
/** The planned or final result for a scene or file. */
export type ImportOutcome = (typeof importOutcomes)[number];
/** An import with its state. */
export type SceneImport = z.infer<typeof sceneImportSchema>;
/** A scene of an import, or a part that cannot be used. */
export type ImportRow = z.infer<typeof importRowSchema>;
/** What a person has changed of the scenes that an import has found. */
export type ImportEdit = (typeof importEdits)[number];
/** A file of a scene that an import has found. */
export type ImportFile = z.infer<typeof importFileSchema>;
/** What a person must know before an import is undone. */
export type UndoFacts = z.infer<typeof undoFactsSchema>;
/** The result of joining or splitting scenes of an import. */
export type Arranged = z.infer<typeof arrangedSchema>;
/** Identifies a file that is being received from the page. */
export type ImportCopyId = z.infer<typeof importCopyIdSchema>;
/** Which items of an address are requested. */
export type ImportSearch = z.infer<typeof importSearchSchema>;
