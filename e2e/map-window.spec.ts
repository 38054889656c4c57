import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/nadir.ts';
import { writeLibrary } from './support/review-library.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };

const mapOf = (page: Page) => page.getByTestId('map');

async function openMapWindow(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open the map in its own window' }).click();
  const apart = await opened;
  await expect(mapOf(apart)).toHaveAttribute('data-centre', /\d/);
  return apart;
}

test('the map goes to its own window, follows the lists there, and comes back', async ({ open }) => {
  const { page } = await open({ env: calm });
  const { list, details, chooseContract, show } = createWorkspace(page);
  await chooseContract('Agriculture Monitoring');
  await list.getByRole('option', { name: 'Mendoza' }).click();

  const apart = await openMapWindow(page);
  await expect(page.getByText('The map is in its own window.')).toBeVisible();
  await expect(mapOf(page)).toHaveCount(0);
  const wide = await list.boundingBox();
  expect(wide?.width ?? 0).toBeGreaterThan(700);

  // What is selected in the list is shown on the map, by a key in either window.
  await list.getByRole('option', { name: 'Mendoza' }).click();
  await page.keyboard.press('Escape');
  await list.getByRole('option', { name: 'Mendoza' }).click();
  await page.keyboard.press('s');
  await expect(mapOf(apart)).toHaveAttribute('data-centre', /^-68\.\d+ -3[23]\./);
  await apart.bringToFront();
  await apart.keyboard.press('a');
  await expect(mapOf(apart)).not.toHaveAttribute('data-centre', /^-68\.\d+ -3[23]\./);

  await page.bringToFront();
  await show('Library');
  await expect(list).toBeVisible();
  await show('Tasks');
  await page.getByRole('button', { name: 'Bring the map back' }).click();
  await expect(mapOf(page)).toHaveAttribute('data-centre', /\d/);
  await expect.poll(() => apart.isClosed()).toBe(true);

  // Closing the window brings the map back too.
  const again = await openMapWindow(page);
  await again.close();
  await expect(mapOf(page)).toHaveAttribute('data-centre', /\d/);
  await expect(details).toBeVisible();
});

test('a scene is reviewed by keys in the window of its map', async ({ open, dataFolder }) => {
  writeLibrary(join(dataFolder, 'library'), 3);
  const { page } = await open({ env: calm });
  const { list, details, show, chooseContract } = createWorkspace(page);
  await chooseContract('Agriculture Monitoring');
  await show('Library');
  await expect(list.getByRole('option')).toHaveCount(3);
  await page.getByRole('button', { name: 'Review…' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Review the listed scenes' }).press('Enter');
  const review = details.getByTestId('scene-review');
  await expect(review.getByTestId('review-queue')).toContainText('Scene 1 of 3');

  const apart = await openMapWindow(page);
  await apart.bringToFront();
  await mapOf(apart).focus();
  await apart.keyboard.press('y');
  await expect(review).toHaveAttribute('data-state', 'accepted');
  await apart.keyboard.press('j');
  await expect(review.getByTestId('review-queue')).toContainText('Scene 2 of 3');
  await expect(mapOf(apart)).toHaveAttribute('data-selected', /scene/);

  // A letter that is typed into a field of one window is no command in the other one.
  await apart.getByPlaceholder('Find a place or coordinates').focus();
  await apart.keyboard.type('x');
  await expect(review).not.toHaveAttribute('data-state', 'rejected');
  await expectAccessible(apart, 'the map in its own window');

  // A reload of the window with the lists closes the other one, which would show an old state.
  await page.reload();
  await expect.poll(() => apart.isClosed()).toBe(true);
  await expect(mapOf(page)).toHaveAttribute('data-centre', /\d/);
});
