import type { Locator } from '@playwright/test';
import { dropFiles } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
/** The least that Electron's window has. */
const size = { width: 960, height: 600 };

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('not on the page');
  return { ...box, right: box.x + box.width };
}

test('the smallest window has list, map, details and all buttons in view; a notice is over the map, once', async ({
  open,
}) => {
  const { page } = await open({ env: calm });
  const { list, details, map, chooseContract } = createWorkspace(page);
  await page.setViewportSize(size);
  await chooseContract('Agriculture Monitoring');

  await test.step('the panes stand beside each other', async () => {
    await list.getByRole('option', { name: 'Mendoza' }).click();
    await expect(details.getByRole('heading', { name: 'Mendoza' })).toBeVisible();
    // The flag is there as soon as the details are: nothing pushes them away later.
    await expect(details.getByTestId('flag')).toBeVisible();
    expect((await boxOf(details)).right).toBeLessThanOrEqual(size.width);
    expect((await boxOf(map)).width).toBeGreaterThan(240);
    for (const entry of await page.getByRole('navigation').getByRole('button').all())
      await expect(entry).toBeInViewport({ ratio: 1 });
  });

  await test.step('the details fold to leave their width to the map', async () => {
    const before = (await boxOf(map)).width;
    await page.getByRole('button', { name: 'Fold the details' }).click();
    await expect.poll(async () => (await boxOf(map)).width).toBeGreaterThan(before + 150);
    await expect(details).toHaveCount(0);
    await page.getByRole('button', { name: 'Open the details' }).click();
    await expect(details.getByRole('heading', { name: 'Mendoza' })).toBeVisible();
  });

  await test.step('a notice stands over the map, and the same one is counted', async () => {
    for (const text of ['Files cannot be dropped here', /\(2 times\)/]) {
      await dropFiles(page, { 'points.csv': 'lat,lon\n1,2\n' });
      await expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(1);
    }
    const notice = await boxOf(page.getByRole('alert').filter({ hasText: 'Files cannot be dropped here' }));
    const pane = await boxOf(map);
    expect(notice.x).toBeGreaterThanOrEqual(pane.x - 4);
    expect(notice.right).toBeLessThanOrEqual(pane.right + 4);
  });

  await test.step('a dialog that a menu opened gives the focus back', async () => {
    const menu = list.getByRole('button', { name: 'More actions for Tasks' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    await expect(page.getByRole('dialog', { name: 'Export: Tasks' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(menu).toBeFocused();
  });

  await test.step('a notice covers no field and no button of a dialog', async () => {
    await dropFiles(page, { 'points.csv': 'lat,lon\n1,2\n' });
    const notice = page.getByRole('alert').filter({ hasText: 'Files cannot be dropped here' });
    await expect(notice).toBeVisible();
    await list.getByRole('button', { name: 'More actions for Tasks' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export: Tasks' });
    await expect(dialog).toBeVisible();
    const over = await boxOf(notice);
    for (const control of await dialog.locator('input:visible, button:visible').all()) {
      const box = await boxOf(control);
      const isApart =
        box.right <= over.x ||
        box.x >= over.right ||
        box.y + box.height <= over.y ||
        box.y >= over.y + over.height;
      expect(isApart, await control.evaluate((element) => element.outerHTML.slice(0, 120))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('what is typed at once after Ctrl+K is all in the palette', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('whole world');
    await expect(page.getByPlaceholder('Command, place or coordinates')).toHaveValue('whole world');
  });
});
