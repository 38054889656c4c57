import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { AboutPanelOptionsOptions, App, GPUFeatureStatus, NativeImage, RelaunchOptions } from 'electron';
import { preventable } from './preventable.ts';

/** A window as its application sees it. */
interface ClosableWindow {
  /** Asks the window to close, which takes a turn: `windowClosed` or `windowStays` tells how it ended. */
  close(): void;
  /** Takes the window away without asking it. */
  destroy(): void;
}

/** The life of an Electron application: before and after ready, the order of quitting, the single instance. */
export class FakeApp
  extends EventEmitter
  implements
    Pick<
      App,
      | 'addRecentDocument'
      | 'enableSandbox'
      | 'exit'
      | 'getFileIcon'
      | 'getPath'
      | 'getPreferredSystemLanguages'
      | 'isReady'
      | 'quit'
      | 'relaunch'
      | 'releaseSingleInstanceLock'
      | 'requestSingleInstanceLock'
      | 'setAboutPanelOptions'
      | 'whenReady'
    >
{
  isPackaged = false;
  /** The answer of the system to the single-instance question. */
  isFirstInstance = true;
  /** What this start gives to the one that has the lock. */
  handedOver: Record<string, unknown> | undefined;
  readonly recentDocuments: string[] = [];
  /** What the message about the program shows. */
  aboutPanel: AboutPanelOptionsOptions | null = null;
  /** True while a further start would find this process. */
  hasLock = false;
  languages = ['en-GB'];
  sandboxEnabled = false;
  readonly windows = new Set<ClosableWindow>();
  /** The switches of Chromium that this process was started with, without hyphens. */
  readonly switches = new Set<string>();
  /** The options of each call, in turn. */
  readonly relaunches: (RelaunchOptions | undefined)[] = [];
  /** What Windows knows this process by. The functions that set it exist on Windows only. */
  readonly identity: { userModelId: string | null; toastActivator: string | null } = {
    userModelId: null,
    toastActivator: null,
  };
  readonly setAppUserModelId?: (id: string) => void;
  readonly setToastActivatorCLSID?: (id: string) => void;
  readonly commandLine = { hasSwitch: (name: string) => this.switches.has(name) };
  /** The icon that the system has for a file; null for an empty one. */
  fileIcon: 'shown' | 'empty' = 'shown';
  /** What Chromium says of its graphics. */
  gpuFeatures: Partial<GPUFeatureStatus> = {
    gpu_compositing: 'disabled_software',
    webgl: 'unavailable_software',
  };
  /** Resolves with the code of `exit`. */
  readonly exited: Promise<number>;
  exitCode: number | null = null;
  /** Called when the system begins to launch the application, before `ready`. */
  willFinishLaunching: () => void = () => undefined;
  #tellExit: (code: number) => void = () => undefined;
  #ready = false;
  #quitting = false;
  readonly #paths = new Map<string, string>();

  constructor(platform: NodeJS.Platform) {
    super();
    this.exited = new Promise((resolve) => {
      this.#tellExit = resolve;
    });
    if (platform !== 'win32') return;
    this.setAppUserModelId = (id) => {
      this.identity.userModelId = id;
    };
    this.setToastActivatorCLSID = (id) => {
      if (!/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i.test(id))
        throw new Error('Invalid CLSID format');
      this.identity.toastActivator = id;
    };
  }

  /** The system has started the application. Electron waits for the entry module to have run. */
  becomeReady(): void {
    this.willFinishLaunching();
    this.#ready = true;
    this.emit('ready', {}, {});
  }

  isReady(): boolean {
    return this.#ready;
  }

  whenReady(): Promise<void> {
    if (this.#ready) return Promise.resolve();
    return new Promise((resolve) => this.once('ready', () => resolve()));
  }

  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.sandboxEnabled = true;
  }

  disableHardwareAcceleration(): void {
    if (this.#ready)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    this.switches.add('disable-gpu');
  }

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set '${name}' path`);
    this.#paths.set(name, path);
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  async getFileIcon(path: string): Promise<NativeImage> {
    if (!this.#ready) throw new Error('app.getFileIcon() can only be called after app is ready');
    if (!existsSync(path)) throw new Error('Failed to get file icon.');
    return Object.assign(Object.create(null), { isEmpty: () => this.fileIcon === 'empty' });
  }

  getGPUFeatureStatus(): Partial<GPUFeatureStatus> {
    if (!this.#ready) throw new Error('app.getGPUFeatureStatus() can only be called after app is ready');
    return this.gpuFeatures;
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    // It crosses to another process.
    this.handedOver = structuredClone(additionalData);
    this.hasLock = this.isFirstInstance;
    return this.isFirstInstance;
  }

  addRecentDocument(path: string): void {
    this.recentDocuments.push(path);
  }

  releaseSingleInstanceLock(): void {
    this.hasLock = false;
  }

  getPreferredSystemLanguages(): string[] {
    return this.languages;
  }

  setAboutPanelOptions(options: AboutPanelOptionsOptions): void {
    this.aboutPanel = options;
  }

  relaunch(options?: RelaunchOptions): void {
    this.relaunches.push(options);
  }

  quit(): void {
    if (this.#quitting) return;
    const before = preventable({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.#quitting = true;
    if (this.windows.size === 0) this.#lastWindowsGone();
    else for (const window of [...this.windows]) window.close();
  }

  /** Called by a window that closed. */
  windowClosed(window: ClosableWindow): void {
    this.windows.delete(window);
    if (this.windows.size > 0 || this.exitCode !== null) return;
    if (this.#quitting) this.#lastWindowsGone();
    // Without a listener Electron quits.
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  /** Called by a window that refused to close: the application then does not quit either. */
  windowStays(): void {
    this.#quitting = false;
  }

  #lastWindowsGone(): void {
    const event = preventable({});
    this.emit('will-quit', event);
    this.#quitting = false;
    if (!event.defaultPrevented) this.exit(0);
  }

  exit(code = 0): void {
    if (this.exitCode !== null) return;
    this.exitCode = code;
    for (const window of [...this.windows]) window.destroy();
    this.emit('quit', {}, code);
    this.#tellExit(code);
  }
}
