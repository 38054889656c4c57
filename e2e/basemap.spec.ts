import type { Page } from '@playwright/test';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
const contract = 'Agriculture Monitoring';

/** Places of the world, and names that a person would know them by, at zooms 3, 6 and 11. */
const places: readonly (readonly [latitude: number, longitude: number, ...names: RegExp[]])[] = [
  [48.137, 11.575, /Germany/, /Munich/, /Munich/],
  [-23.55, -46.63, /Brazil/, /São Paulo/, /São Paulo/],
  [39.904, 116.407, /China/, /Beijing/, /Beijing/],
  [6.455, 3.394, /Nigeria/, /Lagos/, /Lagos/],
  [64.147, -21.943, /Iceland/, /Reykjavík/, /Reykjavík/],
  [-16.7, 179.99, /Fiji|Pacific/, /Fiji|Vanua Levu/, /km .* of .+, Fiji/],
  [-77.85, 166.67, /Antarctica|Ross/, /McMurdo/, /McMurdo|Ross Island/],
  [78.22, 15.64, /Arctic Ocean|Svalbard/, /Longyearbyen/, /Longyearbyen/],
  [25.2, 55.27, /Saudi Arabia|Emirates/, /Dubai/, /Dubai/],
  [40.713, -74.006, /United States/, /New York/, /New York/],
];

async function moveTo(page: Page, latitude: number, longitude: number) {
  const map = page.getByTestId('map');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Command, place or coordinates').fill(`${latitude}, ${longitude}`);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => {
      const [x = 0, y = 0] = ((await map.getAttribute('data-centre')) ?? '').split(' ').map(Number);
      return Math.hypot(x - longitude, y - latitude);
    })
    .toBeLessThan(0.01);
}

async function zoomTo(page: Page, zoom: number) {
  const map = page.getByTestId('map');
  const off = async () => zoom - Number(await map.getAttribute('data-zoom'));
  const steps = Math.round(await off());
  const button = page.getByRole('button', { name: steps > 0 ? 'Zoom in' : 'Zoom out' });
  for (let step = 0; step < Math.abs(steps); step += 1) await button.click();
  await expect.poll(async () => Math.abs(await off())).toBeLessThan(0.6);
}

test('a person can say where the map is, at ten places and three zooms, in both themes', async ({ open }) => {
  const { page } = await open({ env: calm });
  await createWorkspace(page).chooseContract(contract);
  await page.setViewportSize({ width: 1_100, height: 700 });
  const map = page.getByTestId('map');
  /** The names on the map, and the line that names the nearest town in a near view. */
  const wordsOnMap = async () =>
    [await map.getAttribute('data-names'), ...(await page.getByTestId('near-town').allTextContents())].join(
      ' ',
    );
  for (const [index, [latitude, longitude, ...names]] of places.entries()) {
    const colorScheme = index % 2 === 0 ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await moveTo(page, latitude, longitude);
    for (const [i, zoom] of [3, 6, 11].entries()) {
      await zoomTo(page, zoom);
      await expect(map).toHaveAttribute('data-rendered', 'true');
      const place = `${latitude}, ${longitude} at zoom ${zoom}`;
      await expect.poll(wordsOnMap, { message: place }).toMatch(names[i] ?? /./);
    }
  }
});

test('names are in the language of the window, and the map says its sources', async ({ open }) => {
  const { page } = await open({ env: calm, locale: 'es-ES' });
  const map = page.getByTestId('map');
  await page.getByRole('button', { name: `Elegir ${contract}` }).click();
  await expect(map).toHaveAttribute('data-names', /Océano Atlántico/);
  await page.getByRole('button', { name: 'Natural Earth · GeoNames' }).click();
  await expect(page.getByText(/^Poblaciones: GeoNames .*CC BY 4\.0/)).toBeVisible();
});

test('a basemap that cannot be read is told once, and the window works without it', async ({
  open,
  expectComplaint,
}) => {
  expectComplaint(/pmtiles|Failed to load resource/);
  const { page, context } = await open({ env: calm });
  await context.route(/\.pmtiles$/, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByText(/A part of the basemap cannot be read/)).toBeVisible();
  await expect(page.getByTestId('map')).toHaveAttribute('data-rendered', 'true');
});
