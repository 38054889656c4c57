import type { Browser, Page } from '@playwright/test';
import { startLoopback } from '../e2e/support/loopback.ts';
import type { Figure } from './bench.ts';
import type { PageWatch } from './queue/watch-page.ts';

/** The production build on this folder with one window on it. */
export async function openWindow(
  browser: Browser,
  dataFolder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ page: Page; close(): Promise<void> }> {
  const host = await startLoopback({ dataFolder, env });
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  await page.goto(host.url);
  return {
    page,
    async close() {
      await context.close();
      await host.stop();
    },
  };
}

/** Figures by step and column, run after run, in milliseconds unless the column says otherwise. */
export function createNotes() {
  const values = new Map<string, Record<string, number[]>>();
  const note = (step: string, column: string, value: number) => {
    const known = values.get(step) ?? {};
    known[column] = [...(known[column] ?? []), value];
    values.set(step, known);
  };
  return {
    note,
    /** What both benches say of the page. */
    notePage(step: string, watch: PageWatch) {
      note(step, 'longest task', watch.longestTask);
      note(step, 'longest task, processor time', watch.longestProcessor);
      note(step, 'tasks of 50 ms or more', watch.longTasks);
    },
    figures: (): Figure[] => [...values].map(([name, all]) => ({ name, unit: 'ms', values: all })),
  };
}

/** A step in a line of progress. */
export const told = (step: string, watch: PageWatch) =>
  `${step}: longest task ${Math.round(watch.longestTask)} ms, ${Math.round(watch.longestProcessor)} ms of processor time`;
