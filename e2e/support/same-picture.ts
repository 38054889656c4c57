import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { z } from 'zod';
import type { OpenNadir } from './nadir.ts';
import { keepPicture, notices, type Picture } from './pixels.ts';

/** Less than this between two drawings of an edge is rounding. */
const leastDifference = 48;
/** A mark left behind has some hundred pixels; the end of a line may be rounded differently. */
const mostPixels = 12;
const stableWithinMs = 10_000;

/** The pixels of two pictures that differ to the eye, and where the first of them are. */
export function differences(one: Picture, other: Picture): { count: number; first: string } {
  if (one.width !== other.width || one.height !== other.height)
    return { count: Number.POSITIVE_INFINITY, first: 'the sizes differ' };
  let count = 0;
  const first: string[] = [];
  for (let at = 0; at < one.data.length; at += 4) {
    const isFar = [0, 1, 2].some(
      (channel) =>
        Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > leastDifference,
    );
    if (!isFar) continue;
    count += 1;
    if (first.length < 5) first.push(`${(at / 4) % one.width},${Math.floor(at / 4 / one.width)}`);
  }
  return { count, first: first.join(' ') };
}

/** What the map shows, once all it was asked for is drawn and nothing points at it. */
export async function mapPicture(page: Page): Promise<PNG> {
  const map = page.getByTestId('map');
  // A mark under the pointer stands out, and a button there shows its tooltip.
  await page.mouse.move(2, (page.viewportSize()?.height ?? 900) - 5);
  await expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
  // Notices and what changed meanwhile lie over the map of one window and not of the other; buttons are no part of it. The words for
  // the nearest town are looked up when the map stands still, so they may come after it is drawn.
  const style = `${notices}, [data-over-map], [data-testid="near-town"], button:has(svg) {
    visibility: hidden !important;
  }`;
  return PNG.sync.read(await map.screenshot({ style }));
}

/** Both pictures are kept beside the report where they differ. */
export async function expectSame(
  take: () => Promise<readonly [seen: PNG, due: PNG]>,
  what: string,
): Promise<void> {
  const until = Date.now() + stableWithinMs;
  for (;;) {
    const [seen, due] = await take();
    const { count, first } = differences(seen, due);
    if (count > mostPixels && Date.now() < until) continue;
    if (count > mostPixels) {
      const name = what.replaceAll(/\W+/g, '-');
      keepPicture(`${name}-seen`, seen);
      keepPicture(`${name}-due`, due);
    }
    expect.soft(count, `${what}: pixels that differ, the first at ${first}`).toBeLessThanOrEqual(mostPixels);
    return;
  }
}

const notedSchema = z.object({
  content: z.object({
    workspace: z.looseObject({
      mapView: z.object({ centre: z.array(z.number()), zoom: z.number() }).optional(),
      selection: z
        .looseObject({
          selected: z.record(z.string(), z.union([z.string(), z.number()])),
          raster: z.looseObject({ librarySceneId: z.number() }).nullable(),
        })
        .optional(),
    }),
  }),
});

/** Until main has noted what a new window begins with. */
async function noted(dataFolder: string, page: Page) {
  const map = page.getByTestId('map');
  const shown = async () => ({
    centre: await map.getAttribute('data-centre'),
    zoom: await map.getAttribute('data-zoom'),
    selected: await map.getAttribute('data-selected'),
    isRaster: (await map.getAttribute('data-raster')) !== '',
  });
  const kept = () => {
    const text = readFileSync(join(dataFolder, 'settings.json'), 'utf8');
    const { mapView, selection } = notedSchema.parse(JSON.parse(text)).content.workspace;
    const selected = Object.entries(selection?.selected ?? {}).map((pair) => pair.join(' '));
    return {
      centre: mapView?.centre.join(' '),
      zoom: String(mapView?.zoom),
      selected: selected.join(' '),
      isRaster: (selection?.raster ?? null) !== null,
    };
  };
  await expect(async () => expect(kept()).toEqual(await shown())).toPass({ timeout: 60_000 });
}

/** Waits until the page on the same state shows the same. */
async function shownAlike(fresh: Page, attributes: readonly (readonly [string, string])[]) {
  const copy = fresh.getByTestId('map');
  for (const [name, value] of attributes) await expect(copy).toHaveAttribute(name, value);
}

/**
 * Holds the map against that of a new window on the same state: its canvases were never moved, cleared or drawn over,
 * so whatever only the first one shows is a leftover, and whatever only the second one shows is missing.
 */
export async function expectAsFresh(nadir: OpenNadir, dataFolder: string, what: string) {
  const { page, context } = nadir;
  const map = page.getByTestId('map');
  await expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });
  await noted(dataFolder, page);
  const attributes = await Promise.all(
    ['data-selected', 'data-raster', 'data-bands'].map(
      async (name) => [name, (await map.getAttribute(name)) ?? ''] as const,
    ),
  );
  if (nadir.desktop !== null) {
    // A window has one page, which is loaded again.
    const seen = await mapPicture(page);
    await page.reload();
    await shownAlike(page, attributes);
    await expectSame(async () => [seen, await mapPicture(page)], what);
    return;
  }
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const fresh = await context.newPage();
  try {
    await fresh.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: 'reduce' });
    await fresh.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
    await fresh.goto(new URL('/', page.url()).href);
    await shownAlike(fresh, attributes);
    await expectSame(async () => {
      const due = await mapPicture(fresh);
      await page.bringToFront();
      return [await mapPicture(page), due];
    }, what);
  } finally {
    await fresh.close();
    await page.bringToFront();
  }
}
