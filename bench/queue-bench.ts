import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { controlOf, withControl } from '../e2e/support/control.ts';
import { createDownloads } from '../e2e/support/downloads.ts';
import { createWorkspace } from '../e2e/support/workspace.ts';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Bench } from './bench.ts';
import { clientOf, openApp, seedPractice } from './folder/seed-folder.ts';
import { seedQueue } from './folder/seed-queue.ts';
import { watchLoop } from './loop-watch.ts';
import { createNotes, openWindow, told } from './page-run.ts';
import { type PageWatch, watchPage } from './queue/watch-page.ts';

const root = join(import.meta.dirname, '..');
const count = 5_000;
const practice = { ...withControl, NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 500 }) };
const columns = [
  'longest task',
  'longest task, processor time',
  'longest time between frames',
  'tasks of 50 ms or more',
  'messages of main',
] as const;
const mainSteps = 'main: longest standstill';

async function scrollThrough(page: Page, seconds: number) {
  const list = page.getByRole('list', { name: 'Downloads' });
  const box = await list.boundingBox();
  if (!box) throw new Error('there is no list');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const until = Date.now() + seconds * 1_000;
  for (let step = 0; Date.now() < until; step += 1)
    await page.mouse.wheel(0, (step % 40 < 30 ? 1 : -1) * (step % 3 === 0 ? 4_000 : 400));
}

/** From the top row to the lower edge, where the list scrolls by itself, and back up. */
async function dragAbout(page: Page) {
  const { rows, grip, list } = createDownloads(page);
  await page.getByRole('list', { name: 'Downloads' }).evaluate((element) => {
    element.scrollTop = 0;
  });
  await grip(rows.first()).hover();
  const box = await list.boundingBox();
  if (!box) throw new Error('there is no pane');
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + box.height - 20, { steps: 30 });
  await wait(2_500);
  await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 30 });
  await page.mouse.up();
}

/** One window on a queue of 5,000 files, four of which come in all the time. */
async function measurePage(page: Page, dataFolder: string, note: (step: string, watch: PageWatch) => void) {
  const control = controlOf(dataFolder);
  const { show } = createWorkspace(page);
  const downloads = createDownloads(page);
  const { rows, list } = downloads;
  await control.fault({ match: { path: '/raster/' }, fault: { bytesPerSecond: 8_000 } });
  const watched = async (step: string, work: () => Promise<unknown>) =>
    note(step, await watchPage(page, work));

  await show('Downloads');
  await rows.first().waitFor();
  await show('Tasks');
  await watched('opening the workspace', async () => {
    await downloads.open();
    await rows.first().waitFor();
    await wait(500);
  });
  // Real ones: to the top, where they are seen to come in.
  await downloads.addRule({ name: 'Rasters', kinds: ['All rasters'] });
  await downloads.tab('Queue');
  await list.getByRole('button', { name: /^Active/ }).click();
  await downloads.running.nth(3).waitFor();
  const running = await downloads.order();
  await list.getByRole('button', { name: /^All/ }).click();
  for (const fileId of running) {
    await page.getByRole('list', { name: 'Downloads' }).evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await list.locator(`[data-file="${fileId}"]`).getByRole('button', { name: /^Move/ }).press('Home');
  }
  await watched('four files come in', () => wait(5_000));
  await watched('scrolling meanwhile', () => scrollThrough(page, 8));
  await watched('dragging meanwhile', () => dragAbout(page));
  await watched('another filter and back', async () => {
    await list.getByRole('button', { name: /^Waiting/ }).click();
    await list.getByRole('button', { name: /^All/ }).click();
    await wait(500);
  });
  await watched('all paused', async () => {
    await list.getByRole('button', { name: /^Pause all/ }).click();
    await list.getByRole('button', { name: /^Resume all/ }).waitFor();
    await wait(2_000);
  });
  await watched('all resumed: the state of every row changes', async () => {
    await list.getByRole('button', { name: /^Resume all/ }).click();
    await list.getByRole('button', { name: /^Pause all/ }).waitFor();
    await wait(3_000);
  });
}

/** The same commands without a window: how long main stands still. */
async function measureMain(dataFolder: string, note: (step: string, standstill: number) => void) {
  const app = await openApp(dataFolder);
  try {
    const client = clientOf(app);
    await wait(3_000);
    const watched = async (step: string, work: () => Promise<unknown>) => {
      const watch = watchLoop();
      await work();
      note(step, watch.longest());
    };
    const ended = new AbortController();
    const updates = await client.delivery.progress(undefined, { signal: ended.signal });
    const seen: number[] = [];
    await watched('first news to a window', async () => {
      let known = 0;
      for await (const { transfers } of updates) {
        seen.push(transfers.length);
        known += transfers.length;
        if (known >= count) break;
      }
    });
    if (Math.max(...seen) > 500) throw new Error(`one piece of news told of ${Math.max(...seen)} files`);
    await watched('all paused', async () => {
      await client.delivery.pauseAll();
      await wait(1_000);
    });
    await watched('history, first page', () => client.delivery.done({ offset: 0, limit: 500 }));
    await watched('all resumed', async () => {
      await client.delivery.resumeAll();
      await wait(1_000);
    });
    await watched('all paused again', async () => {
      await client.delivery.pauseAll();
      await wait(1_000);
    });
    ended.abort();
  } finally {
    await app.close();
  }
}

export const bench: Bench = {
  title: `a queue of ${count.toLocaleString('en')} files on screen`,
  async run({ runs, progress }) {
    if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
    const { note, notePage, figures } = createNotes();
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
    try {
      const times = runs ?? 3;
      for (let run = 1; run <= times; run += 1) {
        const dataFolder = mkdtempSync(join(tmpdir(), 'nadir-bench-line-'));
        try {
          progress(`${run}/${times}: seeding`);
          const scope = await seedPractice(dataFolder);
          seedQueue(dataFolder, scope, count);
          const window = await openWindow(browser, dataFolder, practice);
          try {
            await measurePage(window.page, dataFolder, (step, watch) => {
              progress(`${run}/${times} ${told(step, watch)}`);
              notePage(step, watch);
              note(step, 'longest time between frames', watch.longestFrame);
              note(step, 'messages of main', watch.messages);
            });
          } finally {
            await window.close();
          }
          progress(`${run}/${times} main without a window`);
          await measureMain(dataFolder, (step, value) => note(step, mainSteps, value));
        } finally {
          rmSync(dataFolder, { recursive: true, force: true });
        }
      }
    } finally {
      await browser.close();
    }
    return {
      variants: [...columns, mainSteps],
      pairs: [],
      figures: figures(),
      notes: [
        'Production build on the loopback host; long tasks by the page itself, 0 where none reached 50 ms; counts stand among times.',
        'A task of the page or a standstill of main above 50 ms is a defect. Browser, host and practice service share the machine.',
      ],
    };
  },
};
