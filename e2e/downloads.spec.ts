import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { seedQueue } from '../bench/folder/seed-queue.ts';
import { connectionIdSchema } from '../src-preload/contract/ids.ts';
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { controlOf, createControl } from './support/control.ts';
import { createDownloads } from './support/downloads.ts';
import { startKeyring } from './support/keyring.ts';
import { writeLargeRaster } from './support/large-raster.ts';
import { expect, type OpenNadir, test } from './support/nadir.ts';
import { credentialsOf } from './support/practice.ts';
import { createWorkspace, hashesBelow } from './support/workspace.ts';

const contract = 'Agriculture Monitoring';
const small = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };
const mebibyte = 1_048_576;

test('a raster of 300 MB: killed in the middle, quit in the middle, it goes on from there and ends verified', {
  tag: '@window',
}, async ({ open, practice, dataFolder }) => {
  // Keychain and service outlive each Nadir: the service's notes tell what was really fetched, over all of them.
  const keyring = await startKeyring();
  const opened: OpenNadir[] = [];
  try {
    const service = await practice(['--speed', '86400', '--scene-size', '256', '--seed', '7']);
    const control = createControl(service.controlUrl);
    const start = async () => {
      const nadir = await open({ env: keyring.environment });
      opened.push(nadir);
      return nadir;
    };
    const first = await start();
    const connections = createConnections(first.page);
    await connections.open();
    const { credentials: _, ...addresses } = service.line;
    await connections.add({ name: 'Imagery desk', addresses: JSON.stringify(addresses) });
    await connections.fillCredentials(credentialsOf(service.line, 'oauth'));
    await connections.credentials.getByRole('button', { name: 'Keep in the keychain' }).click();
    await connections.use('Imagery desk');
    const workspace = createWorkspace(first.page);
    await workspace.chooseContract(contract);
    await workspace.show('Tasks');
    await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
    const scene = await workspace.publishedScene();
    const sceneId = (await scene.getAttribute('data-scene')) ?? '';
    const raster = (await workspace.rasterNames(scene)).find((name) => !/visual/i.test(name)) ?? '';
    writeLargeRaster((await control.served(sceneId, raster)).path);
    const served = await control.served(sceneId, raster);
    expect(served.sizeBytes).toBeGreaterThan(300_000_000);
    // Slower from start to start: the file must not be whole before its row is looked at, however long a start takes.
    const pace = (bytesPerSecond: number) =>
      control.fault({ match: { path: '/raster/' }, fault: { bytesPerSecond } });
    await pace(12_000_000);
    await scene
      .getByTestId(`file-${raster}`)
      .getByRole('button', { name: /^Download/ })
      .click();

    const reached = async ({ page }: OpenNadir, percent: number) => {
      const downloads = createDownloads(page);
      await downloads.open();
      const row = downloads.rows.first();
      await expect(row).toBeVisible();
      const from = await downloads.percent(row);
      await expect
        .poll(() => downloads.percent(row), { timeout: 60_000, intervals: [50] })
        .toBeGreaterThan(percent);
      return { from, to: await downloads.percent(row) };
    };
    const { to: beforeKill } = await reached(first, 25);
    await pace(3_000_000);
    await first.kill();
    const second = await start();
    const { from: afterKill, to: beforeQuit } = await reached(second, 60);
    // What had not reached the disk comes again: at most one block of each connection.
    expect(afterKill).toBeGreaterThan(beforeKill - 12);
    await pace(500_000);
    await second.close();

    const third = await start();
    const downloads = createDownloads(third.page);
    await downloads.open();
    await expect(downloads.rows).toHaveCount(1);
    expect(await downloads.percent(downloads.rows.first())).toBeGreaterThan(beforeQuit - 2);
    // What was asked for before the fault went would go on crawling.
    await downloads.rows.getByRole('button', { name: /^Pause/ }).click();
    await expect(downloads.rows).toHaveAttribute('data-state', 'paused');
    await control.clearFaults();
    await downloads.rows.getByRole('button', { name: /^Resume/ }).click();
    await expect(downloads.rows).toHaveCount(0, { timeout: 60_000 });
    await downloads.tab('Completed');
    await expect(downloads.done.filter({ hasText: raster.slice(-22) })).toContainText(
      `SHA-256 ${served.sha256.slice(0, 12)}`,
    );
    const library = hashesBelow(join(dataFolder, 'library'));
    const saved = [...library].find(([path]) => path.endsWith(`/${raster}`));
    expect(saved?.[1]).toBe(served.sha256);

    const requests = (await control.received()).filter(({ address }) =>
      address.includes(`/raster/${raster}`),
    );
    const fromStart = requests.filter(({ headers }) => /^(bytes=0-.*)?$/.test(String(headers.range ?? '')));
    expect(fromStart.length, 'begun at its first byte').toBe(1);
    for (const { headers } of requests.filter((each) => !fromStart.includes(each)))
      expect(headers['if-range'], `If-Range beside ${headers.range}`).toBeTruthy();
    const fetched = requests.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(fetched - served.sizeBytes, 'bytes fetched again').toBeLessThan(32 * mebibyte);
  } finally {
    for (const nadir of opened) await nadir.close();
    await keyring.stop();
  }
});

test('pause, resume, order by keys, menu and drag, limit, tray', async ({ open, dataFolder }) => {
  const nadir = await open({ env: small });
  const { page } = nadir;
  const downloads = createDownloads(page);
  const { list, rows } = downloads;
  const control = controlOf(dataFolder);
  await createWorkspace(page).chooseContract(contract);
  // Slow, so that whatever is first is still there when it is looked at.
  await control.fault({ match: { path: '/raster/|/download/' }, fault: { bytesPerSecond: 500 } });
  await downloads.addRule({ name: 'All rasters', kinds: ['All rasters'] });
  await downloads.tab('Queue');
  await expect(list.getByTestId('batch')).toContainText(/ of \d+ files/);
  await expect.poll(() => rows.count()).toBeGreaterThan(6);
  await expect(rows.first()).toHaveAttribute('data-state', 'running');

  // By its identity, because the first row may be another one a moment later.
  const raster = downloads.running.filter({ hasText: '.tif' }).first();
  const one = list.locator(`[data-testid="transfer"][data-file="${await raster.getAttribute('data-file')}"]`);
  await one.getByRole('button', { name: /^Pause/ }).click();
  await expect(one).toHaveAttribute('data-state', 'paused');
  await one.getByRole('button', { name: /^Resume/ }).click();
  await expect(one).toHaveAttribute('data-state', /queued|running/);
  // The rule may still be finding files, and what it adds afterwards is not paused.
  const pauseAll = () =>
    expect(async () => {
      const button = list.getByRole('button', { name: /^Pause all/ });
      if (await button.isVisible()) await button.click();
      await expect(downloads.running).toHaveCount(0, { timeout: 2_000 });
      await expect(list.getByRole('button', { name: /^Resume all/ })).toBeVisible({ timeout: 2_000 });
    }).toPass();
  await pauseAll();

  const [a, b, c, d, e, f] = await downloads.order();
  const begins = (...first: (string | null | undefined)[]) =>
    expect.poll(async () => (await downloads.order()).slice(0, first.length)).toEqual(first);
  await downloads.grip(rows.nth(3)).press('ArrowUp');
  await begins(a, b, d, c, e, f);
  // The focus goes with the row.
  await page.keyboard.press('ArrowUp');
  await begins(a, d, b, c, e, f);
  await rows.nth(4).getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  await begins(e, a, d, b, c, f);
  await downloads.drag(rows.nth(5), rows.nth(1));
  await begins(e, f, a, d, b, c);

  // Still at a crawl, so that the first has not arrived before it is looked at.
  await list.getByRole('button', { name: /^Resume all/ }).click();
  await expect(rows.first()).toHaveAttribute('data-state', 'running');
  expect(await rows.first().getAttribute('data-file')).toBe(e);

  // Anew, and quicker: what was asked for before the fault went would go on crawling.
  await pauseAll();
  await control.clearFaults();
  await downloads.limit('500 kB/s at most');
  await expect(list.getByTestId('limit')).toContainText('500 kB/s');
  await list.getByRole('button', { name: /^Resume all/ }).click();
  await expect(page.getByTestId('tray')).toContainText(/(4\d\d|5[0-4]\d) kB\/s/, { timeout: 15_000 });

  await page.getByTestId('tray').click();
  await expect(downloads.tray.getByTestId('tray-row').first()).toBeVisible();
  await expectAccessible(page, 'tray');
  await page.keyboard.press('Escape');
  await expect(downloads.tray).toBeHidden();

  await downloads.limit('No limit');
  await expect(rows).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByTestId('tray')).toContainText('No downloads');
});

test('a rule fetches by itself what is published, shows it and can be undone', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env: small });
  const { page } = nadir;
  const downloads = createDownloads(page);
  const workspace = createWorkspace(page);
  await workspace.chooseContract(contract);
  const card = await downloads.addRule({ name: 'Looks', kinds: ['Preview'] });
  await expect(card.getByTestId('rule-facts')).toHaveText(/^[1-9]\d* files, [\d.]+ [MkG]?B$/, {
    timeout: 30_000,
  });
  await card.getByRole('button', { name: /^History/ }).click();
  const fetched = downloads.list.locator('[data-testid="rule-file"][data-state="fetched"]');
  await expect.poll(() => fetched.count(), { timeout: 60_000 }).toBeGreaterThan(3);
  await expectAccessible(page, 'history of a rule');
  // The practice world goes on: what is asked is asked of one file, by its name.
  const saved = () =>
    new Map([...hashesBelow(join(dataFolder, 'library'))].map(([path, sha256]) => [basename(path), sha256]));
  const name = (await fetched.first().locator('[title$="_preview.png"]').getAttribute('title')) ?? '';
  expect([...saved().keys()]).toContain(name);
  const row = downloads.list.getByTestId('rule-file').filter({ has: page.getByTitle(name, { exact: true }) });
  await row.getByRole('button', { name: /^Undo/ }).click();
  await expect(row).toHaveAttribute('data-state', 'undone');
  expect([...saved().keys()]).not.toContain(name);

  // A new task, its capture published while nobody looks.
  await workspace.submit(
    { name: 'By itself', project: 'Rules', place: '28.6872, -13.8405', product: /Multispectral 70cm/ },
    contract,
  );
  const sceneId = (await (await workspace.publishedScene()).getAttribute('data-scene')) ?? '';
  const served = await controlOf(dataFolder).served(sceneId, `${sceneId}_preview.png`);
  await expect.poll(() => saved().get(`${sceneId}_preview.png`), { timeout: 60_000 }).toBe(served.sha256);
});

/** The page is one that nobody looks at and that may tell; what it tells is kept. */
function watchNotices() {
  const told: string[] = [];
  class Notice {
    static readonly permission = 'granted';
    constructor(title: string, { body }: { body: string }) {
      told.push(`${title}: ${body}`);
    }
  }
  Object.assign(window, { Notification: Notice, nadirNotices: told });
  document.hasFocus = () => false;
}

test('a delivery archive is unpacked by hand from the history and from the library; its arrival is told', async ({
  open,
  dataFolder,
}) => {
  const { page, desktop } = await open({
    // An archive that is large enough to be told of.
    env: { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 900, seed: 7 }) },
  });
  // The page tells in a browser, and main in a window of its own.
  const told = async (): Promise<unknown> =>
    desktop === null
      ? page.evaluate(() => Reflect.get(window, 'nadirNotices'))
      : (await desktop.state()).notices.map(({ title, body }) => `${title}: ${body}`);
  await page.addInitScript(watchNotices);
  await page.reload();
  const downloads = createDownloads(page);
  const workspace = createWorkspace(page);
  await workspace.chooseContract(contract);
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
  const scene = await workspace.publishedScene();
  const sceneId = (await scene.getAttribute('data-scene')) ?? '';
  await workspace.download(scene, 'delivery_zip');
  await expect
    .poll(told)
    .toContainEqual(expect.stringMatching(/^Downloads completed: \d files? (was|were) downloaded\.$/));
  await downloads.open();
  await downloads.tab('Completed');
  await downloads.done.getByRole('button', { name: /^Unpack .*\.zip$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery archive' });
  const names = dialog.getByRole('list', { name: 'Unpacked files' }).getByRole('listitem');
  await expect(names.filter({ hasText: '_VISUAL.tif' })).toBeVisible();
  await expect(dialog).toContainText('5 files, ');
  const folder = (await dialog.getByTestId('unpacked-folder').textContent()) ?? '';
  expect(folder.startsWith(join(dataFolder, 'library'))).toBe(true);
  const { sha256 } = await controlOf(dataFolder).served(sceneId, `${sceneId}_VISUAL.tif`);
  expect(hashesBelow(folder).get(join(folder, `${sceneId}_VISUAL.tif`))).toBe(sha256);
  await expectAccessible(page, 'what was unpacked');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // From the library: what is there and whole is only shown.
  await workspace.show('Library');
  await workspace.list.getByRole('option').first().click();
  await workspace.details
    .getByTestId('file-delivery_zip')
    .getByRole('button', { name: /^More actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Unpack' }).click();
  await expect(dialog.getByTestId('unpacked-folder')).toHaveText(folder);
  await page.keyboard.press('Escape');

  // By a rule: what arrives by itself is unpacked by itself, beside what was there.
  const visuals = () =>
    readdirSync(join(dataFolder, 'library'), { encoding: 'utf8', recursive: true })
      .map((path) => basename(path))
      .filter((name) => name.endsWith('_VISUAL.tif'));
  expect(visuals()).toEqual([`${sceneId}_VISUAL.tif`]);
  await downloads.addRule({ name: 'Archives', kinds: ['Delivery archive'], unpack: true });
  await expect.poll(() => visuals().length, { timeout: 60_000 }).toBeGreaterThan(3);
});

test('5,000 files in the queue: only those in view are drawn, the last one is reached and moved', async ({
  open,
  dataFolder,
}) => {
  seedQueue(dataFolder, { connectionId: connectionIdSchema.parse('practice'), contractId: null }, 5_000);
  const { page } = await open({ env: small });
  const downloads = createDownloads(page);
  const { list, rows } = downloads;
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await downloads.open();
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '5000');
  await expect(list.getByRole('button', { name: 'Waiting 5,000' })).toBeVisible();
  expect(await rows.count()).toBeLessThan(40);
  await page.getByRole('list', { name: 'Downloads' }).evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  const last = list.locator('[aria-posinset="5000"]').getByTestId('transfer');
  await expect(last).toBeVisible();
  expect(await rows.count()).toBeLessThan(40);
  const file = await last.getAttribute('data-file');
  await downloads.grip(last).press('Home');
  await page.getByRole('list', { name: 'Downloads' }).evaluate((element) => {
    element.scrollTop = 0;
  });
  await expect(rows.first()).toHaveAttribute('data-file', file ?? '');
});
