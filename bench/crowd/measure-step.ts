import type { Page } from '@playwright/test';
import { type PageWatch, watchPage } from '../queue/watch-page.ts';

/** What a step cost: the time of the user, the processor time of all processes of the browser, and how the page felt. */
export interface StepCost extends PageWatch {
  elapsedMs: number;
  processorMs: number;
}

/** Returns the processor time of all processes of the browser until now, in milliseconds. */
export async function processorOf(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + 1_000 * cpuTime, 0);
}

/** Waits for two frames: what the work has changed is on the screen then. */
export const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );

/** Does the work and says what it cost. `elapsedMs` is until the work has ended and is on the screen. */
export async function measureStep(page: Page, work: () => Promise<unknown>): Promise<StepCost> {
  let elapsedMs = 0;
  const before = await processorOf(page);
  const watch = await watchPage(page, async () => {
    const began = performance.now();
    await work();
    await painted(page);
    elapsedMs = performance.now() - began;
  });
  return { ...watch, elapsedMs, processorMs: (await processorOf(page)) - before };
}
