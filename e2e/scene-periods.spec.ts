import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignItem, putRaster, putText } from '../testing/import-world.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };

test('scenes of which a day, a month or a year is known show it, are sorted and found by it, and leave with it', async ({
  open,
  dataFolder,
}) => {
  const source = join(dataFolder, 'drive');
  mkdirSync(source);
  putRaster(join(source, 'dem_20250712.tif'), 1);
  putRaster(join(source, 'mosaic.tif'), 2);
  putText(
    join(source, 'mosaic.json'),
    foreignItem('mosaic', {
      geometry: null,
      properties: {
        datetime: null,
        start_datetime: '2025-03-01T00:00:00Z',
        end_datetime: '2025-03-31T23:59:59Z',
      },
    }),
  );
  putRaster(join(source, 'pass_20250601T095000Z.tif'), 3);
  putRaster(join(source, 'nothing.tif'), 4);
  putRaster(join(source, 'survey.tif'), 5);

  const { page } = await open({ env });
  const workspace = createWorkspace(page);
  const { list } = workspace;
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Library');
  await page.getByRole('button', { name: 'Import scenes…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import scenes' });
  await expect(dialog.getByLabel('Path of a file or folder')).toBeFocused();
  await page.keyboard.type(source);
  await page.keyboard.press('Enter');
  await expect(dialog.getByTestId('scene-import')).toHaveAttribute('data-state', 'ready');
  await dialog.getByRole('button', { name: /^Import 5 scenes/ }).press('Enter');
  await expect(dialog.getByTestId('scene-import')).toHaveAttribute('data-state', 'done');
  await dialog.getByRole('button', { name: 'Show in the library' }).press('Enter');
  await expect(dialog).toBeHidden();

  const rows = list.getByRole('option');
  await expect(rows).toHaveCount(5);

  await test.step('a year that a person types', async () => {
    await rows.filter({ hasText: 'survey' }).click();
    await workspace.details.getByRole('button', { name: 'Time and satellite…' }).press('Enter');
    const facts = page.getByRole('dialog', { name: 'When and by what it was acquired' });
    await facts.getByLabel('Acquisition time').fill('2019');
    await facts.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(facts).toBeHidden();
    await expect(workspace.details).toContainText('Acquisition time2019');
    await workspace.details.getByRole('button', { name: 'Time and satellite…' }).press('Enter');
    await expect(facts.getByLabel('Acquisition time')).toHaveValue('2019');
    await page.keyboard.press('Escape');
  });

  await test.step('rows and their order', async () => {
    await expect(rows).toContainText([
      /dem_20250712.*Jul 12, 2025(?!,)/,
      /pass.*Jun 1, 2025, 09:50 UTC/,
      /mosaic.*Mar 2025/,
      /survey.*2019/,
      /nothing.*—/,
    ]);
  });

  await test.step('the filter by time', async () => {
    await list.getByRole('button', { name: 'Filters' }).press('Enter');
    await expect(list).toContainText('1 scene has no time.');
    const first = list.getByRole('slider', { name: 'First day of the scenes' });
    const filters = list.getByRole('list', { name: 'Active filters' });
    // From January 2019 to the month of the interval, which meets it.
    for (let n = 0; n < 74; n += 1) await first.press('ArrowRight');
    await expect(filters).toContainText('Since Mar 1, 2025');
    await expect(rows).toHaveCount(3);
    await filters.getByRole('button').first().press('Enter');
    await expect(rows).toHaveCount(5);
    await list.getByRole('button', { name: 'Filters' }).press('Enter');
  });

  await test.step('the table, and a file', async () => {
    await list.getByRole('button', { name: 'Table with all columns' }).press('Enter');
    const table = page.getByRole('grid', { name: 'Table: Library' });
    await expect(table).toContainText('Mar 2025');
    await expect(table.getByRole('columnheader', { name: 'Acquired from' })).toBeVisible();
    await list.getByRole('button', { name: 'Table with all columns' }).press('Enter');
    await page.getByRole('button', { name: 'More actions for Library' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
    const exporting = page.getByRole('dialog', { name: 'Export: Library' });
    await exporting.getByRole('radio', { name: 'CSV', exact: true }).check();
    const saved = page.waitForEvent('download');
    await exporting.getByRole('button', { name: 'Export 5 rows' }).press('Enter');
    const path = join(dataFolder, 'list.csv');
    await (await saved).saveAs(path);
    const lines = readFileSync(path, 'utf8').split('\r\n');
    expect(lines.find((line) => line.includes('dem_20250712'))).toContain(
      '2025-07-12T00:00:00.000Z,2025-07-12T23:59:59.999Z',
    );
  });
});
