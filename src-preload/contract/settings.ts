import { z } from 'zod';
import { procedure } from './base.ts';

/** Preferences of the person; versioned on disk as settings.json. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'dark', 'light']),
  language: z.enum(['system', 'en', 'es']),
  coordinateFormat: z.enum(['dd', 'dms', 'ddm', 'utm', 'mgrs']),
  /** Absolute folder of the library, or null for the default below the data folder. */
  libraryFolder: z.string().max(4_096).nullable(),
  /** Opaque view state of the renderer (panes, last workspace, map view): plain JSON, 200,000 characters in all, never secret. */
  workspace: z.record(z.string().max(100), z.unknown()),
});

export const settingsPatchSchema = settingsSchema.partial();

export const settingsContract = {
  get: procedure.output(settingsSchema),
  /**
   * Changes the given fields only. `workspace` is merged key by key: send only your own keys; a key set to null is
   * removed. INVALID_INPUT when it grows beyond its bound; FOLDER_NOT_WRITABLE when the library folder cannot be
   * written: nothing is changed then.
   */
  set: procedure.input(settingsPatchSchema).output(settingsSchema),
};

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
