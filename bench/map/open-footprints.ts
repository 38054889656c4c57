import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { bundlePage } from '../crowd/stock-pages.ts';
import type { FootprintView } from './footprint-views.ts';

/** The two maps that are compared: Nadir's layer and OpenLayers' `VectorLayer`. */
export const footprintVariants = ['Nadir', 'stock'] as const;
export type FootprintVariant = (typeof footprintVariants)[number];

/** The colour of the empty map, red, green and blue. */
export const groundColour = [0x10, 0x15, 0x1b] as const;

/** Returns the code of the pages with maps of footprints. */
export const bundleFootprints = () => bundlePage(join(import.meta.dirname, 'footprints-page.ts'));

/** Opens a page with one map of footprints in the size of the field notes. */
export async function openFootprints(
  browser: Browser,
  code: string,
  { variant, view }: { variant: FootprintVariant; view: FootprintView },
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.setContent(
    `<style>body{margin:0;background:rgb(${groundColour.join(' ')});--nadir-accent:#4da3ff;--nadir-pane:rgb(${groundColour.join(' ')});--nadir-label:#fff;--nadir-graticule:#333}
     #map{width:1280px;height:800px}</style><div id="map"></div>`,
  );
  await page.addScriptTag({ content: code });
  await page.evaluate(([kind, shown]) => window.makeFootprintsMap?.(kind, shown), [variant, view] as const);
  return { page, close: () => context.close() };
}
