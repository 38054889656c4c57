import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import { z } from 'zod';
import type { crowdData, StockView } from './crowd-data.ts';
import { installPlainTable } from './plain-table.ts';

const outputSchema = z.object({
  output: z.array(z.object({ type: z.string(), code: z.string().optional() })),
});
type Data = ReturnType<typeof crowdData>;

/** Returns the code of a page, bundled and minified as that of Nadir. */
export async function bundlePage(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'benchPage' },
    },
  });
  const [first] = z.array(outputSchema).parse(Array.isArray(built) ? built : [built]);
  const code = first?.output.find(({ type }) => type === 'chunk')?.code;
  if (code === undefined) throw new Error(`the page of ${entry} was not built`);
  return code;
}

/** Returns the code of the page with OpenLayers. */
export const bundleStockMap = () => bundlePage(join(import.meta.dirname, 'stock-map.ts'));

async function blankPage(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  await page.goto('about:blank');
  return { page, close: () => context.close() };
}

/** Opens a page with OpenLayers' own layers, with a map of the same size at the same place. */
export async function openStockMap(
  browser: Browser,
  code: string,
  {
    box,
    view,
    data,
  }: { box: { x: number; y: number; width: number; height: number }; view: StockView; data: Data },
): Promise<{ page: Page; show: () => Promise<void>; close: () => Promise<void> }> {
  const opened = await blankPage(browser);
  const { page } = opened;
  await page.setContent(
    `<style>body{margin:0;background:#10151b}#map{position:absolute;left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px}</style>
     <div id="map" data-testid="map"></div>`,
  );
  await page.addScriptTag({ content: code });
  const given = { tasks: data.tasks, places: data.places, view };
  return {
    ...opened,
    show: () =>
      page.evaluate(({ tasks, places, view: shown }) => window.showStockMap?.(tasks, places, shown), given),
  };
}

/** Opens an empty page that can show the plain table. */
export async function openPlainTable(browser: Browser, { rows }: Data) {
  const opened = await blankPage(browser);
  const { page } = opened;
  await page.evaluate(installPlainTable);
  // The rows are in the page before the clock starts, as those of Nadir are in its database.
  const held = await page.evaluateHandle((all) => all, rows);
  return { ...opened, show: () => page.evaluate((all) => window.showPlainTable?.(all), held) };
}
