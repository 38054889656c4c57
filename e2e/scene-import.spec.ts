import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignItem, putRaster, putText } from '../testing/import-world.ts';
import { walkCatalog } from '../testing/stac/check-catalog.ts';
import { writeTiff } from '../testing/write-tiff.ts';
import { expectAccessible } from './support/accessible.ts';
import { dropFiles } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { mapView, meanColour, pixelOf } from './support/pixels.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };

/** A raster of some size, so that the map has something to draw. */
function putSquare(path: string) {
  const sidePx = 64;
  writeTiff(path, {
    widthPx: sidePx,
    heightPx: sidePx,
    data: new Uint8Array(sidePx * sidePx).fill(180),
    tags: [
      { tag: 33_550, type: 12, values: [1 / sidePx, 1 / sidePx, 0] },
      { tag: 33_922, type: 12, values: [0, 0, 0, 10, 51, 0] },
      { tag: 34_735, type: 3, values: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326] },
    ],
  });
}

test('scenes that came in another way are seen first, imported, drawn, dropped, and taken back', async ({
  open,
  dataFolder,
}) => {
  const library = join(dataFolder, 'library');
  const source = join(dataFolder, 'came from elsewhere');
  mkdirSync(source);
  putSquare(join(source, 'square.tif'));
  putText(join(source, 'square.json'), foreignItem('square', { geometry: null }));
  putText(join(source, 'bad.json'), foreignItem('bad', { assets: { a: { href: '../../secret.tif' } } }));
  writeFileSync(join(source, 'broken.tif'), 'no raster');
  for (const name of ['strip.jp2', 'more.zip', 'IMD.xml', 'order.txt'])
    writeFileSync(join(source, name), name);

  const { page } = await open({ env });
  const workspace = createWorkspace(page);
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Library');
  await page.getByRole('button', { name: 'Import scenes…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import scenes' });
  const path = dialog.getByLabel('Path of a file or folder');
  await expect(path).toBeFocused();
  await expectAccessible(page, 'what can be imported');
  await page.keyboard.type(source);
  await page.keyboard.press('Enter');

  // Nothing is copied before it was seen.
  const state = dialog.getByTestId('scene-import');
  await expect(state).toHaveAttribute('data-state', 'ready');
  await expect(state).toContainText('1 new scene');
  await expect(dialog.getByTestId('import-row')).toHaveCount(7);
  await expect(state).toContainText('leads out of what was selected');
  await expect(state).toContainText('It is not a TIFF');
  // Whoever wipes the drive afterwards knows what stays on it.
  await expect(state).toContainText('Only GeoTIFFs are imported.');
  await expect(state).toContainText('An archive in a folder is not opened.');
  await expect(state).toContainText('stays where it is: IMD.xml, order.txt');
  expect(existsSync(join(library, 'Imported'))).toBe(false);
  await expectAccessible(page, 'what an import found');
  await expect(dialog.getByRole('button', { name: /^Import 1 scene/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(state).toHaveAttribute('data-state', 'done');
  await expect(state).toContainText('1 scene imported');
  await dialog.getByRole('button', { name: 'Show in the library' }).press('Enter');
  await expect(dialog).toBeHidden();

  const list = workspace.list.getByRole('option');
  await expect(list).toHaveCount(1);
  // It came without a thumbnail: the picture is that of its raster.
  const picture = list.locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64);
  await expect(workspace.details).toContainText('Imported from');
  await expect(workspace.details).toContainText('came from elsewhere');
  await expect(page.getByTestId('raster-panel')).toBeVisible();
  await expect(page.getByTestId('map')).toHaveAttribute('data-bands', '0 0 0');
  await expect.poll(() => existsSync(join(library, 'catalog.json'))).toBe(true);
  await expect
    .poll(async () => (await walkCatalog(library)).items.map(({ item }) => item.id))
    .toEqual(['square']);
  expect((await walkCatalog(library)).problems).toEqual([]);

  // Nothing in the file says what its band shows: a person does, and the item of the scene has it.
  await workspace.details.getByRole('button', { name: 'More actions for square.tif' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Name the bands…' }).press('Enter');
  const bands = page.getByRole('dialog', { name: 'Bands of square.tif' });
  await bands.getByRole('combobox', { name: 'Band 1' }).fill('nir');
  await expectAccessible(page, 'naming the bands');
  await bands.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(bands).toBeHidden();
  await expect(workspace.details).toContainText('Raster: nir');
  const item = join(library, 'Imported', 'square', 'stac-item.json');
  await expect.poll(() => readFileSync(item, 'utf8')).toContain('"nir"');
  // The map draws what the panel says by the new name, too.
  const colourOnMap = async () => {
    const view = await mapView(page);
    return meanColour(view.picture, pixelOf(view, [10.5, 50.5]));
  };
  const panel = page.getByTestId('raster-panel');
  const [red, green, blue] = await colourOnMap();
  expect([green, blue]).toEqual([red, red]);
  await panel.getByText('Other…').click();
  await panel.getByRole('combobox', { name: 'Other…' }).click();
  await page.getByRole('option', { name: 'Expression' }).click();
  await panel.getByRole('textbox', { name: 'Expression of bands' }).fill('nir - 180');
  await page.keyboard.press('Enter');
  await expect.poll(async () => new Set(await colourOnMap()).size).toBe(3);

  // The host is not told where a dropped file is, so its bytes are sent.
  const dropped = readFileSync(putRaster(join(dataFolder, 'dropped.tif'), 9));
  await dropFiles(page, { 'dropped.tif': dropped });
  const question = page.getByRole('dialog', { name: 'What are these files for?' });
  await question.getByRole('button', { name: 'Import as scenes' }).press('Enter');
  await dialog.getByRole('button', { name: /^Import 1 scene/ }).press('Enter');
  await expect(state).toContainText('1 scene imported');
  await expect(list).toHaveCount(2);
  expect(readFileSync(join(library, 'Imported/dropped/dropped.tif')).equals(dropped)).toBe(true);

  await dialog.getByRole('button', { name: 'Undo this import' }).press('Enter');
  const undo = page.getByRole('dialog', { name: 'Undo the import?' });
  // The page sent its bytes, so that nobody knows where the original is.
  await expect(undo).toContainText('Nadir does not know whether 1 file');
  await expectAccessible(page, 'the question before an undo');
  await undo.getByRole('button', { name: 'Undo this import' }).press('Enter');
  await expect(state).toHaveAttribute('data-state', 'undone');
  await expect(list).toHaveCount(1);
  await expect.poll(() => readdirSync(join(library, 'Imported'))).toEqual(['square']);
  expect(existsSync(join(library, '.importing'))).toBe(false);
});

test('rows of an import are joined, described, split and taken back by keyboard, and come as they stand there', async ({
  open,
  dataFolder,
}) => {
  const source = join(dataFolder, 'bands');
  mkdirSync(source);
  for (const [n, band] of ['B02', 'B03', 'B04'].entries()) putRaster(join(source, `farm_${band}.tif`), n);
  const { page } = await open({ env });
  const workspace = createWorkspace(page);
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Library');
  await page.getByRole('button', { name: 'Import scenes…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import scenes' });
  await expect(dialog.getByLabel('Path of a file or folder')).toBeFocused();
  await page.keyboard.type(source);
  await page.keyboard.press('Enter');
  const row = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name} ?New scene`) });
  await row('farm_B02').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(dialog).toContainText('3 rows selected');
  await expectAccessible(page, 'selected rows of an import');
  await dialog.getByRole('button', { name: 'Join 3 scenes…' }).press('Enter');
  const joining = page.getByRole('dialog', { name: 'Join 3 rows to one scene' });
  await expect(joining.getByRole('textbox', { name: 'Name' })).toHaveValue('farm');
  await expect(joining.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectAccessible(page, 'joining rows of an import');
  await joining.getByRole('button', { name: 'Join', exact: true }).press('Enter');
  await expect(row('farm')).toContainText('3 files');

  await dialog.getByRole('button', { name: 'Split 1 scene' }).press('Enter');
  await expect(row('farm_B04')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo splitting' }).press('Enter');
  await row('farm').press('Space');
  await dialog.getByRole('button', { name: 'Time and satellite of 1 scene…' }).press('Enter');
  const facts = page.getByRole('dialog', { name: 'When and by what it was acquired' });
  await facts.getByRole('textbox', { name: 'Acquisition time' }).fill('2026-03-05T10:30:00Z');
  await facts.getByRole('textbox', { name: 'Satellite' }).fill('SN9');
  await facts.getByRole('button', { name: 'Enter for 1 scene' }).press('Enter');
  await expect(row('farm')).toContainText('Mar 5, 2026, 10:30 UTC · SN9');
  await dialog.getByRole('button', { name: 'Name the bands of 1 scene…' }).press('Enter');
  const bands = page.getByRole('dialog', { name: 'Bands of 1 selected scene' });
  await bands.getByRole('combobox', { name: 'Rasters' }).click();
  await page.getByRole('option', { name: /farm_B04\.tif$/ }).click();
  await bands.getByRole('combobox', { name: 'Band 1' }).fill('red');
  await expectAccessible(page, 'naming the bands of an import');
  await bands.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.getByRole('button', { name: 'Import 1 scene' }).press('Enter');
  await expect(dialog.getByTestId('scene-import')).toContainText('1 scene imported');

  const folder = join(dataFolder, 'library', 'Imported', 'farm');
  expect(readdirSync(folder).filter((name) => name.endsWith('.tif'))).toEqual([
    'farm_B02.tif',
    'farm_B03.tif',
    'farm_B04.tif',
  ]);
  const item = () => readFileSync(join(folder, 'stac-item.json'), 'utf8');
  await expect.poll(() => existsSync(join(folder, 'stac-item.json'))).toBe(true);
  for (const text of ['"2026-03-05T10:30:00', '"SN9"', '"red"', '"person"']) expect(item()).toContain(text);
});
