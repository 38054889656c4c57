import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import jsQr from 'jsqr';
import { PNG } from 'pngjs';
import { readByOgr } from '../testing/read-by-ogr.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { createWorkspace, hashesBelow } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
const contract = 'Coastal Watch 2026';
const drafts = 'name,lat,lon\nQuay =7,48.27,1.63\nOuarville,48.35,-1.78\n"Voves, east",48.3000001,1.7';

/** Opens the dialog of a list by its menu. */
async function openFromMenu(page: Page, list: string, item: string) {
  await page.getByRole('button', { name: `More actions for ${list}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const formats = [
  { name: 'GeoJSON', path: (file: string) => file, layer: 'Outbox' },
  { name: 'KML', path: (file: string) => file, layer: 'Export test' },
  { name: 'GPX', path: (file: string) => file, layer: 'waypoints' },
  { name: 'CSV', path: (file: string) => file, layer: 'outbox', words: ['-oo', 'GEOM_POSSIBLE_NAMES=wkt'] },
  { name: 'Shapefile', path: (file: string) => `/vsizip/${file}`, layer: 'outbox_points' },
  { name: 'GeoPackage', path: (file: string) => file, layer: 'outbox_points' },
];

test('three drafts leave as files that GDAL opens, and as a field sheet whose codes can be read', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env: calm });
  const workspace = createWorkspace(page);
  const outbox = createOutboxPage(page);
  const folder = join(dataFolder, 'exported');
  mkdirSync(folder);

  await test.step('three drafts', async () => {
    await workspace.chooseContract(contract);
    await workspace.show('Plan');
    await workspace.form.getByLabel('Project').fill('Export test');
    await workspace.form.getByRole('combobox', { name: /^Product/ }).click();
    await page.getByRole('option').first().click();
    await workspace.form.getByRole('combobox', { name: /^Client/ }).click();
    await page.getByRole('option').first().click();
    // The columns have names, so nothing is asked.
    await outbox.addPoints(drafts, 3, contract, { isAsked: false });
    await workspace.shown('Outbox');
    await expect(outbox.rows).toHaveCount(3);
  });

  await test.step('each format', async () => {
    await openFromMenu(page, 'Outbox', 'Export…');
    const dialog = page.getByRole('dialog', { name: 'Export: Outbox' });
    await expectAccessible(page, 'export of the outbox');
    for (const { name, path, layer, words = [] } of formats) {
      await dialog.getByRole('radio', { name, exact: true }).check();
      const saved = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Export 3 rows' }).click();
      const download = await saved;
      const file = join(folder, download.suggestedFilename());
      await download.saveAs(file);
      await expect(dialog.getByRole('status')).toContainText('3 rows saved as outbox.');
      const told = execFileSync('ogrinfo', ['-ro', '-al', ...words, path(file), layer], { encoding: 'utf8' });
      expect(told, name).toMatch(name === 'CSV' ? /Quay '?=7/ : /Quay =7/);
      expect(told, name).toMatch(/POINT \(1\.63 48\.27\)/);
      expect(told, name).toMatch(/POINT \(-1\.78 48\.35\)/);
      expect(told, name).toMatch(/POINT \(1\.7 48\.3000001\)/);
      expect(told, name).toContain('Feature Count: 3');
    }
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('the field sheet', async () => {
    await page.keyboard.press('Control+p');
    const sheet = page.getByTestId('field-sheet');
    await expect(sheet.getByTestId('sheet-place')).toHaveCount(3);
    await expect(sheet.getByTestId('sheet-map')).toHaveAttribute('data-rendered', 'true');
    // What could not be drawn is said in its place.
    await expect(sheet.getByText('Natural Earth · GeoNames')).toBeVisible();
    await page.getByLabel('Prepared by').fill('Field team 2');
    await expect(sheet).toContainText('Field team 2 ·');
    await expect(sheet).toContainText('Ouarville');
    await expect(sheet).toContainText('48.35000, -1.78000');
    await expect(sheet).toContainText('48°21′00.0″N 001°46′48.0″W');
    await expectAccessible(page, 'field sheet');
    const code = sheet.getByRole('img', { name: /^QR code/ }).nth(1);
    const { data, width, height } = PNG.sync.read(await code.screenshot({ scale: 'css' }));
    // Its types are those of a CommonJS module.
    const read = jsQr.default(new Uint8ClampedArray(data), width, height);
    expect(read?.data).toBe('geo:48.35,-1.78');
  });

  await test.step('on paper there is the sheet and nothing else', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByTestId('sheet-place').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print…' })).toBeHidden();
    await expect(page.locator('[data-pane="list"]')).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('field-sheet')).toHaveCount(0);
    await expect(outbox.rows).toHaveCount(3);
  });
  expect(readFileSync(join(folder, 'outbox.csv'), 'utf8').charCodeAt(0)).toBe(0xfeff);
});

/** Exports the list on the screen by keyboard, in the format that is focused by its name, and returns the saved file. */
async function exportByKeys(
  page: Page,
  { list, format, folder }: Record<'list' | 'format' | 'folder', string>,
) {
  await page.keyboard.press('Control+Shift+E');
  const dialog = page.getByRole('dialog', { name: `Export: ${list}` });
  await dialog.getByRole('radio', { name: format, exact: true }).focus();
  await page.keyboard.press('Space');
  await expectAccessible(page, `export: ${list}`);
  await dialog.getByRole('button', { name: /^Export \d/ }).focus();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await saved;
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  await expect(dialog.getByRole('status')).toContainText('The file contains all values of these rows.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return path;
}

/** The vertices of an area in one order, because rings of two files begin and run as they like. */
const verticesOf = (coordinates: unknown): string[] =>
  [...JSON.stringify(coordinates).matchAll(/\[(-?[\d.]+),(-?[\d.]+)/g)]
    .map(([, x, y]) => `${Number(x).toFixed(7)} ${Number(y).toFixed(7)}`)
    .sort();

test('tasks and footprints leave by keyboard, with the places that the service has', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env: calm });
  const workspace = createWorkspace(page);
  const { list, details } = workspace;
  const folder = join(dataFolder, 'exported');
  mkdirSync(folder);
  await workspace.chooseContract('Agriculture Monitoring');

  await test.step('tasks', async () => {
    await expect(list.getByRole('option', { name: /Mendoza/ })).toBeVisible();
    const rows = await list.getByRole('option').count();
    const path = await exportByKeys(page, { list: 'Tasks', format: 'GeoPackage', folder });
    const { features, complaints } = await readByOgr(path, 'tasks_points');
    expect(complaints).toBe('');
    expect(features).toHaveLength(rows);
    const mendoza = features.find(({ properties }) => String(properties.name).includes('Mendoza'));
    expect(mendoza?.geometry?.type).toBe('Point');
    expect(mendoza?.properties.task_id).toEqual(expect.any(Number));
  });

  await test.step('the footprint of a downloaded scene', async () => {
    await list.getByRole('option', { name: /Mendoza/ }).click();
    const scene = details.getByTestId('scene').first();
    await workspace.download(scene, 'footprint');
    await workspace.show('Library');
    await expect(list.getByRole('option')).toHaveCount(1);
    const path = await exportByKeys(page, { list: 'Library', format: 'Shapefile', folder });
    const { features } = await readByOgr(`/vsizip/${path}`, 'footprints_areas');
    const kml = [...hashesBelow(dataFolder).keys()].find((file) => file.endsWith('.kml')) ?? '';
    const outline = /<coordinates>([^<]+)/.exec(readFileSync(kml, 'utf8'))?.[1] ?? '';
    const expected = outline
      .trim()
      .split(/\s+/)
      .map((text) => text.split(',').map(Number));
    expect(features).toHaveLength(1);
    expect(verticesOf(features[0]?.geometry?.coordinates)).toEqual(verticesOf(expected));
  });
});
