import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { librarySceneIdSchema } from './ids.ts';
import { exportedFileSchema, exportNameSchema } from './takeaway.ts';

/** Why other programs cannot read the library although it is switched on; the texts are under `sharing.trouble`. */
export const sharingTroubles = ['port-taken', 'port-refused', 'failed'] as const;

/** A port that a user may choose: those below belong to the system. */
export const sharingPortSchema = z
  .number()
  .int('validation.wholeNumber')
  .min(1_024, 'validation.port')
  .max(65_535, 'validation.port');

export const sharingStatusSchema = z.object({
  /** True if the user wants other programs to read the library. */
  isOn: z.boolean(),
  state: z.enum(['off', 'starting', 'on', 'failed']),
  /** Why it cannot be read; null unless the state is `failed`. */
  trouble: z.enum(sharingTroubles).nullable(),
  /** The chosen port; null for any free one. */
  port: z.number().nullable(),
  /** `http://127.0.0.1:PORT`, without the key; null unless the state is `on`. */
  origin: z.string().nullable(),
  /** `session`: there is no keychain, so the next start makes another key. */
  keyKept: z.enum(['keychain', 'session']).nullable(),
});

/** The addresses for other programs. Each contains the key. */
export const sharingAddressesSchema = z.object({
  /** The landing page of the STAC API. */
  stac: z.string(),
  /** The capabilities of the WMTS. */
  wmts: z.string(),
  /** The tiles of the whole library, with `{z}`, `{x}` and `{y}`. */
  tiles: z.string(),
});

/** The limit for scenes in one export. */
export const mostHandedOn = 2_000;

/** A folder with items, catalog and files of scenes, or a layer file of QGIS that draws their rasters where they are. */
export const handOnForms = ['stac', 'qgis'] as const;

export const handOnEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number() }),
  z.object({
    kind: z.literal('done'),
    /** Null if nothing was written, because all files are damaged. */
    file: exportedFileSchema.nullable(),
    /** The number of scenes in the export, and of those without a usable file on disk, which are left out. */
    scenes: z.number(),
    leftOut: z.number(),
    /** The number of scenes whose reviews are in the export. */
    reviewed: z.number(),
    /** The files that were left out because their content is not the recorded one; the first of them by name. */
    damaged: z.object({ files: z.number(), names: z.array(z.string()).readonly() }),
  }),
]);

const procedures = {
  status: query('sharing').output(sharingStatusSchema),
  /** Switches the sharing on or off, or changes the port. Resolves when that is done; a failure is in the status. */
  set: procedure
    .input(z.object({ isOn: z.boolean().optional(), port: sharingPortSchema.nullable().optional() }))
    .output(sharingStatusSchema),
  /** Returns the addresses with the key, for the user to copy; null if it is not on. */
  addresses: procedure.output(sharingAddressesSchema.nullable()),
  /**
   * Makes another key: programs with the former one can read nothing more. Never throws KEYCHAIN_UNAVAILABLE: without a
   * keychain, the key is kept for the session.
   */
  renewKey: procedure.output(sharingStatusSchema),
  /**
   * Writes scenes to the folder of exports, for somebody else. Streams the written fraction; the last event names the result.
   * Ending the stream cancels it, and nothing stays on the disk. DISK_FULL, FOLDER_NOT_WRITABLE, NOT_FOUND if no file of these
   * scenes is on the disk.
   */
  handOn: procedure
    .input(
      z.object({
        librarySceneIds: z.array(librarySceneIdSchema).min(1).max(mostHandedOn),
        form: z.enum(handOnForms),
        name: exportNameSchema,
        /** True to write the reviews of the scenes beside their files. A layer file of QGIS has none. */
        withReviews: z.boolean(),
      }),
    )
    .output(eventIterator(handOnEventSchema)),
};

export const sharingDomain = declareDomain({
  procedures,
  topics: [
    // Whether other programs read the library.
    'sharing',
  ],
});

/** Whether and how other programs read the library. */
export type SharingStatus = z.infer<typeof sharingStatusSchema>;
/** Why other programs cannot read the library. */
export type SharingTrouble = (typeof sharingTroubles)[number];
/** The addresses for other programs, with the key. */
export type SharingAddresses = z.infer<typeof sharingAddressesSchema>;
/** The form of an export of scenes. */
export type HandOnForm = (typeof handOnForms)[number];
/** The progress of an export of scenes, or its result. */
export type HandOnEvent = z.infer<typeof handOnEventSchema>;
