import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { defaultFolderPattern } from '../../../src-preload/contract/folder-pattern.ts';
import { type Settings, type SettingsPatch, settingsSchema } from '../../../src-preload/contract/settings.ts';
import { AppError } from '../../core/app-error.ts';
import type { Implementer } from '../../core/implementer.ts';
import { makeFolders } from '../../core/make-folders.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import { openJsonDocument } from '../../store/json-document.ts';

/** The settings in memory and on disk. `set` rejects with FOLDER_NOT_WRITABLE if the library folder cannot be used. */
export interface SettingsStore {
  get(): Settings;
  set(patch: SettingsPatch): Promise<Settings>;
  /** Returns the folder of the library: the chosen one, or the default one. */
  libraryFolder(): string;
}

const initial: Settings = {
  theme: 'system',
  language: 'system',
  dateFormat: 'region',
  coordinateFormat: 'dd',
  libraryFolder: null,
  verifyLibrary: 'never',
  downloads: {
    bytesPerSecond: null,
    connectionsPerFile: 4,
    filesAtOnce: 4,
    quietHours: null,
    pauseWhenMetered: false,
    notifyWhenDone: true,
    keepAwake: true,
    folderPattern: defaultFolderPattern,
  },
  orderSkus: [],
  allContracts: false,
  tellMe: {
    capturePublished: true,
    orderClosed: false,
    flagRaised: true,
    outboxTrouble: true,
    project: null,
    quietHours: null,
  },
  requireApproval: false,
  updateAddress: null,
  workspace: {},
};
/**
 * The schema of stored settings. Parts that are missing, as in older settings, or damaged are replaced, so that the rest is not
 * lost.
 */
const storedSchema = settingsSchema.extend({
  dateFormat: settingsSchema.shape.dateFormat.catch(initial.dateFormat),
  verifyLibrary: settingsSchema.shape.verifyLibrary.catch(initial.verifyLibrary),
  downloads: z.preprocess(
    (value) => ({ ...initial.downloads, ...z.record(z.string(), z.unknown()).catch({}).parse(value) }),
    settingsSchema.shape.downloads.catch(initial.downloads),
  ),
  orderSkus: settingsSchema.shape.orderSkus.catch(initial.orderSkus),
  allContracts: settingsSchema.shape.allContracts.catch(initial.allContracts),
  tellMe: z.preprocess(
    (value) => ({ ...initial.tellMe, ...z.record(z.string(), z.unknown()).catch({}).parse(value) }),
    settingsSchema.shape.tellMe.catch(initial.tellMe),
  ),
  requireApproval: settingsSchema.shape.requireApproval.catch(initial.requireApproval),
  updateAddress: settingsSchema.shape.updateAddress.catch(initial.updateAddress),
});
const maxWorkspaceChars = 200_000;

const errorCodeOf = (error: unknown) => systemErrorCode(error) || 'unknown';

/** Creates a folder and tests it by writing a file. @throws FOLDER_NOT_WRITABLE with the reason. */
export async function ensureWritable(path: string): Promise<void> {
  const unwritable = (detail: string, cause?: unknown) =>
    new AppError('FOLDER_NOT_WRITABLE', { path, detail }, { cause });
  if (!isAbsolute(path)) throw unwritable('not-absolute');
  try {
    await makeFolders(path);
    // Only writing proves it: network folders and sandboxes may report access and then refuse.
    const trial = join(path, `.nadir-${randomUUID()}`);
    await writeFile(trial, '', { flag: 'wx' });
    await rm(trial, { force: true });
  } catch (error) {
    throw unwritable(errorCodeOf(error), error);
  }
}

/** Returns the workspace with a patch: each part of the page sends its own keys, and null removes a key. @throws INVALID_INPUT */
function mergeWorkspace(before: Settings['workspace'], patch: Settings['workspace']): Settings['workspace'] {
  const merged = { ...before, ...patch };
  const left = Object.entries(merged).filter(([, value]) => value !== null && value !== undefined);
  let text: string;
  try {
    text = JSON.stringify(Object.fromEntries(left));
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { fields: { workspace: ['validation.invalid'] } }, { cause });
  }
  if (text.length > maxWorkspaceChars)
    throw new AppError('INVALID_INPUT', { fields: { workspace: ['validation.tooLarge'] } });
  // The result is what the next start will read.
  return settingsSchema.shape.workspace.parse(JSON.parse(text));
}

/** Returns the patch without fields whose value is undefined. */
function definedFields(patch: object) {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

/** Creates the settings, stored as a JSON document in the data folder. */
export function createSettings(options: {
  folder: string;
  now: () => Date;
  /** Called after each change, with the library folder before and after it. */
  onChange: (libraryFolder: { before: string; now: string }) => void;
  /** Called when a person has chosen the library folder, perhaps the same as before, and before `onChange`. */
  onLibraryChosen?: () => void;
  onQuarantined: (path: string) => void;
}): SettingsStore {
  const document = openJsonDocument({
    path: join(options.folder, 'settings.json'),
    version: 1,
    schema: storedSchema,
    initial,
    now: options.now,
    onQuarantined: options.onQuarantined,
  });
  const libraryFolder = () => document.read().libraryFolder ?? join(options.folder, 'library');
  return {
    get: () => document.read(),
    async set(patch) {
      if (typeof patch.libraryFolder === 'string') await ensureWritable(patch.libraryFolder);
      // This comes after the last await, because another patch may have been stored meanwhile.
      const before = document.read();
      const workspace = mergeWorkspace(before.workspace, patch.workspace ?? {});
      const downloads = { ...before.downloads, ...definedFields(patch.downloads ?? {}) };
      const tellMe = { ...before.tellMe, ...definedFields(patch.tellMe ?? {}) };
      const next = settingsSchema.parse({ ...before, ...definedFields(patch), downloads, tellMe, workspace });
      const folderBefore = libraryFolder();
      document.write(next);
      if (patch.libraryFolder !== undefined) options.onLibraryChosen?.();
      options.onChange({ before: folderBefore, now: libraryFolder() });
      return next;
    },
    libraryFolder,
  };
}

/** The procedures of the settings contract. */
export function settingsProcedures(os: Implementer, settings: SettingsStore) {
  return {
    get: os.settings.get.handler(() => settings.get()),
    set: os.settings.set.handler(({ input }) => settings.set(input)),
  };
}
