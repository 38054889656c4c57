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
    await expect(filters).toContainText('Feb 1, 2025 – Oct 31, 2025');
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
    await list.getByRole('button', { name: 'Remove all' }).press('Enter');
    await found(48);
  });

  await test.step('places', async () => {
    await list.getByRole('button', { name: 'Filters' }).press('Enter');
    await list.getByRole('combobox', { name: 'Sort by' }).press('Enter');
    await page.getByRole('option', { name: 'Place', exact: true }).waitFor();
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect(list.getByText('12 scenes').first()).toBeVisible();
    await expect(list.getByText(/Valencia/).first()).toBeVisible();
  });

  await test.step('an area that is drawn with the keys, and the view of the map', async () => {
    await list.getByRole('button', { name: 'Draw an area to search' }).press('Enter');
    await keys.expectFocus('application', 'Map');
    // The view is on Europe as a whole: a triangle about the two northern places.
    for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft']) {
      const before = await map.getAttribute('data-extent');
      await keys.press(' ');
      await keys.press(key);
      await expect(map).not.toHaveAttribute('data-extent', before ?? '');
      await expect(map).toHaveAttribute('data-rendered', 'true');
    }
    await keys.press('Enter');
    await expect(filters).toContainText('In the drawn area');
    await list.getByRole('button', { name: 'Remove the filter: In the drawn area' }).press('Enter');
    await found(48);
    // The first scene of the list is near Valencia; the map goes there.
    await list.getByRole('listbox', { name: 'Library' }).press('Home');
    await expect(map).toHaveAttribute('data-centre', /^-0\.3\d+ 39\.4/);
    await expect(map).toHaveAttribute('data-rendered', 'true');
    await list.getByRole('button', { name: 'Search this view' }).press('Enter');
    await found(12);
  });

  await test.step('pictures show the same scenes', async () => {
    await list.getByRole('button', { name: 'Pictures of the scenes' }).press('Enter');
    const pictures = page.getByRole('listbox', { name: 'Pictures of the scenes' });
    await expect(pictures.getByRole('option').first()).toHaveAttribute('aria-setsize', '12');
    await expect(pictures.locator('canvas[data-drawn]').first()).toBeAttached();
    await pictures.press('ArrowRight');
    await expect(workspace.details).toContainText('seeded_043');
    await expectAccessible(page, 'pictures of the library');
  });

  await test.step('saved as a view, which is there after a restart', async () => {
    await list.getByRole('button', { name: 'Views' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Save this view…' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Valencia');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(list.getByRole('button', { name: 'View: Valencia' })).toBeVisible();
    await list.getByRole('button', { name: 'Remove the filter: In a view of the map' }).press('Enter');
    await found(48);
    await close();
    const second = createWorkspace((await open({ env })).page);
    await second.show('Library');
    await second.list.getByRole('button', { name: /^View/ }).press('Enter');
    await second.list.page().getByRole('menuitem', { name: 'Valencia', exact: true }).press('Enter');
    await expect(second.list.getByRole('heading', { name: /^Library 12$/ })).toBeVisible();
  });
});
