import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { geoTags, writeTiff } from '../testing/write-tiff.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/nadir.ts';
import { writeLibrary } from './support/review-library.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 300, seed: 7 }) };
const bands = 8;

/** Gives one scene a raster of eight bands, and another one a file that is none. */
function writeRasters(library: string) {
  const geo = [
    { tag: 33_550, type: 12 as const, values: [10, 10, 0] },
    { tag: 33_922, type: 12 as const, values: [0, 0, 0, 500_000, 5_000_000, 0] },
  ];
  writeTiff(join(library, 'Coast/S5/S5.tif'), {
    widthPx: 200,
    heightPx: 200,
    samplesPerPixel: bands,
    data: Uint8Array.from({ length: 40_000 * bands }, (_, i) => (i * 7) % 251),
    tags: geoTags({ geo, epsg: 32_631 }),
  });
  writeFileSync(join(library, 'Coast/S4/S4.tif'), 'this is no picture at all'.repeat(1_000));
}

async function heightOf(target: Locator): Promise<number> {
  const box = await target.boundingBox();
  if (!box) throw new Error('not on the page');
  return box.height;
}

test('in a small window the values of a raster and its error leave the map in view; table and queue tell the scene on the screen', async ({
  open,
  dataFolder,
}) => {
  const library = join(dataFolder, 'library');
  writeLibrary(library, 5);
  writeRasters(library);
  const { page } = await open({ env });
  const { list, details, map, show, chooseContract } = createWorkspace(page);
  await page.setViewportSize({ width: 960, height: 720 });
  await chooseContract('Agriculture Monitoring');
  await show('Library');
  const sceneOf = (n: number) => list.getByRole('option', { name: `Mar ${n},` });

  await test.step('all bands are in the panel of the values', async () => {
    await sceneOf(5).click();
    await details.getByRole('button', { name: /on the map/ }).click();
    await expect(map).toHaveAttribute('data-rendered', 'true');
    await map.focus();
    await page.keyboard.press('v');
    const values = page.getByTestId('pixel-values');
    const last = values.getByRole('cell', { name: `band ${bands}` });
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(page.getByTestId('raster-caption')).toBeInViewport({ ratio: 1 });
    await map.focus();
    await page.keyboard.press('v');
    await expect(values).toHaveCount(0);
  });

  await test.step('a raster that cannot be drawn says so in a third of the map', async () => {
    await sceneOf(4).click();
    const error = page.getByTestId('raster-error');
    await expect(error).toBeVisible();
    const panel = page.getByTestId('raster-panel');
    expect(await heightOf(panel)).toBeLessThan((await heightOf(map)) / 3);
    await expectAccessible(page, 'a raster that cannot be drawn');
    await error.getByRole('button', { name: 'Details' }).press('Enter');
    await expect(error).toContainText('Connect the drive');
    await panel.getByRole('button', { name: 'Hide the raster' }).press('Enter');
  });

  await test.step('the table marks the row whose details are open', async () => {
    await list.getByRole('button', { name: 'Table with all columns' }).press('Enter');
    const table = page.getByRole('grid', { name: 'Table: Library' });
    const marked = table.locator('[role="row"][aria-current="true"]');
    await expect(marked).toContainText('S4');
    await expectAccessible(page, 'a table with a marked row');
    await sceneOf(3).click();
    await expect(marked).toContainText('S3');
    await list.getByRole('button', { name: 'Table with all columns' }).press('Enter');
  });

  await test.step('a scene outside of the queue is said to be that, and one key leads back', async () => {
    const search = list.getByRole('textbox', { name: 'Search scenes' });
    await search.fill('S2');
    await expect(list.getByRole('option')).toHaveCount(1);
    await page.getByRole('button', { name: 'Review…' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Review the listed scenes' }).press('Enter');
    const status = details.getByTestId('review-queue').getByRole('status');
    await expect(status).toHaveText('Scene 1 of 1 · 1 left');
    await search.fill('');
    await sceneOf(3).click();
    await expect(status).toHaveText('This scene is not in the queue');
    await expectAccessible(page, 'a scene outside of the queue');
    await details.getByRole('button', { name: 'Back to scene 1 of 1' }).press('Enter');
    await expect(status).toHaveText('Scene 1 of 1 · 1 left');
    await expect(details.getByRole('heading', { name: 'S2', exact: true })).toBeVisible();
  });
});
