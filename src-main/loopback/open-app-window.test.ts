import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Creates a browser that records its arguments and ends with this code. */
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
  expect(statSync(page).mode & 0o777).toBe(0o600);
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

it('looks where browsers are on each system, and on no path where there is none', () => {
  const askedOn = (platform: NodeJS.Platform, environment: Record<string, string>) => {
    const asked: string[] = [];
    const isProgram = (path: string) => {
      asked.push(path);
      return false;
    };
    expect(findChromium({ environment, platform, isProgram })).toBeNull();
    return asked;
  };
  const onPath = ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'];
  expect(askedOn('linux', { PATH: '/a:/b' })).toEqual([
    ...onPath.map((name) => `/a/${name}`),
    ...onPath.map((name) => `/b/${name}`),
  ]);
  expect(askedOn('linux', {})).toEqual(onPath);
  expect(askedOn('darwin', { PATH: '/a' })).toEqual([
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...onPath.map((name) => `/a/${name}`),
  ]);
  const windows = { PATH: '/a', ProgramFiles: '/P', 'ProgramFiles(x86)': '/P86' };
  expect(askedOn('win32', windows)).toEqual([
    '/P/Google/Chrome/Application/chrome.exe',
    '/P86/Microsoft/Edge/Application/msedge.exe',
  ]);
  expect(findChromium({ environment: { NADIR_CHROMIUM: '/mine' }, platform: 'linux' })).toBe('/mine');
});

it('tells once of a browser that fails, and not of one that somebody killed', async () => {
  const killed = fakeBrowser(0);
  writeFileSync(killed, `#!/bin/sh\n: > '${folder}/begun'\nkill -9 $$\n`);
  const failed = open({ DISPLAY: ':0', NADIR_CHROMIUM: killed });
  await vi.waitFor(() => expect(existsSync(join(folder, 'begun'))).toBe(true));
  // Waits until the failure of a second start was reported; that of the first would have been reported before.
  const second = open({ DISPLAY: ':0', NADIR_CHROMIUM: join(folder, 'nowhere') });
  await vi.waitFor(() => expect(second).toHaveBeenCalledOnce());
  expect(failed).not.toHaveBeenCalled();
});

it('removes the file after half a minute, and is no reason to wait for', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const launched = () => readdirSync(folder).filter((name) => name.startsWith('launch-'));
  try {
    open({ DISPLAY: ':0', NADIR_CHROMIUM: fakeBrowser(0) });
    expect(launched()).toHaveLength(1);
    expect(timer.mock.results[0]?.value.hasRef()).toBe(false);
    vi.advanceTimersByTime(29_999);
    expect(launched()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(launched()).toEqual([]);
    // At its end, Nadir removes the file once more.
    expect(() => process.listeners('exit').at(-1)?.(0)).not.toThrow();
  } finally {
    timer.mockRestore();
    vi.useRealTimers();
  }
});

it.skipIf(process.platform !== 'linux')(
  'starts the browser apart: it outlives Nadir, hears none of its signals and writes nowhere',
  async () => {
    const browser = fakeBrowser(0);
    writeFileSync(
      browser,
      `#!/bin/sh\nfacts="$(echo $$; cut -d' ' -f5 /proc/$$/stat; readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2; printf '%s\\n' "$@")"\necho "$facts" > '${folder}/facts.part'\nmv '${folder}/facts.part' '${folder}/facts'\nexec sleep 60\n`,
    );
    const script = `
    import { openAppWindow } from ${JSON.stringify(join(import.meta.dirname, 'open-app-window.ts'))};
    openAppWindow({
      address: 'http://127.0.0.1:1/', folder: ${JSON.stringify(folder)}, failed: () => process.exit(9),
      search: { platform: 'linux', environment: { DISPLAY: ':0', NADIR_CHROMIUM: ${JSON.stringify(browser)} } },
    });
  `;
    const host = spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      script,
    ]);
    // The process ends although the browser is open, and deletes the file with the token.
    expect(await once(host, 'exit')).toEqual([0, null]);
    await vi.waitFor(() => expect(existsSync(join(folder, 'facts'))).toBe(true), { timeout: 10_000 });
    const [pid = '', group, ...rest] = readFileSync(join(folder, 'facts'), 'utf8').trim().split('\n');
    try {
      expect(group).toBe(pid);
      expect(rest.slice(0, 3)).toEqual(['/dev/null', '/dev/null', '/dev/null']);
      expect(rest.slice(3)).toEqual([
        expect.stringMatching(/^--app=file:/),
        `--user-data-dir=${join(folder, 'browser')}`,
        '--no-first-run',
      ]);
      expect(readdirSync(folder).filter((name) => name.startsWith('launch-'))).toEqual([]);
    } finally {
      process.kill(Number(pid), 'SIGKILL');
    }
  },
);
