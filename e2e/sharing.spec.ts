import { readFileSync } from 'node:fs';
import { walkCatalog } from '../testing/stac/check-catalog.ts';
import { expectAccessible } from './support/accessible.ts';
import { copiedBy } from './support/clipboard.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };

test('scenes are handed on, and another program reads the library while the user wants it and not a moment longer', async ({
  open,
}) => {
  const { page } = await open({ env });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = createWorkspace(page);
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
  const scene = await workspace.publishedScene();
  const sceneId = (await scene.getAttribute('data-scene')) ?? '';
  const [raster = ''] = await workspace.rasterNames(scene);
  await workspace.download(scene, raster);

  // What is written for somebody else can be read by any program that knows STAC, or opened in QGIS.
  await workspace.show('Library');
  await page.getByRole('button', { name: 'Share scenes…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share scenes' });
  await expect(dialog.getByTestId('hand-on-count')).toHaveText('1 scene of the list');
  await expectAccessible(page, 'hand on scenes');
  await dialog.getByLabel('Name').fill('For the field');
  await dialog.getByRole('button', { name: 'Write' }).press('Enter');
  await expect(dialog).toContainText('1 scene was written.');
  const folder = (await dialog.getByTestId('written-path').textContent()) ?? '';
  const handedOn = await walkCatalog(folder);
  expect([handedOn.items.map(({ item }) => item.id), handedOn.problems]).toEqual([[sceneId], []]);
  await dialog.getByLabel('QGIS layer file (.qlr)').press('Space');
  await dialog.getByRole('button', { name: 'Write' }).press('Enter');
  await expect(dialog.getByTestId('written-path')).toContainText('For the field.qlr');
  expect(readFileSync(`${folder}.qlr`, 'utf8')).toContain(`${raster}</datasource>`);
  await page.keyboard.press('Escape');

  await workspace.show('Settings');
  await page.getByRole('tab', { name: 'Library' }).press('Enter');
  const section = page.getByRole('region', { name: 'Other programs' });
  await expect(section.getByRole('status')).toHaveText('Off: no other program can read the library.');
  await section.getByRole('switch', { name: 'Let other programs read the library' }).press('Space');
  await expect(section.getByRole('status')).toContainText(
    'On: other programs find the library at http://127.0.0.1:',
  );
  await expectAccessible(page, 'other programs');
  const copied = async (name: string) => {
    const button = section.getByRole('button', { name: `Copy the address: ${name}`, exact: true });
    const text = await copiedBy(page, () => button.press('Enter'));
    await expect(page.getByText('Address copied with its key').last()).toBeVisible();
    return text;
  };
  const address = await copied('STAC API');
  const found = await (await fetch(`${address}search?ids=${sceneId}`)).text();
  expect(found).toContain(`"id":"${sceneId}"`);
  const [, asset = ''] = new RegExp(`"href":"(${address}assets/[^"]+)"`).exec(found) ?? [];
  const bytes = Buffer.from(await (await fetch(asset, { headers: { range: 'bytes=0-1' } })).arrayBuffer());
  expect(['II', 'MM']).toContain(bytes.toString('latin1'));
  const [, tiles = ''] = /"nadir:tiles":"([^"]+)"/.exec(found) ?? [];
  const tile = await fetch(tiles.replace('{z}/{x}/{y}', '0/0/0'));
  expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(await (await fetch(await copied('Tiles (WMTS)'))).text()).toContain(sceneId);
  expect((await fetch(new URL('/', address))).status).toBe(401);

  await section.getByRole('button', { name: 'New key' }).press('Enter');
  await expect(page.getByText('New key. Copy the addresses again.')).toBeVisible();
  expect((await fetch(address)).status).toBe(401);
  await section.getByRole('switch').press('Space');
  await expect(section.getByRole('status')).toHaveText('Off: no other program can read the library.');
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});
