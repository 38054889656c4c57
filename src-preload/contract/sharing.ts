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
  /** Why it is not there; null unless the state is `failed`. */
  trouble: z.enum(sharingTroubles).nullable(),
  /** The port that the user wants; null for one that is free. */
  port: z.number().nullable(),
  /** `http://127.0.0.1:PORT`, without the key; null unless the state is `on`. */
  origin: z.string().nullable(),
  /** `session`: there is no keychain, so the next start has another key. */
  keyKept: z.enum(['keychain', 'session']).nullable(),
});

/** The addresses for other programs. The key is a part of each. */
export const sharingAddressesSchema = z.object({
  /** The landing page of the STAC API. */
  stac: z.string(),
  /** The capabilities of the WMTS. */
  wmts: z.string(),
  /** The tiles of the whole library, with `{z}`, `{x}` and `{y}`. */
  tiles: z.string(),
});

/** The most scenes that are handed on together. */
export const mostHandedOn = 2_000;

/** A folder with items, catalog and files of scenes, or a layer file of QGIS that draws their rasters where they are. */
export const handOnForms = ['stac', 'qgis'] as const;

export const handOnEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number() }),
  z.object({
    kind: z.literal('done'),
    file: exportedFileSchema,
    /** The scenes that are in it, and those that are not because none of their files is on the disk. */
    scenes: z.number(),
    leftOut: z.number(),
  }),
]);

const procedures = {
  status: query('sharing').output(sharingStatusSchema),
  /** Switches it on or off, or changes the port. Resolves when that is done; what went wrong is in the status. */
  set: procedure
    .input(z.object({ isOn: z.boolean().optional(), port: sharingPortSchema.nullable().optional() }))
    .output(sharingStatusSchema),
  /** Returns the addresses with the key, for the user to copy; null if it is not on. */
  addresses: procedure.output(sharingAddressesSchema.nullable()),
  /** Makes another key: what knows the one of before reads nothing more. KEYCHAIN_UNAVAILABLE never: then it is kept for the session. */
  renewKey: procedure.output(sharingStatusSchema),
  /**
   * Writes scenes to the folder of exports, for somebody else. It streams the share that is written; the last event names what was
   * written. Ending the stream cancels it, and nothing stays on the disk. DISK_FULL, FOLDER_NOT_WRITABLE, NOT_FOUND if no file of these
   * scenes is on the disk.
   */
  handOn: procedure
    .input(
      z.object({
        librarySceneIds: z.array(librarySceneIdSchema).min(1).max(mostHandedOn),
        form: z.enum(handOnForms),
        name: exportNameSchema,
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
/** How scenes are handed on. */
export type HandOnForm = (typeof handOnForms)[number];
/** How far the handing on is, or what was written. */
export type HandOnEvent = z.infer<typeof handOnEventSchema>;
