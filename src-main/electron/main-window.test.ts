import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeElectron } from '../../testing/electron/fake-electron.ts';
import { mockElectron } from '../../testing/electron/mock-electron.ts';
import { initialWindowState, type WindowState } from './window-state.ts';

/** Opens the window of the host in a fake Electron that `prepare` has had its hand on. */
async function open({
  prepare = () => undefined,
  state = initialWindowState,
  system = 'linux',
}: {
  prepare?: (fake: FakeElectron) => void;
  state?: WindowState;
  system?: NodeJS.Platform;
} = {}) {
  const fake = mockElectron();
  prepare(fake);
  const { openMainWindow } = await import('./main-window.ts');
  const told = { shown: 0, failures: [] as string[] };
  let stored = state;
  openMainWindow({
    root: '/nadir',
    state: {
      read: () => stored,
      write(next) {
        stored = next;
      },
    },
    system,
    icon: '/nadir/icon.png',
    isDark: true,
    onShown() {
      told.shown += 1;
    },
    onMapWindow: () => undefined,
    onPageFailed: (reason) => void told.failures.push(reason),
  });
  const window = fake.windows[0] ?? expect.fail('no window was opened');
  return { fake, window, told };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the window of the host', () => {
  it('stays hidden until its page is painted', async () => {
    const { window, told } = await open();
    expect(window.options).toMatchObject({ minWidth: 960, minHeight: 600 });
    expect(window.isVisible()).toBe(false);
    await settle();
    expect(window.isVisible()).toBe(true);
    expect(told).toEqual({ shown: 1, failures: [] });
  });

  it('shows itself with its page where the desktop never says that it is painted', async () => {
    const { window, told } = await open({
      prepare: ({ fate }) => {
        fate.isPainted = false;
      },
    });
    await settle();
    expect(window.isVisible()).toBe(true);
    expect(told.shown).toBe(1);
  });

  it('shows itself after two seconds, even if nothing is heard of the page', async () => {
    const { window, told } = await open({
      prepare: ({ fate }) => {
        fate.loads = 'never';
      },
    });
    await settle();
    await vi.advanceTimersByTimeAsync(1_900);
    expect(window.isVisible()).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(window.isVisible()).toBe(true);
    expect(told).toEqual({ shown: 1, failures: [] });
  });

  it('shows itself and tells why when its page cannot be loaded', async () => {
    const { window, told } = await open({
      prepare: ({ fate }) => {
        fate.loads = 'fails';
      },
    });
    await settle();
    expect(window.isVisible()).toBe(true);
    expect(told.failures).toEqual(['ERR_UNEXPECTED']);
  });

  it('tells nothing of a load that another load took the place of, nor of a frame within the page', async () => {
    const { window, told } = await open();
    await settle();
    window.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'nadir://app/', true);
    window.webContents.emit('did-fail-load', {}, -9, 'ERR_UNEXPECTED', 'nadir://app/', false);
    expect(told.failures).toEqual([]);
  });

  it('is not shown when it was closed before', async () => {
    const { window, told } = await open({
      prepare: ({ fate }) => {
        fate.loads = 'never';
      },
    });
    window.close();
    await settle();
    await settle();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told.shown).toBe(0);
  });

  it('is maximized only when it is shown, because that would show it empty', async () => {
    const { window } = await open({ state: { ...initialWindowState, maximized: true } });
    expect(window.isVisible()).toBe(false);
    await settle();
    expect(window.isMaximized()).toBe(true);
    expect(window.shownAt).toBe('with the page');
  });

  it.each([
    ['dark', true],
    ['light', false],
  ])('has the ground of the %s theme before its page is there', async (theme, isDark) => {
    mockElectron();
    const { groundColor } = await import('./main-window.ts');
    const palette = readFileSync(
      join(import.meta.dirname, '../../src-renderer/kit/theme/palette.css'),
      'utf8',
    );
    const [, ground] =
      new RegExp(`scheme="${theme}"\\][^}]*--nadir-ground: (#[0-9a-f]{6})`).exec(palette) ?? [];
    expect(groundColor(isDark)).toBe(ground);
  });

  it('is created with that ground, and with its icon', async () => {
    const { window } = await open();
    expect(window.options.icon).toBe('/nadir/icon.png');
    expect(window.options.backgroundColor).toBe('#0b1016');
  });

  it.each([
    ['darwin', true],
    ['linux', false],
    ['win32', false],
  ] as const)('helps with spelling on %s where that needs no download', async (system, helps) => {
    const { window } = await open({ system });
    expect(window.options.webPreferences?.spellcheck).toBe(helps);
  });

  it('takes its place once more when it is there, because displays may have several scales', async () => {
    const bounds = { x: 200, y: 150, width: 1_200, height: 800 };
    const { window } = await open({ state: { ...initialWindowState, bounds } });
    expect(window.boundsSet).toEqual([bounds]);
    expect((await open()).window.boundsSet).toEqual([]);
  });
});
