import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  HandlerDetails,
  Rectangle,
  WindowOpenHandlerResponse,
} from 'electron';
import type { FakeApp } from './fake-app.ts';
import type { FakeMessagePortMain } from './fake-ports.ts';
import type { FakeSession } from './fake-session.ts';
import { preventable } from './preventable.ts';

/** A frame of a page; what main posts to it arrives at the preload script of that frame. */
export class FakeFrame extends EventEmitter {
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }

  postMessage(channel: string, message: unknown, transfer: FakeMessagePortMain[] = []): void {
    const ports = transfer.map((port) => port.takeForTransfer());
    const data = structuredClone(message);
    queueMicrotask(() => this.emit('ipc', channel, { ports, data }));
  }
}

export class FakeWebContents extends EventEmitter {
  readonly mainFrame = new FakeFrame('');
  readonly session: FakeSession;
  reloads = 0;
  /** Status and headers of the page once it is loaded. */
  page: Response | null = null;
  #openHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | null = null;

  constructor(session: FakeSession) {
    super();
    this.session = session;
  }

  async load(address: string): Promise<void> {
    this.page = await this.session.protocol.fetch(address);
    this.mainFrame.url = address;
    this.emit('did-finish-load');
  }

  reload(): void {
    this.reloads += 1;
    void this.load(this.mainFrame.url);
  }

  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler;
  }

  /** The page goes elsewhere (a link, a script). Whether it got there. */
  navigates(address: string): boolean {
    const details = { url: address, isMainFrame: true, isSameDocument: false, frame: this.mainFrame };
    const first = preventable(details);
    this.emit('will-frame-navigate', first);
    const second = preventable(details);
    if (!first.defaultPrevented) this.emit('will-navigate', second, address);
    return !first.defaultPrevented && !second.defaultPrevented;
  }

  /** The server of an allowed address sends the page on. */
  redirects(address: string): boolean {
    const event = preventable({ url: address, isMainFrame: true, isInPlace: false });
    this.emit('will-redirect', event, address);
    return !event.defaultPrevented;
  }

  /** `window.open` or a link with a target. Without a handler Electron opens it. */
  opens(address: string): boolean {
    if (this.#openHandler === null) return true;
    const referrer = { url: this.mainFrame.url, policy: 'no-referrer' as const };
    return (
      this.#openHandler({
        url: address,
        frameName: '',
        features: '',
        disposition: 'foreground-tab',
        referrer,
      }).action === 'allow'
    );
  }

  /** A `<webview>` element is put into the page. */
  attachesWebview(): boolean {
    const event = preventable({});
    this.emit('will-attach-webview', event, {}, {});
    return !event.defaultPrevented;
  }
}

export interface WindowSurroundings {
  app: FakeApp;
  session: FakeSession;
  opened: FakeBrowserWindow[];
}

export class FakeBrowserWindow extends EventEmitter {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: FakeWebContents;
  readonly #app: FakeApp;
  #bounds: Rectangle;
  #visible: boolean;
  #maximized = false;
  #minimized = false;
  #fullScreen = false;
  #destroyed = false;
  focused = 0;
  /** Of the bar in the taskbar, each value in turn; below zero there is none. */
  readonly progress: number[] = [];

  constructor(options: BrowserWindowConstructorOptions, { app, session, opened }: WindowSurroundings) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.options = options;
    this.#app = app;
    this.#visible = options.show ?? true;
    const { x = 100, y = 100, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = new FakeWebContents(session);
    app.windows.add(this);
    opened.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(address: string): Promise<void> {
    await this.webContents.load(address);
    this.emit('ready-to-show');
  }

  show(): void {
    this.#visible = true;
  }
  isVisible(): boolean {
    return this.#visible;
  }
  focus(): void {
    this.focused += 1;
  }
  maximize(): void {
    this.#maximized = true;
  }
  isMaximized(): boolean {
    return this.#maximized;
  }
  minimize(): void {
    this.#minimized = true;
  }
  restore(): void {
    this.#minimized = false;
  }
  isMinimized(): boolean {
    return this.#minimized;
  }
  setFullScreen(on: boolean): void {
    this.#fullScreen = on;
  }
  isFullScreen(): boolean {
    return this.#fullScreen;
  }
  setBounds(bounds: Rectangle): void {
    this.#bounds = bounds;
  }
  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }
  setProgressBar(share: number): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    this.progress.push(share);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  tryClose(): boolean {
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.#destroyed = true;
    this.webContents.emit('destroyed');
    this.emit('closed');
    this.#app.windowClosed(this);
    return true;
  }

  close(): void {
    this.tryClose();
  }
}
