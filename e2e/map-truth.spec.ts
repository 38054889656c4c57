import type { Page } from '@playwright/test';
import { expect, type OpenNadir, test } from './support/nadir.ts';
import { createOrderForm } from './support/order-form.ts';
import { expectAsFresh, expectSame, mapPicture } from './support/same-picture.ts';
import { createWorkspace } from './support/workspace.ts';

// An accelerated canvas in software draws the world some five times a second on two cores.
test.describe.configure({ timeout: 900_000, mode: 'parallel' });

/** At this pace nothing moves while pictures are compared. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
const zooms = [3, 8, 13];
const pollMs = [100];
const themes = ['dark', 'light'] as const;

async function dress(page: Page, theme: (typeof themes)[number]) {
  // Flights take their time here: what is left on their way is what these tests look for.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'no-preference' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}

/** Smaller than elsewhere: what a picture costs grows with its size where a processor draws it, what it shows does not. */
const windowSize = { width: 1100, height: 700 };

function createView({ page }: OpenNadir) {
  const map = page.getByTestId('map');
  const rendered = () => expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 120_000 });
  return {
    async moveTo(latitude: number, longitude: number) {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Command, place or coordinates').fill(`${latitude}, ${longitude}`);
      await page.keyboard.press('Enter');
      const centre = async () => ((await map.getAttribute('data-centre')) ?? '').split(' ').map(Number);
      const away = async () => {
        const [x = 0, y = 0] = await centre();
        return Math.hypot(x - longitude, y - latitude);
      };
      await expect.poll(away, { intervals: pollMs, timeout: 60_000 }).toBeLessThan(0.001);
      await rendered();
    },
    /** The steps are no flight that these tests look at: all are taken at once. */
    async zoomTo(zoom: number) {
      const off = async () => zoom - Number(await map.getAttribute('data-zoom'));
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // A flight that is on its way takes the zoom along: then the steps are taken again from where it ended.
      await expect(async () => {
        await rendered();
        const steps = Math.round(await off());
        const button = page.getByRole('button', { name: steps > 0 ? 'Zoom in' : 'Zoom out' });
        for (let step = 0; step < Math.abs(steps); step += 1) await button.click();
        await expect
          .poll(async () => Math.abs(await off()), { intervals: pollMs, timeout: 5_000 })
          .toBeLessThan(0.6);
      }).toPass({ timeout: 120_000 });
      await rendered();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
    },
    async pan(x: number, y: number) {
      const box = await map.boundingBox();
      if (!box) throw new Error('no map');
      const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
      const before = await map.getAttribute('data-centre');
      await page.mouse.move(left, top);
      await page.mouse.down();
      await page.mouse.move(left + x, top + y, { steps: 6 });
      await page.mouse.up();
      await expect(map).not.toHaveAttribute('data-centre', before ?? '');
      await rendered();
    },
  };
}

test('the browser draws canvases the way this run is for', async ({ page }, { project }) => {
  await page.goto('chrome://gpu');
  const words = project.name === 'accelerated' ? 'Canvas: Hardware accelerated' : 'Canvas: Software only';
  await expect(page.getByText(words)).toBeVisible();
});

test('marks: after pan, flight, another selection and clearing, the map is what a new window draws', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env: calm });
  const { page } = nadir;
  await page.setViewportSize(windowSize);
  const { list, details, map, chooseContract } = createWorkspace(page);
  const view = createView(nadir);
  await chooseContract('Agriculture Monitoring');
  const select = async (task: string) => {
    await list.getByRole('option', { name: task }).click();
    await expect(details.getByRole('heading', { name: task })).toBeVisible();
  };
  for (const [turn, zoom] of zooms.entries()) {
    // A flight in one theme; in the other what a change of theme and another movement leave.
    const [first, second] = turn === 1 ? (['light', 'dark'] as const) : themes;
    await dress(page, first);
    await select('Mendoza');
    await view.pan(90, 60);
    await select('Pampas soy');
    await view.pan(-150, 40);
    await select('Mendoza');
    await view.moveTo(-33, -68.8);
    await view.zoomTo(zoom);
    await view.pan(40, -130);
    // Whatever one of the steps left behind is still there at the end of them.
    await expect(map).toHaveAttribute('data-selected', /task/);
    await expectAsFresh(nadir, dataFolder, `a selected task at zoom ${zoom}, ${first}`);
    await dress(page, second);
    await view.pan(-60, 50);
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(map).toHaveAttribute('data-selected', '');
    await expectAsFresh(nadir, dataFolder, `nothing selected at zoom ${zoom}, ${second}`);
  }
});

test('rasters: hidden at once, and those of another scene never stay below', async ({ open, dataFolder }) => {
  const nadir = await open({ env: calm });
  const { page } = nadir;
  await page.setViewportSize(windowSize);
  const workspace = createWorkspace(page);
  const { list, details, map } = workspace;
  const view = createView(nadir);
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
  const panel = page.getByTestId('raster-panel');
  for (const [i, theme] of themes.entries()) {
    await dress(page, theme);
    await list.getByRole('option').nth(0).click();
    await details.getByRole('button', { name: /on the map$/ }).click();
    await expect(map).toHaveAttribute('data-raster', /\d/);
    await view.zoomTo(i === 0 ? 10 : 14);
    await view.pan(70, -50);
    if (i === 0) await expectAsFresh(nadir, dataFolder, `a raster after a pan, ${theme}`);
    const first = await map.getAttribute('data-raster');
    await list.getByRole('option').nth(1).click();
    await expect(map).not.toHaveAttribute('data-raster', first ?? '');
    await expect(map).toHaveAttribute('data-raster', /\d/);
    await expectAsFresh(nadir, dataFolder, `the raster of another scene, ${theme}`);
    await panel.getByRole('button', { name: 'Hide the raster' }).click();
    await expect(panel).toBeHidden();
    // Nothing moves the map between the two.
    await expectAsFresh(nadir, dataFolder, `no raster, ${theme}`);
  }
});

test('areas: a corner that is dragged leaves nothing behind, nor does an area that is removed', async ({
  open,
}) => {
  const nadir = await open({ env: calm });
  const { page } = nadir;
  await page.setViewportSize(windowSize);
  const { chooseContract, map } = createWorkspace(page);
  const view = createView(nadir);
  await chooseContract('Coastal Watch 2026');
  const orders = createOrderForm(page);
  await orders.open();
  await orders.fill({ sku: 'TSKARE-M', name: 'Tagus flats' });
  const corners = '38.75, -9.15\n38.75, -9.05\n38.65, -9.05\n38.65, -9.15';
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    const before = await orders.corners.inputValue();
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 6 });
    await page.mouse.up();
    await expect(orders.corners).not.toHaveValue(before);
  };
  for (const theme of themes) {
    await dress(page, theme);
    for (const zoom of theme === 'dark' ? [9, 10, 11] : [11]) {
      await view.moveTo(38.7, -9.1);
      await view.zoomTo(zoom);
      const empty = await mapPicture(page);
      await orders.corners.fill(corners);
      // The code of the editor is loaded with the first area.
      await expect(map).toHaveAttribute('data-area-ready', '');
      const whole = await mapPicture(page);
      await expect(orders.area.getByTestId('area')).toContainText('4 vertices');
      const box = await map.boundingBox();
      if (!box) throw new Error('no map');
      const [west = 0, south = 0, east = 0, north = 0] = ((await map.getAttribute('data-extent')) ?? '')
        .split(' ')
        .map(Number);
      const metres = 20_037_508.342789244;
      const x = (-9.05 / 180) * metres;
      const y = (Math.log(Math.tan(Math.PI / 4 + (38.75 * Math.PI) / 360)) / Math.PI) * metres;
      const corner = [
        box.x + ((x - west) / (east - west)) * box.width,
        box.y + ((north - y) / (north - south)) * box.height,
      ] as const;
      const away = [corner[0] + 60, corner[1] - 50] as const;
      await drag(corner, away);
      await drag(away, corner);
      // The corner's ring goes with the pointer.
      await expectSame(
        async () => [await mapPicture(page), whole],
        `an area dragged there and back at zoom ${zoom}, ${theme}`,
      );
      await orders.area.getByRole('button', { name: 'Remove the area' }).click();
      await expectSame(async () => [await mapPicture(page), empty], `no area at zoom ${zoom}, ${theme}`);
    }
  }
});
