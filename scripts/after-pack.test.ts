import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPack } from './after-pack.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-fuses-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = () => join(folder, 'nadir');
const context = () => ({
  appOutDir: folder,
  electronPlatformName: 'linux',
  // x64, as the builder counts.
  arch: 1,
  packager: { executableName: 'nadir', appInfo: { productFilename: 'Nadir' } },
});

/** What of Electron's program counts here: the mark, the version, and so many fuses, all in the state `removed` has not. */
function writeProgram(fuses: number) {
  const wire = Buffer.concat([Buffer.from([1, fuses]), Buffer.alloc(fuses, '1')]);
  const mark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
  writeFileSync(program(), Buffer.concat([Buffer.alloc(1_000, 7), mark, wire, Buffer.alloc(1_000, 7)]));
}

it('sets every fuse of the program', async () => {
  writeProgram(9);
  await afterPack(context());
  const wire = await getCurrentFuseWire(program());
  const on = [
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
    FuseV1Options.WasmTrapHandlers,
  ];
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ];
  for (const fuse of on) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.ENABLE);
  for (const fuse of off) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.DISABLE);
});

it('refuses a program with a fuse that nobody has decided on', async () => {
  writeProgram(10);
  await expect(afterPack(context())).rejects.toThrow(/strictlyRequireAllFuses/);
});

it.each([
  ['darwin', true],
  ['mas', true],
  ['win32', false],
  ['linux', false],
])('signs the changed program anew on %s, for Intel too: %s', async (electronPlatformName, isSigned) => {
  const flipFuses = vi.fn();
  vi.resetModules();
  vi.doMock('@electron/fuses', async (original) => ({ ...(await original<object>()), flipFuses }));
  const mocked = await import('./after-pack.mjs');
  vi.doUnmock('@electron/fuses');
  await mocked.afterPack({ ...context(), electronPlatformName });
  const signs = expect.objectContaining({ resetAdHocDarwinSignature: isSigned });
  expect(flipFuses).toHaveBeenCalledExactlyOnceWith(expect.any(String), signs);
});

it('is what the builder calls, and the only one that sets fuses', () => {
  const configuration = readFileSync(join(import.meta.dirname, '../electron-builder.yml'), 'utf8');
  expect(configuration).toMatch(/^afterPack: scripts\/after-pack\.mjs$/m);
  expect(configuration).not.toContain('electronFuses');
});
