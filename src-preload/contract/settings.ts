import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { readFolderPattern } from './folder-pattern.ts';
import { languageChoiceSchema } from './languages.ts';
import { updateAddressSchema } from './updates.ts';

const clockTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.clockTime');

/** How downloads may use the network. */
export const downloadSettingsSchema = z.object({
  /** The limit for all transfers together; null for no limit. */
  bytesPerSecond: z.number().int().min(1_000).max(1e12).nullable(),
  connectionsPerFile: z.number().int().min(1).max(8),
  filesAtOnce: z.number().int().min(1).max(16),
  /** Local time of this computer, past midnight if `to` is before `from`; 0 bytes per second pause all transfers. */
  quietHours: z
    .object({
      from: clockTimeSchema,
      to: clockTimeSchema,
      bytesPerSecond: z.union([z.literal(0), z.number().int().min(1_000).max(1e12)]),
    })
    .nullable(),
  /** True to pause if the system reports a metered connection. */
  pauseWhenMetered: z.boolean(),
  /** True to show a notification when the queue has emptied. */
  notifyWhenDone: z.boolean(),
  /** True to keep the computer awake while files arrive or commands are sent. */
  keepAwake: z.boolean(),
  /** The folders of downloaded files within the library, or within the folder of a rule; see `folder-pattern.ts`. */
  folderPattern: z
    .string()
    .max(300, 'validation.tooLong')
    .superRefine((pattern, context) => {
      const read = readFolderPattern(pattern);
      if ('problem' in read) context.addIssue({ code: 'custom', message: read.problem.message });
    }),
});

/** The types of parameters; `level` and `capture` are those of `processing_level` and `outcome_id`. */
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

/** A SKU that the user has described, because services introduce products sooner than new versions of Nadir appear. */
export const addedSkuSchema = z.object({
  code: skuText,
  label: z.string().trim().max(200, 'validation.tooLong'),
  geometry: z.enum(['Point', 'Polygon']),
  parameters: z
    .array(z.object({ name: skuText, type: parameterTypeSchema, required: z.boolean() }))
    .max(50, 'validation.tooLarge'),
});

/** The settings for desktop notifications. */
export const tellMeSchema = z.object({
  capturePublished: z.boolean(),
  orderClosed: z.boolean(),
  flagRaised: z.boolean(),
  /** Commands that the service refused and those with an unknown outcome. */
  outboxTrouble: z.boolean(),
  /** Limits the notifications to this project; null for all. */
  project: z.string().max(200).nullable(),
  /**
   * Local time of this computer, past midnight if `to` is before `from`; notifications in these hours are shown
   * afterwards.
   */
  quietHours: z.object({ from: clockTimeSchema, to: clockTimeSchema }).nullable(),
});

/** How often the files of the library are verified without being asked to. */
export const verifyPeriods = ['never', 'weekly', 'monthly'] as const;

/** The preferences of the user; stored with a version in settings.json. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'dark', 'light']),
  language: languageChoiceSchema,
  /** How days are written: as the region of the user does, or in ISO 8601 (2026-11-05). */
  dateFormat: z.enum(['region', 'iso']),
  coordinateFormat: z.enum(['dd', 'dms', 'ddm', 'utm', 'mgrs']),
  /** The absolute folder of the library, or null for the default below the data folder. */
  libraryFolder: z.string().max(4_096).nullable(),
  /** How often the files of the library are verified automatically. */
  verifyLibrary: z.enum(verifyPeriods),
  downloads: downloadSettingsSchema,
  /** SKUs in addition to the built-in ones. */
  orderSkus: z.array(addedSkuSchema).max(200),
  /**
   * True to show the other active contracts of a connection together with the selected one, and to keep them up to
   * date.
   */
  allContracts: z.boolean(),
  tellMe: tellMeSchema,
  /** True to send what others have prepared only after it was approved on this computer. */
  requireApproval: z.boolean(),
  /** Where the feed of updates lies; null if Nadir does not look for updates. */
  updateAddress: updateAddressSchema.nullable(),
  /**
   * View state of the renderer that the main process does not interpret (panes, last workspace, map view): plain JSON,
   * 200,000 characters in all, never secret.
   */
  workspace: z.record(z.string().max(100), z.unknown()),
});

export const settingsPatchSchema = settingsSchema
  .extend({ downloads: downloadSettingsSchema.partial(), tellMe: tellMeSchema.partial() })
  .partial();

const procedures = {
  get: query('settings').output(settingsSchema),
  /**
   * Changes only the given fields, `downloads` and `tellMe` field by field. `workspace` is merged key by key: send only
   * your own keys; a key set to null is removed. INVALID_INPUT if it becomes too large; FOLDER_NOT_WRITABLE if the
   * library folder cannot be written. In both cases nothing is changed.
   */
  set: procedure.input(settingsPatchSchema).output(settingsSchema),
};

export const settingsDomain = declareDomain({
  procedures,
  topics: ['settings'],
});

/** Limits and quiet hours of downloads. Speeds are bytes per second over all transfers together. */
export type DownloadSettings = z.infer<typeof downloadSettingsSchema>;
/** The settings for desktop notifications and their quiet hours. */
export type TellMe = z.infer<typeof tellMeSchema>;
/** All preferences of the user, as in settings.json. */
export type Settings = z.infer<typeof settingsSchema>;
/** The settings to change. Fields that are left out keep their values, also within `downloads` and `tellMe`. */
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
/** A custom SKU: the user's description of a product code that Nadir does not know. */
export type AddedSku = z.infer<typeof addedSkuSchema>;
/** The type of an order parameter. It decides which field the form shows and how its text is read. */
export type ParameterType = z.infer<typeof parameterTypeSchema>;
