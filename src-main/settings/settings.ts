import { access, constants, mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type Settings, type SettingsPatch, settingsSchema } from '../../src-preload/contract/settings.ts';
import { AppError } from '../app-error.ts';
import type { Implementer } from '../implementer.ts';
import { openJsonDocument } from '../store/json-document.ts';

export interface SettingsKeeper {
  get(): Settings;
  set(patch: SettingsPatch): Promise<Settings>;
  /** The folder in force. */
  libraryFolder(): string;
}

const initial: Settings = {
  theme: 'system',
  language: 'system',
  coordinateFormat: 'dd',
  libraryFolder: null,
  workspace: {},
};
const maxWorkspaceChars = 200_000;

/** Makes the folder and tries it; FOLDER_NOT_WRITABLE says why not. */
export async function ensureWritable(path: string): Promise<void> {
  const refused = (detail: string, cause?: unknown) =>
    new AppError('FOLDER_NOT_WRITABLE', { path, detail }, { cause });
  if (!isAbsolute(path)) throw refused('not-absolute');
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refused(error instanceof Error && 'code' in error ? String(error.code) : 'unknown', error);
  }
}

export function createSettings(options: {
  folder: string;
  now: () => Date;
  changed: () => void;
  onKeptAside: (path: string) => void;
}): SettingsKeeper {
  const document = openJsonDocument({
    path: join(options.folder, 'settings.json'),
    version: 1,
    schema: settingsSchema,
    initial,
    now: options.now,
    onKeptAside: options.onKeptAside,
  });
  return {
    get: () => document.read(),
    async set(patch) {
      if (patch.libraryFolder) await ensureWritable(patch.libraryFolder);
      const next = settingsSchema.parse({ ...document.read(), ...patch });
      if (JSON.stringify(next.workspace).length > maxWorkspaceChars) {
        throw new AppError('INVALID_INPUT', { fields: { workspace: ['validation.tooLarge'] } });
      }
      document.write(next);
      options.changed();
      return next;
    },
    libraryFolder: () => document.read().libraryFolder ?? join(options.folder, 'library'),
  };
}

export function settingsProcedures(os: Implementer, settings: SettingsKeeper) {
  return {
    get: os.settings.get.handler(() => settings.get()),
    set: os.settings.set.handler(({ input }) => settings.set(input)),
  };
}
