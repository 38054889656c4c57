import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { type Settings, type SettingsPatch, settingsSchema } from '../../src-preload/contract/settings.ts';
import { AppError } from '../app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { Implementer } from '../implementer.ts';
import { openJsonDocument } from '../store/json-document.ts';

/**
 * The settings in memory and on disk. `set` rejects with FOLDER_NOT_WRITABLE for a library folder that cannot be
 * used.
 */
export interface SettingsStore {
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
  downloads: {
    bytesPerSecond: null,
    connectionsPerFile: 4,
    filesAtOnce: 4,
    quietHours: null,
    pauseWhenMetered: false,
    notifyWhenDone: true,
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
  workspace: {},
};
/** What an older Nadir wrote has no such part; one that a person bent by hand is not worth losing the rest for. */
const storedSchema = settingsSchema.extend({
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
});
const maxWorkspaceChars = 200_000;

const codeOf = (error: unknown) => systemErrorCode(error) || 'unknown';

/** Node's own recursive mkdir spins for ever where a file system answers ENOENT below a folder that is there (/proc, some mounts). */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

/** Makes the folder and tries it by writing; FOLDER_NOT_WRITABLE says why not. */
export async function ensureWritable(path: string): Promise<void> {
  const refused = (detail: string, cause?: unknown) =>
    new AppError('FOLDER_NOT_WRITABLE', { path, detail }, { cause });
  if (!isAbsolute(path)) throw refused('not-absolute');
  try {
    await makeFolder(path);
    // Rights and mounts say less than a try does: network folders and sandboxes answer yes and then refuse.
    const trial = join(path, `.nadir-${randomUUID()}`);
    await writeFile(trial, '', { flag: 'wx' });
    await rm(trial, { force: true });
  } catch (error) {
    throw refused(codeOf(error), error);
  }
}

/** What is left of a patch of the workspace: each writer sends its own keys, null takes one away. */
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
  // As it will be read after the next start, not as it was handed in.
  return settingsSchema.shape.workspace.parse(JSON.parse(text));
}

/** A patch may name a field without saying anything of it. */
function given(patch: object) {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

/** The settings, kept as a JSON document of the data folder. */
export function createSettings(options: {
  folder: string;
  now: () => Date;
  /** Told after each change, with the library folder in force before it and the one in force now. */
  changed: (libraryFolder: { before: string; now: string }) => void;
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
      // Read only now, after the last wait: another patch may have landed meanwhile.
      const before = document.read();
      const workspace = mergeWorkspace(before.workspace, patch.workspace ?? {});
      const downloads = { ...before.downloads, ...given(patch.downloads ?? {}) };
      const tellMe = { ...before.tellMe, ...given(patch.tellMe ?? {}) };
      const next = settingsSchema.parse({ ...before, ...given(patch), downloads, tellMe, workspace });
      const folderBefore = libraryFolder();
      document.write(next);
      options.changed({ before: folderBefore, now: libraryFolder() });
      return next;
    },
    libraryFolder,
  };
}

/** The settings' procedures of the contract. */
export function settingsProcedures(os: Implementer, settings: SettingsStore) {
  return {
    get: os.settings.get.handler(() => settings.get()),
    set: os.settings.set.handler(({ input }) => settings.set(input)),
  };
}
