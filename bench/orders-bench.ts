import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { createConnections } from '../e2e/support/connections.ts';
import { credentialsOf, startPractice } from '../e2e/support/practice.ts';
import { createTimeline } from '../e2e/support/timeline.ts';
import { createWorkspace } from '../e2e/support/workspace.ts';
import { buildWhenStale } from '../scripts/build-when-stale.mjs';
import type { Bench } from './bench.ts';
import { clientOf, openApp } from './folder/seed-folder.ts';
import { watchLoop } from './loop-watch.ts';
import { createNotes, openWindow, told } from './page-run.ts';
import { type PageWatch, watchPage } from './queue/watch-page.ts';

const root = join(import.meta.dirname, '..');
const [orders, deliverables] = [20_000, 60_000];
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 500, seed: 7 }) };
const contract = 'Agriculture Monitoring';
const slowMs = 300_000;
const columns = ['longest task', 'longest task, processor time', 'tasks of 50 ms or more'] as const;
const mainColumns = ['main: longest standstill', 'main: processor time'] as const;

type Service = Awaited<ReturnType<typeof startPractice>>;
type NotePage = (step: string, watch: PageWatch) => void;

/** One window from the first fetch of everything to the bill of a year. */
async function measurePage(page: Page, service: Service, note: NotePage) {
  const { list, show, chooseContract } = createWorkspace(page);
  const timeline = createTimeline(page);
  const connections = createConnections(page);
  const watched = async (step: string, work: () => Promise<unknown>) =>
    note(step, await watchPage(page, work));
  await connections.open();
  await connections.add({ name: 'Large', addresses: service.json });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Large');
  await chooseContract(contract);
  await watched('first fetch, seen in Orders', async () => {
    await show('Orders');
    const progress = list.getByRole('progressbar', { name: 'Loading all orders for the first time' });
    await progress.waitFor();
    await progress.waitFor({ state: 'hidden', timeout: slowMs });
    await wait(2_000);
  });
  await show('Tasks');
  await watched('opening Orders', async () => {
    await show('Orders');
    await list.getByRole('option').first().waitFor();
    await wait(2_000);
  });
  const search = list.getByRole('textbox', { name: 'Search orders' });
  await watched('searching', async () => {
    await search.pressSequentially('field', { delay: 60 });
    await wait(1_500);
    await search.fill('');
    await wait(1_500);
  });
  await watched('scrolling', async () => {
    await list.getByRole('option').first().hover();
    for (let step = 0; step < 120; step += 1) await page.mouse.wheel(0, step % 3 === 0 ? 4_000 : 400);
  });
  await watched('moving the map', async () => {
    await page.getByTestId('map').hover();
    for (let step = 0; step < 12; step += 1) {
      await page.mouse.wheel(0, step < 6 ? -240 : 240);
      await wait(150);
    }
    await wait(1_000);
  });
  await watched('later fetch', async () => {
    await list.getByRole('button', { name: 'Refresh orders' }).click();
    await wait(2_000);
  });
  await watched('opening Timeline', async () => {
    await show('Timeline');
    await timeline.calendar.locator('[data-kind]').first().waitFor({ timeout: slowMs });
    await wait(2_000);
  });
  await watched('time map, all of it', async () => {
    await timeline.view('Time map').click();
    await timeline.reach('All').click();
    const drawn = async () => Number(await page.getByTestId('map').getAttribute('data-moments'));
    for (const until = Date.now() + slowMs; (await drawn()) < orders; await wait(100))
      if (Date.now() > until) throw new Error('the time map never shows all of it');
    await wait(3_000);
  });
  await watched('opening Bills', async () => {
    await show('Usage');
    await page.getByTestId('bill-totals').waitFor({ timeout: slowMs });
    await wait(2_000);
  });
}

/** The same without a window: how long main stands still. */
async function measureMain(
  folder: string,
  note: (step: string, values: { standstill: number; processor: number }) => void,
) {
  const app = await openApp(folder);
  try {
    const client = clientOf(app);
    await wait(4_000);
    const watched = async (step: string, work: () => Promise<unknown>) => {
      const watch = watchLoop();
      await work();
      note(step, { processor: watch.processor(), standstill: watch.longest() });
    };
    const active = (await client.connections.list()).find((connection) => connection.active);
    const contractId = active?.selectedContractId;
    if (!active || contractId == null) throw new Error('no contract is chosen');
    const scope = { connectionId: active.id, contractId };
    const terms = { scope, sort: 'updated', descending: true, offset: 0, limit: 200 } as const;
    await watched('list of orders', () => client.orders.list({ ...terms, filter: {} }));
    await watched('list of orders, searched', () =>
      client.orders.list({ ...terms, filter: { search: 'field' } }),
    );
    await watched('orders on the map', () => client.orders.places({ scope, filter: {} }));
    await watched('bill of two years', () =>
      client.bills.get({
        terms: {
          connectionId: active.id,
          contracts: [contractId],
          firstDay: '2025-12-01',
          lastDay: '2026-12-31',
          timeZone: 'Pacific/Auckland',
        },
      }),
    );
  } finally {
    await app.close();
  }
}

export const bench: Bench = {
  title: `${orders.toLocaleString('en')} orders with ${deliverables.toLocaleString('en')} deliverables on screen`,
  async run({ runs, progress }) {
    if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
    const { note, notePage, figures } = createNotes();
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
    const service = await startPractice([
      '--orders',
      String(orders),
      '--deliverables',
      String(deliverables),
      '--seed',
      '7',
      '--speed',
      '1',
    ]);
    try {
      for (let run = 1; run <= (runs ?? 3); run += 1) {
        const dataFolder = mkdtempSync(join(tmpdir(), 'nadir-bench-orders-'));
        const window = await openWindow(browser, dataFolder, calm);
        try {
          await measurePage(window.page, service, (step, watch) => {
            progress(`${run} ${told(step, watch)}`);
            notePage(step, watch);
          });
          await window.close();
          await measureMain(dataFolder, (step, { standstill, processor }) => {
            progress(
              `${run} main, ${step}: ${Math.round(standstill)} ms at most of ${Math.round(processor)}`,
            );
            note(step, 'main: longest standstill', standstill);
            note(step, 'main: processor time', processor);
          });
        } finally {
          await window.close();
          rmSync(dataFolder, { recursive: true, force: true });
        }
      }
    } finally {
      await browser.close();
      await service.stop();
    }
    return {
      variants: [...columns, ...mainColumns],
      pairs: [],
      figures: figures(),
      notes: [
        'Production build on the loopback host; long tasks by the page itself, 0 where none reached 50 ms; counts stand among times.',
        'A task of the page or a standstill of main above 50 ms is a defect. Browser, host and both practice services share the machine.',
      ],
    };
  },
};
