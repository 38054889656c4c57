import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  test as base,
  _electron as electron,
  expect,
  type Page,
} from '@playwright/test';
import { electronPath } from './browser.ts';
import { withControl } from './control.ts';
import { startLoopback } from './loopback.ts';
import { startPractice } from './practice.ts';
import { type Desktop, startWindowHost } from './window-host.ts';

const root = join(import.meta.dirname, '../..');

export interface OpenOptions {
  dataFolder: string;
  env?: NodeJS.ProcessEnv;
  /** The loopback host even where Electron is there: for tests of the host itself. */
  loopback?: boolean;
  /** The loopback host to start, if it is not the one that was built here. */
  program?: string;
  /** What the user's system speaks, `en-GB`. */
  locale?: string;
  /** Files and folders that it is started with. */
  files?: readonly string[];
}

export interface OpenNadir {
  page: Page;
  /** The context of the page, for traffic and storage. */
  context: BrowserContext;
  /** The main process: pid, output. */
  main: { pid: number; lines: string[]; ended: () => string };
  /** Ends Nadir as a user does. */
  close(): Promise<void>;
  /** Kills main without a word. */
  kill(): Promise<void>;
  /** The desktop around the window; null where it is not in a test's hand. */
  desktop: Desktop | null;
}

/**
 * Where the page runs. `program`: in Electron where its program has been fetched, else on the loopback host. `window`: the built Electron
 * host with a browser in the place of Electron's windows.
 */
export type TestedHost = 'program' | 'window';

/** Complaints of the page; a test that provokes one says so with `expectComplaint`. */
function watchComplaints(page: Page, complaints: string[]) {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)));
}

const mostLinesTold = 30;

/** Says how a process ended, or that it has not. */
const endOf = (child: ChildProcess) => () =>
  child.exitCode === null && child.signalCode === null
    ? 'still running'
    : `ended with ${child.exitCode ?? child.signalCode}`;

async function openLoopback(
  browser: Browser,
  options: OpenOptions,
  watch: (page: Page) => void,
): Promise<OpenNadir> {
  const running = await startLoopback(options);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  });
  const page = await context.newPage();
  // Before the first byte: what goes wrong while the page loads counts too.
  watch(page);
  await page.goto(running.url);
  return {
    page,
    context,
    desktop: null,
    main: { pid: running.child.pid ?? 0, lines: running.lines, ended: endOf(running.child) },
    async close() {
      await context.close();
      await running.stop();
    },
    async kill() {
      // That main is gone is not news for the page.
      page.removeAllListeners('console');
      await running.kill();
      await context.close();
    },
  };
}

async function openElectron(
  program: string,
  options: OpenOptions,
  watch: (page: Page) => void,
): Promise<OpenNadir> {
  const environment = Object.entries({ ...process.env, ...options.env }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const app = await electron.launch({
    executablePath: program,
    args: [
      root,
      '--no-sandbox',
      '--data-dir',
      options.dataFolder,
      ...(options.locale === undefined ? [] : [`--lang=${options.locale}`]),
      ...(options.files ?? []),
    ],
    env: Object.fromEntries(environment),
  });
  const page = await app.firstWindow();
  watch(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const child = app.process();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    page,
    context: app.context(),
    desktop: null,
    main: { pid: child.pid ?? 0, lines: [], ended: endOf(child) },
    close: () => app.close(),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function openWindow(
  browser: Browser,
  options: OpenOptions,
  watch: (page: Page) => void,
): Promise<OpenNadir> {
  const { page, context, desktop, child, lines, close, kill } = await startWindowHost(
    browser,
    { ...options, env: options.env ?? {}, args: options.files ?? [] },
    watch,
  );
  return {
    page,
    context,
    desktop,
    main: { pid: child.pid ?? 0, lines, ended: endOf(child) },
    close,
    async kill() {
      page.removeAllListeners('console');
      await kill();
    },
  };
}

interface Fixtures {
  dataFolder: string;
  /** Opens the application on whichever host is there; closed after the test. */
  open: (options?: Partial<OpenOptions>) => Promise<OpenNadir>;
  practice: (args?: string[]) => ReturnType<typeof startPractice>;
  /** Every console error fails the test unless one of these patterns was expected. */
  expectComplaint: (pattern: RegExp) => void;
}

export const test = base.extend<
  Fixtures & { complaints: { seen: string[]; expected: RegExp[] } } & { testedHost: TestedHost }
>({
  testedHost: ['program', { option: true }],
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const complaints = { seen: [] as string[], expected: [] as RegExp[] };
      await use(complaints);
      const unexpected = complaints.seen.filter(
        (text) => !complaints.expected.some((pattern) => pattern.test(text)),
      );
      expect(unexpected, 'errors in the page console').toEqual([]);
    },
    { auto: true },
  ],
  expectComplaint: async ({ complaints }, use) => {
    await use((pattern) => complaints.expected.push(pattern));
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  dataFolder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'nadir-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  open: async ({ browser, dataFolder, complaints, testedHost }, use, testInfo) => {
    const opened: OpenNadir[] = [];
    await use(async (options = {}) => {
      const isLoopback = options.loopback === true || options.program !== undefined;
      // What a test gives comes last, so that one may do without.
      const full = { dataFolder, ...options, env: { ...withControl, ...options.env } };
      const watch = (page: Page) => watchComplaints(page, complaints.seen);
      const program = isLoopback ? null : electronPath();
      const nadir =
        testedHost === 'window' && !isLoopback
          ? await openWindow(browser, full, watch)
          : program !== null
            ? await openElectron(program, full, watch)
            : await openLoopback(browser, full, watch);
      opened.push(nadir);
      return nadir;
    });
    // The data folder is gone after the test; what main said of its end is needed to find the cause.
    if (testInfo.status !== testInfo.expectedStatus)
      for (const { main } of opened)
        await testInfo.attach(`main ${main.pid}, ${main.ended()}`, {
          body: main.lines.slice(-mostLinesTold).join('\n'),
          contentType: 'text/plain',
        });
    for (const nadir of opened) await nadir.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  practice: async ({}, use) => {
    const started: Awaited<ReturnType<typeof startPractice>>[] = [];
    await use(async (args = []) => {
      const service = await startPractice(args);
      started.push(service);
      return service;
    });
    for (const service of started) await service.stop();
  },
});

export { expect };
