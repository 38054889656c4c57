import { expectAccessible } from './support/accessible.ts';
import { createKeyboard } from './support/keyboard.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
const contract = 'Agriculture Monitoring';

test('a place is found by its name and by keyboard, and a task is planned there', async ({ open }) => {
  const { page } = await open({ env: calm });
  const { map, form, chooseContract, shown } = createWorkspace(page);
  const keys = await createKeyboard(page);
  const panel = page.getByTestId('here-panel');
  const centre = () => map.getAttribute('data-centre');
  await chooseContract(contract);

  await test.step('with a typing error', async () => {
    await keys.press('/');
    await keys.expectFocus('combobox', 'Find a place');
    await keys.expectGoodFocus();
    await keys.type('new yrok');
    await expect(page.getByRole('option', { name: /^New York City/ })).toBeVisible();
    await expectAccessible(page, 'the places that were found');
    await keys.press('Enter');
    await expect.poll(centre).toMatch(/^-74\.\d+ 40\.\d+$/);
    await expect(map).toHaveAttribute('data-here', /^-74\.\d+ 40\.\d+$/);
    await expect(panel.getByRole('heading', { name: 'New York City' })).toBeVisible();
    await expect(panel).toContainText('in or near New York City, United States');
    await expectAccessible(page, 'what is at a place');
  });

  await test.step('a task there: the form names the nearest town', async () => {
    await keys.tabTo('button', 'New task here');
    await keys.press('Enter');
    await shown('Plan');
    await expect(form.getByTestId('place-echo')).toContainText('in or near New York City');
    await form.getByLabel('Point of interest').fill('48.45, 11.8');
    await expect(form.getByTestId('place-echo')).toContainText(
      /in Germany · .* of .+, Germany · \d+ km from .+/,
    );
  });

  await test.step('the palette finds places too, from another spelling', async () => {
    await keys.press('Control+k');
    await keys.expectFocus('textbox', /^Command, place or coordinates/);
    await keys.type('münchen');
    await page.getByRole('button', { name: /^Munich.*München/ }).click();
    await expect(panel.getByRole('heading', { name: 'Munich' })).toBeVisible();
    await expect.poll(centre).toMatch(/^11\.\d+ 48\.1\d*$/);
  });

  await test.step('what is here, from the menu of the map; Escape takes it away', async () => {
    await map.focus();
    await keys.press('Escape');
    await expect(panel).toBeHidden();
    await expect(map).toHaveAttribute('data-here', '');
    await keys.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'What is here?' }).press('Enter');
    await expect(panel.getByRole('heading', { name: 'What is here' })).toBeVisible();
    await expect(panel).toContainText('Munich, Germany');
    await keys.expectFocus('application', 'Map');
    await keys.press('Escape');
    await expect(panel).toBeHidden();
  });
});

test('without the file of names the field says so, and the map goes on', async ({
  open,
  expectComplaint,
}) => {
  const { page } = await open({ env: calm });
  const { map, chooseContract } = createWorkspace(page);
  expectComplaint(/404/);
  await page.context().route(/gazetteer.*\.gz/, (route) => route.fulfill({ status: 404 }));
  await chooseContract(contract);
  const field = page.getByRole('combobox', { name: 'Find a place' });
  await field.fill('vienna');
  await expect(page.getByRole('alert')).toContainText('The file with the place names could not be read');
  await field.fill('48.2, 16.37');
  await field.press('Enter');
  await expect.poll(() => map.getAttribute('data-centre')).toMatch(/^16\.3\d* 48\.[12]\d*$/);
  await expect(page.getByTestId('here-panel')).toContainText('48.20000, 16.37000');
});
