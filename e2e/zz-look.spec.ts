import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
test('look', async ({ open }) => {
  test.setTimeout(240_000);
  const nadir = await open({ env: calm });
  const { page } = nadir;
  await page.setViewportSize({ width: 1440, height: 900 });
  const workspace = createWorkspace(page);
  const { list, details } = workspace;
  await workspace.chooseContract('Agriculture Monitoring');
  await list.getByRole('option', { name: /Mendoza/ }).click();
  await expect(details.getByTestId('scene')).toHaveCount(4);
  for (const index of [0, 1]) {
    const scene = details.getByTestId('scene').nth(index);
    const visual = (await workspace.rasterNames(scene)).find((name) => /visual/i.test(name)) ?? '';
    await workspace.download(scene, visual);
  }
  await workspace.show('Library');
  await expect(list.getByRole('option')).toHaveCount(2);
  await list.getByRole('option').nth(0).click();
  await details.getByRole('button', { name: /on the map$/ }).click();
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const [w, h] of [[1440, 900], [1280, 720], [960, 600]] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/look/library-${theme}-${w}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const tab of ['Library', 'Settings']) {
    if (tab === 'Settings') { await workspace.show('Settings'); await page.getByRole('tab', { name: 'Library' }).click(); }
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/look/settings.png`, fullPage: true });
  }
});
