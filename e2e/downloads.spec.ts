import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { controlOf } from './support/control.ts';
import { expect, type OpenNadir, test } from './support/nadir.ts';
import { createWorkspace, hashesBelow } from './support/workspace.ts';

const contract = 'Agriculture Monitoring';
/** Scenes of the size that the service really delivers: some 300 MB of analytic pixels. */
const large = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 6_500, seed: 7 }) };
const small = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 1_500, seed: 7 }) };

function downloadsOf(page: Page) {
  const list = page.locator('[data-pane="list"]');
  const rows = list.getByTestId('transfer');
  return {
    list,
    rows,
    names: () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-file'))),
    tab: (name: string) => list.getByRole('tab', { name }).click(),
    /** The share of the file that the screen shows, 0 to 100. */
    percent: async (index = 0) =>
      Number(await rows.nth(index).getByRole('progressbar').getAttribute('aria-valuenow')),
    limit: async (name: string) => {
      await list.getByTestId('limit').click();
      await page.getByRole('menuitemradio', { name }).click();
    },
  };
}

async function begin(nadir: OpenNadir) {
  const workspace = createWorkspace(nadir.page);
  await workspace.chooseContract(contract);
  return { workspace, downloads: downloadsOf(nadir.page) };
}

/** Makes a rule by the form; what is published already is fetched too. */
async function addRule(page: Page, { name, kinds }: { name: string; kinds: string[] }) {
  const downloads = downloadsOf(page);
  await createWorkspace(page).show('Downloads');
  await downloads.tab('Rules');
  await downloads.list.getByRole('button', { name: 'Add a rule' }).click();
  const form = page.getByRole('form', { name: 'Rule' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Delivery archive', { exact: true }).uncheck();
  for (const kind of kinds) await form.getByLabel(kind, { exact: true }).check();
  await form.getByLabel('Also captures that are published already').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('a large raster: Nadir quits in the middle, starts again, goes on from there and ends verified', async ({
  open,
  dataFolder,
}) => {
  test.setTimeout(240_000);
  const first = await open({ env: large });
  const { workspace, downloads } = await begin(first);
  const control = controlOf(dataFolder);
  await workspace.show('Tasks');
  // One that has been published: its name is in the practice world.
  await workspace.list
    .getByRole('option')
    .filter({ hasText: /published/ })
    .first()
    .click();
  const scene = await workspace.publishedScene();
  const sceneId = (await scene.getAttribute('data-scene')) ?? '';
  const raster = (await workspace.rasterNames(scene)).find((name) => !/visual/i.test(name)) ?? '';
  await control.fault({ match: { path: '/raster/' }, fault: { bytesPerSecond: 12_000_000 } });
  await scene
    .getByTestId(`file-${raster}`)
    .getByRole('button', { name: /^Download/ })
    .click();
  await workspace.show('Downloads');
  const row = downloads.rows.filter({ hasText: raster.slice(-18) });
  const shown = async () => Number(await row.getByRole('progressbar').getAttribute('aria-valuenow'));
  await expect.poll(shown, { timeout: 90_000 }).toBeGreaterThan(30);
  await first.close();

  const again = await open({ env: large });
  const after = downloadsOf(again.page);
  await createWorkspace(again.page).show('Downloads');
  const fresh = controlOf(dataFolder);
  await expect(after.rows.first()).toBeVisible();
  expect(await after.percent()).toBeGreaterThan(20);
  await expect(after.rows).toHaveCount(0, { timeout: 120_000 });
  await after.tab('Done');
  const done = after.list.getByTestId('done').filter({ hasText: raster.slice(-18) });
  await expect(done).toContainText('SHA-256');
  const served = await fresh.served(sceneId, raster);
  expect(served.sizeBytes).toBeGreaterThan(250_000_000);
  const found = [...hashesBelow(join(dataFolder, 'library'))].find(([path]) => path.endsWith(`/${raster}`));
  expect(found?.[1]).toBe(served.sha256);
  // Only what was missing came in the second session: the practice service starts its count anew with it.
  const bytes = (await fresh.received())
    .filter(({ address }) => address.includes('/raster/'))
    .reduce((sum, entry) => sum + entry.bytes, 0);
  expect(bytes).toBeLessThan(0.8 * served.sizeBytes);
});

test('pause, resume, order, limit', async ({ open, dataFolder }) => {
  const nadir = await open({ env: small });
  const { downloads } = await begin(nadir);
  const { page } = nadir;
  await controlOf(dataFolder).fault({ match: { path: '/raster/' }, fault: { bytesPerSecond: 200_000 } });
  await addRule(page, { name: 'All rasters', kinds: ['All rasters'] });
  await downloads.tab('Line');
  await expect(downloads.list.getByTestId('batch')).toContainText(/ of \d+ files/);
  await expect.poll(() => downloads.rows.count()).toBeGreaterThan(6);
  await expect(downloads.rows.first()).toHaveAttribute('data-state', 'running');
  await expectNoViolations(page);

  await downloads.rows
    .first()
    .getByRole('button', { name: /^Pause/ })
    .click();
  await expect(downloads.rows.first()).toHaveAttribute('data-state', 'paused');
  await downloads.list.getByRole('button', { name: /^Pause all/ }).click();
  await expect(downloads.list.locator('[data-state="running"][data-testid="transfer"]')).toHaveCount(0);

  // By keys, by the menu, by the pointer.
  const before = await downloads.names();
  await downloads.rows.nth(3).getByRole('button', { name: /^Move/ }).press('ArrowUp');
  const [a, b, c, d, ...rest] = before;
  await expect.poll(downloads.names).toEqual([a, b, d, c, ...rest]);
  await downloads.rows.nth(4).getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'To the top' }).click();
  await expect.poll(async () => (await downloads.names())[0]).toBe(rest[0]);
  const dragged = (await downloads.names())[5];
  const grip = downloads.rows.nth(5).getByRole('button', { name: /^Move/ });
  const target = await downloads.rows.nth(1).boundingBox();
  await grip.hover();
  await page.mouse.down();
  await page.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + 4, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await downloads.names())[1]).toBe(dragged);

  await downloads.limit('500 kB/s at most');
  await expect(downloads.list.getByTestId('limit')).toContainText('500 kB/s');
  await downloads.list.getByRole('button', { name: /^Resume all/ }).click();
  await expect(downloads.rows.first()).toHaveAttribute('data-state', 'running');
  await expect(page.getByTestId('tray')).toContainText('/s', { timeout: 15_000 });

  await page.getByTestId('tray').click();
  const tray = page.getByRole('dialog', { name: 'Downloads now' });
  await expect(tray.getByTestId('tray-row').first()).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(tray).toBeHidden();

  await controlOf(dataFolder).clearFaults();
  await downloads.limit('No limit');
  await expect(downloads.rows).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByTestId('tray')).toContainText('No downloads');
});

test('a rule fetches by itself what is published, shows it and can be undone', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env: small });
  const { workspace, downloads } = await begin(nadir);
  const { page } = nadir;
  await addRule(page, { name: 'Looks', kinds: ['Preview'] });
  const card = downloads.list.getByTestId('rule').filter({ hasText: 'Looks' });
  await expect(card.getByTestId('rule-facts')).toContainText(/^[1-9]\d* files, [\d.]+ [MkG]?B/, {
    timeout: 30_000,
  });
  await card.getByRole('button', { name: /^History/ }).click();
  const files = downloads.list.getByTestId('rule-file');
  await expect(files.first()).toHaveAttribute('data-state', 'fetched', { timeout: 30_000 });
  await expectNoViolations(page);
  const before = await files.count();
  const previews = () =>
    [...hashesBelow(join(dataFolder, 'library'))].filter(([path]) => path.endsWith('_preview.png')).length;
  await expect.poll(previews).toBe(before);
  await files.first().getByRole('button', { name: /^Undo/ }).click();
  await expect(files.first()).toHaveAttribute('data-state', 'undone');
  expect(previews()).toBe(before - 1);

  // A new task, its capture published while nobody looks.
  await workspace.submit(
    { name: 'By itself', project: 'Rules', place: '28.6872, -13.8405', product: /Multispectral 70cm/ },
    contract,
  );
  await workspace.publishedScene();
  await expect.poll(previews, { timeout: 60_000 }).toBeGreaterThanOrEqual(before);
});
