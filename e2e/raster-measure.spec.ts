import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expectAccessible } from './support/accessible.ts';
import { copiedBy } from './support/clipboard.ts';
import { controlOf } from './support/control.ts';
import { createKeyboard } from './support/keyboard.ts';
import { createMap } from './support/map.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace, hashesBelow } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 600, seed: 7 }) };

/** What GDAL reads in the pixel under a place, band for band. */
function valuesByGdal(path: string, [longitude = 0, latitude = 0]: readonly number[]): number[] {
  const words = ['-valonly', '-wgs84', path, String(longitude), String(latitude)];
  return execFileSync('gdallocationinfo', words, { encoding: 'utf8' }).trim().split('\n').map(Number);
}

test('by keyboard, with the network cut: a raster is opened, stretched, and read: NDVI, values, a distance, a profile, statistics, spectra', async ({
  open,
  dataFolder,
}) => {
  const { page, context } = await open({ env });
  const keys = await createKeyboard(page);
  const workspace = createWorkspace(page);
  const { map, centre, moved } = createMap(page);
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
  const scene = await workspace.publishedScene();
  const analytic = (await workspace.rasterNames(scene)).find((name) => !/visual/i.test(name)) ?? '';
  await workspace.download(scene, analytic);
  const path =
    [...hashesBelow(join(dataFolder, 'library')).keys()].find((each) => each.endsWith(analytic)) ?? '';
  // From here on the service cannot be reached, and the browser knows no other host than that of the page.
  await controlOf(dataFolder).fault({ match: { path: '*' }, fault: { loseReply: 'before' } });
  const { origin } = new URL(page.url());
  await context.route(
    ({ protocol, hostname, href }) =>
      /^https?:$/.test(protocol) && hostname !== '127.0.0.1' && !href.startsWith(origin),
    (route) => route.abort(),
  );
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);

  /** Runs a command of the palette. */
  async function command(text: string) {
    await keys.press('Control+k');
    await page.getByPlaceholder('Command, place or coordinates').fill(text);
    await expect(page.getByRole('button', { name: text }).first()).toBeVisible();
    await keys.press('Enter');
    await expect(page.getByPlaceholder('Command, place or coordinates')).toBeHidden();
  }

  await test.step('open', async () => {
    await keys.tabTo('button', /^Show Raster: .*on the map$/);
    await keys.press('Enter');
    await expect(map).toHaveAttribute('data-raster', /\d/);
    await expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });
  });

  await test.step('stretch', async () => {
    await keys.press('Shift+F6');
    await keys.expectFocus('application', 'Map');
    await keys.tabTo('button', 'Style of the raster');
    await keys.press('Enter');
    const dark = page.getByRole('slider', { name: 'Dark end' });
    await expect(dark).toBeVisible();
    const before = Number(await dark.getAttribute('aria-valuenow'));
    await keys.tabTo('slider', 'Dark end');
    await keys.press('ArrowRight');
    await expect.poll(async () => Number(await dark.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
    await keys.tabTo('button', 'Style of the raster', 'Shift+Tab');
    await keys.press('Enter');
    await expect(dark).toHaveCount(0);
  });

  await test.step('NDVI', async () => {
    await command('Raster: NDVI');
    await expect(map).toHaveAttribute('data-bands', /^\d \d$/);
  });

  const values = page.getByTestId('pixel-values');
  await test.step('the values at the middle of the map, as GDAL reads them', async () => {
    await map.focus();
    await keys.press('v');
    await expect(values).toBeVisible();
    await moved(() => keys.press('ArrowRight'));
    const due = valuesByGdal(path, await centre());
    expect(due).toHaveLength(4);
    const table = values.getByRole('button', { name: 'Copy as a table' });
    const rows = (await copiedBy(page, () => table.press('Enter')))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split('\t'));
    const [index, ...bands] = rows.map((row) => Number(row[4]));
    expect(bands).toEqual(due);
    const names = rows.map((row) => row[3] ?? '');
    const of = (name: RegExp) => due[names.findIndex((each) => name.test(each)) - 1] ?? Number.NaN;
    const [red, nir] = [of(/red/i), of(/nir/i)];
    expect(index).toBe(Math.fround(Math.fround(nir - red) / Math.fround(nir + red)));
    // The service delivers reflectance × 10,000.
    expect(rows.slice(1).map((row) => Number(row[5]))).toEqual(
      due.map((value) => Math.fround(value / 10_000)),
    );
    await expect(values.getByRole('row').nth(2)).toContainText(
      new Intl.NumberFormat('en').format(due[0] ?? Number.NaN),
    );
  });

  await test.step('a distance, and the profile along it', async () => {
    await map.focus();
    await keys.press('m');
    for (const key of ['ArrowRight', 'ArrowUp']) {
      await keys.press('Enter');
      await moved(() => keys.press(key));
    }
    await keys.press('Enter');
    await expect(page.getByTestId('measured')).toHaveText(/^Total [\d.,]+\s*k?m$/);
    await keys.press('l');
    const profile = page.getByTestId('pixel-profile');
    const plot = profile.getByTestId('pixel-plot');
    await expect(plot).toHaveAttribute('data-samples', /^\d{2,}$/);
    await expect(page.getByTestId('measure-panel')).toHaveCount(0);
    await plot.focus();
    await keys.press('End');
    await expect(plot).toHaveAttribute('aria-valuetext', /^[\d.,]+\s*k?m, NDVI /);
    await expectAccessible(page, 'the profile');
    const table = profile.getByRole('button', { name: 'Copy as a table' });
    const lines = (await copiedBy(page, () => table.press('Enter'))).trim().split('\r\n');
    expect(lines).toHaveLength(Number(await plot.getAttribute('data-samples')) + 1);
    const [, first = ''] = lines;
    const [, , latitude = 0, longitude = 0, , , , ...bands] = first.split('\t').map(Number);
    expect(bands).toEqual(valuesByGdal(path, [longitude, latitude]));
  });

  /** Goes to an option of the open list and takes it. The list marks the chosen option a moment after it has opened. */
  async function pick(name: string) {
    const option = page.getByRole('option', { name });
    await option.waitFor();
    await expect(async () => {
      await keys.press('ArrowDown');
      await expect(option).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 });
    }).toPass();
    await keys.press('Enter');
  }

  await test.step('the statistics of the same outline, of the footprint, and of the whole raster', async () => {
    await map.focus();
    await keys.press('r');
    const area = page.getByTestId('pixel-area');
    await area.getByRole('button', { name: 'Compute' }).press('Enter');
    await expect(area.getByTestId('pixels-in-area')).toHaveText(/^[\d,]+ pixels in the area\.$/);
    await keys.tabTo('combobox', 'Pixels to count', 'Shift+Tab');
    await keys.press('Enter');
    await pick('Footprint of the scene');
    await expect(area.getByRole('combobox', { name: 'Pixels to count' })).toHaveValue(
      'Footprint of the scene',
    );
    await area.getByRole('button', { name: 'Compute' }).press('Enter');
    await expect(area.getByTestId('pixels-in-area')).toHaveText(/^3\d\d,\d{3} pixels in the area\.$/);
    await keys.tabTo('combobox', 'Pixels to count', 'Shift+Tab');
    await keys.press('Enter');
    await pick('Whole raster');
    await area.getByRole('button', { name: 'Compute' }).press('Enter');
    await expect(area.getByTestId('pixels-in-area')).toHaveText(/^360,000 pixels in the area\.$/);
    await map.focus();
    await keys.press('r');
    await expect(area).toHaveCount(0);
  });

  await test.step('the spectra of two points', async () => {
    await command('Spectra of points');
    await keys.expectFocus('application', 'Map');
    const spectra = page.getByTestId('pixel-spectra');
    await keys.press('Enter');
    await moved(() => keys.press('ArrowLeft'));
    await keys.press('Enter');
    await spectra.getByRole('textbox', { name: 'Name of point 1' }).fill('Field');
    await expect(spectra.getByRole('row')).toHaveCount(3);
    await expect(spectra.getByRole('row').nth(1)).toContainText('Field');
    await map.focus();
    await keys.press('Escape');
    await keys.press('Escape');
    await expect(spectra).toHaveCount(0);
  });
});
