import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { startProcess } from '../../e2e/support/process.ts';
import { compiledCodeIn } from '../../scripts/build-when-stale.mjs';
import { installProbe, type LongTask, type PageTimes } from './page-probe.ts';
import { memoryOf, processorMsOf } from './process-figures.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'out/main/src-main/loopback/main.js');
const readyWords = 'Nadir is ready at ';
const limitMs = 60_000;
/** What goes on behind an interactive window is looked at for so long. */
const afterMs = 4_000;

export interface StartOptions {
  /** A browser that runs, or what starts one within the measured time. */
  browser: Browser | (() => Promise<Browser>);
  dataFolder: string;
  /** What the list pane must show. */
  listSelector: string;
}

/** Times in milliseconds from the start of the host's process. */
export interface StartSample {
  hostReady: number;
  hostReadyProcessor: number;
  navigated: number;
  painted: number;
  listed: number;
  mapped: number;
  interactive: number;
  hostProcessor: number;
  scriptCount: number;
  scriptBytes: number;
  transferredScriptBytes: number;
  allBytes: number;
  socketBytes: number;
  laterSocketBytes: number;
  longestTask: number;
  blocked: number;
  laterLongestTask: number;
  laterBlocked: number;
  heapBytes: number;
  hostRssBytes: number;
  hostPeakBytes: number;
}

interface Loaded {
  script: boolean;
  /** After decoding; null until the body is known. */
  bodyBytes: number;
  transferredBytes: number;
  /** Epoch milliseconds. */
  endedAt: number;
}

async function loadOf(request: Request): Promise<Loaded | null> {
  const response = await request.response();
  if (!response) return null;
  const type = response.headers()['content-type'] ?? '';
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const { startTime, responseEnd } = request.timing();
  const body = await response.body().catch(() => null);
  return {
    script: type.startsWith('text/javascript'),
    bodyBytes: body?.length ?? responseBodySize,
    transferredBytes: responseBodySize + responseHeadersSize,
    endedAt: startTime + Math.max(0, responseEnd),
  };
}

/** Everything the page and its workers load, and what main tells them. */
function watchTraffic(context: BrowserContext, page: Page) {
  const loads: Promise<Loaded | null>[] = [];
  const frames: { at: number; bytes: number }[] = [];
  context.on('requestfinished', (request) => loads.push(loadOf(request)));
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) =>
      frames.push({ at: Date.now(), bytes: Buffer.byteLength(payload) }),
    );
  });
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  return async (interactiveAt: number) => {
    const all = (await Promise.all(loads)).filter((load) => load !== null);
    const early = all.filter(({ endedAt }) => endedAt <= interactiveAt);
    const scripts = early.filter(({ script }) => script);
    const before = frames.filter(({ at }) => at <= interactiveAt);
    return {
      scriptCount: scripts.length,
      scriptBytes: total(scripts.map(({ bodyBytes }) => bodyBytes)),
      transferredScriptBytes: total(scripts.map(({ transferredBytes }) => transferredBytes)),
      allBytes: total(early.map(({ bodyBytes }) => bodyBytes)),
      socketBytes: total(before.map(({ bytes }) => bytes)),
      laterSocketBytes: total(frames.map(({ bytes }) => bytes)) - total(before.map(({ bytes }) => bytes)),
    };
  };
}

/** Total blocking time: what each long task takes beyond the 50 ms that nobody feels. */
function blocking(tasks: readonly LongTask[]) {
  return {
    longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
    blocked: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
  };
}

async function heapOf(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** One start of the host, with one page, until the map can be used. */
export async function measureStart({ browser, ...options }: StartOptions): Promise<StartSample> {
  const startedAt = Date.now();
  if (typeof browser !== 'function') return startIn(browser, options, null);
  const launched = await browser();
  try {
    return await startIn(launched, options, startedAt);
  } finally {
    await launched.close();
  }
}

/** `began` is the time from which a browser was started for this; null if it ran already. */
async function startIn(
  browser: Browser,
  { dataFolder, listSelector }: Omit<StartOptions, 'browser'>,
  began: number | null,
): Promise<StartSample> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    await context.addInitScript(installProbe, listSelector);
    const reached = Promise.withResolvers<PageTimes>();
    await context.exposeBinding('nadirInteractive', (_source, times: PageTimes) => reached.resolve(times));
    const traffic = watchTraffic(context, page);
    const startedAt = began ?? Date.now();
    const host = await startProcess(
      [
        '--disable-warning=ExperimentalWarning',
        program,
        '--no-open',
        '--port',
        '0',
        '--data-dir',
        dataFolder,
      ],
      { env: { NODE_COMPILE_CACHE: compiledCodeIn(root) }, isReady: (line) => line.startsWith(readyWords) },
    );
    try {
      const hostReady = Date.now() - startedAt;
      const pid = host.child.pid ?? 0;
      const hostReadyProcessor = processorMsOf(pid);
      await page.goto(host.readyLine.slice(readyWords.length).trim(), { waitUntil: 'commit' });
      const times = await Promise.race([reached.promise, wait(limitMs, null, { ref: false })]);
      if (times === null) {
        throw new Error(
          `not interactive after ${limitMs / 1_000} s: ${await page.locator('body').textContent()}`,
        );
      }
      const hostProcessor = processorMsOf(pid);
      const origin = await page.evaluate(() => performance.timeOrigin);
      const at = (ms: number) => origin + ms - startedAt;
      await wait(afterMs);
      const tasks = await page.evaluate(() => window.nadirLongTasks ?? []);
      const early = blocking(tasks.filter(({ start }) => start < times.interactive));
      const later = blocking(tasks.filter(({ start }) => start >= times.interactive));
      const memory = memoryOf(pid);
      return {
        hostReady,
        hostReadyProcessor,
        navigated: at(0),
        painted: at(times.painted ?? Number.NaN),
        listed: at(times.listed),
        mapped: at(times.mapped),
        interactive: at(times.interactive),
        hostProcessor,
        ...(await traffic(origin + times.interactive)),
        longestTask: early.longest,
        blocked: early.blocked,
        laterLongestTask: later.longest,
        laterBlocked: later.blocked,
        heapBytes: await heapOf(context, page),
        hostRssBytes: memory?.rssBytes ?? Number.NaN,
        hostPeakBytes: memory?.peakBytes ?? Number.NaN,
      };
    } finally {
      await host.stop();
    }
  } finally {
    await context.close();
  }
}
