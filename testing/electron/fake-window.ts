import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  HandlerDetails,
  Item,
  PrintToPDFOptions,
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

/** How the pages of windows come: each way is one that Electron has on some system. */
export interface PageFate {
  /** True: the page is painted, and its window is ready to show. False: that event never comes, as on some Wayland desktops. */
  isPainted: boolean;
  /** `never`: neither an answer nor an error comes. */
  loads: 'well' | 'never' | 'fails';
}

/** What decides how a page comes and what it may do. */
export interface ContentsSurroundings {
  platform: NodeJS.Platform;
  fate: PageFate;
}

export class FakeWebContents extends EventEmitter {
  readonly mainFrame = new FakeFrame('');
  readonly session: FakeSession;
  readonly #platform: NodeJS.Platform;
  readonly #fate: PageFate;
  reloads = 0;
  zoomLevel = 0;
  /** Status and headers of the page once it is loaded. */
  page: Response | null = null;
  /** The files that are being dragged out of the window. */
  readonly dragged: string[] = [];
  isGone = false;
  readonly printed: PrintToPDFOptions[] = [];
  /** The scripts that main ran in the page, and what they gave. */
  readonly scripts: string[] = [];
  scriptValue: unknown = undefined;
  /** What main did to the text field that has the focus. */
  readonly edits: string[] = [];
  #openHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | null = null;

  constructor(session: FakeSession, { platform, fate }: ContentsSurroundings) {
    super();
    this.session = session;
    this.#platform = platform;
    this.#fate = fate;
  }

  /** Rejects, as Electron does, with what is told by `did-fail-load` too. */
  async load(address: string): Promise<void> {
    this.mainFrame.url = address;
    if (this.#fate.loads === 'never') return new Promise(() => undefined);
    const page =
      this.#fate.loads === 'fails'
        ? null
        : await this.session.protocol.fetch(address).then(
            (answer) => answer,
            () => null,
          );
    if (page === null) {
      this.emit('did-fail-load', {}, -9, 'ERR_UNEXPECTED', address, true, 1, 1);
      throw new Error(`ERR_UNEXPECTED (-9) loading '${address}'`);
    }
    this.page = page;
    this.emit('did-finish-load');
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  async executeJavaScript(script: string): Promise<unknown> {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.scripts.push(script);
    return this.scriptValue;
  }
  /** A page of paper as Chromium draws it; a test sees with which options. */
  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.printed.push(options);
    return Buffer.from('%PDF-1.4 fake');
  }
  undo(): void {
    this.edits.push('undo');
  }
  redo(): void {
    this.edits.push('redo');
  }

  reload(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.reloads += 1;
    this.load(this.mainFrame.url).catch(() => undefined);
  }

  /** The end of the page comes as an event, later. */
  forcefullyCrashRenderer(): void {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    setImmediate(() => this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 }));
  }

  startDrag({ file, icon }: Item): void {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    if (typeof icon === 'string') throw new Error('a test gives images, not paths of them');
    if (this.#platform === 'darwin' && icon.isEmpty()) throw new Error('Must specify non-empty icon');
    this.dragged.push(file);
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

  /** What main decides about `window.open` or a link with a target. Without a handler Electron opens it. */
  protected decideWindow(address: string): WindowOpenHandlerResponse {
    if (this.#openHandler === null) return { action: 'allow' };
    return this.#openHandler({
      url: address,
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: this.mainFrame.url, policy: 'no-referrer' },
    });
  }

  /** Whether the page may open a window at this address. */
  opens(address: string): boolean {
    return this.decideWindow(address).action === 'allow';
  }

  /** True for a page whose `beforeunload` refuses that it is left. */
  refusesToLeave = false;

  /** Main is asked whether a page that refuses is left all the same. Without a listener it stays. */
  protected mayLeave(): boolean {
    const event = preventable({});
    this.emit('will-prevent-unload', event);
    return event.defaultPrevented;
  }

  /** The page has its last turn (`beforeunload`, `pagehide`). Resolves with false if it stays. */
  async leave(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.refusesToLeave && !this.mayLeave()) return false;
    this.emit('page-hides');
    await new Promise((resolve) => setImmediate(resolve));
    return true;
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
  platform: NodeJS.Platform;
  fate: PageFate;
  makeContents: (session: FakeSession, surroundings: ContentsSurroundings) => FakeWebContents;
}

export class FakeBrowserWindow extends EventEmitter {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: FakeWebContents;
  readonly #app: FakeApp;
  readonly #fate: PageFate;
  #bounds: Rectangle;
  #visible: boolean;
  #maximized = false;
  #minimized = false;
  #fullScreen = false;
  #destroyed = false;
  focused = 0;
  /** The bounds that were set after the window was created. */
  readonly boundsSet: Rectangle[] = [];
  /** What had happened to the page when the window came into view; null while it is hidden. */
  shownAt: 'before the page' | 'with the page' | null = null;
  /** Of the bar in the taskbar, each value in turn; below zero there is none. */
  readonly progress: number[] = [];

  constructor(
    options: BrowserWindowConstructorOptions,
    { app, session, opened, platform, fate, makeContents }: WindowSurroundings,
  ) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    this.options = options;
    this.#app = app;
    this.#fate = fate;
    this.#visible = options.show ?? true;
    const { x = 100, y = 100, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = makeContents(session, { platform, fate });
    app.windows.add(this);
    opened.push(this);
    app.emit('web-contents-created', {}, this.webContents);
    // The application hears of it too.
    this.webContents.on('render-process-gone', (event, details) =>
      app.emit('render-process-gone', event, this.webContents, details),
    );
  }

  async loadURL(address: string): Promise<void> {
    this.#assertAlive();
    const loading = this.webContents.load(address);
    await loading.catch(() => undefined);
    if (this.#fate.isPainted && !this.#destroyed && this.webContents.page !== null)
      this.emit('ready-to-show');
    return loading;
  }

  #assertAlive(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }

  #comeIntoView(): void {
    this.#assertAlive();
    if (!this.#visible) this.shownAt = this.webContents.page ? 'with the page' : 'before the page';
    this.#visible = true;
  }

  show(): void {
    this.#comeIntoView();
    this.#minimized = false;
  }
  isVisible(): boolean {
    return this.#visible;
  }
  focus(): void {
    this.#assertAlive();
    this.focused += 1;
  }
  /** "This will also show (but not focus) the window if it isn't being displayed already." */
  maximize(): void {
    this.#comeIntoView();
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
    this.#assertAlive();
    this.#fullScreen = on;
  }
  isFullScreen(): boolean {
    return this.#fullScreen;
  }
  setBounds(bounds: Rectangle): void {
    this.boundsSet.push(bounds);
    this.#bounds = bounds;
  }
  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }
  setProgressBar(share: number): void {
    this.#assertAlive();
    this.progress.push(share);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** The page has its turn (`beforeunload`, `pagehide`) before the window is gone. */
  close(): void {
    if (this.#destroyed) return;
    const event = preventable({});
    this.emit('close', event);
    if (event.defaultPrevented) {
      this.#app.windowStays();
      return;
    }
    void this.webContents.leave().then((isLeft) => {
      if (isLeft) this.destroy();
      else this.#app.windowStays();
    });
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#visible = false;
    this.webContents.isGone = true;
    this.webContents.emit('destroyed');
    this.emit('closed');
    this.#app.windowClosed(this);
  }
}
