import { z } from 'zod';
import { procedure, query } from './base.ts';
import { languageChoiceSchema } from './languages.ts';

const clockTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.clockTime');

/** How downloads may use the network. */
export const downloadSettingsSchema = z.object({
  /** Of all transfers together; null for no limit. */
  bytesPerSecond: z.number().int().min(1_000).max(1e12).nullable(),
  connectionsPerFile: z.number().int().min(1).max(8),
  filesAtOnce: z.number().int().min(1).max(16),
  /** Local time of this computer, over midnight where `to` is before `from`; 0 bytes per second stop all transfers. */
  quietHours: z
    .object({
      from: clockTimeSchema,
      to: clockTimeSchema,
      bytesPerSecond: z.union([z.literal(0), z.number().int().min(1_000).max(1e12)]),
    })
    .nullable(),
  /** Where the system says that the connection is paid by volume. */
  pauseWhenMetered: z.boolean(),
  /** Tell when the queue has emptied. */
  notifyWhenDone: z.boolean(),
});

/** `level` and `capture` are the known `processing_level` and `outcome_id`. */
export const parameterTypeSchema = z.enum([
  'text',
  'number',
  'yes-no',
  'json',
  'time',
  'duration',
  'level',
  'capture',
]);

const skuText = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .max(200, 'validation.tooLong');

/** A SKU that the user told Nadir of: services take on products sooner than programs do. */
export const addedSkuSchema = z.object({
  code: skuText,
  label: z.string().trim().max(200, 'validation.tooLong'),
  geometry: z.enum(['Point', 'Polygon']),
  parameters: z
    .array(z.object({ name: skuText, type: parameterTypeSchema, required: z.boolean() }))
    .max(50, 'validation.tooLarge'),
});

/** Of what the desktop is told. */
export const tellMeSchema = z.object({
  capturePublished: z.boolean(),
  orderClosed: z.boolean(),
  flagRaised: z.boolean(),
  /** What the service refused, and what has an unknown outcome. */
  outboxTrouble: z.boolean(),
  /** Of this project only; null for all. */
  project: z.string().max(200).nullable(),
  /** Local time of this computer, over midnight where `to` is before `from`; what comes then is told after. */
  quietHours: z.object({ from: clockTimeSchema, to: clockTimeSchema }).nullable(),
});

/** Preferences of the person; versioned on disk as settings.json. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'dark', 'light']),
  language: languageChoiceSchema,
  coordinateFormat: z.enum(['dd', 'dms', 'ddm', 'utm', 'mgrs']),
  /** Absolute folder of the library, or null for the default below the data folder. */
  libraryFolder: z.string().max(4_096).nullable(),
  downloads: downloadSettingsSchema,
  /** SKUs beside those that Nadir knows. */
  orderSkus: z.array(addedSkuSchema).max(200),
  /** The other active contracts of a connection are shown together with the one in force, and kept up to date. */
  allContracts: z.boolean(),
  tellMe: tellMeSchema,
  /** Opaque view state of the renderer (panes, last workspace, map view): plain JSON, 200,000 characters in all, never secret. */
  workspace: z.record(z.string().max(100), z.unknown()),
});

export const settingsPatchSchema = settingsSchema
  .extend({ downloads: downloadSettingsSchema.partial(), tellMe: tellMeSchema.partial() })
  .partial();

export const settingsContract = {
  get: query('settings').output(settingsSchema),
  /**
   * Changes the given fields only, `downloads` and `tellMe` field by field. `workspace` is merged key by key: send only your own keys; a key set to null is
   * removed. INVALID_INPUT when it grows beyond its bound; FOLDER_NOT_WRITABLE when the library folder cannot be
   * written: nothing is changed then.
   */
  set: procedure.input(settingsPatchSchema).output(settingsSchema),
};

/** Limits and quiet hours of downloads. Speeds are bytes per second over all transfers together. */
export type DownloadSettings = z.infer<typeof downloadSettingsSchema>;
/** What the desktop reports, and when not. */
export type TellMe = z.infer<typeof tellMeSchema>;
/** All preferences of the user, as settings.json has them. */
export type Settings = z.infer<typeof settingsSchema>;
/**
 * The settings that are to change. Fields that are left out keep their values, also within `downloads` and `tellMe`.
 */
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
/** A custom SKU: what the user says of a product code that Nadir does not know. */
export type AddedSku = z.infer<typeof addedSkuSchema>;
/** The type of an order parameter. It decides which field the form shows and how its text is read. */
export type ParameterType = z.infer<typeof parameterTypeSchema>;
