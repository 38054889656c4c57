import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expectAccessible } from './support/accessible.ts';
import { copiedBy } from './support/clipboard.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const practice = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };

/** Puts a program in the place of the desktop's own, which writes down what it is to open. */
function fakeDesktop(folder: string) {
  mkdirSync(folder);
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${opened}'\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  return {
    env: { PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':99' },
    opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []),
  };
}

const gdal = (program: string, words: readonly string[]) =>
  execFileSync(program, words, { encoding: 'utf8' });

test('what a raster shows is taken away: a picture, its place, a crop with its values, a layer of QGIS, its path', async ({
  open,
  dataFolder,
}) => {
  const desktop = fakeDesktop(join(dataFolder, 'desktop'));
  const nadir = await open({ env: { ...practice, ...desktop.env }, loopback: true });
  const { page, context } = nadir;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = createWorkspace(page);
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
  const scene = await workspace.publishedScene();
  const [, raster = ''] = await workspace.rasterNames(scene);
  await workspace.download(scene, raster);
  await workspace.showOnMap(scene, raster);
  const map = page.getByTestId('map');
  await expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });
  const panel = page.getByTestId('raster-panel');

  // The picture, by keyboard.
  await map.focus();
  await page.keyboard.press('Control+Shift+S');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('picture-preview')).toBeVisible();
  await expectAccessible(page, 'dialog of the view');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const png = PNG.sync.read(readFileSync(await saved.path()));
  const size = await map.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight] as const);
  expect(png.width).toBe(size[0]);
  expect(png.height).toBeGreaterThan(size[1] + 60);

  // The same in its place, at twice the scale and without the map below.
  await page.keyboard.press('Control+Shift+S');
  await dialog.getByRole('radio', { name: 'Georeferenced picture (GeoTIFF)' }).check();
  await dialog.getByText('2×').click();
  await dialog.getByRole('checkbox', { name: 'Show the basemap below the raster' }).uncheck();
  const [placed] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ]);
  const view = join(dataFolder, 'view.tif');
  await placed.saveAs(view);
  const info = JSON.parse(gdal('gdalinfo', ['-json', view]));
  expect(info.size).toEqual([2 * size[0], 2 * size[1]]);
  const [west = 0, , , north = 0] = ((await map.getAttribute('data-extent')) ?? '').split(' ').map(Number);
  expect(info.geoTransform[0]).toBeCloseTo(west, 3);
  expect(info.geoTransform[3]).toBeCloseTo(north, 3);

  // The crop, from the palette.
  await page.keyboard.press('Control+K');
  await page.keyboard.type('crop');
  await page
    .getByRole('option', { name: 'Crop…' })
    .or(page.getByRole('button', { name: 'Crop…' }))
    .first()
    .click();
  await expect(dialog.getByTestId('crop-size')).toContainText('pixels');
  await dialog.getByRole('radio', { name: 'The whole raster' }).check();
  await dialog.getByRole('button', { name: 'Write the crop' }).click();
  const crop = (await dialog.getByTestId('written-path').textContent()) ?? '';
  await page.keyboard.press('Escape');

  // The path of the file itself.
  await panel.getByRole('button', { name: 'Export the raster' }).click();
  const original = await copiedBy(page, () => page.getByRole('menuitem', { name: 'Copy path' }).click());
  await expect(page.getByText('Path copied')).toBeVisible();
  expect(existsSync(original)).toBe(true);
  const checksums = (path: string) =>
    gdal('gdalinfo', ['-checksum', path]).match(/Checksum=\d+|^Origin.*|^Pixel Size.*/gm);
  expect(checksums(crop)).toEqual(checksums(original));
  // A view of all pixels shows the raster where GDAL says that it lies.
  const { wgs84Extent } = JSON.parse(gdal('gdalinfo', ['-json', original]));
  const ring: [number, number][] = wgs84Extent.coordinates[0];
  const middle = [0, 1].map(
    (axis) => ring.slice(0, 4).reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / 4,
  );
  const at = gdal('gdallocationinfo', ['-valonly', '-wgs84', view, String(middle[0]), String(middle[1])]);
  expect(at.trim().split(/\s+/)[3]).toBe('255');

  // NDVI in QGIS.
  await panel.getByText('NDVI').click();
  await expect(panel.getByTestId('raster-legend')).toBeVisible();
  await panel.getByRole('button', { name: 'Export the raster' }).click();
  await page.getByRole('menuitem', { name: 'Open in QGIS…' }).click();
  await dialog.getByRole('button', { name: 'Open in QGIS' }).click();
  const layer = (await dialog.getByTestId('written-path').textContent()) ?? '';
  await expect.poll(() => desktop.opened()).toEqual([layer]);
  expect(readFileSync(layer, 'utf8')).toContain('providerKey="virtualraster"');
  await page.keyboard.press('Escape');

  // Dragged out, a browser gives the address of the file on this computer, and the bytes are those of the file.
  const address = await panel.getByText(raster).evaluate((name) => {
    const data = new DataTransfer();
    name.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: data }));
    return data.getData('DownloadURL');
  });
  expect(address).toContain(`image/tiff:${raster}:http://127.0.0.1:`);
  const bytes = await page.evaluate(
    async (url) => (await (await fetch(url)).arrayBuffer()).byteLength,
    address.slice(address.indexOf('http://')),
  );
  expect(bytes).toBe(readFileSync(original).length);
});
