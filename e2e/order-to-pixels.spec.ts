import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf, writeLibrary } from '../testing/folders-world.ts';
import { expectAccessible } from './support/accessible.ts';
import { createDownloads } from './support/downloads.ts';
import { expect, test } from './support/nadir.ts';
import { pressUntil } from './support/press-until.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 200, seed: 7 }) };

test('what a rule fetched is opened by one key beside the capture before; its place; the folders and the use of the disk', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env });
  const workspace = createWorkspace(page);
  const downloads = createDownloads(page);
  await workspace.chooseContract('Agriculture Monitoring');
  // A task with several captures of one place.
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Mendoza' }).click();
  const fact = workspace.details.locator('dt', { hasText: /^Task ID$/ }).locator('+ dd');
  const task = (await fact.textContent()) ?? '';
  await downloads.addRule({ name: 'Fields', kinds: ['Visual rasters'], task, showNew: true });
  const show = page.getByRole('button', { name: 'Compare with the capture before' });
  await expect(show).toBeVisible({ timeout: 60_000 });
  // What still arrives would put another scene into the notice.
  await expect(workspace.status.getByText('No downloads')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^New scenes have arrived: \d+\. The newest: /)).toBeVisible();
  await show.press('Enter');
  await workspace.shown('library');
  // A scene is told when its overviews are there, so one may still come after the last download: it has a notice of its own.
  await pressUntil(show, () => expect(show).toBeHidden({ timeout: 3_000 }));
  // Both captures are drawn, the new one and the one before it.
  await expect(page.getByTestId('raster-caption')).toHaveCount(2);
  await expect(workspace.map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });

  await workspace.details.getByRole('button', { name: 'Timeline of this place' }).press('Enter');
  await expect(page.getByTestId('filmstrip')).toBeVisible();
  await workspace.details.getByRole('button', { name: 'All of this place' }).press('Enter');
  const end = workspace.list.getByRole('button', { name: 'Show scenes of all places' });
  const rows = workspace.list.getByRole('option');
  await expect(end).toBeVisible();
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await end.press('Enter');
  await expect(end).toBeHidden();
  await workspace.details.getByRole('button', { name: 'Repeat this order…' }).press('Enter');
  await workspace.shown('plan');

  const drive = join(dataFolder, 'drive');
  mkdirSync(drive);
  await writeLibrary(drive, [1, 2]);
  const before = contentOf(drive);
  await workspace.show('Library');
  await page.getByRole('button', { name: 'Library folder…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Library folder' });
  await dialog.getByLabel('Verify on a schedule').press('ArrowDown');
  await page.getByRole('option', { name: 'Every week' }).click();
  await dialog.getByRole('tab', { name: 'Folders' }).press('Enter');
  await dialog.getByLabel('Add a library folder').fill(drive);
  await dialog.getByRole('button', { name: 'Add folder' }).press('Enter');
  const folder = dialog.getByTestId('library-folder');
  await expect(folder).toHaveAttribute('data-state', 'there');
  await expect(folder.getByTestId('folder-scenes')).toHaveText('2 scenes');
  await expectAccessible(page, 'library folders');
  renameSync(drive, `${drive}-unplugged`);
  await folder.getByRole('button', { name: 'Read again' }).press('Enter');
  await expect(folder).toHaveAttribute('data-state', 'away');
  renameSync(`${drive}-unplugged`, drive);
  await folder.getByRole('button', { name: 'Read again' }).press('Enter');
  await expect(folder).toHaveAttribute('data-state', 'there');
  expect(contentOf(drive)).toEqual(before);

  await dialog.getByRole('tab', { name: 'Disk use' }).press('Enter');
  await expect(dialog.getByTestId('disk-use')).toContainText('Coast');
  await dialog.getByLabel('Scenes acquired').press('ArrowDown');
  await page.getByRole('option', { name: 'at any time' }).click();
  await expectAccessible(page, 'use of the disk');
  await dialog.getByRole('button', { name: 'Free: Files that can be downloaded again' }).press('Enter');
  const question = page.getByRole('dialog', { name: /^Free \d/ });
  await expect(question).toContainText('may count as an archive order');
  await question.getByRole('button', { name: /^Free \d/ }).press('Enter');
  await expect(dialog.getByTestId('freeing')).toHaveAttribute('data-state', 'done');
  // Files of the other folder are read in place and stay.
  expect(contentOf(drive)).toEqual(before);
});
