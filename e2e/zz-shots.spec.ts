import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pyramid, writeMbtiles } from '../testing/made-maps.ts';
import { encodeVectorTile } from '../src-main/maps/reference/encode-vector-tile.ts';
import { dropFiles } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { addFile, list, rows } from './support/own-maps.ts';
import { createWorkspace } from './support/workspace.ts';

const env = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
const sq = (x: number, y: number, s: number, t = s) => [x, y, x + s, y, x + s, y + t, x, y + t];
const a = (id: number, part: number[], name: string | null = null) => ({ id, kind: 'area' as const, parts: [part], name });
const l = (id: number, part: number[], name: string | null = null) => ({ id, kind: 'line' as const, parts: [part], name });
const p = (id: number, part: number[], name: string | null = null) => ({ id, kind: 'point' as const, parts: [part], name });
const town = () => Buffer.from(encodeVectorTile([
  { name: 'earth', features: [a(1, sq(-64, -64, 4224))] },
  { name: 'water', features: [a(2, sq(2600, 300, 1200, 3000), 'Lake'), l(22, [0, 3500, 1000, 3600, 2600, 2800], 'Stream')] },
  { name: 'landcover', features: [a(3, sq(200, 2300, 900, 900))] },
  { name: 'buildings', features: Array.from({ length: 40 }, (_, i) => a(100 + i, sq(300 + (i % 8) * 220, 400 + Math.floor(i / 8) * 300, 120, 160))) },
  { name: 'roads', features: [l(5, [0, 2000, 2600, 2100, 4096, 2000], 'High street'), l(6, [1500, 0, 1450, 4096], 'Mill lane')] },
  { name: 'boundaries', features: [l(7, [3900, 0, 3950, 4096])] },
  { name: 'places', features: [p(8, [1400, 1400], 'Smallville'), p(9, [3000, 3700], 'Lakeside')] },
  { name: 'survey_plots', features: [a(10, sq(1300, 2600, 700, 600), 'Plot 12')] },
]));
let n = 0;
const features = Array.from({ length: 20000 }, () => { n += 1; const x = -20 + (n % 200) / 4; const y = 30 + Math.floor(n / 200) / 4; return { type: 'Feature', properties: { name: `Well ${n}`, depth: n % 77 }, geometry: { type: 'Point', coordinates: [x, y] } }; });
const poly = (x: number, y: number, s: number) => ({ type: 'Polygon', coordinates: [[[x, y], [x + s, y], [x + s, y + s], [x, y + s], [x, y]]] });
const mixed = JSON.stringify({ type: 'FeatureCollection', features: [
  { type: 'Feature', properties: { name: 'Field seven', owner: 'Somebody', hectares: 12.5 }, geometry: poly(-8, 38, 6) },
  { type: 'Feature', properties: { name: 'Field eight' }, geometry: poly(1, 41, 5) },
  { type: 'Feature', properties: { name: 'Pipeline' }, geometry: { type: 'LineString', coordinates: [[-10, 36], [0, 44], [12, 45]] } },
  { type: 'Feature', properties: { name: 'Well' }, geometry: { type: 'Point', coordinates: [3, 38] } },
] });

test('shots', async ({ open }) => {
  test.setTimeout(260_000);
  const folder = mkdtempSync(join(tmpdir(), 'nadir-shots-'));
  const { page } = await open({ env });
  await createWorkspace(page).chooseContract('Agriculture Monitoring');
  const shot = async (name: string) => {
    await expect(page.getByTestId('map')).toHaveAttribute('data-rendered', 'true');
    await page.screenshot({ path: `/tmp/h-layers/${name}.png` });
  };
  const theme = async (name: 'light' | 'dark') => page.emulateMedia({ colorScheme: name });
  await page.setViewportSize({ width: 1440, height: 900 });
  await dropFiles(page, { 'fields.geojson': mixed });
  const dialog = page.getByRole('dialog', { name: 'Add a reference layer' });
  const ask = page.getByRole('button', { name: 'Show it as a reference layer' });
  await expect(ask.or(dialog).first()).toBeVisible();
  if (await ask.isVisible()) { await page.screenshot({ path: '/tmp/h-layers/ask.png' }); await ask.click(); }
  await expect(dialog.getByTestId('import-counts')).toContainText('4 of 4');
  await shot('dialog');
  await dialog.getByRole('button', { name: /Show 4/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await list(page).getByRole('button', { name: 'Legend of fields' }).click();
  await page.waitForTimeout(1500);
  await shot('reference-1440');
  const box = await page.getByTestId('map').boundingBox();
  if (!box) throw new Error('x');
  await list(page).getByRole('button', { name: 'Close my maps' }).click();
  for (let dx = 0; dx < 400; dx += 40) {
    await page.mouse.move(box.x + box.width / 2 - 200 + dx, box.y + box.height / 2 + 60, { steps: 3 });
    await page.waitForTimeout(500);
    if (await page.getByTestId('feature-tip').isVisible()) { await shot('tip'); await page.mouse.click(box.x + box.width / 2 - 200 + dx, box.y + box.height / 2 + 60); break; }
  }
  await page.waitForTimeout(800);
  await shot('here');
  await page.getByRole('button', { name: 'My maps' }).click();
  await addFile(page, writeMbtiles(join(folder, 'town.mbtiles'), { tiles: pyramid(3, town()), metadata: { name: 'Town of Smallville and surroundings', format: 'pbf', attribution: '© Town' } }));
  await expect(rows(page)).toHaveCount(2);
  await list(page).getByRole('button', { name: /Legend of Town/ }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await theme('dark');
  await page.waitForTimeout(2500);
  await shot('vector-dark-1440');
  await page.setViewportSize({ width: 960, height: 640 });
  await page.waitForTimeout(1500);
  await shot('vector-dark-960');
  await list(page).getByRole('checkbox', { name: /Town/ }).uncheck();
  await page.setViewportSize({ width: 1280, height: 720 });
  await addFile(page, join(process.cwd(), 'resources/basemap/world.pmtiles'));
  await expect(rows(page)).toHaveCount(3);
  await page.waitForTimeout(2500);
  await theme('light');
  await page.waitForTimeout(1500);
  await shot('world-1280');
  for (let i = 0; i < 4; i += 1) { await page.getByRole('button', { name: 'Zoom in' }).click(); await page.waitForTimeout(500); }
  await page.waitForTimeout(1500);
  await shot('world-in-1280');
  await list(page).getByRole('checkbox', { name: /basemap/i }).uncheck();
  await list(page).getByRole('button', { name: 'Add a reference layer' }).click();
  const started = Date.now();
  await dropFiles(page, { 'wells.geojson': JSON.stringify({ type: 'FeatureCollection', features }) });
  await dialog.getByRole('button', { name: /Show 20,000/ }).click({ timeout: 60000 });
  await expect(rows(page)).toHaveCount(4, { timeout: 60000 });
  console.log('20k in', Date.now() - started);
  await page.waitForTimeout(2500);
  await shot('wells-1280');
});
