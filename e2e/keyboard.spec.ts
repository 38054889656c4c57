import { join } from 'node:path';
import { controlOf } from './support/control.ts';
import { createKeyboard } from './support/keyboard.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace, hashesBelow } from './support/workspace.ts';

const quick = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 1_000, seed: 7 }) };

test('the main job by keyboard alone: from the first start to the raster on the map', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env: quick });
  const keys = await createKeyboard(page);
  const { details, map, form } = createWorkspace(page);

  await test.step('choose a contract', async () => {
    await keys.expectFocus('textbox', 'Search contracts');
    await keys.expectGoodFocus();
    await keys.type('agri');
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Choose / })).toHaveCount(1);
    await keys.tabTo('button', 'Choose Agriculture Monitoring');
    await keys.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByTestId('contract')).toHaveText('Agriculture Monitoring');
  });

  await test.step('N: the place by arrows and Enter on the map', async () => {
    await keys.press('n');
    await keys.expectFocus('textbox', /^Point of interest/);
    await keys.press('F6');
    await keys.expectFocus('application', 'Map');
    await keys.expectGoodFocus();
    const start = (await map.getAttribute('data-centre')) ?? '';
    // To the south: in the far north the sun does not rise for months, and nothing is captured.
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', '+']) {
      const before = await map.getAttribute('data-extent');
      await keys.press(key);
      await expect(map).not.toHaveAttribute('data-extent', before ?? '');
      await expect(map).toHaveAttribute('data-rendered', 'true');
    }
    const centre = (await map.getAttribute('data-centre')) ?? '';
    expect(centre).not.toBe(start);
    await keys.press('Enter');
    await keys.expectFocus('textbox', /^Point of interest/);
    const [longitude, latitude] = centre.split(' ').map(Number);
    const typed = (await form.getByLabel('Point of interest').inputValue()).split(',').map(Number);
    expect(typed[0]).toBeCloseTo(latitude ?? Number.NaN, 4);
    expect(typed[1]).toBeCloseTo(longitude ?? Number.NaN, 4);
  });

  await test.step('the form', async () => {
    await keys.tabTo('textbox', /^Task name/);
    await keys.type('By keyboard');
    await keys.tabTo('combobox', /^Project/);
    await keys.type('No mouse');
    await keys.tabTo('combobox', /^Product/);
    await keys.type('70cm');
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect(form.getByRole('combobox', { name: /^Product/ })).toHaveValue(/Multispectral 70cm/);
    await keys.tabTo('button', 'Review');
    await keys.press('Enter');
  });

  await test.step('review and submit', async () => {
    await keys.expectFocus('heading', 'Review before sending');
    await keys.tabTo('button', 'Submit under Agriculture Monitoring');
    await keys.press('Enter');
    await keys.tabTo('button', 'Show the task');
    await keys.press('Enter');
    await expect(details.getByRole('heading', { name: 'By keyboard' })).toBeVisible();
    const posted = (await controlOf(dataFolder).received()).filter(({ body }) =>
      body.includes('By keyboard'),
    );
    expect(posted).toHaveLength(1);
  });

  const scene = details.getByTestId('scene').first();

  await test.step('task details: a raster is downloaded', async () => {
    await expect(scene).toBeVisible({ timeout: 60_000 });
    await keys.tabTo('button', /^Download Raster: .*nir/i);
    const row = page.locator('[data-testid^="file-"]:focus-within');
    const file = (await row.getAttribute('data-testid')) ?? '';
    await keys.press('Enter');
    await expect(scene.getByTestId(file)).toHaveAttribute('data-state', 'on-disk', { timeout: 60_000 });
    const name = file.replace('file-', '');
    const { sha256 } = await controlOf(dataFolder).served(
      (await scene.getAttribute('data-scene')) ?? '',
      name,
    );
    const onDisk = [...hashesBelow(join(dataFolder, 'library'))].find(([path]) => path.endsWith(name));
    expect(onDisk?.[1]).toBe(sha256);
  });

  await test.step('its button is gone, the keys are still at its row; it is shown on the map', async () => {
    await keys.expectFocus('button', /^Show Raster: .* on the map$/);
    await keys.expectGoodFocus();
    const shown = (await page.locator('[data-testid^="file-"]:focus-within').getAttribute('data-file')) ?? '';
    await keys.press('Enter');
    await expect(map).toHaveAttribute('data-raster', shown);
    await expect(map).toHaveAttribute('data-rendered', 'true');
    await keys.press('Shift+F6');
    await keys.expectFocus('application', 'Map');
    await keys.tabTo('radio', 'True colour');
    await keys.press('ArrowRight');
    await keys.expectFocus('radio', 'Colour infrared (NIR-R-G)');
    await expect(page.getByRole('radio', { name: 'Colour infrared (NIR-R-G)' })).toBeChecked();
    await expect(map).toHaveAttribute('data-rendered', 'true');
  });

  await test.step('NDVI with its legend; nothing is unpacked for it, nor for another stretch by a handle', async () => {
    const legend = page.getByTestId('raster-legend');
    const decoded = (await map.getAttribute('data-decoded')) ?? '';
    expect(Number(decoded)).toBeGreaterThan(0);
    await keys.press('ArrowRight');
    await keys.expectFocus('radio', 'NDVI');
    await expect(legend).toHaveAccessibleName('NDVI: -0.2 to 1, colour ramp Viridis');
    await expect(map).toHaveAttribute('data-bands', '3 2');
    await expect(map).toHaveAttribute('data-rendered', 'true');
    await expect(map).toHaveAttribute('data-decoded', decoded);
    await keys.tabTo('button', 'Style of the raster');
    await keys.press('Enter');
    await expect(page.getByTestId('raster-statistics')).toContainText('From all');
    await keys.tabTo('slider', 'Dark end');
    await keys.press('ArrowRight');
    await expect(legend).not.toHaveAccessibleName(/-0\.2 to/);
    // Counting the values of the whole scene reads it once, and bands that are not shown are read ahead: both end.
    await expect(async () => {
      await expect(map).toHaveAttribute('data-rendered', 'true');
      const before = (await map.getAttribute('data-decoded')) ?? '';
      const name = (await legend.getAttribute('aria-label')) ?? '';
      await keys.press('ArrowRight');
      await expect(legend).not.toHaveAccessibleName(name);
      await expect(map).toHaveAttribute('data-rendered', 'true');
      await expect(map).toHaveAttribute('data-decoded', before, { timeout: 1 });
    }).toPass();
    await keys.tabTo('button', 'Style of the raster', 'Shift+Tab');
    await keys.press('Enter');
    await expect(page.getByTestId('style-editor')).toBeHidden();
    await keys.tabTo('radio', 'NDVI', 'Shift+Tab');
    await keys.press('ArrowLeft');
    await keys.expectFocus('radio', 'Colour infrared (NIR-R-G)');
  });

  await test.step('the palette and the key sheet open, Esc closes them, the focus returns', async () => {
    const dialog = page.getByRole('dialog');
    await keys.press('Control+k');
    await keys.expectFocus('textbox', /^Command, place or coordinates/);
    await keys.press('Escape');
    await expect(dialog).toBeHidden();
    await keys.expectFocus('radio', 'Colour infrared (NIR-R-G)');
    await keys.press('Control+k');
    await keys.expectFocus('textbox', /^Command, place or coordinates/);
    await keys.type('whole');
    await expect(dialog.getByRole('button', { name: 'Whole world' })).toBeVisible();
    const before = await map.getAttribute('data-zoom');
    await keys.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(map).not.toHaveAttribute('data-zoom', before ?? '');
    await keys.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await keys.expectFocus('button', 'Close');
    await keys.expectGoodFocus();
    await keys.press('Escape');
    await expect(dialog).toBeHidden();
    await keys.expectFocus('radio', 'Colour infrared (NIR-R-G)');
  });
});

test('lists, details and questions by keys: arrows, Enter, Esc, and back to where the keys were', async ({
  open,
}) => {
  const { page } = await open({ env: quick });
  const keys = await createKeyboard(page);
  const { list, details, shown } = createWorkspace(page);
  await keys.expectFocus('textbox', 'Search contracts');

  await test.step('Esc closes the picker; it comes back from the list', async () => {
    await keys.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await keys.tabTo('button', 'Choose a contract');
    await keys.press('Enter');
    await keys.expectFocus('textbox', 'Search contracts');
    await keys.tabTo('button', 'Choose Coastal Watch 2026');
    await keys.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(list.getByRole('option', { name: 'Tromsø approach' })).toBeVisible();
  });

  await test.step('the list', async () => {
    await keys.press('Alt+2');
    await shown('Tasks');
    await keys.tabTo('listbox', 'Tasks');
    await keys.press('Home');
    await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
    const option = list.getByRole('option', { name: 'Santos estuary' });
    for (let step = 0; step < 20 && (await option.getAttribute('aria-selected')) !== 'true'; step += 1) {
      const selected = list.locator('[aria-selected="true"]');
      const before = await selected.getAttribute('aria-posinset');
      await keys.press('ArrowDown');
      await expect(selected).not.toHaveAttribute('aria-posinset', before ?? '');
    }
    await expect(details.getByRole('heading', { name: 'Santos estuary' })).toBeVisible();
    await keys.press('Enter');
    await keys.expectFocus('button', 'Zoom to');
    await keys.expectGoodFocus();
  });

  await test.step('a question: Esc answers no, and the keys are back at its button', async () => {
    await keys.tabTo('button', 'Cancel task');
    await keys.press('Enter');
    const question = page.getByRole('dialog', { name: 'Cancel this task?' });
    await keys.expectFocus('button', 'Keep the task');
    await keys.expectGoodFocus();
    await keys.press('Escape');
    await expect(question).toBeHidden();
    await keys.expectFocus('button', 'Cancel task');
    await keys.press('Enter');
    await keys.expectFocus('button', 'Keep the task');
    await keys.tabTo('button', 'Cancel task under Coastal Watch 2026');
    await keys.press('Enter');
    await expect(question).toBeHidden();
    await expect(details.getByRole('definition').filter({ hasText: 'Cancelled' })).toBeVisible();
    // The button is gone with what it did: the keys are at the one that is left of its row.
    await keys.expectFocus('button', 'Duplicate…');
  });

  await test.step('Esc closes the details and gives the keys to the list', async () => {
    await keys.press('Escape');
    await expect(details).toHaveCount(0);
    await keys.expectFocus('listbox', 'Tasks');
  });

  await test.step('every stop of every workspace has a name and shows itself', async () => {
    // The settings come last.
    const workspaces = await page
      .getByRole('navigation')
      .getByRole('button')
      .filter({ hasText: /\S/ })
      .allTextContents();
    for (const [index, words] of workspaces.entries()) {
      await keys.press(`Alt+${(index + 1) % 10}`);
      // The panes follow their key by a moment; a walk begun before would stand on what is about to go.
      await shown(words.replaceAll(/[^A-Za-z]/g, ''));
      await keys.walkRound();
    }
  });

  await test.step('a form in a dialog', async () => {
    await keys.tabTo('button', 'Add a connection');
    await keys.press('Enter');
    // The dialog takes the keys a moment after it is there; a walk begun before would count from a place behind it.
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await keys.walkRound();
    await keys.press('Escape');
    await keys.expectFocus('button', 'Add a connection');
  });
});
