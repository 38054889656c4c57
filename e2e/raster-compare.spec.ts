import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { geoTags, writeTiff } from '../testing/write-tiff.ts';
import { expectAccessible } from './support/accessible.ts';
import { controlOf } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 300, seed: 7 }) };

/** Writes a raster with one grey in its left half and another in its right half, packed and placed as the service's own rasters are. */
function writeHalves(path: string, [left, right]: readonly [number, number]) {
  const side = 200;
  const data = new Uint16Array(side * side * 4);
  for (let i = 0; i < side * side; i += 1) {
    const grey = i % side < side / 2 ? left : right;
    data.set([grey, grey, grey, 4_000], 4 * i);
  }
  const geo = [
    { tag: 33_550, type: 12 as const, values: [1, 1, 0] },
    { tag: 33_922, type: 12 as const, values: [0, 0, 0, 528_514, 3_440_799, 0] },
  ];
  writeTiff(path, {
    widthPx: side,
    heightPx: side,
    samplesPerPixel: 4,
    bitsPerSample: 16,
    compression: 8,
    data: deflateSync(data),
    tags: geoTags({ geo, epsg: 32_643 }),
  });
}

/** Returns the colour of the map at these shares of its width and height. */
function colourAt(map: Locator, x: number, y: number) {
  return map.evaluate(
    (element, [atX, atY]) => {
      const box = element.getBoundingClientRect();
      const found = [...element.querySelectorAll('canvas')].flatMap((canvas) => {
        const scale = canvas.width / box.width;
        const pixel = canvas
          .getContext('2d')
          ?.getImageData(
            Math.round(box.width * atX * scale),
            Math.round(box.height * atY * scale),
            1,
            1,
          ).data;
        return pixel && pixel[3] === 255 ? [[...pixel].slice(0, 3).join(' ')] : [];
      });
      return found.at(-1) ?? 'nothing';
    },
    [x, y] as const,
  );
}

/**
 * Notes which captions stand beside which colour of the map in every frame, until the map has drawn these rasters. The colour is
 * that at these shares of its width and height. What is there now is noted before this returns, so that a page under load cannot
 * change before the first look.
 */
async function watchCaptions(map: Locator, { rasters, x, y }: { rasters: string; x: number; y: number }) {
  const watch = await map.evaluateHandle(
    (element, wanted) => {
      const seen = new Set<string>();
      const box = element.getBoundingClientRect();
      const first = document.querySelector<HTMLElement>('[data-testid="map"]');
      const isDrawn = () =>
        first?.dataset.rasters === wanted.rasters &&
        first.dataset.rendered === 'true' &&
        element.dataset.rendered === 'true';
      function look() {
        const colours = [...element.querySelectorAll('canvas')].flatMap((canvas) => {
          const scale = canvas.width / box.width;
          const [left, top] = [box.width * wanted.x * scale, box.height * wanted.y * scale];
          const pixel = canvas.getContext('2d')?.getImageData(Math.round(left), Math.round(top), 1, 1).data;
          return pixel && pixel[3] === 255 ? [[...pixel].slice(0, 3).join(' ')] : [];
        });
        const captions = [...document.querySelectorAll('[data-testid="raster-caption"]')];
        const texts = captions.map((caption) => caption.textContent?.trim() ?? '');
        seen.add(`${texts.join(' | ')}: ${colours.at(-1) ?? 'nothing'}`);
      }
      async function watchUntilDrawn() {
        const end = performance.now() + wanted.timeoutMs;
        for (let frames = 0; frames < 5 && performance.now() < end; frames += isDrawn() ? 1 : 0) {
          await new Promise(requestAnimationFrame);
          look();
        }
        if (!isDrawn()) seen.add(`not drawn: ${first?.dataset.rasters}`);
        return [...seen];
      }
      look();
      return { all: watchUntilDrawn() };
    },
    { rasters, x, y, timeoutMs: 60_000 },
  );
  return { seen: () => watch.evaluate(({ all }) => all) };
}

/** More green than red and blue. */
const greener = {
  asymmetricMatch: (colour: unknown) =>
    Array.isArray(colour) &&
    Number(colour[1]) > Number(colour[0]) + 5 &&
    Number(colour[1]) > Number(colour[2]) + 5,
};

const drawn = (page: Page) =>
  expect(page.getByTestId('map')).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });

test('with the network cut, captures of a place are compared by keyboard: swipe, difference, series, animated picture', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env });
  const { page } = nadir;
  const workspace = createWorkspace(page);
  const map = page.getByTestId('map');
  await workspace.chooseContract('Agriculture Monitoring');
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Punjab rice' }).click();
  await workspace.publishedScene();
  const scenes = workspace.details.getByTestId('scene');
  await expect.poll(() => scenes.count()).toBeGreaterThan(1);
  const control = controlOf(dataFolder);
  const greys = [
    [1_000, 3_000],
    [3_000, 1_000],
  ] as const;
  const files: string[] = [];
  const sceneIds: string[] = [];
  for (const [i, halves] of greys.entries()) {
    const scene = scenes.nth(i);
    const name = (await workspace.rasterNames(scene)).find((each) => !/visual/i.test(each)) ?? '';
    const sceneId = (await scene.getAttribute('data-scene')) ?? '';
    sceneIds.push(sceneId);
    writeHalves((await control.served(sceneId, name)).path, halves);
    await workspace.download(scene, name);
    files.push((await scene.getByTestId(`file-${name}`).getAttribute('data-file')) ?? '');
  }
  const [earlier = '', later = ''] = files;
  // From here on the service cannot be reached.
  await control.fault({ match: {}, fault: { loseReply: 'before' } });

  await workspace.show('Library');
  await workspace.list.getByRole('option').first().click();
  await page
    .getByRole('button', { name: /on the map$/ })
    .first()
    .click();
  await workspace.rasterDrawn(later);
  const captions = page.getByTestId('raster-caption');
  await expect(captions).toHaveText([/UTC · SN\d+$/]);
  const [dark, bright] = [await colourAt(map, 0.58, 0.57), await colourAt(map, 0.42, 0.57)];
  expect(dark).not.toBe(bright);

  await map.focus();
  const right = { x: 0.58, y: 0.57 };
  const laterText = (await captions.textContent()) ?? '';
  // Each date stands beside the pixels of its capture, and the map is never empty between the two.
  const back = await watchCaptions(map, { ...right, rasters: earlier });
  await page.keyboard.press('b');
  await workspace.rasterDrawn(earlier);
  const earlierText = (await captions.textContent()) ?? '';
  expect(earlierText).not.toBe(laterText);
  expect(await back.seen()).toEqual([`${laterText}: ${dark}`, `${earlierText}: ${bright}`]);
  const forth = await watchCaptions(map, { ...right, rasters: later });
  await page.keyboard.press('b');
  await workspace.rasterDrawn(later);
  expect(await forth.seen()).toEqual([`${earlierText}: ${bright}`, `${laterText}: ${dark}`]);

  // The earlier capture is to the left of the line: its left half is dark.
  const left = { x: 0.42, y: 0.57 };
  const begin = await watchCaptions(map, { ...left, rasters: `${later} ${earlier}` });
  await page.keyboard.press('c');
  await expect(map).toHaveAttribute('data-rasters', `${later} ${earlier}`);
  await drawn(page);
  expect(await begin.seen()).toEqual([`${laterText}: ${bright}`, `${earlierText} | ${laterText}: ${dark}`]);
  await expect(captions).toHaveCount(2);
  await expect.poll(() => colourAt(map, 0.42, 0.57)).toBe(dark);
  expect(await colourAt(map, 0.58, 0.57)).toBe(dark);
  const swipe = page.getByRole('slider', { name: 'Line between the two rasters' });
  await swipe.focus();
  await page.keyboard.press('Home');
  await expect(swipe).toHaveAttribute('aria-valuenow', '0');
  await expect.poll(() => colourAt(map, 0.42, 0.57)).toBe(bright);
  await page.keyboard.press('End');
  await expect.poll(() => colourAt(map, 0.58, 0.57)).toBe(bright);

  const compare = page.getByTestId('compare');
  await compare.getByText('Side by side').click();
  const beside = page.getByTestId('map-beside');
  await expect(beside).toHaveAttribute('data-rendered', 'true');
  await expect.poll(() => colourAt(beside, 0.35, 0.57)).toBe(dark);
  await drawn(page);
  // The second map is the left half, and the first one the right half.
  await expect
    .poll(async () => {
      const [second, first] = [await beside.boundingBox(), await map.boundingBox()];
      return Math.abs((second?.x ?? 0) + (second?.width ?? 0) - (first?.x ?? Number.NaN));
    })
    .toBeLessThan(3);
  await expect.poll(() => colourAt(map, 0.35, 0.57)).toBe(bright);
  // Exchanged, both halves change in one frame with the dates below them.
  const halves = ([first, second]: readonly [string, string]) => `${first} | ${second}`;
  const exchange = await watchCaptions(beside, { x: 0.35, y: 0.57, rasters: `${earlier} ${later}` });
  await map.focus();
  await page.keyboard.press('b');
  await workspace.rasterDrawn(earlier);
  expect(await exchange.seen()).toEqual([
    `${halves([earlierText, laterText])}: ${dark}`,
    `${halves([laterText, earlierText])}: ${bright}`,
  ]);
  expect(await colourAt(map, 0.35, 0.57)).toBe(dark);
  await page.keyboard.press('b');
  await workspace.rasterDrawn(later);
  await compare.getByText('Difference').click();
  await expect(page.getByTestId('difference')).toHaveText(/^NDVI of .* minus NDVI of /);
  await drawn(page);
  // The left half of the later one is brighter in red, so its index is less: purple; the right half is green.
  await expect.poll(async () => (await colourAt(map, 0.58, 0.57)).split(' ').map(Number)).toEqual(greener);

  // NDVI there is (4000 - 1000) / 5000 later and (4000 - 3000) / 7000 earlier.
  await map.focus();
  await page.keyboard.press('v');
  const values = page.getByTestId('pixel-values');
  await expect(values).toBeVisible();
  const mapBox = await map.boundingBox();
  if (!mapBox) throw new Error('the map has no box');
  // Beside the panel.
  await page.mouse.move(mapBox.x + 0.72 * mapBox.width, mapBox.y + right.y * mapBox.height);
  await expect(values.locator('[data-cell="difference"]')).toHaveText(/^0\.45714/);
  await expect(values).not.toContainText('Outside the raster.');
  await page.keyboard.press('v');
  await expect(values).toBeHidden();

  const offset = compare.getByRole('button', { name: /^Nudge / }).last();
  await offset.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(compare.getByTestId('offset')).toHaveText('Nudged: 10 px right, 1 px up');
  await expect(
    page.getByTestId('raster-caption').filter({ hasText: 'Nudged: 10 px right, 1 px up' }),
  ).toHaveCount(1);
  await page.keyboard.press('Escape');
  await map.focus();
  await page.keyboard.press('f');
  const strip = page.getByTestId('filmstrip');
  await expect(strip.getByRole('option')).toHaveCount(2);
  await compare.getByRole('button', { name: 'Index over time' }).click();
  const series = page.getByTestId('series');
  await series.getByRole('button', { name: 'Read' }).click();
  await expect(series.getByRole('row')).toHaveCount(3);
  await expect(page.getByTestId('series-plot')).toBeVisible();
  await expectAccessible(page, 'captures of a place compared, with an index over time');

  // What is compared changes places with what is selected.
  await strip.getByRole('option', { selected: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await workspace.rasterDrawn(earlier);
  await expect(strip.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect(map).toHaveAttribute('data-rasters', `${earlier} ${later}`);
  await expect(workspace.details).toContainText(sceneIds[0] ?? 'no scene');
  await compare.getByText('Swipe').click();
  await compare.getByRole('switch', { name: 'Same stretch for all' }).check({ force: true });
  await drawn(page);
  // What was compared is compared again after a restart.
  await page.reload();
  await expect(map).toHaveAttribute('data-rasters', `${earlier} ${later}`, { timeout: 30_000 });
  await expect(compare.getByRole('switch', { name: 'Same stretch for all' })).toBeChecked();
  await page.getByRole('button', { name: 'End the comparison' }).click();
  await expect(map).toHaveAttribute('data-rasters', earlier);

  const saveFilm = async () => {
    const download = page.waitForEvent('download');
    await strip.getByRole('button', { name: 'Save as GIF' }).click();
    const gif = readFileSync(await (await download).path());
    expect(gif.subarray(0, 6).toString('latin1')).toBe('GIF89a');
    // Each of the two frames has one block that says how long it is shown.
    const parts = gif.toString('latin1').split('\x21\xf9\x04');
    expect(parts).toHaveLength(3);
    return { gif, second: parts[2] ?? '' };
  };
  await saveFilm();
  await page.getByTestId('raster-panel').getByText('NDVI').click();
  await drawn(page);
  const { gif, second } = await saveFilm();
  // The frames of an index have the same 256 colours, so that what changes in the film has changed on the ground.
  const colourBytes = 3 * 256;
  const [header, block, image] = [13, 5, 10];
  expect(second.slice(block + image, block + image + colourBytes)).toBe(
    gif.subarray(header, header + colourBytes).toString('latin1'),
  );
  // The legend has the colours of the ramp from one end to the other: those of viridis.
  const ends = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/gif' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) return null;
    context.drawImage(bitmap, 0, 0);
    const row = context.getImageData(0, bitmap.height - 12, bitmap.width, 1).data;
    const find = (colour: string) =>
      Array.from({ length: bitmap.width }, (_, x) => row.subarray(4 * x, 4 * x + 3).join(' ')).indexOf(
        colour,
      );
    return find('253 231 37') - find('68 1 84');
  }, gif.toString('base64'));
  expect(ends).toBeGreaterThan(110);
  expect(ends).toBeLessThan(120);
});
