import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type SeededTask, seedTasks } from '../bench/folder/seed-tasks.ts';
import { scopeSchema } from '../src-preload/contract/ids.ts';
import { expectAccessible } from './support/accessible.ts';
import { copiedBy } from './support/clipboard.ts';
import { createMap } from './support/map.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
const contract = 'Agriculture Monitoring';

const connectionsSchema = z.object({
  content: z.object({
    connections: z.array(z.looseObject({ id: z.string(), selectedContractId: z.string().nullish() })),
  }),
});

/** The contract that was chosen in a data folder whose Nadir is closed. */
function chosenScope(dataFolder: string) {
  const { content } = connectionsSchema.parse(
    JSON.parse(readFileSync(join(dataFolder, 'connections.json'), 'utf8')),
  );
  const [connection] = content.connections;
  return scopeSchema.parse({ connectionId: connection?.id, contractId: connection?.selectedContractId });
}

/** 5,000 tasks in a valley of some ten kilometres, and three at one place far from it. */
const valley: SeededTask[] = Array.from({ length: 5_000 }, (_, i) => ({
  name: `Valley ${i}`,
  longitude: 11 + (i % 100) * 0.001,
  latitude: 46.5 + Math.floor(i / 100) * 0.001,
  status: i % 10 === 0 ? 'failed' : 'completed',
}));
const stacked: SeededTask[] = ['Pier A', 'Pier B', 'Pier C'].map((name) => ({
  name,
  longitude: -150,
  latitude: -30,
  status: 'received',
}));

test('many tasks: a cluster says what it holds and opens, a stack is listed, and the views can be gone back', async ({
  open,
  dataFolder,
}) => {
  const first = await open({ env: calm });
  await createWorkspace(first.page).chooseContract(contract);
  await first.close();
  seedTasks(dataFolder, chosenScope(dataFolder), [...valley, ...stacked]);
  const { page } = await open({ env: calm });
  const { details, list } = createWorkspace(page);
  const { map, tip, choice, at, zoom, centre, moved, rendered } = createMap(page);
  await expect(list.getByRole('option').first()).toBeVisible();
  await rendered();

  await test.step('all marks, by key', async () => {
    await map.focus();
    await moved(() => page.keyboard.press('a'));
  });
  const whole = await centre();

  await test.step('a cluster', async () => {
    const place = await at(11.05, 46.525);
    await page.mouse.move(place.x, place.y);
    await expect(tip).toContainText(/\d,\d{3} tasks/);
    await expect(tip).toContainText('Failed');
    const before = await zoom();
    await moved(() => page.mouse.click(place.x, place.y));
    expect(await zoom()).toBeGreaterThan(before + 2);
    expect(Math.abs(((await centre())[0] ?? 0) - 11.05)).toBeLessThan(1);
  });

  await test.step('back and forward', async () => {
    const near = await centre();
    await moved(() => page.keyboard.press('Alt+ArrowLeft'));
    expect((await centre()).map((each) => each.toFixed(2))).toEqual(whole.map((each) => each.toFixed(2)));
    await moved(() => page.getByRole('button', { name: 'Next view' }).click());
    expect((await centre()).map((each) => each.toFixed(2))).toEqual(near.map((each) => each.toFixed(2)));
  });

  await test.step('several marks at one place', async () => {
    await moved(() => page.keyboard.press('a'));
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Command, place or coordinates').fill('-30, -150');
    await moved(() => page.keyboard.press('Enter'));
    const place = await at(-150, -30);
    await page.mouse.click(place.x, place.y);
    await expect(choice.getByRole('menuitem')).toHaveCount(3);
    await expect(choice).toContainText('3 tasks');
    await expectAccessible(page, 'the list of a place');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chosen = (await choice.getByRole('menuitem').nth(1).textContent())?.slice(0, 6) ?? '';
    await page.keyboard.press('Enter');
    await expect(details.getByRole('heading', { name: chosen })).toBeVisible();
    await expect(map).toHaveAttribute('data-selected', /^task /);
  });
});

test('by keyboard: a distance is measured, mended and put away; zoom to the selection and its project', async ({
  open,
}) => {
  const { page } = await open({ env: calm });
  const { list, details, chooseContract } = createWorkspace(page);
  const { map, moved, rendered, zoom } = createMap(page);
  await chooseContract(contract);
  await rendered();
  const panel = page.getByTestId('measure-panel');
  const measured = panel.getByTestId('measured');
  const rows = panel.getByRole('row');

  await test.step('a path of three vertices, the last one removed', async () => {
    await map.focus();
    await page.keyboard.press('m');
    await expect(panel).toBeVisible();
    await expect(map).toBeFocused();
    for (const key of ['ArrowRight', 'ArrowUp', 'Shift+ArrowUp']) {
      await page.keyboard.press('Enter');
      await moved(() => page.keyboard.press(key));
    }
    await page.keyboard.press('Enter');
    await expect(measured).toHaveText(/^Total [\d.,]+\s*km$/);
    await expect(rows).toHaveCount(4);
    await page.keyboard.press('Backspace');
    await expect(rows).toHaveCount(3);
    await expectAccessible(page, 'the panel of a measurement');
  });

  await test.step('the same as an area, in hectares', async () => {
    await panel.getByText('Area', { exact: true }).click();
    await expect(measured).toHaveText(/^Area [\d.,]+\s*km²Perimeter/);
    await panel.getByRole('combobox', { name: 'Unit of area' }).click();
    await page.getByRole('option', { name: 'Hectares' }).click();
    await expect(measured).toHaveText(/^Area [\d.,]+\s*ha/);
  });

  await test.step('Esc finishes, Esc again puts it away', async () => {
    await map.focus();
    await page.keyboard.press('Escape');
    await expect(panel).toContainText('WGS 84');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('the selection and its project', async () => {
    await list.getByRole('option', { name: 'Mendoza' }).click();
    await expect(details.getByRole('heading', { name: /Mendoza/ })).toBeVisible();
    await map.focus();
    await moved(() => page.keyboard.press('s'));
    const near = await zoom();
    await moved(() => page.keyboard.press('p'));
    expect(await zoom()).toBeLessThan(near);
  });

  await test.step('the menu of the map by its key: coordinates in another format', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await map.focus();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Place on the map' });
    await menu.getByRole('menuitem', { name: 'Copy as…' }).click();
    const mgrs = page.getByRole('menuitem', { name: /^MGRS/ });
    expect(await copiedBy(page, () => mgrs.click())).toMatch(/^\d+[A-Z] [A-Z]{2} \d{5} \d{5}$/);
    await expect(menu).toBeHidden();
  });

  await test.step('what is there, and where the sun stands', async () => {
    await map.focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'What is here?' }).click();
    const here = page.getByTestId('here-panel');
    await expect(here).toContainText(/Sun now.*° (above|below) the horizon.*local solar time/);
    await expectAccessible(page, 'the panel of a place');
  });
});

test('the map in full screen: by key, button and command; Escape leaves it, and so does a workspace without a map', async ({
  open,
}) => {
  const { page } = await open({ env: calm });
  const { list, map, chooseContract, show } = createWorkspace(page);
  await chooseContract(contract);
  await expect(list).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Workspaces' });
  const leave = page.getByRole('button', { name: 'Leave full screen' });
  const hidden = async () => {
    await expect(leave).toBeVisible();
    for (const part of [rail, list, page.getByRole('region', { name: 'Status bar' })])
      await expect(part).toBeHidden();
    const size = page.viewportSize();
    await expect.poll(async () => (await map.boundingBox())?.width).toBe(size?.width);
  };
  const back = async () => {
    await expect(rail).toBeVisible();
    await expect(list).toBeVisible();
    await expect(leave).toHaveCount(0);
  };

  await map.focus();
  await page.keyboard.press('Shift+F');
  await hidden();
  await expectAccessible(page, 'the map in full screen');
  await page.keyboard.press('Escape');
  await back();
  await page.getByRole('button', { name: 'Show the map in full screen' }).click();
  await hidden();
  await leave.click();
  await back();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Command, place or coordinates').fill('full screen');
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Show the map in full screen' }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await hidden();
  await page.keyboard.press('Alt+0');
  await expect(rail).toBeVisible();
  await show('Tasks');
  await back();
});

test('the list folds to a strip beside the map, and is folded after a restart', async ({ open }) => {
  const nadir = await open({ env: calm });
  const { list, chooseContract, show } = createWorkspace(nadir.page);
  await chooseContract(contract);
  await expect(list).toBeVisible();
  const before = (await nadir.page.getByTestId('map').boundingBox())?.width ?? 0;
  await nadir.page.getByRole('button', { name: 'Fold the list' }).click();
  await expect(list).toBeHidden();
  await expect
    .poll(async () => (await nadir.page.getByTestId('map').boundingBox())?.width ?? 0)
    .toBeGreaterThan(before + 250);
  // Plan is nothing but its form.
  await show('Plan');
  await expect(nadir.page.locator('[data-pane="list"]')).toBeVisible();
  await nadir.close();
  const { page } = await open({ env: calm });
  await createWorkspace(page).show('Tasks');
  const unfold = page.getByRole('button', { name: 'Open the list' });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('[data-pane="list"]')).toHaveCount(0);
  await unfold.click();
  await expect(page.locator('[data-pane="list"]')).toBeVisible();
});
