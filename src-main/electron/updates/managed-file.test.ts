import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packageKind, stagingFolderOf } from './electron-updates.ts';
import { managedFilePaths, readManagedUpdates } from './managed-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-managed-'));
  path = join(folder, 'nadir-managed.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (content: unknown) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readManagedUpdates([join(folder, 'none', 'nadir-managed.json'), path]);
};
const keyOf = (type: 'ed25519' | 'x25519') => {
  const { publicKey } = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
};

it('leaves updates alone where there is no file', () => {
  expect(readManagedUpdates([path])).toEqual({ offBy: null, signingKey: null });
});

it('switches updates off', () => {
  expect(read({ updates: 'off' })).toEqual({ offBy: path, signingKey: null });
});

it('names the key of the signatures', () => {
  const { offBy, signingKey } = read({ updates: { signingKey: keyOf('ed25519') } });
  expect([offBy, signingKey?.asymmetricKeyType]).toEqual([null, 'ed25519']);
});

it.each([
  ['that is no JSON', '{ "updates": off }'],
  ['that says something else', { updates: 'on' }],
  ['that says nothing', {}],
  ['with a key that is none', { updates: { signingKey: 'AAAA' } }],
  ['with a key of another kind', { updates: { signingKey: keyOf('x25519') } }],
])('switches updates off for a file %s', (_title, content) => {
  expect(read(content).offBy).toBe(path);
});

it('switches updates off for a file that cannot be read', () => {
  mkdirSync(path);
  expect(readManagedUpdates([path]).offBy).toBe(path);
});

it('is looked for in the folder of the system, the resources, and beside an AppImage', () => {
  const environment = { APPIMAGE: '/home/me/Nadir.AppImage' };
  expect(
    managedFilePaths({ system: 'linux', environment, resourcesFolder: '/tmp/.mount/resources' }),
  ).toEqual([
    '/etc/nadir/nadir-managed.json',
    '/tmp/.mount/resources/nadir-managed.json',
    '/home/me/nadir-managed.json',
  ]);
});

it('knows how Nadir was installed, and that nothing replaces it elsewhere', () => {
  const options = { isPackaged: true, system: 'linux' as const, environment: {}, resourcesFolder: folder };
  expect(packageKind({ ...options, environment: { APPIMAGE: '/a' } })).toBeNull();
  writeFileSync(join(folder, 'app-update.yml'), '');
  expect(packageKind({ ...options, isPackaged: false })).toBeNull();
  expect(packageKind(options)).toBeNull();
  expect(packageKind({ ...options, environment: { APPIMAGE: '/a' } })).toBe('appimage');
  expect(packageKind({ ...options, system: 'win32' })).toBe('nsis');
  expect(packageKind({ ...options, system: 'darwin' })).toBe('mac');
  writeFileSync(join(folder, 'package-type'), 'deb\n');
  expect(packageKind(options)).toBe('deb');
});

it('keeps a downloaded AppImage beside the installed one, and anything else in the data folder', () => {
  const environment = { APPIMAGE: '/home/me/Nadir.AppImage' };
  const dataFolder = '/home/me/data';
  expect(stagingFolderOf({ kind: 'appimage', environment, dataFolder })).toBe('/home/me/.nadir-updates');
  expect(stagingFolderOf({ kind: 'deb', environment: {}, dataFolder })).toBe('/home/me/data/updates');
});
