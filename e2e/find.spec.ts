import { expectAccessible } from './support/accessible.ts';
import { createKeyboard } from './support/keyboard.ts';
import { expect, test } from './support/nadir.ts';
import { seedScenes } from './support/seed-scenes.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 300, seed: 7 }) };

test('scenes are found by keyboard: by time, values, ranges, an area and a view of the map; as list, pictures and places; and saved', async ({
  open,
  dataFolder,
}) => {
  seedScenes(dataFolder, 48);
  const { page, close } = await open({ env });
  const keys = await createKeyboard(page);
  const workspace = createWorkspace(page);
  const { list, map } = workspace;
  const found = (count: number) =>
    expect(list.getByRole('heading', { name: new RegExp(`^Library ${count}$`) })).toBeVisible();
  const filters = list.getByRole('list', { name: 'Active filters' });
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Library');
  await found(48);

  await test.step('time', async () => {
    await keys.tabTo('button', 'Filters');
    await keys.press('Enter');
    await keys.tabTo('slider', 'First day of the scenes');
    await keys.press('ArrowRight');
    await found(43);
    await keys.tabTo('slider', 'Last day of the scenes');
    await keys.press('ArrowLeft');
    await found(39);
    await expect(filters).toContainText('Feb 01, 2025 – Oct 31, 2025');
  });

  await test.step('values and ranges', async () => {
    await keys.tabTo('combobox', 'Project');
    await keys.type('Harb');
    await expect(page.getByRole('option', { name: 'Harbours 20', exact: true })).toBeVisible();
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await keys.press('Escape');
    await found(20);
    await keys.tabTo('textbox', 'Clouds: at most');
    await keys.type('20');
    await found(8);
    await expect(filters).toContainText('Clouds ≤ 20 %');
    await expectAccessible(page, 'filters of the library');
    await keys.tabTo('button', 'Remove all', 'Shift+Tab');
    await keys.press('Enter');
    await found(48);
  });

  await test.step('places', async () => {
    await keys.tabTo('combobox', 'Sort by', 'Shift+Tab');
    await keys.press('Enter');
    await page.getByRole('option', { name: 'Place', exact: true }).waitFor();
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect(list.getByText('12 scenes').first()).toBeVisible();
    await expect(list.getByText(/Valencia/).first()).toBeVisible();
  });

  await test.step('an area that is drawn with the keys', async () => {
    await keys.tabTo('button', 'Draw an area to search');
    await keys.press('Enter');
    await keys.expectFocus('application', 'Map');
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowDown']) {
      const before = await map.getAttribute('data-extent');
      await keys.press(' ');
      await keys.press(key);
      await expect(map).not.toHaveAttribute('data-extent', before ?? '');
      await expect(map).toHaveAttribute('data-rendered', 'true');
    }
    await keys.press('Enter');
    await expect(filters).toContainText('In the drawn area');
    await keys.press('Shift+F6');
    await keys.tabTo('button', 'Remove the filter: In the drawn area');
    await keys.press('Enter');
    await found(48);
  });
  void close;
});
