import type { Page } from '@playwright/test';
import { z } from 'zod';
import { median } from '../table.ts';

export interface PageWatch {
  /** The longest task of the page since the watch began, milliseconds. */
  longestTask: number;
  /** The same by the processor time of its thread: what it is where nothing else runs. */
  longestProcessor: number;
  /** Tasks of 50 ms or more: what a person may feel. */
  longTasks: number;
  /** The longest time between two frames, milliseconds. */
  longestFrame: number;
  /** The usual time between two frames, milliseconds. */
  medianFrame: number;
  /** What main sent by the socket meanwhile. */
  messages: number;
}

declare global {
  interface Window {
    nadirWatch?: { tasks: number[]; frames: number[] };
  }
}

/** Runs in the page; must not refer to anything outside of itself. */
function begin() {
  const tasks: number[] = [];
  const frames: number[] = [];
  window.nadirWatch = { tasks, frames };
  const mine = window.nadirWatch;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  let last = performance.now();
  const turn = (at: number) => {
    frames.push(at - last);
    last = at;
    if (window.nadirWatch === mine) requestAnimationFrame(turn);
    else observer.disconnect();
  };
  requestAnimationFrame(turn);
}

async function end(): Promise<{ tasks: number[]; frames: number[] }> {
  // Long tasks are told after they have ended.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const watch = window.nadirWatch ?? { tasks: [], frames: [] };
  delete window.nadirWatch;
  return watch;
}

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  tdur: z.number().optional(),
  args: z.object({ name: z.unknown().optional() }).optional(),
});

/** Answers what ends it and tells the longest task of a page's main thread, processor milliseconds. */
async function startTracing(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const session = await browser.newBrowserCDPSession();
  const events: z.infer<typeof eventSchema>[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...z.array(eventSchema).parse(value)));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const threads = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`));
    return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000));
  };
}

/** What the page's main thread felt while `work` went on. */
export async function watchPage(page: Page, work: () => Promise<unknown>): Promise<PageWatch> {
  let messages = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.webSocketFrameReceived', () => {
    messages += 1;
  });
  const stopTracing = await startTracing(page);
  await page.evaluate(begin);
  await work();
  const { tasks, frames } = await page.evaluate(end);
  await session.detach();
  return {
    longestProcessor: await stopTracing(),
    longestTask: Math.max(0, ...tasks),
    longTasks: tasks.length,
    longestFrame: Math.max(0, ...frames),
    medianFrame: frames.length === 0 ? 0 : median(frames),
    messages,
  };
}
