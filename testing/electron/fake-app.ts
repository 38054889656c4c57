import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { App } from 'electron';
import { preventable } from './preventable.ts';

interface Closable {
  /** False when a listener refused. */
  tryClose(): boolean;
}

/** The life of an Electron application: before and after ready, the order of quitting, the single instance. */
export class FakeApp
  extends EventEmitter
  implements
    Pick<
      App,
      | 'enableSandbox'
      | 'exit'
      | 'getPath'
      | 'getPreferredSystemLanguages'
      | 'isReady'
      | 'quit'
      | 'requestSingleInstanceLock'
      | 'setAboutPanelOptions'
      | 'whenReady'
    >
{
  isPackaged = false;
  /** The answer of the system to the single-instance question. */
  isFirstInstance = true;
  languages = ['en-GB'];
  sandboxEnabled = false;
  readonly windows = new Set<Closable>();
  /** Resolves with the code of `exit`. */
  readonly exited: Promise<number>;
  exitCode: number | null = null;
  #tellExit: (code: number) => void = () => undefined;
  #ready = false;
  #quitting = false;
  readonly #paths = new Map<string, string>();

  constructor() {
    super();
    this.exited = new Promise((resolve) => {
      this.#tellExit = resolve;
    });
  }

  /** The system has started the application. Electron waits for the entry module to have run. */
  becomeReady(): void {
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

  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set '${name}' path`);
    this.#paths.set(name, path);
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  requestSingleInstanceLock(): boolean {
    return this.isFirstInstance;
  }

  getPreferredSystemLanguages(): string[] {
    return this.languages;
  }

  setAboutPanelOptions(): void {}

  quit(): void {
    if (this.#quitting) return;
    const before = preventable({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.#quitting = true;
    for (const window of [...this.windows]) {
      if (!window.tryClose()) {
        this.#quitting = false;
        return;
      }
    }
    this.#lastWindowsGone();
  }

  /** Called by a window that closed. */
  windowClosed(window: Closable): void {
    this.windows.delete(window);
    if (this.windows.size > 0 || this.#quitting) return;
    // Without a listener Electron quits.
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
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
    this.emit('quit', {}, code);
    this.#tellExit(code);
  }
}
