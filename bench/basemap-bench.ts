import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Bench } from './bench.ts';
import { seedPractice } from './folder/seed-folder.ts';
import { createNotes, openWindow, told } from './page-run.ts';
import { type PageWatch, watchPage } from './queue/watch-page.ts';

const root = join(import.meta.dirname, '..');
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
/** A place with many towns, rivers and borders around it. */
const place = '48.1, 11.6';
const zooms = [3, 6, 9, 12];
const drags = 6;
const columns = [
  'longest task',
  'longest task, processor time',
  'tasks of 50 ms or more',
  'longest frame',
] as const;

async function rendered(page: Page) {
  await page.locator('[data-testid="map"][data-rendered="true"]').waitFor({ timeout: 60_000 });
}

async function zoomTo(page: Page, zoom: number) {
  const map = page.getByTestId('map');
  for (;;) {
    await rendered(page);
    const steps = Math.round(zoom - Number(await map.getAttribute('data-zoom')));
    if (steps === 0) return;
    await page.getByRole('button', { name: steps > 0 ? 'Zoom in' : 'Zoom out' }).click();
    await wait(500);
  }
}

/** Drags the map there and back, as fast as a hand does, and lets it come to rest. */
async function pan(page: Page) {
  const box = await page.getByTestId('map').boundingBox();
  if (!box) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let drag = 0; drag < drags; drag += 1) {
    const [dx, dy] = [drag % 2 === 0 ? 320 : -260, drag % 3 === 0 ? 180 : -120];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 24; step += 1) {
      await page.mouse.move(x + (dx * step) / 24, y + (dy * step) / 24);
      await wait(12);
    }
    await page.mouse.up();
    await wait(250);
  }
  await rendered(page);
}

export const bench: Bench = {
  title: 'moving the embedded map with its names',
  async run({ runs, progress }) {
    if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
    const { note, notePage, figures } = createNotes();
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
    try {
      for (let run = 1; run <= (runs ?? 3); run += 1) {
        const dataFolder = mkdtempSync(join(tmpdir(), 'nadir-bench-basemap-'));
        await seedPractice(dataFolder);
        const { page, close } = await openWindow(browser, dataFolder, calm);
        const watched = async (step: string, work: () => Promise<unknown>) => {
          const watch: PageWatch = await watchPage(page, work);
          progress(`${run} ${told(step, watch)}`);
          notePage(step, watch);
          note(step, 'longest frame', watch.longestFrame);
        };
        try {
          await rendered(page);
          await page.keyboard.press('Control+k');
          await page.getByPlaceholder('Command, place or coordinates').fill(place);
          await page.keyboard.press('Enter');
          await wait(1_500);
          for (const zoom of zooms) {
            await zoomTo(page, zoom);
            await watched(`panning at zoom ${zoom}`, () => pan(page));
          }
          await watched('zooming by the wheel from 12 to 4 and back', async () => {
            await page.getByTestId('map').hover();
            for (let step = 0; step < 32; step += 1) {
              await page.mouse.wheel(0, step < 16 ? 240 : -240);
              await wait(90);
            }
            await rendered(page);
          });
        } finally {
          await close();
          rmSync(dataFolder, { recursive: true, force: true });
        }
      }
    } finally {
      await browser.close();
    }
    return {
      variants: columns,
      pairs: [],
      figures: figures(),
      notes: [
        'Production build on the loopback host, window of 1440 × 900, canvases drawn by the processor; counts stand among times.',
        'A task of the page above 50 ms of processor time is a defect. Browser, host and practice service share the machine.',
      ],
    };
  },
};
