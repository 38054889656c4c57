import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findChromium, hasDisplay, openAppWindow } from './open-app-window.ts';

const address = 'http://127.0.0.1:4567/#launch=secret-launch-token';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-window-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A browser that writes down its arguments and ends with this code. */
function fakeBrowser(exitCode: number): string {
  const path = join(folder, 'browser.sh');
  writeFileSync(
    path,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/arguments.part'\nmv '${folder}/arguments.part' '${folder}/arguments'\nexit ${exitCode}\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

const open = (environment: Record<string, string>, failed = vi.fn()) => {
  openAppWindow({ address, folder, search: { environment, platform: 'linux' }, failed });
  return failed;
};

it('gives the browser a private file that leads on, and no token among its arguments', async () => {
  const failed = open({ DISPLAY: ':0', NADIR_CHROMIUM: fakeBrowser(0) });
  await vi.waitFor(() => expect(existsSync(join(folder, 'arguments'))).toBe(true));
  const given = readFileSync(join(folder, 'arguments'), 'utf8').trim().split('\n');
  expect(given.join(' ')).not.toContain('secret-launch-token');
  const page = fileURLToPath(given.find((each) => each.startsWith('--app='))?.slice('--app='.length) ?? '');
  expect(readFileSync(page, 'utf8')).toContain(JSON.stringify(address));
  expect(statSync(page).mode & 0o077).toBe(0);
  expect(statSync(join(page, '..')).mode & 0o077).toBe(0);
  expect(given).toContain(`--user-data-dir=${join(folder, 'browser')}`);
  expect(failed).not.toHaveBeenCalled();
});

it.each([
  ['no display', () => ({ NADIR_CHROMIUM: fakeBrowser(0) })],
  ['no browser', () => ({ DISPLAY: ':0', PATH: folder })],
  ['a browser that is not there', () => ({ DISPLAY: ':0', NADIR_CHROMIUM: join(folder, 'nowhere') })],
  ['a browser that ends with an error', () => ({ DISPLAY: ':0', NADIR_CHROMIUM: fakeBrowser(1) })],
])('says so with %s, and leaves no token behind', async (_name, environment) => {
  const failed = open(environment());
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
  expect(readdirSync(folder).filter((name) => name.startsWith('launch-'))).toEqual([]);
});

it('finds a browser on the path', () => {
  const browser = fakeBrowser(0);
  const environment = { PATH: `/nowhere:${folder}` };
  expect(findChromium({ environment, platform: 'linux' })).toBeNull();
  writeFileSync(join(folder, 'chromium'), readFileSync(browser), { mode: 0o755 });
  expect(findChromium({ environment, platform: 'linux' })).toBe(join(folder, 'chromium'));
});

it.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['darwin', {}, true],
  ['win32', {}, true],
] as const)('on %s with %j there is a display: %s', (platform, environment, is) => {
  expect(hasDisplay({ platform, environment })).toBe(is);
});
