import type { Locator } from '@playwright/test';
import { geoTags, writeTiff } from '../testing/write-tiff.ts';
import { controlOf } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };

/** Bands of an unknown sensor over the middle of the picture, and nothing said by "not a number" round them. */
function writeUnnamed(
  path: string,
  place: { geo: { tag: number; type: 12; values: number[] }[]; epsg: number },
) {
  const side = 200;
  const data = new Float32Array(side * side * 4);
  for (let i = 0; i < side * side; i += 1) {
    const [column, row] = [i % side, Math.floor(i / side)];
    const isThere = Math.min(column, row, side - 1 - column, side - 1 - row) > 20;
    const values = [column, row, 400 - column - row, (column * row) % 97];
    for (const [band, value] of values.entries()) data[4 * i + band] = isThere ? value : Number.NaN;
  }
  const names = ['B1', 'B2', 'B3', 'B4'].map(
    (name, i) => `<Item name="DESCRIPTION" sample="${i}" role="description">${name}</Item>`,
  );
  writeTiff(path, {
    widthPx: side,
    heightPx: side,
    samplesPerPixel: 4,
    bitsPerSample: 32,
    sampleFormat: 3,
    data: new Uint8Array(data.buffer),
    tags: [
      ...geoTags(place),
      { tag: 42_112, type: 2, values: `<GDALMetadata>${names.join('')}</GDALMetadata>` },
      { tag: 42_113, type: 2, values: 'nan' },
    ],
  });
}

test('a raster of an unknown sensor is called what it is, its bands are selected by hand; one without a place says so', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env });
  const { page } = nadir;
  const workspace = createWorkspace(page);
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
  const scene = await workspace.publishedScene();
  const sceneId = (await scene.getAttribute('data-scene')) ?? '';
  const [first = '', second = ''] = await workspace.rasterNames(scene);
  const control = controlOf(dataFolder);
  // Where the service's own raster lies.
  const geo = [
    { tag: 33_550, type: 12 as const, values: [4, 4, 0] },
    { tag: 33_922, type: 12 as const, values: [0, 0, 0, 395_470, 5_334_400, 0] },
  ];
  writeUnnamed((await control.served(sceneId, first)).path, { geo, epsg: 32_631 });
  writeTiff((await control.served(sceneId, second)).path, {
    widthPx: 8,
    heightPx: 8,
    data: new Uint8Array(64).fill(99),
  });
  for (const file of [first, second]) await workspace.download(scene, file);

  await workspace.showOnMap(scene, first);
  const panel = page.getByTestId('raster-panel');
  await expect(panel.getByText('True colour')).toHaveCount(0);
  await expect(panel.getByText('First three bands')).toBeVisible();
  const map = page.getByTestId('map');
  await test.step('in a small window most of the map shows pixels while the style is edited', async () => {
    const edgesOf = async (target: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
      return { left: x, right: x + width, top: y, bottom: y + height };
    };
    await page.setViewportSize({ width: 1280, height: 720 });
    const edit = panel.getByRole('button', { name: 'Style of the raster' });
    await edit.click();
    await expect(panel.getByTestId('style-editor')).toBeVisible();
    const [pane, shown] = [await edgesOf(map), await edgesOf(panel)];
    expect(shown.right - pane.left).toBeLessThan((pane.right - pane.left) / 2);
    const maps = page.getByRole('button', { name: 'My maps', exact: true });
    await maps.click();
    await expect(page.getByTestId('own-maps')).toBeVisible();
    expect((await edgesOf(page.getByTestId('own-maps'))).top).toBeGreaterThanOrEqual(
      (await edgesOf(panel)).bottom,
    );
    await maps.click();
    await edit.click();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await panel.getByText('Other…').click();
  await panel.getByLabel('Red band').fill('B5');
  await panel.getByLabel('Red band').press('Enter');
  await expect(
    panel.getByText('Character 1: there is no band “B5”. The bands are: B1, B2, B3, B4.'),
  ).toBeVisible();
  await panel.getByLabel('Red band').fill('B4');
  await panel.getByLabel('Red band').press('Enter');
  await expect(map).toHaveAttribute('data-bands', '3 1 2');
  await expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });

  await scene
    .getByTestId(`file-${second}`)
    .getByRole('button', { name: /on the map$/ })
    .click();
  const own = page.getByTestId('unplaced-raster');
  await expect(own).toBeVisible();
  await expect(panel).toContainText(
    'The file does not say where it lies. It is shown in its own pixels, without a map.',
  );
  await expect(panel.getByText('True colour')).toHaveCount(0);
  await expect(own).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });
  // Nothing that speaks of the map stays.
  await expect(page.getByText(/^Centre:/)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0);
  // Its pixels are grey and not the ground of the pane.
  const seen = await own
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      return [...(canvas.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data ?? [])];
    });
  expect(seen).toEqual([99, 99, 99, 255]);
  await panel.getByRole('button', { name: 'Hide the raster' }).click();
  await expect(own).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();

  await workspace.showOnMap(scene, first);
  await panel.getByText('Other…').click();
  await panel.getByRole('combobox', { name: 'Other…' }).click();
  await page.getByRole('option', { name: 'Expression' }).click();
  await panel.getByLabel('Expression of bands').fill('(B4 - B1) / (B4 + B1)');
  await panel.getByLabel('Expression of bands').press('Enter');
  await expect(map).toHaveAttribute('data-bands', '3 0');
  await panel.getByRole('button', { name: 'Style of the raster' }).click();
  await panel.getByLabel('Save as').fill('Unknown index');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('Saved style')).toHaveValue('Unknown index');
  await nadir.close();

  const again = await open({ env });
  const next = again.page.getByTestId('raster-panel');
  await expect(next.getByLabel('Expression of bands')).toHaveValue('(B4 - B1) / (B4 + B1)');
  await next.getByText('First three bands').click();
  await expect(again.page.getByTestId('map')).toHaveAttribute('data-bands', '0 1 2');
  await next.getByRole('button', { name: 'Style of the raster' }).click();
  await next.getByRole('combobox', { name: 'Saved style' }).click();
  await again.page.getByRole('option', { name: 'Unknown index' }).click();
  await expect(again.page.getByTestId('map')).toHaveAttribute('data-bands', '3 0');
});
