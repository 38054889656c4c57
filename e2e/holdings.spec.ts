import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { walkCatalog } from '../testing/stac/check-catalog.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const settingsSchema = z.object({ version: z.number(), content: z.record(z.string(), z.unknown()) });
const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };

test('the library folder describes itself, damaged files are repaired, and a lost database is read from it again', async ({
  open,
  dataFolder,
}) => {
  const library = join(dataFolder, 'library');
  const first = await open({ env });
  const workspace = createWorkspace(first.page);
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
  const scene = await workspace.publishedScene();
  const sceneId = (await scene.getAttribute('data-scene')) ?? '';
  const [raster = ''] = await workspace.rasterNames(scene);
  await workspace.download(scene, raster);
  await expect.poll(() => existsSync(join(library, 'catalog.json'))).toBe(true);
  const items = async () => (await walkCatalog(library)).items.map(({ item }) => item.id);
  await expect.poll(items).toEqual([sceneId]);
  expect((await walkCatalog(library)).problems).toEqual([]);
  const [item] = (await walkCatalog(library)).items;
  const path = join(item?.path ?? '', '..', Object.values(item?.item.assets ?? {})[0]?.href ?? '');

  await workspace.show('Library');
  const openCare = async (page: typeof first.page) => {
    await page.getByRole('button', { name: 'Library folder…' }).press('Enter');
    return page.getByRole('dialog', { name: 'Library folder' });
  };
  const good = readFileSync(path);
  const bad = Buffer.from(good);
  bad.writeUInt8(255 - bad.readUInt8(bad.length - 1), bad.length - 1);
  writeFileSync(path, bad);
  const care = await openCare(first.page);
  await expect(care.getByTestId('catalog-scenes')).toHaveText('1 scene in the catalog');
  await care.getByRole('button', { name: 'Verify files' }).press('Enter');
  await expect(care).toContainText('1 file is missing or damaged');
  await expect(care).toContainText('its content differs');
  await expectAccessible(first.page, 'library folder');
  await care.getByRole('button', { name: 'Repair' }).press('Enter');
  // The dated result stays: the file that was downloaded again came after that check.
  await expect(care).not.toContainText('is missing or damaged');
  await expect(care).toContainText('1 was missing or damaged');
  await expect(care).toContainText('1 file came, or came back');
  expect(readFileSync(path).equals(good)).toBe(true);
  expect(readdirSync(dirname(path)).filter((name) => name.includes('.damaged'))).toEqual([]);
  await first.close();

  // The database is lost and the folder moved: the index comes back from the folder alone.
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataFolder, `nadir.db${suffix}`), { force: true });
  const moved = join(dataFolder, 'moved');
  renameSync(library, moved);
  const settingsPath = join(dataFolder, 'settings.json');
  const { version, content } = settingsSchema.parse(JSON.parse(readFileSync(settingsPath, 'utf8')));
  writeFileSync(settingsPath, JSON.stringify({ version, content: { ...content, libraryFolder: moved } }));
  // Its trash is not that of whoever runs the tests.
  const second = await open({ env: { ...env, XDG_DATA_HOME: join(dataFolder, 'xdg') } });
  const again = createWorkspace(second.page);
  await again.show('Library');
  await expect(again.list.getByRole('option')).toHaveCount(1);
  await expect(again.list.getByRole('option')).toContainText('Beauce wheat');
  const rebuilt = await openCare(second.page);
  await expect(rebuilt.getByTestId('rebuild-state')).toContainText('1 scene, 1 new');
  await second.page.keyboard.press('Escape');

  // A scene without files leaves the catalog.
  await again.list.getByRole('option').click();
  await again.details.getByRole('button', { name: `More actions for ${raster}` }).click();
  await second.page.getByRole('menuitem', { name: 'Delete from disk' }).click();
  const question = second.page.getByRole('dialog', { name: 'Delete this file from disk?' });
  await expect(question).toContainText('is moved to the trash');
  // Nobody can say whose the file is beside an item that cannot be read.
  const held = join(moved, relative(library, path));
  const unreadable = join(dirname(held), 'stac-item (2).json');
  writeFileSync(unreadable, '{');
  await question.getByRole('button', { name: 'Delete from disk' }).press('Enter');
  await expect(question).toContainText('The file was not deleted');
  await expect(question).toContainText('stac-item (2).json');
  expect(existsSync(held)).toBe(true);
  rmSync(unreadable);
  await question.getByRole('button', { name: 'Delete from disk' }).press('Enter');
  await expect(question).toBeHidden();
  await expect.poll(async () => (await walkCatalog(moved)).items).toEqual([]);
  expect((await walkCatalog(moved)).problems).toEqual([]);
});
