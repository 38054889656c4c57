import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Bench } from './bench.ts';
import { crowdData, crowdSize } from './crowd/crowd-data.ts';
import { rendered, walkMap } from './crowd/map-steps.ts';
import { measureStep, type StepCost } from './crowd/measure-step.ts';
import { bundleStockMap, openPlainTable, openStockMap } from './crowd/stock-pages.ts';
import { seedCrowd } from './folder/seed-crowd.ts';
import { createNotes, openWindow } from './page-run.ts';

const root = join(import.meta.dirname, '..');
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 500, seed: 7 }) };
const word = 'harbour';
const centreSchema = z.tuple([z.coerce.number(), z.coerce.number()]);

type Tell = (name: string, cost: StepCost) => void;

/** Scrolls a list or table by turns of the wheel. */
async function scroll(page: Page, [x, y]: readonly [number, number]) {
  await page.mouse.move(x, y);
  for (let step = 0; step < 80; step += 1) {
    await page.mouse.wheel(0, 400);
    await wait(25);
  }
}

async function walkNadirList(page: Page, tell: Tell) {
  const list = page.locator('[data-pane="list"]');
  const grid = page.getByRole('grid');
  const firstCell = grid.getByRole('gridcell').nth(1);
  await page.getByRole('navigation').getByRole('button', { name: 'Downloads', exact: true }).click();
  await wait(1_000);
  tell(
    'list: first rows',
    await measureStep(page, async () => {
      await page.getByRole('navigation').getByRole('button', { name: 'Tasks', exact: true }).click();
      await list.getByRole('option').first().waitFor();
    }),
  );
  if ((await grid.count()) === 0) await page.getByRole('button', { name: 'Table with all columns' }).click();
  await firstCell.waitFor();
  await wait(1_000);
  const box = await grid.boundingBox();
  if (!box) throw new Error('no table');
  tell('list: scroll', await measureStep(page, () => scroll(page, [box.x + 300, box.y + 150])));
  const before = await firstCell.textContent();
  tell(
    'list: sort by name',
    await measureStep(page, async () => {
      await grid.getByRole('columnheader', { name: 'Name' }).click();
      await page.waitForFunction(
        (text) => document.querySelectorAll('[role="gridcell"]')[1]?.textContent !== text,
        before,
      );
    }),
  );
  tell(
    'list: filter by a word',
    await measureStep(page, async () => {
      await list.getByRole('textbox', { name: 'Search tasks' }).fill(word);
      await page.waitForFunction((most) => {
        const count = document.querySelector('[data-pane="list"] h2 span')?.textContent ?? '';
        return Number(count.replaceAll(',', '')) < most && count !== '';
      }, crowdSize.tasks / 2);
    }),
  );
  await list.getByRole('textbox', { name: 'Search tasks' }).fill('');
  await page.getByRole('button', { name: 'Close the table' }).click();
  await wait(1_500);
}

async function walkPlainTable(browser: Browser, data: ReturnType<typeof crowdData>, tell: Tell) {
  const { page, show, close } = await openPlainTable(browser, data);
  page.setDefaultTimeout(180_000);
  try {
    tell('list: first rows', await measureStep(page, show));
    tell('list: scroll', await measureStep(page, () => scroll(page, [300, 300])));
    tell(
      'list: sort by name',
      await measureStep(page, () => page.locator('th').first().click({ force: true })),
    );
    tell(
      'list: filter by a word',
      await measureStep(page, () => page.locator('#filter').fill(word, { force: true })),
    );
  } finally {
    await close();
  }
}

export const bench: Bench = {
  title: `${crowdSize.tasks.toLocaleString('en')} tasks and ${crowdSize.places.toLocaleString('en')} places, beside OpenLayers' vector layer and a plain table`,
  async run({ runs, progress }) {
    if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
    const notes = createNotes();
    const noteFor =
      (variant: string, run: number): Tell =>
      (name, cost) => {
        progress(
          `${run} ${variant} ${name}: ${Math.round(cost.elapsedMs)} ms, ${Math.round(cost.processorMs)} ms of processor time, longest task ${Math.round(cost.longestTask)} (${Math.round(cost.longestProcessor)}), frame ${Math.round(cost.medianFrame)}`,
        );
        notes.note(`${name}: processor time`, variant, cost.processorMs);
        if (/first|sort|filter/.test(name)) notes.note(`${name}: until it is shown`, variant, cost.elapsedMs);
        else notes.note(`${name}: median frame`, variant, cost.medianFrame);
        notes.note(`${name}: longest frame`, variant, cost.longestFrame);
        notes.note(`${name}: longest task, processor time`, variant, cost.longestProcessor);
      };
    const data = crowdData();
    const code = await bundleStockMap();
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
    const dataFolder = mkdtempSync(join(tmpdir(), 'nadir-bench-crowd-'));
    try {
      progress('seeding');
      await seedCrowd(dataFolder, crowdSize);
      for (let run = 1; run <= (runs ?? 3); run += 1) {
        const window = await openWindow(browser, dataFolder, calm);
        const map = window.page.getByTestId('map');
        await map.waitFor();
        await rendered(window.page);
        await wait(4_000);
        const box = await map.boundingBox();
        if (!box) throw new Error('no map');
        const [longitude, latitude] = centreSchema.parse((await map.getAttribute('data-centre'))?.split(' '));
        const view = {
          centre: [longitude, latitude] as const,
          zoom: Number(await map.getAttribute('data-zoom')),
        };
        await walkMap(window.page, noteFor('Nadir', run));
        await walkNadirList(window.page, noteFor('Nadir', run));
        await window.close();
        const stock = await openStockMap(browser, code, { box, view, data });
        await stock.show();
        await rendered(stock.page);
        await walkMap(stock.page, noteFor('stock', run));
        await stock.close();
        await walkPlainTable(browser, data, noteFor('stock', run));
      }
    } finally {
      await browser.close();
      rmSync(dataFolder, { recursive: true, force: true });
    }
    return {
      variants: ['Nadir', 'stock'],
      pairs: [['Nadir', 'stock']],
      figures: notes.figures(),
      notes: [
        'Production build on the loopback host, in the same Chromium without a GPU, at 1440 × 900, in turn. Processor time is that of all processes of the browser, with their threads.',
        'stock: OpenLayers’ VectorLayer of the same points with one cached style for each status and no ground below, and a table with all rows in the document. Nadir draws its basemap and its names too.',
        'Zooming and panning take as long as the wheel and the drag: compare their processor time and frames.',
      ],
    };
  },
};
