import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page, Route } from '@playwright/test';
import { createBirpc } from 'birpc';
import { pageHeaders } from '../../src-main/host/page-policy.ts';
import type {
  BrowserCalls,
  DesktopAnswers,
  DesktopState,
  MainCalls,
} from '../../testing/electron/window/calls.ts';
import { addPreload, type Preload } from './window-preload.ts';

const root = join(import.meta.dirname, '../..');
const mainProcess = join(root, 'testing/electron/window/main-process.ts');
const builtEntry = join(root, 'out/main/src-main/electron/main.js');
const builtPreload = join(root, 'out/preload/preload.cjs');
/** Chromium lets nobody answer for a scheme that it does not know, so the page has this origin here in the place of its own. */
const mappedOrigin = 'https://app.nadir.test';
const ownOrigin = 'nadir://app';
const toOwn = (address: string) => address.replace(mappedOrigin, ownOrigin);
const toMapped = (address: string) => address.replace(ownOrigin, mappedOrigin);

/** The user's hand on the desktop around the window. */
export interface Desktop {
  state(): Promise<DesktopState>;
  answer(answers: DesktopAnswers): Promise<void>;
  clickNotice(): Promise<void>;
  /** Everything that went through the ports of the page, both ways. */
  traffic: readonly string[];
  /** Starts the program once more with these arguments, while it runs. */
  startAgain(args: readonly string[]): Promise<void>;
}

interface OpenWindow {
  page: Page;
  preload: Preload;
}

/**
 * Starts the built Electron host in Node, with the browser in the place of Electron's windows: the main process, the preload script and
 * the page are those of the package; the module `electron` is the strict fake. What this cannot show is in docs/electron.md.
 */
export async function startWindowHost(
  browser: Browser,
  options: { dataFolder: string; env: NodeJS.ProcessEnv; locale?: string; args?: readonly string[] },
  watch: (page: Page) => void,
) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  });
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      mainProcess,
      builtEntry,
      '--data-dir',
      options.dataFolder,
      ...(options.args ?? []),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, ...options.env, NADIR_WINDOW_LOCALE: options.locale ?? 'en-GB' },
    },
  );
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  const script = readFileSync(builtPreload, 'utf8');
  const windows = new Map<number, Promise<OpenWindow>>();
  const numbers = new Map<Page, number>();
  /** What a page calls when it is not left after all. */
  const staying = new Map<Page, () => void>();
  const portOwners = new Map<number, number>();
  const addresses = new Map<number, string>();
  const traffic: string[] = [];
  const firstLoad = Promise.withResolvers<void>();
  const windowOf = async (contents: number): Promise<OpenWindow> => {
    const window = await windows.get(contents);
    if (window === undefined) throw new Error(`there is no page ${contents}`);
    return window;
  };
  /** Main may have ended in the meantime: whoever waits for it hears of that by its exit. */
  const tell = (told: Promise<unknown>) => void told.catch(() => undefined);

  async function adopt(contents: number, page: Page): Promise<OpenWindow> {
    watch(page);
    numbers.set(page, contents);
    const preload = await addPreload(context, page, {
      script,
      listener: {
        sent: (channel, message) => tell(main.sent(contents, channel, message)),
        portData(port, data) {
          traffic.push(data.toString());
          tell(main.portData(port, data));
        },
        portClosed: (port) => tell(main.portClosed(port)),
      },
    });
    page.once('close', () => {
      if (numbers.delete(page)) tell(main.closed(contents));
    });
    page.on('dialog', async (dialog) => {
      if (dialog.type() !== 'beforeunload') return dialog.dismiss();
      if (await main.mayLeave(contents)) return dialog.accept();
      await dialog.dismiss();
      staying.get(page)?.();
    });
    page.once('crash', () => tell(main.crashed(contents)));
    page.on('download', (download) => {
      void main
        .downloads(toOwn(download.url()), download.suggestedFilename())
        .then((goesOn) => (goesOn ? undefined : download.cancel()))
        .catch(() => undefined);
    });
    return { page, preload };
  }

  const calls: BrowserCalls = {
    async open(contents) {
      const opened = context.newPage().then((page) => adopt(contents, page));
      windows.set(contents, opened);
      await opened;
    },
    async load(contents, address) {
      const { page } = await windowOf(contents);
      addresses.set(contents, address);
      const isLoaded = await page.goto(toMapped(address)).then(
        () => true,
        () => false,
      );
      firstLoad.resolve();
      return isLoaded;
    },
    async reload(contents) {
      const { page } = await windowOf(contents);
      // A page that has crashed is of no more use to its browser: the window gets another one.
      numbers.delete(page);
      await calls.open(contents);
      await page.close().catch(() => undefined);
      await calls.load(contents, addresses.get(contents) ?? ownOrigin);
    },
    async close(contents) {
      const { page } = await windowOf(contents);
      numbers.delete(page);
      const isClosed = new Promise<boolean>((resolve) => page.once('close', () => resolve(true)));
      const stays = new Promise<boolean>((resolve) => staying.set(page, () => resolve(false)));
      await page.close({ runBeforeUnload: true });
      const isLeft = await Promise.race([isClosed, stays]);
      if (!isLeft) numbers.set(page, contents);
      return isLeft;
    },
    async crash(contents) {
      const { page } = await windowOf(contents);
      await page.goto('chrome://crash').catch(() => undefined);
    },
    async run(contents, code) {
      const { page } = await windowOf(contents);
      return page.evaluate(code);
    },
    async print(contents, { preferCSSPageSize = false, printBackground = false }) {
      const { page } = await windowOf(contents);
      return page.pdf({ preferCSSPageSize, printBackground });
    },
    async send(contents, channel, message, ports) {
      const { preload } = await windowOf(contents);
      for (const port of ports) portOwners.set(port, contents);
      await preload.send(channel, message, ports);
    },
    async portData(port, data) {
      traffic.push(data.toString());
      const { preload } = await windowOf(portOwners.get(port) ?? 0);
      await preload.portData(port, data);
    },
    async portClosed(port) {
      const owner = portOwners.get(port);
      portOwners.delete(port);
      if (owner !== undefined) await (await windowOf(owner)).preload.portClosed(port);
    },
  };
  const main = createBirpc<MainCalls, BrowserCalls>(calls, {
    post: (message) => child.send(message, () => undefined),
    on: (take) => child.on('message', take),
    timeout: -1,
  });

  await context.route('**/*', async (route) => {
    await answer(route).catch(() => route.abort().catch(() => undefined));
  });
  async function answer(route: Route) {
    const request = route.request();
    if (request.isNavigationRequest() && !isKnown(route)) {
      // A new window, before it has its preload script; it is loaded again with it.
      await route.fulfill({ contentType: 'text/html', headers: pageHeaders(null), body: '' });
      return;
    }
    const reply = await main.request({
      address: toOwn(request.url()),
      method: request.method(),
      headers: await request.allHeaders(),
      body: request.postDataBuffer(),
    });
    if (reply === null) await route.abort('blockedbyclient');
    else await route.fulfill({ ...reply, body: Buffer.from(reply.body) });
  }
  function isKnown(route: Route) {
    try {
      return numbers.has(route.request().frame().page());
    } catch {
      // Playwright does not know the page of a new window yet.
      return false;
    }
  }
  context.on('page', (page) => void adoptOpened(page).catch(() => undefined));
  async function adoptOpened(page: Page) {
    const opener = await page.opener();
    const by = opener === null ? undefined : numbers.get(opener);
    if (by === undefined) return;
    const contents = await main.opens(by, toOwn(page.url()));
    if (contents === null) {
      await page.close();
      return;
    }
    const adopted = adopt(contents, page);
    windows.set(contents, adopted);
    await adopted;
    await page.reload();
  }

  const isRunning = () => child.exitCode === null && child.signalCode === null;
  async function end(how: () => void) {
    if (isRunning()) how();
    await exited;
    main.$close();
    await context.close();
  }

  await Promise.race([
    // Nothing is at this address, and main says so once the application has started behind its window.
    firstLoad.promise.then(() =>
      main.request({ address: `${ownOrigin}/files/none`, method: 'GET', headers: {}, body: null }),
    ),
    exited.then(() => Promise.reject(new Error(`ended before its window was there:\n${lines.join('\n')}`))),
  ]);
  const { page } = await windowOf(1);
  const desktop: Desktop = {
    traffic,
    state: () => main.desktop(),
    answer: (answers) => main.answer(answers),
    clickNotice: () => main.clickNotice(),
    startAgain: (args) => main.startAgain([...args]),
  };
  return {
    page,
    context,
    child,
    lines,
    desktop,
    /** Resolves when main has ended by itself. */
    exited,
    close: () => end(() => tell(main.quit())),
    kill: () => end(() => child.kill('SIGKILL')),
  };
}
