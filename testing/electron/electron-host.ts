import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { createFakeElectron, type FakeElectron } from './fake-electron.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The title of Electron's own box for an error that nobody handles; the process goes on after it. */
export const electronErrorTitle = 'A JavaScript error occurred in the main process';

export interface StartedHost {
  fake: FakeElectron;
  dataFolder: string;
  /** As the operating system would deliver it. */
  signal(name: (typeof signals)[number]): void;
  /** An error that nobody caught. Where the host does not handle it, Electron shows a box of its own and goes on. */
  throws(error: Error): void;
  /** Quits and waits until the process would have ended; removes the folders. */
  end(): Promise<void>;
}

/** A small build: a page and an asset that is long enough to ask for a part of it. */
function makePackage(): string {
  const root = mkdtempSync(join(tmpdir(), 'nadir-package-'));
  mkdirSync(join(root, 'out/renderer/assets'), { recursive: true });
  writeFileSync(join(root, 'out/renderer/index.html'), '<!doctype html><title>Nadir</title>');
  writeFileSync(join(root, 'out/renderer/assets/page.js'), '0123456789'.repeat(100));
  return root;
}

/** Electron says where the resources of the program are; Node does not. */
function setResources(folder: string | undefined): void {
  Object.defineProperty(process, 'resourcesPath', { value: folder, configurable: true });
}

function setPlatform(platform: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value: platform });
}

/**
 * Runs the real entry, `main.ts`, in the fake Electron. `beforeReady` sees it after the module has run. The entry sees `platform` as
 * that of its process; everything that runs later sees the true one.
 */
export async function startElectronHost({
  dataFolder = mkdtempSync(join(tmpdir(), 'nadir-electron-')),
  platform = process.platform,
  args = [],
  until = 'started',
  prepare = () => undefined,
  beforeReady = () => undefined,
}: {
  dataFolder?: string;
  platform?: NodeJS.Platform;
  /** Further arguments of the program. */
  args?: readonly string[];
  /** What is waited for: the application behind the window, only the window, or the end of a start that shows none. */
  until?: 'started' | 'shown' | 'ended';
  prepare?: (fake: FakeElectron) => void;
  beforeReady?: (fake: FakeElectron) => void;
} = {}): Promise<StartedHost> {
  const fake = createFakeElectron(platform);
  const root = makePackage();
  prepare(fake);
  const ownResources = Reflect.get(process, 'resourcesPath') === undefined;
  if (ownResources) setResources(join(root, 'resources'));
  const argv = process.argv;
  process.argv = ['electron', root, '--data-dir', dataFolder, ...args];
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  const monitorsBefore = process.listeners('uncaughtExceptionMonitor');
  const handlersBefore = process.listeners('uncaughtException');
  vi.resetModules();
  vi.doMock('electron', () => fake.module);
  vi.doMock('../../src-main/host/package-root.ts', () => ({
    findPackageRoot: () => ({ root, version: '1.2.3-test' }),
  }));
  const truePlatform = process.platform;
  setPlatform(platform);
  try {
    await import('../../src-main/electron/main.ts');
  } finally {
    setPlatform(truePlatform);
    process.argv = argv;
  }
  beforeReady(fake);
  if (fake.app.exitCode === null) {
    fake.app.becomeReady();
    if (until === 'ended') await fake.app.exited;
    else
      await Promise.race([fake.app.exited, vi.waitFor(() => shown(fake), { timeout: 20_000, interval: 10 })]);
    // Nothing is at this address, and the application says so once it runs.
    if (until === 'started')
      await Promise.race([fake.app.exited, fake.protocol.fetch('nadir://app/files/none')]);
  }
  const own = (signal: (typeof signals)[number]) =>
    process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener));
  const monitors = () =>
    process.listeners('uncaughtExceptionMonitor').filter((listener) => !monitorsBefore.includes(listener));
  const handlers = () =>
    process.listeners('uncaughtException').filter((listener) => !handlersBefore.includes(listener));

  return {
    fake,
    dataFolder,
    signal(name) {
      for (const listener of own(name)) listener(name);
    },
    throws(error) {
      for (const listener of monitors()) listener(error, 'uncaughtException');
      if (handlers().length === 0) fake.dialogs.dialog.showErrorBox(electronErrorTitle, String(error.stack));
      for (const listener of handlers()) listener(error, 'uncaughtException');
    },
    async end() {
      fake.app.quit();
      await fake.app.exited;
      for (const signal of signals) for (const listener of own(signal)) process.off(signal, listener);
      for (const listener of handlers()) process.off('uncaughtException', listener);
      vi.unstubAllGlobals();
      if (ownResources) setResources(undefined);
      rmSync(dataFolder, { recursive: true, force: true });
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function shown(fake: FakeElectron): void {
  if (!fake.windows[0]?.isVisible()) throw new Error('no window yet');
}
