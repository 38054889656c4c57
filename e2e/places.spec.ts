import { expectAccessible } from './support/accessible.ts';
import { createImportDialog } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { clickMap } from './support/order-form.ts';
import { createPlacesPage } from './support/places.ts';
import { createWorkspace } from './support/workspace.ts';

const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };

test('places: drawn, typed, pasted, undone, and there after the program was killed', async ({ open }) => {
  const first = await open({ env: calm, loopback: true });
  const { page, context } = first;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { map, details, chooseContract } = createWorkspace(page);
  await chooseContract('Coastal Watch 2026');
  const places = createPlacesPage(page);
  await places.open();

  await test.step('a list, two points and an area', async () => {
    await places.newList('Survey');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Command, place or coordinates').fill('38.70, -9.10');
    await page.keyboard.press('Enter');
    await expect(map).toHaveAttribute('data-rendered', 'true');
    await places.tool(/^Draw points/).click();
    await clickMap(map, [[-60, -60]]);
    await expect(places.rows).toHaveCount(1);
    await clickMap(map, [[60, -60]]);
    await expect(places.rows).toHaveCount(2);
    // Once more with the key, and away with it.
    await map.press('d');
    await map.press('o');
    await expect(map).toHaveAttribute('data-area-ready', 'polygon');
    await clickMap(map, [
      [-60, 40],
      [0, 40],
      [0, 100],
    ]);
    await map.press('Enter');
    await expect(places.rows).toHaveCount(3);
    await expect(details.getByRole('heading', { name: 'Area 3' })).toBeVisible();
    await expectAccessible(page, 'places beside the map');
  });

  await test.step('a point is dragged, but not with Escape', async () => {
    await places.cell(0, 'name').click();
    await expect(map).toHaveAttribute('data-selected', /^place /);
    const before = await places.cell(0, 'position').textContent();
    // The details have made the map narrower: the first point is brought to its middle.
    await details.getByRole('button', { name: 'Zoom to' }).click();
    await expect(map).toHaveAttribute('data-rendered', 'true');
    const box = await map.boundingBox();
    if (!box) throw new Error('no map');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const drag = async (end: () => Promise<void>) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y - 30, { steps: 4 });
      await end();
    };
    await drag(async () => {
      await page.keyboard.press('Escape');
      await page.mouse.up();
    });
    await drag(() => page.mouse.up());
    await expect(places.cell(0, 'position')).not.toHaveText(before ?? '');
    await expect(places.tool('Undo: move 1 place: “Point 1”')).toBeVisible();
    await map.press('Control+z');
    await expect(places.cell(0, 'position')).toHaveText(before ?? '');
  });

  await test.step('the table with all its columns: renamed, pasted, filled down', async () => {
    await places.tool('Table with all columns').click();
    await page.keyboard.press('Escape');
    await places.cell(0, 'name').click();
    await page.keyboard.type('North pier');
    await page.keyboard.press('Enter');
    await expect(places.cell(0, 'name')).toHaveText('North pier');
    await places.grid.press('Control+End');
    await places.grid.press('Home');
    await places.grid.press('ArrowRight');
    await places.grid.press('ArrowDown');
    await places.paste('South pier\t38°41′N 9°12′W\nNo place\tsomewhere\nEast pier\t38.71, -9.05\n');
    // The first of the three went into the last row, which is an area: its outline stays.
    await expect.poll(places.names).toEqual(['North pier', 'Point 2', 'South pier', 'No place', 'East pier']);
    await expect(places.cell(3, 'position')).toHaveAttribute('aria-invalid', 'true');
    await expect(places.cell(2, 'position')).toHaveAttribute('aria-invalid', 'true');
    await places.cell(0, 'tags').click();
    await page.keyboard.type('harbour');
    await page.keyboard.press('Enter');
    await places.cell(0, 'tags').click();
    await places.cell(4, 'tags').click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+d');
    await expect(places.cell(4, 'tags')).toHaveText('harbour');
    await expectAccessible(page, 'the table of places');
  });

  await test.step('a second window sees what the first one does', async () => {
    const second = await context.newPage();
    await second.goto(new URL('/', page.url()).href);
    const other = createPlacesPage(second);
    await other.open();
    await expect.poll(other.names).toContain('East pier');
    await places.cell(4, 'name').click();
    await page.keyboard.type('West pier');
    await page.keyboard.press('Enter');
    await expect.poll(other.names).toContain('West pier');
    await second.close();
    // The next step reads what the button names: that may still be the edit before this one.
    await expect(places.tool('Undo: change 1 place: “West pier”')).toBeVisible();
  });

  await test.step('everything is undone, and done again', async () => {
    const undo = places.tool(/^Undo: /);
    for (let left = 30; left > 0 && (await undo.count()) > 0; left -= 1) {
      const name = await undo.getAttribute('aria-label');
      await places.list.press('Control+z');
      await expect(places.tool(name ?? '')).toHaveCount(0);
    }
    await expect(places.rows).toHaveCount(0);
    const redo = places.tool(/^Redo: /);
    for (let left = 30; left > 0 && (await redo.count()) > 0; left -= 1) {
      const name = await redo.getAttribute('aria-label');
      await redo.click();
      await expect(places.tool(name ?? '')).toHaveCount(0);
    }
    await expect.poll(places.names).toEqual(['North pier', 'Point 2', 'South pier', 'No place', 'West pier']);
  });

  await test.step('killed in the middle: what was confirmed is there, and can be undone', async () => {
    await places.cell(1, 'name').click();
    await page.keyboard.type('Confirmed');
    await page.keyboard.press('Enter');
    await expect(places.tool('Undo: change 1 place: “Confirmed”')).toBeVisible();
    await first.kill();
    const again = await open({ env: calm, loopback: true });
    const after = createPlacesPage(again.page);
    await after.open();
    const names = ['North pier', 'Confirmed', 'South pier', 'No place', 'West pier'];
    await expect.poll(after.names).toEqual(names);
    // The text that could not be read is there too.
    await expect(after.cell(3, 'position')).toHaveText('somewhere');
    await after.grid.press('Control+z');
    await expect.poll(after.names).toEqual(names.with(1, 'Point 2'));
  });
});

/** Near Fiji, on both sides of the antimeridian. */
const reefs = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Outer reef', notes: 'At low tide', depth: 12.5, charted: true },
      geometry: { type: 'Point', coordinates: [179.5, -16.5] },
    },
    {
      type: 'Feature',
      properties: { name: 'Lagoon', tags: 'shallow, calm' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-179.9, -17],
            [-179.5, -17],
            [-179.5, -16.6],
            [-179.9, -17],
          ],
        ],
      },
    },
  ],
});
const wells = ['name,lat,lon,depth,tags', 'Well 1,-16.9,179.2,7,fresh', 'Well 2,-16.8,-179.4,9,'].join('\n');

test('a GeoJSON and a CSV are imported into a list of places, and one undo removes what they brought', async ({
  open,
}) => {
  const { page } = await open({ env: calm, loopback: true });
  const { map, chooseContract } = createWorkspace(page);
  await chooseContract('Coastal Watch 2026');
  const places = createPlacesPage(page);
  const files = createImportDialog(page, 'Import places');
  await places.open();
  await places.newList('Survey');

  await test.step('a dropped file goes to a list of its own', async () => {
    await files.drop({ 'reefs.geojson': reefs });
    await expect(files.counts).toHaveText('2 of 2 can be added');
    await expect(files.dialog.getByRole('combobox', { name: 'Import into' })).toHaveValue('Survey');
    await files.dialog.getByRole('combobox', { name: 'Import into' }).click();
    await page.getByRole('option', { name: 'New list' }).click();
    await expect(files.dialog.getByLabel('Name of the new list')).toHaveValue('reefs');
    await expectAccessible(page, 'the import of places');
    await files.dialog.getByRole('button', { name: 'Import 2 places' }).click();
    await expect(files.dialog).toBeHidden();
    await expect(page.getByText('2 places were imported into “reefs”.')).toBeVisible();
    await expect(places.list.getByRole('button', { name: /^reefs/, pressed: true })).toBeVisible();
    await expect.poll(places.names).toEqual(['Outer reef', 'Lagoon']);
    await expect(map).toHaveAttribute('data-preview', '0');
    // The map shows both, and not the whole world between them.
    const widthMetres = async () => {
      const [west = 0, , east = 0] = ((await map.getAttribute('data-extent')) ?? '').split(' ').map(Number);
      return east - west;
    };
    await expect.poll(widthMetres).toBeLessThan(1_000_000);
    await expect(map).toHaveAttribute('data-rendered', 'true');
    expect(await widthMetres()).toBeGreaterThan(100_000);
  });

  await test.step('both are imported into a list that is there', async () => {
    await places.list.getByRole('button', { name: /^Survey/ }).click();
    await places.tool('Import places…').click();
    await files.open({ 'reefs.geojson': reefs, 'wells.csv': wells });
    await expect(files.counts).toHaveText(['2 of 2 can be added', '2 of 2 can be added']);
    await files.dialog.getByRole('button', { name: 'Import 4 places' }).click();
    await expect(files.dialog).toBeHidden();
    await expect.poll(places.names).toEqual(['Outer reef', 'Lagoon', 'Well 1', 'Well 2']);
    await places.tool('Table with all columns').click();
    await expect(places.cell(0, 'notes')).toHaveText('At low tide');
    await expect(places.cell(1, 'tags')).toHaveText('shallow, calm');
    await expect(places.cell(2, 'tags')).toHaveText('fresh');
    const depths = places.grid.locator('[role="gridcell"][data-column$="depth"]');
    await expect(depths).toHaveText(['12.5', '', '7', '9']);
  });

  await test.step('one undo removes the four, and one more the list that was made', async () => {
    await expect(places.tool('Undo: import 4 places')).toBeVisible();
    await places.list.press('Control+z');
    await expect(places.rows).toHaveCount(0);
    await expect(places.tool('Undo: import 2 places')).toBeVisible();
    await places.list.press('Control+z');
    await expect(places.list.getByRole('button', { name: /^reefs/ })).toHaveCount(0);
    await places.tool(/^Redo: import 2 places/).click();
    await expect(places.list.getByRole('button', { name: /^reefs/ })).toBeVisible();
    await places.list.getByRole('button', { name: /^reefs/ }).click();
    await expect.poll(places.names).toEqual(['Outer reef', 'Lagoon']);
  });

  await test.step('cells wider than the table go through the import, and what is left has the focus', async () => {
    await places.tool('Table with all columns').click();
    await places.cell(0, 'name').click();
    await places.paste('name\tlat\tlon\tcrop\nField A\t48.1\t1.6\twheat\nField B\tlost\t1.7\toats\n');
    const question = page.getByRole('dialog', { name: 'More columns than the table shows' });
    await expect(question).toContainText('The copied cells have 4 columns.');
    await expect(question.getByRole('button', { name: 'Import them…' })).toBeFocused();
    await expectAccessible(page, 'the question about cells that are too wide');
    await page.keyboard.press('Enter');
    await expect(files.counts).toContainText('1 of 2 can be added');
    expect(await places.names()).toEqual(['Outer reef', 'Lagoon']);
    await files.dialog.getByRole('button', { name: 'Import 1 place' }).focus();
    await page.keyboard.press('Enter');
    await expect(files.rejected.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect.poll(places.names).toEqual(['Outer reef', 'Lagoon', 'Field A']);
  });
});

test('thousands of places are thinned with a word, and tasks and names leave the map when they are hidden', async ({
  open,
}) => {
  const { page } = await open({ env: calm, loopback: true });
  const { map, chooseContract } = createWorkspace(page);
  await chooseContract('Agriculture Monitoring');
  const places = createPlacesPage(page);
  const files = createImportDialog(page, 'Import places');
  await places.open();
  const rows = Array.from(
    { length: 6_000 },
    (_, i) => `P${i},${47 + (i % 80) / 100},${(i / 6_000).toFixed(4)}`,
  );
  await files.drop({ 'grid.csv': `name,latitude,longitude\n${rows.join('\n')}\n` });
  await expect(files.counts).toHaveText('6,000 of 6,000 can be added');
  await files.dialog.getByRole('button', { name: 'Import 6,000 places' }).click();
  await expect(files.dialog).toBeHidden();
  await expect(map).toHaveAttribute('data-rendered', 'true');
  const note = page.getByText(/^Not all places in view are drawn/);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(note).toBeVisible();
  await expect(map).not.toHaveAttribute('data-names', '');
  await page.getByRole('button', { name: 'Marks and names' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Names' }).click();
  await expect(map).toHaveAttribute('data-names', '');
  await page.getByRole('menuitemcheckbox', { name: 'Places' }).click();
  await page.keyboard.press('Escape');
  // The list of places is open, so that they stay.
  await expect(note).toBeVisible();
  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(note).toHaveCount(0);
});
