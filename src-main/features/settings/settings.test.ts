import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSettings, ensureWritable, type SettingsStore } from './settings.ts';

let folder: string;
let settings: SettingsStore;
let quarantined: string[];
let changes: number;
let folders: { before: string; now: string } | null;

/** As at a start of the application. */
function begin() {
  changes = 0;
  folders = null;
  settings = createSettings({
    folder,
    now: () => new Date('2026-01-02T03:04:05Z'),
    onChange: (libraryFolder) => {
      changes += 1;
      folders = libraryFolder;
    },
    onQuarantined: (path) => quarantined.push(path),
  });
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-settings-'));
  quarantined = [];
  begin();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = () => join(folder, 'settings.json');

describe('settings', () => {
  it('start from defaults, change what is given and are there after a restart', async () => {
    expect(settings.get()).toEqual({
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
        folderPattern: '{project}/{scene}',
      },
      orderSkus: [],
      allContracts: false,
      requireApproval: false,
      updateAddress: null,
      tellMe: {
        capturePublished: true,
        orderClosed: false,
        flagRaised: true,
        outboxTrouble: true,
        project: null,
        quietHours: null,
      },
      workspace: {},
    });
    expect(existsSync(path())).toBe(false);
    await settings.set({ theme: 'dark' });
    await settings.set({ coordinateFormat: 'mgrs' });
    expect(changes).toBe(2);
    begin();
    expect(settings.get()).toMatchObject({ theme: 'dark', language: 'system', coordinateFormat: 'mgrs' });
    expect(quarantined).toEqual([]);
  });

  it.each([
    ['no JSON', 'theme: dark'],
    ['cut short', '{"version":1,"content":{"theme":"da'],
    ['of another shape', '{"version":1,"content":{"theme":"purple"}}'],
    ['without a version', '{"theme":"dark"}'],
    [
      'written by a newer Nadir',
      '{"version":2,"content":{"theme":"dark","language":"en","coordinateFormat":"dd","libraryFolder":null,"workspace":{},"new":1}}',
    ],
  ])('that are %s are kept aside, byte for byte, and begun anew', async (_, text) => {
    writeFileSync(path(), text);
    begin();
    expect(settings.get().theme).toBe('system');
    await settings.set({ theme: 'light' });
    expect(quarantined).toEqual([`${path()}.kept-2026-01-02T03-04-05.000Z`]);
    expect(readFileSync(quarantined[0] ?? '', 'utf8')).toBe(text);
    begin();
    expect(settings.get().theme).toBe('light');
  });

  it('of an older Nadir are taken as they are', () => {
    const older = {
      theme: 'dark',
      language: 'en',
      coordinateFormat: 'dd',
      libraryFolder: null,
      workspace: { a: 1 },
    };
    writeFileSync(path(), JSON.stringify({ version: 1, content: older }));
    begin();
    expect(settings.get()).toMatchObject({ ...older, orderSkus: [] });
    expect(quarantined).toEqual([]);
  });

  it('move a folder that stands in their place out of the way', async () => {
    mkdirSync(path());
    writeFileSync(join(path(), 'mine.txt'), 'mine');
    begin();
    await settings.set({ theme: 'dark' });
    expect(readFileSync(join(quarantined[0] ?? '', 'mine.txt'), 'utf8')).toBe('mine');
  });

  it('say when they cannot be written, and stay as they were', async () => {
    await settings.set({ theme: 'dark' });
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where the data folder was');
    await expect(settings.set({ theme: 'light' })).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    expect(settings.get().theme).toBe('dark');
  });
});

describe('the library folder', () => {
  it('is below the data folder until another is chosen, and made when it is', async () => {
    expect(settings.libraryFolder()).toBe(join(folder, 'library'));
    const chosen = join(folder, 'a', 'new', 'place');
    await settings.set({ libraryFolder: chosen });
    expect(settings.libraryFolder()).toBe(chosen);
    expect(folders).toEqual({ before: join(folder, 'library'), now: chosen });
    expect(readdirSync(chosen)).toEqual([]);
    await settings.set({ libraryFolder: null });
    expect(settings.libraryFolder()).toBe(join(folder, 'library'));
  });

  it.each([
    ['', 'not-absolute'],
    ['pictures', 'not-absolute'],
    ['/proc/nadir-library', 'ENOENT'],
    ['/proc/self/nadir-library', 'ENOENT'],
  ])('%j is refused, and nothing of the patch is taken', async (libraryFolder, detail) => {
    await expect(settings.set({ libraryFolder, theme: 'dark', workspace: { a: 1 } })).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
      data: { path: libraryFolder, detail },
    });
    expect(settings.get()).toMatchObject({ theme: 'system', libraryFolder: null, workspace: {} });
    expect(changes).toBe(0);
    expect(existsSync(path())).toBe(false);
  });

  it('is refused where a file stands in its way', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'words');
    for (const libraryFolder of [file, join(file, 'below')]) {
      await expect(settings.set({ libraryFolder })).rejects.toMatchObject({
        code: 'FOLDER_NOT_WRITABLE',
        data: { path: libraryFolder, detail: expect.stringMatching(/^(EEXIST|ENOTDIR)$/) },
      });
    }
    expect(readFileSync(file, 'utf8')).toBe('words');
  });

  it('is tried by writing: a place that exists and takes no file is refused', async () => {
    // /proc is there, is a folder and, for an administrator, says that it may be written.
    await expect(ensureWritable('/proc')).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    await ensureWritable(folder);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the view state', () => {
  it('is merged key by key, each writer sending its own', async () => {
    await settings.set({ workspace: { listWidth: 300, map: { zoom: 4, centre: [1, 2] } } });
    await settings.set({ workspace: { last: 'tasks' } });
    await settings.set({ workspace: { map: { zoom: 5 } } });
    expect(settings.get().workspace).toEqual({ listWidth: 300, last: 'tasks', map: { zoom: 5 } });
    await settings.set({ theme: 'dark' });
    begin();
    expect(settings.get().workspace).toEqual({ listWidth: 300, last: 'tasks', map: { zoom: 5 } });
  });

  it('loses a key that is set to null, and none that is not mentioned', async () => {
    await settings.set({ workspace: { a: 1, b: 2, c: false, d: 0, e: '' } });
    await settings.set({ workspace: { a: null, missing: null } });
    expect(settings.get().workspace).toEqual({ b: 2, c: false, d: 0, e: '' });
    await settings.set({ workspace: {} });
    expect(settings.get().workspace).toEqual({ b: 2, c: false, d: 0, e: '' });
  });

  it('keeps what others wrote while a folder was being tried', async () => {
    const slow = settings.set({ libraryFolder: join(folder, 'elsewhere'), workspace: { one: 1 } });
    await settings.set({ workspace: { two: 2 } });
    await slow;
    expect(settings.get().workspace).toEqual({ one: 1, two: 2 });
  });

  it('is bounded as a whole: what is too much is refused, and what was there stays', async () => {
    await settings.set({ workspace: { a: 'x'.repeat(150_000) } });
    await expect(settings.set({ workspace: { b: 'x'.repeat(60_000) } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { fields: { workspace: ['validation.tooLarge'] } },
    });
    expect(Object.keys(settings.get().workspace)).toEqual(['a']);
    await settings.set({ workspace: { a: null, b: 'x'.repeat(60_000) } });
    expect(Object.keys(settings.get().workspace)).toEqual(['b']);
  });

  it('is at once what it will be after a restart, and refuses what JSON cannot hold', async () => {
    await settings.set({
      workspace: { at: new Date('2026-01-02T03:04:05Z'), gone: undefined, list: [undefined] },
    });
    const now = settings.get().workspace;
    begin();
    expect(settings.get().workspace).toEqual(now);
    expect(now).toEqual({ at: '2026-01-02T03:04:05.000Z', list: [null] });
    await expect(settings.set({ workspace: { big: 1n } })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
