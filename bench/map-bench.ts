import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Bench } from './bench.ts';
import { madeTask } from './folder/made-rows.ts';
import { seedPractice } from './folder/seed-folder.ts';
import { type SeededTask, seedTasks } from './folder/seed-tasks.ts';
import { seedScenes } from './library/seed-scenes.ts';
import { measureFootprints } from './map/measure-footprints.ts';
import { footprintVariants } from './map/open-footprints.ts';
import { createNotes, openWindow, told } from './page-run.ts';
import { type PageWatch, watchPage } from './queue/watch-page.ts';

const root = join(import.meta.dirname, '..');
const count = 100_000;
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 500, seed: 7 }) };
const columns = [
  'longest task',
  'longest task, processor time',
  'tasks of 50 ms or more',
  'median frame',
  'longest frame',
  ...footprintVariants,
] as const;

/** The places and states of the tasks that the other benches have too. */
const manyTasks = (): SeededTask[] =>
  Array.from({ length: count }, (_, i) => {
    const { task } = madeTask(i);
    const [longitude = 0, latitude = 0] = z.array(z.number()).parse(task.parsed.target?.coordinates);
    return { name: `Site ${i}`, longitude, latitude, status: task.parsed.status ?? 'received' };
  });

/** Drags the map to and fro, as a person does who looks around. */
async function drag(page: Page) {
  const box = await page.getByTestId('map').boundingBox();
  if (!box) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const by of [220, -220, 160, -160]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y + by / 3, { steps: 30 });
    await page.mouse.up();
    await wait(300);
  }
}

async function measurePage(page: Page, note: (step: string, watch: PageWatch) => void) {
  const map = page.getByTestId('map');
  const rendered = () =>
    page.locator('[data-testid="map"][data-rendered="true"]').waitFor({ timeout: 120_000 });
  const watched = async (step: string, work: () => Promise<unknown>) =>
    note(step, await watchPage(page, work));
  await map.waitFor();
  await watched('first marks', async () => {
    await rendered();
    await wait(3_000);
  });
  const zoomTo = async (zoom: number) => {
    await map.hover();
    for (let step = 0; step < 40; step += 1) {
      const off = zoom - Number(await map.getAttribute('data-zoom'));
      if (Math.abs(off) < 0.5) break;
      await page.mouse.wheel(0, off > 0 ? -120 : 120);
      await wait(120);
    }
    await rendered();
    await wait(1_000);
  };
  const walk = async (what: string) => {
    for (const zoom of [2, 5, 8]) {
      await watched(`${what}to zoom ${zoom}`, () => zoomTo(zoom));
      await watched(`${what}panning at zoom ${zoom}`, () => drag(page));
    }
  };
  await walk('');
  await watched('the pointer over the map at zoom 8', async () => {
    const box = await map.boundingBox();
    if (!box) return;
    for (let step = 0; step < 120; step += 1)
      await page.mouse.move(box.x + 40 + step * 5, box.y + box.height / 2 + 60 * Math.sin(step / 9));
  });
  await watched('footprints: first', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Library', exact: true }).click();
    // None of the made scenes has a file. The window before has left the switch off already.
    await page.getByRole('switch', { name: 'On disk only' }).setChecked(false, { force: true });
    await page.getByRole('heading', { name: count.toLocaleString('en') }).waitFor();
    await wait(4_000);
    await rendered();
  });
  await walk('footprints: ');
}

export const bench: Bench = {
  title: `the map with ${count.toLocaleString('en')} tasks and as many footprints, and footprints beside OpenLayers' vector layer`,
  async run({ runs, progress }) {
    if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
    const { note, notePage, figures } = createNotes();
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
    const dataFolder = mkdtempSync(join(tmpdir(), 'nadir-bench-map-'));
    try {
      progress('footprints beside OpenLayers');
      await measureFootprints(browser, runs ?? 3, (step, variant, value) => {
        progress(`${variant} ${step}: ${value.toFixed(1)}`);
        note(step, variant, value);
      });
      progress(`seeding ${count.toLocaleString('en')} tasks and scenes`);
      seedTasks(dataFolder, await seedPractice(dataFolder), manyTasks());
      await seedScenes(dataFolder, count, null);
      for (let run = 1; run <= (runs ?? 3); run += 1) {
        const window = await openWindow(browser, dataFolder, calm);
        try {
          await measurePage(window.page, (step, watch) => {
            progress(`${run} ${told(step, watch)}`);
            notePage(step, watch);
            note(step, 'median frame', watch.medianFrame);
            note(step, 'longest frame', watch.longestFrame);
          });
        } finally {
          await window.close();
        }
      }
    } finally {
      await browser.close();
      rmSync(dataFolder, { recursive: true, force: true });
    }
    return {
      variants: [...columns],
      pairs: [footprintVariants],
      figures: figures(),
      notes: [
        'Production build on the loopback host at 1440 × 900 without a GPU; counts stand among times.',
        'A task of the page above 50 ms is a defect.',
        `Nadir and stock: ${count.toLocaleString('en')} footprints on maps of 1280 × 800 with nothing else, in one browser, in turn. Equal work: the same rings in one colour on the same views, dragged by the same pixels with the pointer down; a frame is the call that draws it, until its pixels can be read. Frames of one block are one value, and the ratio is the median of those of its blocks. stock is OpenLayers' VectorLayer as it is.`,
        'Where outlines show, the bench fails if the pictures differ; the second column of that line is what a picture differs from itself, moved by a pixel. Smaller footprints are dots in Nadir, and small outlines in stock: there the pictures differ on purpose.',
        'A pick finds all footprints that contain a place, which has at least one; stock uses getFeaturesAtCoordinate, and the bench fails if the numbers differ. Among dots Nadir finds those within 4 pixels, which are many more.',
      ],
    };
  },
};
