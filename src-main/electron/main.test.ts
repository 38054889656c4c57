import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type StartedHost, startElectronHost } from '../../testing/electron/electron-host.ts';
import { flatMenu } from '../../testing/electron/fake-menu.ts';
import { clientOf, closed, openPage } from '../../testing/electron/fake-page.ts';
import { type FakeBrowserWindow, FakeFrame } from '../../testing/electron/fake-window.ts';
import { preventable } from '../../testing/electron/preventable.ts';
import { lockDataFolder } from '../host/data-folder-lock.ts';
import { initialWindowState } from './window-state.ts';

// The practice clock runs at normal speed: these tests are about the host.
vi.stubEnv('NADIR_PRACTICE', JSON.stringify({ speed: 1 }));

function windowOf(host: StartedHost): FakeBrowserWindow {
  const window = host.fake.windows.at(-1);
  if (!window) throw new Error('no window was opened');
  return window;
}

describe('an Electron host that started', () => {
  let host: StartedHost;
  let window: FakeBrowserWindow;
  const atReady = { sandbox: false, schemes: 0, windows: -1 };

  beforeAll(async () => {
    host = await startElectronHost({
      beforeReady(fake) {
        atReady.sandbox = fake.app.sandboxEnabled;
        atReady.schemes = fake.privilegedSchemes().length;
        atReady.windows = fake.windows.length;
      },
    });
    window = windowOf(host);
  });
  afterAll(() => host.end());

  it('declares its scheme and the sandbox before ready, and opens its window after', () => {
    expect(atReady).toEqual({ sandbox: true, schemes: 1, windows: 0 });
    expect(host.fake.privilegedSchemes()[0]).toEqual({
      scheme: 'nadir',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    });
    expect(window.isVisible()).toBe(true);
    expect(window.webContents.mainFrame.url).toBe('nadir://app/');
    expect(host.fake.app.getPath('userData')).toBe(join(host.dataFolder, 'electron'));
  });

  it('shows its version and icon in the message about it, in the place of those of Electron', () => {
    expect(host.fake.app.aboutPanel).toMatchObject({
      applicationName: 'Nadir',
      applicationVersion: '1.2.3-test',
      iconPath: expect.stringContaining('256x256.png'),
    });
  });

  it('gives the page no power of Node and no relaxed rule', () => {
    expect(window.options.show).toBe(false);
    expect(window.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
    expect(window.options.webPreferences?.preload).toMatch(/out[\\/]preload[\\/]preload\.cjs$/);
    expect(window.options.webPreferences).not.toHaveProperty('enableBlinkFeatures');
    expect(window.options.webPreferences).not.toHaveProperty('additionalArguments');
  });

  it('serves the page with its policy', async () => {
    const page = window.webContents.page;
    expect(page?.status).toBe(200);
    const policy = page?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page?.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('serves parts of files by Range', async () => {
    const { protocol } = host.fake;
    const part = await protocol.fetch('nadir://app/assets/page.js', { headers: { range: 'bytes=10-14' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 10-14/1000');
    expect(await part.text()).toBe('01234');
    const beyond = await protocol.fetch('nadir://app/assets/page.js', { headers: { range: 'bytes=2000-' } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */1000');
  });

  it.each([
    ['nadir://other/', 'GET', 404],
    ['nadir://app/../../package.json', 'GET', 404],
    ['nadir://app/%2e%2e/%2e%2e/package.json', 'GET', 404],
    ['nadir://app/files/raster/1', 'GET', 404],
    ['nadir://app/', 'POST', 405],
    ['nadir://app/', 'HEAD', 200],
  ])('answers %s %s with %i, with the policy', async (address, method, status) => {
    const reply = await host.fake.protocol.fetch(address, { method });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    await reply.body?.cancel();
  });

  it('hands its page one port, over which the contract is served', async () => {
    const page = await openPage(host.fake, window);
    const port = await page.askForPort();
    if (!port) throw new Error('no port came');
    const info = await clientOf(port).app.info();
    expect(info).toMatchObject({ host: 'electron', version: '1.2.3-test', dataFolder: host.dataFolder });
    expect(info.capabilities).toEqual({
      revealInFolder: true,
      notify: true,
      pickFolder: true,
      pickFile: true,
      openFile: true,
      dragOut: true,
      trash: true,
      keepAwake: true,
      savePdf: true,
      updates: false,
    });

    // After a reload, a new port works and main has closed the old one.
    const gone = closed(port);
    const next = await page.askForPort();
    if (!next) throw new Error('no second port came');
    await gone;
    expect((await clientOf(next).settings.get()).theme).toBe('system');
    next.close();
  });

  it('tells its page where a file is that the user dropped, and gives it nothing else of Electron', async () => {
    const page = await openPage(host.fake, window);
    expect([...page.exposed.keys()]).toEqual(['nadirFiles']);
    const bridge = z
      .strictObject({
        pathOf: z.custom<(file: object) => unknown>((value) => typeof value === 'function'),
      })
      .parse(page.exposed.get('nadirFiles'));
    const [dropped, made] = [new Blob(['a']), new Blob(['b'])];
    page.filePaths.set(dropped, '/maps/town.pmtiles');
    expect([bridge.pathOf(dropped), bridge.pathOf(made)]).toEqual(['/maps/town.pmtiles', '']);
  });

  it.each([
    ['a frame inside the page', () => new FakeFrame('nadir://app/')],
    ['a foreign page in a frame', () => new FakeFrame('https://evil.example/')],
  ])('hands no port to %s', async (_name, frame) => {
    const page = await openPage(host.fake, window, frame());
    expect(await page.askForPort()).toBeNull();
  });

  it('hands no port to a foreign page in its window', async () => {
    const frame = window.webContents.mainFrame;
    const { url } = frame;
    frame.url = 'https://evil.example/';
    const page = await openPage(host.fake, window);
    expect(await page.askForPort()).toBeNull();
    frame.url = url;
  });

  it('hands no port to a window it did not open', async () => {
    const other = new host.fake.module.BrowserWindow();
    other.webContents.mainFrame.url = 'nadir://app/';
    const page = await openPage(host.fake, other);
    expect(await page.askForPort()).toBeNull();
    other.close();
  });

  it('exposes nothing on the page', async () => {
    const page = await openPage(host.fake, window);
    expect(Object.keys(page.window)).toEqual(['location', 'addEventListener', 'postMessage']);
  });

  it.each([
    'https://example.com/',
    'http://127.0.0.1:9/',
    'file:///etc/passwd',
    'nadir://other/',
    'nadir://app/files/raster/1',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('does not go to %s', (address) => {
    expect(window.webContents.navigates(address)).toBe(false);
    expect(window.webContents.redirects(address)).toBe(false);
    expect(window.webContents.opens(address)).toBe(false);
  });

  it('may load its own page again', () => {
    expect(window.webContents.navigates('nadir://app/')).toBe(true);
    expect(window.webContents.navigates('nadir://app/#x')).toBe(true);
    expect(window.webContents.redirects('nadir://app/')).toBe(false);
  });

  it('opens nothing in the system browser, because the page has no link that leads there', () => {
    for (const address of [
      'https://example.com/help',
      'file:///etc/passwd',
      'smb://server/share',
      'no address',
    ])
      expect(window.webContents.opens(address)).toBe(false);
    expect(host.fake.openedOutside).toEqual([]);
  });

  it('lets its page open a window for the map, with the same rules and a port of its own', async () => {
    const id = '0b9a4c1e-7f3d-4d6a-9c58-2f1e6d7a8b90';
    for (const address of [
      'nadir://app/',
      `nadir://app/#map=${id}x`,
      `nadir://app/x#map=${id}`,
      `https://app/#map=${id}`,
    ])
      expect(window.webContents.opens(address)).toBe(false);
    expect(window.webContents.opens(`nadir://app/#map=${id}`)).toBe(true);
    const apart = new host.fake.module.BrowserWindow();
    apart.webContents.mainFrame.url = `nadir://app/#map=${id}`;
    window.webContents.emit('did-create-window', apart);
    const page = await openPage(host.fake, apart);
    expect(await page.askForPort()).not.toBeNull();
    apart.close();
    await expect.poll(() => apart.isDestroyed()).toBe(true);
  });

  it('takes no embedded pages, and no downloads but of what the page made itself', () => {
    expect(window.webContents.attachesWebview()).toBe(false);
    expect(host.fake.session.downloads('nadir://app/files/raster/1')).toBe(false);
    expect(host.fake.session.downloads('blob:https://example.com/0b9a')).toBe(false);
    expect(host.fake.session.downloads('blob:nadir://other/0b9a')).toBe(false);
    expect(host.fake.session.downloads('blob:nadir://app/0b9a')).toBe(true);
  });

  it('saves files of its page where the last one was saved', () => {
    const { session } = host.fake;
    session.saveDialogs.length = 0;
    session.downloads('blob:nadir://app/0b9a', { savedTo: '/data/tables/tasks.csv' });
    session.downloads('blob:nadir://app/0b9b', { fileName: 'orders.csv' });
    expect(session.saveDialogs.map(({ defaultPath }) => defaultPath)).toEqual([
      'table.csv',
      join('/data/tables', 'orders.csv'),
    ]);
  });

  it('saves what its page prints as a PDF, where the user says', async () => {
    const page = await openPage(host.fake, window);
    const port = await page.askForPort();
    if (!port) throw new Error('no port came');
    const client = clientOf(port);
    host.fake.dialogs.answers.target = { canceled: true, filePath: '' };
    expect(await client.app.savePdf({ name: 'Wells' })).toBeNull();
    expect(window.webContents.printed).toEqual([]);
    const filePath = join(host.dataFolder, 'Wells.pdf');
    host.fake.dialogs.answers.target = { canceled: false, filePath };
    expect(await client.app.savePdf({ name: 'Wells' })).toBe(filePath);
    expect(window.webContents.printed).toEqual([{ preferCSSPageSize: true, printBackground: true }]);
    expect(readFileSync(filePath, 'latin1')).toMatch(/^%PDF/);
    // The next dialog begins where the last file was saved.
    host.fake.dialogs.answers.target = { canceled: false, filePath: join(host.dataFolder, 'none', 'x.pdf') };
    await expect(client.app.savePdf({ name: 'Wells' })).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
    });
    expect(host.fake.dialogs.saved.at(-1)?.defaultPath).toBe(filePath);
    expect(readdirSync(host.dataFolder).filter((name) => name.endsWith('.part'))).toEqual([]);
    port.close();
  });

  it('lets the page load nothing but its own origin', () => {
    for (const address of [
      'https://tiles.example/1.png',
      'http://127.0.0.1:1/',
      'ws://x.example/',
      'wss://x.example/',
      'file:///a',
    ]) {
      expect(host.fake.session.lets(address)).toBe(false);
    }
    expect(host.fake.session.lets('nadir://app/assets/page.js')).toBe(true);
  });

  it('grants no permission but copying and full screen, and these to its own page only', () => {
    const contents = Object.create(null);
    const ask = (
      permission: 'media' | 'geolocation' | 'clipboard-read' | 'clipboard-sanitized-write' | 'fullscreen',
      url: string,
    ) => host.fake.session.asksPermission(contents, permission, { requestingUrl: url, isMainFrame: true });
    for (const permission of ['media', 'geolocation', 'clipboard-read'] as const) {
      expect(ask(permission, 'nadir://app/')).toBe(false);
      if (permission !== 'clipboard-read')
        expect(host.fake.session.checksPermission(permission, 'nadir://app')).toBe(false);
    }
    for (const permission of ['clipboard-sanitized-write', 'fullscreen'] as const) {
      expect(ask(permission, 'nadir://app/')).toBe(true);
      expect(ask(permission, 'https://evil.example/')).toBe(false);
      expect(host.fake.session.checksPermission(permission, 'nadir://app')).toBe(true);
      expect(host.fake.session.checksPermission(permission, 'https://evil.example')).toBe(false);
    }
    expect(
      host.fake.session.allowsDevice({
        deviceType: 'usb',
        origin: 'nadir://app',
        device: Object.create(null),
      }),
    ).toBe(false);
  });

  it('shows its window when it is started a second time', () => {
    window.minimize();
    const focused = window.focused;
    host.fake.app.emit('second-instance', {}, [], '/');
    expect(window.isMinimized()).toBe(false);
    expect(window.focused).toBe(focused + 1);
  });

  it('opens the files of a second start and of a double click, and keeps them among the recent ones', async () => {
    const page = await openPage(host.fake, window);
    const port = await page.askForPort();
    if (!port) throw new Error('no port came');
    const client = clientOf(port);
    const [places, raster] = ['places.kml', 'raster.tif'].map((name) => join(host.dataFolder, name));
    writeFileSync(places ?? '', '<kml/>');
    writeFileSync(raster ?? '', 'II*');
    host.fake.app.emit('second-instance', {}, [], '/', { files: [places, 'https://maps.test/a.kml'] });
    const opening = preventable({});
    host.fake.app.emit('open-file', opening, raster);
    expect(opening.defaultPrevented).toBe(true);
    await vi.waitFor(async () => expect(await client.openedFiles.named()).toBe(3));
    const { files, refused } = await client.openedFiles.take();
    expect(files.map(({ path }) => path)).toEqual([places, raster]);
    expect(refused).toEqual([{ name: 'https://maps.test/a.kml', why: 'address' }]);
    expect(host.fake.app.recentDocuments).toEqual([places, raster]);
    const answer = await host.fake.protocol.fetch(`nadir://app/files/opened/${files[0]?.id}`);
    expect(await answer.text()).toBe('<kml/>');
    port.close();
  });

  it.each([[null], [{}], [{ files: 'a' }], [{ files: Array.from({ length: 300 }, () => '/a') }]])(
    'shows its window and opens nothing for a second start that gives %j',
    async (given) => {
      const focused = window.focused;
      host.fake.app.emit('second-instance', {}, [], '/', given);
      expect(window.focused).toBe(focused + 1);
      const page = await openPage(host.fake, window);
      const port = await page.askForPort();
      if (!port) throw new Error('no port came');
      expect(await clientOf(port).openedFiles.take()).toEqual({ files: [], refused: [] });
      port.close();
    },
  );

  it('asks for folders with the system dialog', async () => {
    const page = await openPage(host.fake, window);
    const port = await page.askForPort();
    if (!port) throw new Error('no port came');
    const client = clientOf(port);
    expect(await client.app.pickFolder()).toBeNull();
    host.fake.dialogs.answers.files = { canceled: false, filePaths: ['/data/images'] };
    expect(await client.app.pickFolder()).toBe('/data/images');
    // Each dialog opens where the last one for the same purpose ended.
    expect(await client.app.pickFolder()).toBe('/data/images');
    host.fake.dialogs.answers.files = { canceled: false, filePaths: ['/data/maps/town.pmtiles'] };
    const kind = { name: 'Maps', extensions: ['pmtiles', 'mbtiles'] };
    await client.app.pickFile(kind);
    await client.app.pickFile(kind);
    await client.app.pickFile({ name: 'Rasters', extensions: ['tif'] });
    expect(host.fake.dialogs.opened.map(({ defaultPath }) => defaultPath)).toEqual([
      undefined,
      undefined,
      '/data/images',
      undefined,
      '/data/maps',
      undefined,
    ]);
    port.close();
  });

  it('has a menu for text fields and selected text, and none elsewhere', () => {
    const every = {
      canUndo: true,
      canRedo: false,
      canCut: true,
      canCopy: true,
      canPaste: true,
      canDelete: true,
      canSelectAll: true,
      canEditRichly: false,
    };
    const click = (isEditable: boolean, selectionText: string) => {
      host.fake.popups.length = 0;
      window.webContents.emit('context-menu', {}, { isEditable, selectionText, editFlags: every });
      return host.fake.popups.map((items) => items.map(({ role }) => role).filter((role) => role));
    };
    expect(click(true, '')).toEqual([['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']]);
    expect(host.fake.popups[0]?.find(({ role }) => role === 'redo')).toMatchObject({
      label: 'Redo',
      enabled: false,
    });
    expect(click(false, 'a word')).toEqual([['copy']]);
    expect(click(false, ' ')).toEqual([]);
  });

  it('undoes by the menu in the page first, and else in the text field', async () => {
    const { webContents } = window;
    const press = async (label: string) => {
      const item = flatMenu(host.fake.menus.at(-1) ?? []).find((each) => each.label === label);
      const click: unknown = item?.click;
      if (typeof click !== 'function') throw new Error(`nothing to click: ${label}`);
      click();
      await new Promise((resolve) => setImmediate(resolve));
    };
    webContents.scriptValue = true;
    await press('Undo');
    expect(webContents.scripts.at(-1)).toContain('"key":"z","shiftKey":false');
    // Else the page could not say that it has used the key.
    expect(webContents.scripts.at(-1)).toContain('"cancelable":true');
    expect(webContents.edits).toEqual([]);
    webContents.scriptValue = false;
    await press('Undo');
    await press('Redo');
    expect(webContents.scripts.at(-1)).toContain('"shiftKey":true');
    expect(webContents.edits).toEqual(['undo', 'redo']);
  });

  it('follows language and theme of the settings with menu and frame', async () => {
    const page = await openPage(host.fake, window);
    const port = await page.askForPort();
    if (!port) throw new Error('no port came');
    const top = () => host.fake.menus.at(-1)?.map((item) => item.label) ?? [];
    await vi.waitFor(() => expect(top()).toContain('Edit'));
    await clientOf(port).settings.set({ language: 'es', theme: 'dark' });
    await vi.waitFor(() => expect(top()).toContain('Edición'));
    expect(host.fake.state.themeSource).toBe('dark');
    port.close();
  });
});

describe('starting and ending', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const freshFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'nadir-electron-'));
    folders.push(folder);
    return folder;
  };
  const keptWindow = (folder: string, content: unknown) =>
    writeFileSync(join(folder, 'window.json'), JSON.stringify({ version: 1, content }));

  it('leaves at once where another instance has the folder already', async () => {
    const dataFolder = freshFolder();
    const lock = lockDataFolder(dataFolder, { host: 'electron', pid: 4_321, since: '2026-01-02T03:04:05Z' });
    const host = await startElectronHost({
      dataFolder,
      prepare: (fake) => {
        fake.app.isFirstInstance = false;
      },
    });
    expect(host.fake.app.exitCode).toBe(0);
    expect(host.fake.windows).toHaveLength(0);
    expect(host.fake.errorBoxes).toEqual([]);
    lock.release();
    await host.end();
  });

  it('says what to do where Chromium takes the folder for that of another computer', async () => {
    const host = await startElectronHost({
      prepare: ({ app }) => {
        app.isFirstInstance = false;
      },
    });
    expect(await host.fake.app.exited).toBe(3);
    expect(host.fake.errorBoxes[0]?.content).toContain('SingletonLock');
    await host.end();
  });

  it.each([
    ['an installed Nadir', true, 2],
    ['one run from its sources', false, null],
  ])('lets no debugger into %s', async (_name, isPackaged, code) => {
    const host = await startElectronHost({
      prepare: ({ app }) => {
        app.isPackaged = isPackaged;
        app.switches.add('remote-debugging-port');
      },
    });
    expect(host.fake.app.exitCode).toBe(code);
    await host.end();
  });

  it('says who holds the data folder, in the language of the system', async () => {
    const dataFolder = freshFolder();
    const lock = lockDataFolder(dataFolder, { host: 'loopback', pid: 4_321, since: '2026-01-02T03:04:05Z' });
    const host = await startElectronHost({
      dataFolder,
      prepare: (fake) => {
        fake.app.languages = ['es-ES', 'en'];
      },
    });
    expect(host.fake.app.exitCode).toBe(3);
    expect(host.fake.windows).toHaveLength(0);
    expect(host.fake.errorBoxes).toEqual([
      {
        title: 'Nadir no puede iniciarse',
        content: expect.stringMatching(/anfitrión loopback, proceso 4321, desde 2026-01-02/),
      },
    ]);
    lock.release();
    await host.end();
  });

  it('opens the window where it was left, and keeps where it is left', async () => {
    const dataFolder = freshFolder();
    const bounds = { x: 200, y: 150, width: 1_200, height: 800 };
    keptWindow(dataFolder, { bounds, maximized: true, fullScreen: false });
    const host = await startElectronHost({ dataFolder });
    const window = windowOf(host);
    expect(window.options).toMatchObject(bounds);
    expect(window.isMaximized()).toBe(true);

    window.setBounds({ x: 10, y: 20, width: 1_000, height: 700 });
    const quit = host.fake.app.exited;
    window.close();
    expect(await quit).toBe(0);
    const next = await startElectronHost({ dataFolder });
    expect(windowOf(next).options).toMatchObject({ x: 10, y: 20, width: 1_000, height: 700 });
    await host.end();
    await next.end();
  });

  it('keeps the window as it was before its map took the screen', async () => {
    const dataFolder = freshFolder();
    const host = await startElectronHost({ dataFolder });
    const window = windowOf(host);
    window.emit('enter-html-full-screen');
    window.setFullScreen(true);
    const quit = host.fake.app.exited;
    window.close();
    expect(await quit).toBe(0);
    const next = await startElectronHost({ dataFolder });
    expect(windowOf(next).isFullScreen()).toBe(false);
    await host.end();
    await next.end();
  });

  it('closes without a word where it cannot keep that', async () => {
    const dataFolder = freshFolder();
    const host = await startElectronHost({ dataFolder });
    mkdirSync(join(dataFolder, 'window.json.new'));
    const quit = host.fake.app.exited;
    windowOf(host).close();
    expect(await quit).toBe(0);
    await host.end();
  });

  it('opens on a display that is there when the one it was on is gone', async () => {
    const dataFolder = freshFolder();
    keptWindow(dataFolder, {
      bounds: { x: 4_000, y: 100, width: 1_200, height: 800 },
      maximized: false,
      fullScreen: false,
    });
    const host = await startElectronHost({ dataFolder });
    const { options } = windowOf(host);
    expect(options).toMatchObject({ width: 1_440, height: 900 });
    expect(options).not.toHaveProperty('x');
    await host.end();
  });

  it('has the language and theme of the last end before its first window is there', async () => {
    const dataFolder = freshFolder();
    const content = { ...initialWindowState, theme: 'dark', language: 'es' };
    writeFileSync(join(dataFolder, 'window.json'), JSON.stringify({ version: 2, content }));
    const host = await startElectronHost({ dataFolder });
    expect(windowOf(host).options.backgroundColor).toBe('#0b1016');
    // No menu at first, instead of Electron's own; then the right one.
    const [none, first] = host.fake.menus;
    expect(none).toEqual([]);
    expect(first?.map(({ label }) => label)).toContain('Edición');
    await host.end();
  });

  it('says on its page that it was started without the sandbox', async () => {
    const host = await startElectronHost({ prepare: ({ app }) => void app.switches.add('no-sandbox') });
    const port = await (await openPage(host.fake, windowOf(host))).askForPort();
    if (!port) throw new Error('no port came');
    expect((await clientOf(port).app.notices()).map(({ kind }) => kind)).toContain('sandbox-off');
    port.close();
    await host.end();
  });

  it('shows on its page what the desktop does not show', async () => {
    const notice = { title: 'Downloads complete', body: '3 files.' };
    const host = await startElectronHost({
      prepare({ notices }) {
        notices.state.fate = 'unsupported';
        vi.doMock('../app/create-app.ts', async (original) => {
          const real = await original<typeof import('../app/create-app.ts')>();
          return {
            async createApp(options: Parameters<typeof real.createApp>[0]) {
              const nadir = await real.createApp(options);
              options.platform.notify?.(notice);
              return nadir;
            },
          };
        });
      },
    });
    vi.doUnmock('../app/create-app.ts');
    const port = await (await openPage(host.fake, windowOf(host))).askForPort();
    if (!port) throw new Error('no port came');
    expect(await clientOf(port).app.notices()).toContainEqual(
      expect.objectContaining({ kind: 'desktop-notice', data: notice }),
    );
    port.close();
    await host.end();
  });

  it('shows its window and the page in it while the application is still starting', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const host = await startElectronHost({
      until: 'shown',
      prepare() {
        vi.doMock('../app/create-app.ts', async (original) => {
          const real = await original<typeof import('../app/create-app.ts')>();
          return {
            async createApp(options: Parameters<typeof real.createApp>[0]) {
              await gate;
              return real.createApp(options);
            },
          };
        });
      },
    });
    vi.doUnmock('../app/create-app.ts');
    const window = windowOf(host);
    expect(window.webContents.page?.status).toBe(200);
    const page = await openPage(host.fake, window);
    expect(await page.askForPort()).toBeNull();
    release();
    const port = await vi.waitFor(async () => (await page.askForPort()) ?? expect.fail('no port came'), {
      timeout: 10_000,
    });
    expect(await clientOf(port).app.info()).toMatchObject({ host: 'electron' });
    port.close();
    await host.end();
  });

  it('opens a window again where a second start finds none, as on a Mac after it was closed', async () => {
    const host = await startElectronHost({ platform: 'darwin' });
    windowOf(host).close();
    await vi.waitFor(() => expect(host.fake.app.windows.size).toBe(0));
    expect(host.fake.app.exitCode).toBeNull();
    host.fake.app.emit('second-instance', {}, [], '/');
    expect(host.fake.app.windows.size).toBe(1);
    await host.end();
  });

  it('opens what it was started with and what macOS tells of before it is ready, and gives a second start to the first', async () => {
    const dataFolder = freshFolder();
    const named = join(dataFolder, 'named.kml');
    const early = join(dataFolder, 'early.kml');
    for (const path of [named, early]) writeFileSync(path, '<kml/>');
    const host = await startElectronHost({
      dataFolder,
      args: ['--disable-gpu', named],
      beforeReady: (fake) => fake.app.emit('open-file', preventable({}), early),
    });
    expect(host.fake.app.handedOver).toEqual({ files: [named] });
    const port = await (await openPage(host.fake, windowOf(host))).askForPort();
    if (!port) throw new Error('no port came');
    await vi.waitFor(async () => expect(await clientOf(port).openedFiles.named()).toBe(2));
    const { files } = await clientOf(port).openedFiles.take();
    expect(files.map(({ path }) => path)).toEqual([named, early]);
    port.close();
    // A start by itself does not open them once more.
    for (let failure = 0; failure < 3; failure += 1)
      host.fake.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
    await host.fake.app.exited;
    expect(host.fake.app.relaunches.flatMap((options) => options?.args ?? [])).not.toContain(named);
    await host.end();
  });

  it('hands the files of a start that finds it closing on to the next one', async () => {
    const host = await startElectronHost();
    const given = { files: ['/scenes/late.kml'] };
    host.fake.app.on('will-quit', () => host.fake.app.emit('second-instance', {}, [], '/', given));
    windowOf(host).close();
    await host.fake.app.exited;
    expect(host.fake.app.relaunches.at(-1)?.args).toContain('/scenes/late.kml');
    await host.end();
  });

  it('starts again for a second start that finds it closing', async () => {
    const host = await startElectronHost();
    host.fake.app.on('will-quit', () => host.fake.app.emit('second-instance', {}, [], '/'));
    windowOf(host).close();
    expect(await host.fake.app.exited).toBe(0);
    expect(host.fake.app.relaunches.length).toBeGreaterThan(0);
    expect(host.fake.windows).toHaveLength(1);
    await host.end();
  });

  it('closes its store when Windows ends the session, which does not wait for windows', async () => {
    const dataFolder = freshFolder();
    const host = await startElectronHost({ dataFolder, platform: 'win32' });
    windowOf(host).emit('session-end', {});
    expect(await host.fake.app.exited).toBe(0);
    lockDataFolder(dataFolder, { host: 'loopback', pid: 1, since: '' }).release();
    await host.end();
  });

  it('says what an exception means that nobody caught, frees the data folder and ends', async () => {
    const dataFolder = freshFolder();
    const host = await startElectronHost({ dataFolder });
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    host.throws(new Error('the tables are turned'));
    expect(written).toHaveBeenCalledWith(expect.stringContaining('the tables are turned'));
    written.mockRestore();
    host.throws(new Error('and again'));
    expect(host.fake.app.exitCode).toBe(1);
    expect(host.fake.errorBoxes).toEqual([]);
    expect(host.fake.dialogs.messages).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('cannot go on'),
        detail: expect.stringContaining('the tables are turned'),
      }),
    ]);
    expect(host.fake.app.relaunches).toEqual([]);
    lockDataFolder(dataFolder, { host: 'loopback', pid: 1, since: '' }).release();
    await host.end();
  });

  it('starts again without the graphics processor when that fails again and again', async () => {
    const host = await startElectronHost();
    for (let failure = 0; failure < 3; failure += 1)
      host.fake.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
    await host.fake.app.exited;
    expect(host.fake.app.relaunches).toEqual([{ args: expect.arrayContaining(['--disable-gpu']) }]);
    await host.end();
  });

  it('writes into the log which process of Chromium ended, and why', async () => {
    const host = await startElectronHost();
    const window = windowOf(host);
    const page = await openPage(host.fake, window);
    const port = await page.askForPort();
    if (!port) throw new Error('no port came');
    await clientOf(port).app.info();
    window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    const network = { type: 'Utility', serviceName: 'network.mojom.NetworkService', name: 'Network Service' };
    host.fake.app.emit('child-process-gone', {}, { ...network, reason: 'crashed', exitCode: 11 });
    await vi.waitFor(() => {
      const log = readFileSync(join(host.dataFolder, 'logs', 'nadir.log'), 'utf8');
      const lines = log.split('\n').filter((line) => line.includes('process-ended'));
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ type: 'Page', reason: 'oom', exitCode: 5 }),
        expect.objectContaining({
          type: 'Utility',
          name: 'Network Service',
          reason: 'crashed',
          exitCode: 11,
        }),
      ]);
    });
    port.close();
    await host.end();
  });

  it('tells a second host on its data folder who has it', async () => {
    const host = await startElectronHost();
    expect(() => lockDataFolder(host.dataFolder, { host: 'loopback', pid: 1, since: '' })).toThrow(
      expect.objectContaining({ owner: expect.objectContaining({ host: 'electron', pid: process.pid }) }),
    );
    await host.end();
  });

  it.each([
    ['--version', /^1\.2\.3-test\n$/],
    ['--help', /--data-dir DIR {3}keep all data/],
  ])('answers %s on the terminal and opens no window, also while another Nadir runs', async (flag, text) => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const host = await startElectronHost({
      args: [flag],
      prepare(fake) {
        fake.app.isFirstInstance = false;
      },
    });
    expect(written.mock.calls.map(([printed]) => String(printed)).join('')).toMatch(text);
    written.mockRestore();
    expect(host.fake.app.exitCode).toBe(0);
    expect(host.fake.windows).toEqual([]);
    await host.end();
  });

  it('tests itself beside a Nadir that runs: without its lock and folders, without a window in view, and with a code', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const owner = { host: 'electron', pid: 7, since: 'today' };
    let before: string[] = [];
    let release: () => void = () => undefined;
    const dataFolder = mkdtempSync(join(tmpdir(), 'nadir-electron-'));
    const host = await startElectronHost({
      dataFolder,
      args: ['--self-test'],
      until: 'ended',
      prepare(fake) {
        release = lockDataFolder(dataFolder, owner).release;
        before = readdirSync(dataFolder);
        fake.app.isFirstInstance = false;
        // What the page does is seen with a real one, in the tests of the window.
        fake.fate.loads = 'fails';
      },
    });
    expect(await host.fake.app.exited).toBe(1);
    const table = written.mock.calls.map(([printed]) => String(printed)).join('');
    written.mockRestore();
    expect(table).toMatch(/^failed +window +its page cannot be loaded: ERR_UNEXPECTED/m);
    expect(table).toMatch(/^not tried +port +the window of the self-test has not opened/m);
    expect(table).toMatch(/^ok +data folder .*a Nadir is using it/m);
    expect(table).toMatch(/^\d+ ok, 2 failed, /m);
    expect(host.fake.app.hasLock).toBe(false);
    expect(host.fake.app.getPath('userData').startsWith(dataFolder)).toBe(false);
    expect(host.fake.windows.some((window) => window.isVisible())).toBe(false);
    expect(host.fake.dialogs.messages).toEqual([]);
    expect(host.fake.errorBoxes).toEqual([]);
    expect(readdirSync(dataFolder).sort()).toEqual([...before, 'logs'].sort());
    release();
    await host.end();
  }, 180_000);

  it.each([
    ['linux', expect.stringContaining('256x256.png')],
    ['darwin', undefined],
    ['win32', undefined],
  ] as const)('gives its window an icon on Linux alone: %s', async (platform, icon) => {
    const host = await startElectronHost({ platform });
    expect(windowOf(host).options.icon).toEqual(icon);
    await host.end();
  });

  it('starts again after such an exception, if the user wants it', async () => {
    const host = await startElectronHost();
    host.fake.dialogs.answers.buttons.push(0);
    host.throws(new Error('the tables are turned'));
    expect(host.fake.app.relaunches).toHaveLength(1);
    await host.end();
  });

  it.each([
    ['an installed Nadir', true, 'app.nadir.desktop'],
    ['one run from its sources', false, process.execPath],
  ])('tells Windows that it is %s, before it is ready', async (_name, isPackaged, id) => {
    let before: string | null = null;
    const host = await startElectronHost({
      platform: 'win32',
      prepare: ({ app }) => {
        app.isPackaged = isPackaged;
      },
      beforeReady: ({ app }) => {
        before = app.identity.userModelId;
      },
    });
    expect(before).toBe(id);
    expect(host.fake.app.identity.toastActivator).toMatch(/^\{.*\}$/);
    await host.end();
  });

  it('writes for the launcher that it has begun and that its window is there', async () => {
    const report = join(freshFolder(), 'report');
    vi.stubEnv('NADIR_START_REPORT', report);
    const host = await startElectronHost();
    expect(readFileSync(report, 'utf8')).toBe('begun\nanswered\n');
    await host.end();
  });

  it('writes there too that it has said why it cannot start', async () => {
    const dataFolder = freshFolder();
    const report = join(freshFolder(), 'report');
    vi.stubEnv('NADIR_START_REPORT', report);
    const lock = lockDataFolder(dataFolder, { host: 'loopback', pid: 4_321, since: '' });
    const host = await startElectronHost({ dataFolder });
    expect(host.fake.app.exitCode).toBe(3);
    expect(readFileSync(report, 'utf8')).toContain('answered\n');
    lock.release();
    await host.end();
  });

  it('keeps them for the next start', async () => {
    const dataFolder = freshFolder();
    const host = await startElectronHost({ dataFolder });
    const port = await (await openPage(host.fake, windowOf(host))).askForPort();
    if (!port) throw new Error('no port came');
    await clientOf(port).settings.set({ theme: 'light', language: 'es' });
    await vi.waitFor(() =>
      expect(JSON.parse(readFileSync(join(dataFolder, 'window.json'), 'utf8')).content).toMatchObject({
        theme: 'light',
        language: 'es',
      }),
    );
    port.close();
    await host.end();
  });

  it('says why its page cannot be loaded, in the language of the last end, and ends with a code of its own', async () => {
    const dataFolder = freshFolder();
    const content = { ...initialWindowState, language: 'es' };
    writeFileSync(join(dataFolder, 'window.json'), JSON.stringify({ version: 2, content }));
    const host = await startElectronHost({
      dataFolder,
      prepare: ({ fate }) => {
        fate.loads = 'fails';
      },
    });
    expect(await host.fake.app.exited).toBe(9);
    expect(host.fake.errorBoxes).toEqual([
      { title: 'Nadir no puede iniciarse', content: expect.stringContaining('ERR_UNEXPECTED') },
    ]);
    await host.end();
  });

  it('ends on a signal in good order: folder free, port closed', async () => {
    const dataFolder = freshFolder();
    const host = await startElectronHost({ dataFolder });
    const page = await openPage(host.fake, windowOf(host));
    const port = await page.askForPort();
    if (!port) throw new Error('no port came');
    port.start();
    const portClosed = closed(port);
    host.signal('SIGTERM');
    expect(await host.fake.app.exited).toBe(0);
    await portClosed;
    lockDataFolder(dataFolder, { host: 'loopback', pid: 1, since: '' }).release();
    await host.end();
  });
});
