import type { Locator, Page } from '@playwright/test';
import { copiedBy } from './support/clipboard.ts';
import { dropFiles } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { createOrderForm } from './support/order-form.ts';
import { createTimeline } from './support/timeline.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };

const centreOf = async (page: Page) =>
  ((await page.getByTestId('map').getAttribute('data-centre')) ?? '').split(' ').map(Number);

async function command(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Command, place or coordinates').fill(text);
}

test('twice the size of everything, and the system’s colours: all is in reach and told apart', async ({
  open,
}) => {
  const { page } = await open({ env: calm });
  const { list, details, map, status, show, chooseContract } = createWorkspace(page);
  await chooseContract('Agriculture Monitoring');
  await list.getByRole('option', { name: 'Mendoza' }).click();
  await expect(details.getByRole('heading', { name: 'Mendoza' })).toBeVisible();

  // What a window of 1280 × 800 and one of 1440 × 900 have at 200 %.
  for (const size of [
    { width: 640, height: 400 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size);
    const entries = page.getByRole('navigation').getByRole('button');
    for (const entry of [
      ...(await entries.all()),
      ...(await status.getByRole('button').all()),
      page.getByTestId('cursor'),
    ])
      await expect(entry).toBeInViewport({ ratio: 0.9 });
    for (const part of [list.getByRole('listbox'), map, details]) {
      await part.scrollIntoViewIfNeeded();
      await part.focus();
      const box = await part.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(120);
      await expect(part).toBeInViewport({ ratio: 0.7 });
    }
    await map.scrollIntoViewIfNeeded();
    const before = await map.getAttribute('data-zoom');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(map).not.toHaveAttribute('data-zoom', before ?? '');
  }
  // In every workspace the rows themselves are in reach, however tall the head above them is.
  await page.setViewportSize({ width: 640, height: 400 });
  for (const workspace of ['Orders', 'Places', 'Tasks']) {
    await show(workspace);
    const rows = list.locator('[role="listbox"], [role="grid"]');
    await rows.scrollIntoViewIfNeeded();
    expect((await rows.boundingBox())?.height ?? 0, workspace).toBeGreaterThan(120);
    await expect(rows, workspace).toBeInViewport({ ratio: 0.7 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.emulateMedia({ forcedColors: 'active' });
  const computedStyle = (name: string) =>
    list.getByRole('option', { name }).evaluate((row) => {
      const mark = row.querySelector('[aria-hidden]');
      const { backgroundColor, outlineStyle } = getComputedStyle(row);
      return {
        row: `${backgroundColor} ${outlineStyle}`,
        ground: backgroundColor,
        mark: mark ? getComputedStyle(mark).backgroundColor : '',
        edge: mark ? getComputedStyle(mark).borderTopColor : '',
      };
    });
  const [selected, other, busy] = [
    await computedStyle('Mendoza'),
    await computedStyle('Pampas soy'),
    await computedStyle('Nile delta'),
  ];
  expect(selected.row).not.toBe(other.row);
  // Completed and in progress have other colours than each other and than what is below them.
  expect(new Set([other.mark, busy.mark, other.ground]).size).toBe(3);
  expect(selected.mark).not.toBe(selected.ground);
  await page.emulateMedia({ forcedColors: 'none' });
});

test('keys and the pointer in lists and on the map do what they mean there', async ({ open }) => {
  const { page, context } = await open({ env: calm });
  const { list, details, map, form, show, shown, chooseContract } = createWorkspace(page);
  await chooseContract('Agriculture Monitoring');
  const chosenText = () => page.evaluate(() => String(getSelection()));

  await test.step('letters in a list are the commands that they are elsewhere, Shift and Ctrl+A select no text', async () => {
    await list.getByRole('option', { name: 'Iowa corn' }).click();
    await list.getByRole('option', { name: 'Punjab rice' }).click({ modifiers: ['Shift'] });
    expect(await chosenText()).toBe('');
    await list.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    expect(await chosenText()).toBe('');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await list.getByRole('listbox').focus();
    await page.keyboard.press('n');
    await shown('Plan');
    await show('Tasks');
  });

  await test.step('a mark at the edge: its details take room, and it is still in view', async () => {
    await details.getByRole('button', { name: 'Close' }).click();
    await command(page, 'Whole world');
    await page.keyboard.press('Enter');
    await expect(map).toHaveAttribute('data-rendered', 'true');
    await list.getByRole('option', { name: 'Murray basin' }).click();
    await expect(details.getByRole('heading', { name: 'Murray basin' })).toBeVisible();
    await expect
      .poll(async () => {
        const [west = 0, , east = 0] = ((await map.getAttribute('data-extent')) ?? '').split(' ').map(Number);
        const x = (142.5 / 180) * 20_037_508;
        return x > west && x < east;
      })
      .toBe(true);
  });

  await test.step('a task by its name in the palette', async () => {
    await command(page, 'Nile del');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Nile delta.*Task/ })
      .click();
    await expect(details.getByRole('heading', { name: 'Nile delta' })).toBeVisible();
  });

  await test.step('Plan shows no task of before; a place of the map goes into its form', async () => {
    await show('Plan');
    await expect(details).toHaveCount(0);
    await expect(map).toHaveAttribute('data-selected', '');
    await show('Tasks');
    await expect(details.getByRole('heading', { name: 'Nile delta' })).toBeVisible();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await map.click({ button: 'right', position: { x: 300, y: 400 } });
    const menu = page.getByRole('menu', { name: 'Place on the map' });
    const written = (await menu.locator('.mantine-Menu-label').textContent()) ?? '';
    expect(written).toMatch(/^-?\d+\.\d+, -?\d+\.\d+$/);
    const copy = menu.getByRole('menuitem', { name: 'Copy coordinates' });
    expect(await copiedBy(page, () => copy.click())).toBe(written);
    await map.click({ button: 'right', position: { x: 300, y: 400 } });
    await menu.getByRole('menuitem', { name: 'New task here' }).click();
    await expect(form.getByLabel('Point of interest')).toHaveValue(written);
  });

  await test.step('files that nothing takes are told where they belong', async () => {
    await show('Tasks');
    await dropFiles(page, { 'points.csv': 'lat,lon\n1,2\n' });
    await expect(page.getByText('Files cannot be dropped here')).toBeVisible();
  });

  await test.step('commands from Bills show what they do', async () => {
    await show('Usage');
    await command(page, '38.70, -9.10');
    await page.keyboard.press('Enter');
    await expect(map).toBeVisible();
    await expect
      .poll(async () => (await centreOf(page)).map((each) => each.toFixed(2)))
      .toEqual(['-9.10', '38.70']);
    await expect(map).toHaveAttribute('data-zoom', '12');
  });

  await test.step('single keys can be turned off', async () => {
    await show('Settings');
    await page.getByRole('tab', { name: 'Appearance' }).click();
    const single = page.getByRole('switch', { name: 'Single-key shortcuts' });
    await single.click();
    await expect(single).not.toBeChecked();
    await show('Tasks');
    await map.focus();
    await page.keyboard.press('?');
    await page.keyboard.press('n');
    await shown('Tasks');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a change of an area can be undone; the form it belongs to stays', async ({ open }) => {
  const { page } = await open({ env: calm });
  const { chooseContract, map } = createWorkspace(page);
  await chooseContract('Coastal Watch 2026');
  const orders = createOrderForm(page);
  await orders.open();
  await orders.fill({ sku: 'TSKARE-M', name: 'Tagus flats' });
  await orders.corners.fill('38.75, -9.15\n38.75, -9.05\n38.65, -9.05\n38.65, -9.15');
  await orders.area.getByRole('button', { name: 'Show the area on the map' }).click();
  await expect(map).toHaveAttribute('data-rendered', 'true');
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  const [west = 0, south = 0, east = 0, north = 0] = ((await map.getAttribute('data-extent')) ?? '')
    .split(' ')
    .map(Number);
  const half = 20_037_508.342789244;
  const y = (Math.log(Math.tan(Math.PI / 4 + (38.75 * Math.PI) / 360)) / Math.PI) * half;
  const corner = [
    box.x + (((-9.05 / 180) * half - west) / (east - west)) * box.width,
    box.y + ((north - y) / (north - south)) * box.height,
  ] as const;
  const before = await orders.corners.inputValue();
  await page.mouse.move(...corner);
  await page.mouse.down();
  await page.mouse.move(corner[0] - 60, corner[1] + 50, { steps: 6 });
  await page.mouse.up();
  await expect(orders.corners).not.toHaveValue(before);
  const dragged = await orders.corners.inputValue();
  await page.keyboard.press('Control+z');
  await expect(orders.corners).not.toHaveValue(dragged);
  const numbers = (text: string) =>
    text
      .split('\n')
      .map((line) => line.split(',').map((each) => Number(each).toFixed(4)))
      .sort();
  expect(numbers(await orders.corners.inputValue())).toEqual(numbers(before));
  await expect(orders.form.getByRole('combobox', { name: 'SKU' })).toHaveValue('TSKARE-M');
  await page.keyboard.press('Control+Shift+z');
  await expect(orders.corners).toHaveValue(dragged);
});

test('in Library the pixels are those of the open scene, with date and satellite; a restart finds them again', async ({
  open,
}) => {
  const nadir = await open({ env: calm });
  const { page } = nadir;
  const workspace = createWorkspace(page);
  const { list, details, map } = workspace;
  await workspace.chooseContract('Agriculture Monitoring');
  await list.getByRole('option', { name: 'Mendoza' }).click();
  await expect(details.getByTestId('scene')).toHaveCount(4);
  for (const index of [0, 1]) {
    const scene = details.getByTestId('scene').nth(index);
    const visual = (await workspace.rasterNames(scene)).find((name) => /visual/i.test(name)) ?? '';
    await workspace.download(scene, visual);
  }
  const bare = await details.getByTestId('scene').nth(2).getAttribute('data-scene');
  await workspace.show('Library');
  const rows = list.getByRole('option');
  await expect(rows).toHaveCount(2);
  const identity = page.getByTestId('raster-identity');
  const fact = async (name: string) => {
    const value = details
      .locator('dt')
      .getByText(name, { exact: true })
      .locator('xpath=following-sibling::dd[1]');
    return (await value.textContent()) ?? 'no such fact';
  };
  const seen = new Set<string>();

  await rows.nth(0).dblclick();
  for (const index of [0, 1, 0]) {
    await rows.nth(index).click();
    await expect(rows.nth(index)).toHaveAttribute('aria-selected', 'true');
    await expect(map).toHaveAttribute('data-raster', /\d/);
    await expect(identity).toContainText(await fact('Acquisition time'));
    await expect(identity).toContainText(await fact('Satellite'));
    seen.add((await map.getAttribute('data-raster')) ?? '');
  }
  expect(seen.size).toBe(2);

  await test.step('a scene without a raster on disk has no pixels of another one', async () => {
    await page.getByRole('switch', { name: 'On disk only' }).click();
    const heading = details.getByRole('heading', { name: bare ?? '' });
    for (const row of await rows.filter({ hasText: 'Mendoza' }).all()) {
      await row.click();
      await expect(row).toHaveAttribute('aria-selected', 'true');
      await expect(details.getByRole('heading', { name: 'Files' })).toBeVisible();
      if (await heading.isVisible()) break;
    }
    await expect(heading).toBeVisible();
    await expect(map).toHaveAttribute('data-raster', '');
    await expect(page.getByTestId('raster-panel')).toHaveCount(0);
    await page.getByRole('switch', { name: 'On disk only' }).click();
    await expect(rows).toHaveCount(2);
    await rows.nth(0).click();
    await expect(map).toHaveAttribute('data-raster', /\d/);
  });

  await test.step('the raster’s own box is on screen', async () => {
    await command(page, 'Whole world');
    await page.keyboard.press('Enter');
    const button = details.getByRole('button', { name: /on the map$/ });
    await button.click();
    await expect(map).toHaveAttribute('data-raster', '');
    await button.click();
    await expect.poll(async () => Number(await map.getAttribute('data-zoom'))).toBeGreaterThan(12);
  });

  const raster = (await map.getAttribute('data-raster')) ?? '';
  const selected = (await map.getAttribute('data-selected')) ?? '';
  await nadir.close();
  const again = await open({ env: calm });
  const next = again.page.getByTestId('map');
  await expect(next).toHaveAttribute('data-raster', raster);
  await expect(next).toHaveAttribute('data-selected', selected);
  await expect(again.page.locator('[data-pane="details"]')).toContainText('Files');
});

test('nothing on the screen is cut or covered, and the panes are as wide as they were left', async ({
  open,
}) => {
  const nadir = await open({ env: calm, locale: 'en-GB' });
  const { page } = nadir;
  const { list, details, map, show, chooseContract } = createWorkspace(page);
  await chooseContract('Agriculture Monitoring');
  /** The outline of something on the page. In pixels. */
  const boxOf = async (target: Locator) => {
    const box = await target.boundingBox();
    if (!box) throw new Error('not on the page');
    return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
  };
  type Box = Awaited<ReturnType<typeof boxOf>>;
  const overlap = (one: Box, other: Box) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

  await test.step('the chips of a list take two rows at most', async () => {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(size);
      const chips = await list.getByRole('group', { name: 'Status' }).getByRole('checkbox').all();
      expect(chips.length).toBeGreaterThan(3);
      const tops = new Set<number>();
      for (const chip of chips) tops.add(Math.round((await boxOf(chip.locator('xpath=..'))).top));
      expect(tops.size).toBeLessThanOrEqual(2);
    }
  });

  await test.step('the names of the workspaces stand in the rail and cover no list', async () => {
    const pane = await boxOf(list);
    const entries = page.getByRole('navigation').getByRole('button');
    for (const entry of await entries.all()) {
      await entry.hover();
      if (await entry.textContent()) await expect(page.getByRole('tooltip')).toHaveCount(0);
      expect(overlap(await boxOf(entry), pane)).toBe(false);
    }
  });

  await test.step('a notice leaves the scale bar in sight', async () => {
    const alertOf = 'xpath=ancestor-or-self::*[@role="alert"]';
    const scale = page.locator('.ol-scale-line');
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 700 },
    ]) {
      await page.setViewportSize(size);
      await dropFiles(page, { 'points.csv': 'lat,lon\n1,2\n' });
      const notice = page.getByText('Files cannot be dropped here').last();
      await expect(notice).toBeVisible();
      // While it slides in it passes over the foot of the map.
      await page.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter((each) => each instanceof CSSTransition)
            .map((each) => each.finished),
        ),
      );
      expect(overlap(await boxOf(notice.locator(alertOf)), await boxOf(scale))).toBe(false);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a calendar shows whole rows', async () => {
    await show('Timeline');
    const timeline = createTimeline(page);
    await timeline.view('Calendar').click();
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
      { width: 1280, height: 560 },
    ]) {
      await page.setViewportSize(size);
      await expect(timeline.calendar.getByRole('button').first()).toBeVisible();
      const bottom = (await boxOf(timeline.calendar)).bottom;
      for (const day of await timeline.calendar.getByRole('gridcell').all()) {
        const cell = await boxOf(day);
        expect(cell.bottom).toBeLessThanOrEqual(bottom + 1);
        for (const row of await day.getByRole('button').all()) {
          const { top, bottom: end, left } = await boxOf(row);
          const isHidden = left >= cell.right || top >= cell.bottom;
          expect(isHidden || end <= cell.bottom).toBe(true);
        }
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the period of an order is told in words', async () => {
    await show('Orders');
    await list.getByRole('option', { name: 'La Mancha vines' }).click();
    const period = details.locator('dt').getByText('Revisit period', { exact: true });
    await expect(period.locator('xpath=following-sibling::dd[1]')).toHaveText('3 days');
  });

  await test.step('times read the same everywhere, with the local time on hover', async () => {
    await show('Tasks');
    await list.getByRole('option', { name: 'Mendoza' }).click();
    const time = details.locator('time').first();
    await expect(time).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{2}:\d{2} UTC$/);
    // The details go on arriving and can move the time away from the pointer: a person points at it again.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await time.hover();
      await expect(page.getByRole('tooltip')).toHaveText(/\d{2}:\d{2}/, { timeout: 3_000 });
    }).toPass();
  });

  await test.step('the details are as wide as a person makes them', async () => {
    const before = (await boxOf(details)).left;
    const handle = page.getByRole('button', { name: 'Resize the details' });
    await handle.press('ArrowLeft');
    await handle.press('ArrowLeft');
    await expect.poll(async () => (await boxOf(details)).left).toBeLessThan(before - 40);
    const wider = (await boxOf(details)).left;
    const mapBox = await boxOf(map);
    expect(mapBox.right).toBeLessThanOrEqual(wider);
    await nadir.close();
    const again = await open({ env: calm });
    const next = createWorkspace(again.page);
    await next.list.getByRole('option', { name: 'Mendoza' }).click();
    await expect.poll(async () => Math.round((await boxOf(next.details)).left)).toBe(Math.round(wider));
  });
});
