import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wmsXml } from '../testing/made-descriptions.ts';
import { colouredTile, pyramid, writeMbtiles, writePmtilesFile } from '../testing/made-maps.ts';
import { madeVectorTile } from '../testing/made-vector-tile.ts';
import { startScriptedServer } from '../testing/scripted-server.ts';
import { writeTiff } from '../testing/write-tiff.ts';
import { expectAccessible } from './support/accessible.ts';
import { dropFiles } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { addFile, colourOnMap, expectColour, list, rows } from './support/own-maps.ts';
import { createWorkspace } from './support/workspace.ts';

const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
const contract = 'Agriculture Monitoring';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-layers-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const vectorTiles = () => pyramid(2, madeVectorTile({ isPacked: false }));

test('vector tiles are drawn with a legend, and what is in them can be asked about', async ({ open }) => {
  const { page } = await open({ env: calm });
  await createWorkspace(page).chooseContract(contract);
  await page.getByRole('button', { name: 'My maps' }).click();
  await addFile(
    page,
    writeMbtiles(join(folder, 'parcels.mbtiles'), {
      tiles: pyramid(2, madeVectorTile()),
      metadata: { name: 'Parcels', format: 'pbf', bounds: '-180,-85,180,85' },
    }),
  );
  await expect(rows(page)).toHaveCount(1);
  await list(page).getByRole('button', { name: 'Legend of Parcels' }).click();
  const legend = page.getByTestId('map-legend');
  await expect(legend).toContainText('Water');
  await expect(legend).toContainText('parcels');
  await expect(legend).toContainText('stations');
  await expectAccessible(page, 'the legend of vector tiles');
  await addFile(
    page,
    writePmtilesFile(join(folder, 'sea.pmtiles'), vectorTiles(), {
      isVector: true,
      metadata: { name: 'Sea' },
    }),
  );
  await expect(rows(page)).toHaveCount(2);
  // Hidden maps have no legend and no features.
  await list(page).getByRole('checkbox', { name: 'Sea' }).uncheck();
  await list(page).getByRole('button', { name: 'Close my maps' }).click();
  const map = page.getByTestId('map');
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  await page.getByRole('button', { name: 'Whole world' }).click();
  await expect(map).toHaveAttribute('data-rendered', 'true');
  // In the middle of a tile of any zoom there is a parcel; the middle of the world is a corner of tiles.
  await expect(async () => {
    await page.mouse.move(box.x + 300, box.y + 300);
    await page.mouse.move(box.x + box.width / 2 + 180, box.y + box.height / 2 - 180);
    await expect(page.getByTestId('feature-tip')).toContainText('Parcel nine', { timeout: 2_000 });
  }).toPass();
  await page.mouse.click(box.x + box.width / 2 + 180, box.y + box.height / 2 - 180);
  await expect(page.getByTestId('own-feature').filter({ hasText: 'Parcel nine' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'On your maps' })).toContainText('Parcels');

  // The sheet has the same maps, and no hidden one.
  await page.keyboard.press('Control+p');
  await expect(page.getByTestId('sheet-map')).toHaveAttribute('data-rendered', 'true', { timeout: 60_000 });
  await expect(page.getByTestId('sheet-maps')).toHaveText('Own maps: Parcels');
  await page.getByRole('checkbox', { name: 'Print own maps and imagery' }).uncheck();
  await expect(page.getByTestId('sheet-maps')).toHaveCount(0);
});

const square = (west: number, south: number, size: number) => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ],
];
const survey = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Field seven', owner: 'Somebody', hectares: 12.5 },
      geometry: { type: 'Polygon', coordinates: square(-60, -30, 120) },
    },
    {
      type: 'Feature',
      properties: { name: 'Pipeline' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [-50, 0],
          [50, 10],
        ],
      },
    },
    { type: 'Feature', properties: { name: 'Well' }, geometry: { type: 'Point', coordinates: [0, 20] } },
  ],
});

test('a dropped file becomes a reference layer, which is there after a restart', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env: calm, dataFolder });
  const { page } = nadir;
  const workspace = createWorkspace(page);
  await workspace.chooseContract(contract);
  await workspace.show('Plan');
  await expect(page.getByRole('button', { name: 'Import points…' })).toBeVisible();
  await dropFiles(page, { 'survey.geojson': survey });
  const asked = page.getByRole('dialog', { name: 'What is this file for?' });
  await expect(asked).toContainText('survey.geojson can be imported');
  await expectAccessible(page, 'the question what a dropped file is for');
  await asked.getByRole('button', { name: 'Show it as a reference layer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a reference layer' });
  await expect(dialog.getByTestId('import-counts')).toContainText('3 of 3');
  await expectAccessible(page, 'a reference layer that is prepared');
  await dialog.getByRole('button', { name: 'Show 3 features' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('survey');
  await list(page).getByRole('button', { name: 'Legend of survey' }).click();
  for (const kind of ['Areas', 'Lines', 'Points'])
    await expect(page.getByTestId('map-legend')).toContainText(kind);
  await nadir.close();

  const again = await open({ env: calm, dataFolder });
  const map = again.page.getByTestId('map');
  const palette = again.page.getByPlaceholder('Command, place or coordinates');
  await expect(map).toHaveAttribute('data-rendered', 'true');
  await again.page.keyboard.press('Control+k');
  await palette.fill('Zoom to survey');
  await again.page.getByRole('button', { name: 'Zoom to survey' }).click();
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  await expect(map).toHaveAttribute('data-rendered', 'true');
  const at = { x: box.x + box.width / 2 - 60, y: box.y + box.height / 2 + 60 };
  await expect(async () => {
    await again.page.mouse.move(at.x - 5, at.y - 5);
    await again.page.mouse.move(at.x, at.y);
    await expect(again.page.getByTestId('feature-tip')).toContainText('Field seven', { timeout: 2_000 });
  }).toPass();
  await expect(again.page.getByTestId('feature-tip')).toContainText('Somebody');
  await again.page.mouse.click(at.x, at.y);
  const feature = again.page.getByTestId('own-feature');
  await expect(feature).toContainText('hectares');
  await expect(feature).toContainText('12.5');
  // From the palette it is hidden and shown.
  await again.page.keyboard.press('Control+k');
  await palette.fill('Hide survey');
  await again.page.getByRole('button', { name: 'Hide survey' }).click();
  await again.page.getByRole('button', { name: 'My maps' }).click();
  await expect(list(again.page).getByRole('checkbox', { name: 'survey' })).not.toBeChecked();
});

/** Writes a grey raster of the world in degrees, of one value. */
function writeWorld(path: string, value: number): string {
  const [widthPx, heightPx] = [360, 160];
  writeTiff(path, {
    widthPx,
    heightPx,
    data: new Uint8Array(widthPx * heightPx).fill(value),
    tags: [
      { tag: 34_735, type: 3, values: [1, 1, 0, 3, 1_024, 0, 1, 2, 1_025, 0, 1, 1, 2_048, 0, 1, 4_326] },
      { tag: 33_550, type: 12, values: [1, 1, 0] },
      { tag: 33_922, type: 12, values: [0, 0, 0, -180, 80, 0] },
    ],
  });
  return path;
}

test('a GeoTIFF is a map, by its path or dropped; one whose file is gone says so', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env: calm, dataFolder });
  const { page } = nadir;
  await createWorkspace(page).chooseContract(contract);
  await page.getByRole('button', { name: 'My maps' }).click();
  const path = writeWorld(join(folder, 'elevation.tif'), 200);
  await addFile(page, path);
  await expect(rows(page)).toHaveCount(1);
  await expectColour(page, [200, 200, 200]);
  await list(page).getByRole('button', { name: 'Legend of elevation.tif' }).click();
  await expect(page.getByTestId('map-legend')).toContainText('Grey');

  // This host is not told where a dropped file is: it is copied.
  await dropFiles(page, { 'dropped.tif': readFileSync(writeWorld(join(folder, 'other.tif'), 90)) });
  // It could be a scene of the library too.
  await page
    .getByRole('dialog', { name: 'What are these files for?' })
    .getByRole('button', { name: 'Show as maps of my own' })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a file' });
  await expect(dialog).toContainText('dropped.tif');
  await expectAccessible(page, 'a dropped map that is to be copied');
  await dialog.getByRole('button', { name: 'Copy and add' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expectColour(page, [90, 90, 90]);
  // A file that is no map says why, and the list stays as it is.
  await dropFiles(page, { 'broken.tif': 'not a picture at all' });
  await dialog.getByRole('button', { name: 'Copy and add' }).click();
  await expect(dialog.getByRole('alert')).toContainText('neither MBTiles, PMTiles nor GeoTIFF');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await nadir.close();

  renameSync(path, `${path}.away`);
  const again = await open({ env: calm, dataFolder });
  await again.page.getByRole('button', { name: 'My maps' }).click();
  await expectColour(again.page, [90, 90, 90]);
  await expect(again.page.getByTestId('map-problem')).toContainText('There is no file at');
  renameSync(`${path}.away`, path);
  await list(again.page).getByRole('button', { name: 'Try elevation.tif again' }).click();
  await expect(again.page.getByTestId('map-problem')).toBeHidden();
  await list(again.page).getByRole('checkbox', { name: 'dropped.tif' }).uncheck();
  await expectColour(again.page, [200, 200, 200]);
});

/** A WMS of the whole world that has a legend. */
const worldWms = (origin: string) => {
  const at = `<DCPType><HTTP><Get><OnlineResource xlink:href="${origin}/wms?"/></Get></HTTP></DCPType>`;
  return wmsXml({
    origin,
    getMap: `<GetMap><Format>image/png</Format>${at}</GetMap><GetLegendGraphic><Format>image/png</Format>${at}</GetLegendGraphic>`,
    layers: '<Layer><Name>relief</Name><Title>Relief</Title><CRS>EPSG:3857</CRS></Layer>',
  });
};

test('a tile that fails once is loaded again, and a WMS shows its legend', async ({ open }) => {
  let failures = 0;
  const server = await startScriptedServer({
    script({ path }, response) {
      if (/getcapabilities/i.test(path)) response.end(worldWms(server.origin()));
      else if (/getlegendgraphic/i.test(path))
        response.writeHead(200, { 'content-type': 'image/png' }).end(colouredTile([9, 9, 9], 32));
      else if (failures > 0) {
        failures -= 1;
        response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(colouredTile([250, 0, 0]).subarray(0, 60));
      } else
        response
          .writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' })
          .end(colouredTile([60, 80, 210]));
    },
  });
  try {
    const { page } = await open({ env: calm });
    await createWorkspace(page).chooseContract(contract);
    await page.getByRole('button', { name: 'My maps' }).click();
    await list(page).getByRole('button', { name: 'Add a server' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a server' });
    await dialog.getByRole('combobox', { name: 'Kind of server' }).click();
    await page.getByRole('option', { name: /WMS/ }).last().click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${server.origin()}/wms`);
    await dialog.getByRole('button', { name: 'Test the address' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Relief');
    await dialog.getByRole('button', { name: 'Add map' }).click();
    await expect(dialog).toBeHidden();
    await expectColour(page, [60, 80, 210]);
    await list(page).getByRole('button', { name: 'Legend of Relief' }).click();
    await expect(page.getByRole('img', { name: 'Legend of Relief' })).toBeVisible();
    // The next tiles fail, and nothing is moved afterwards.
    failures = 2;
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => failures).toBe(0);
    await expect.poll(() => colourOnMap(page), { timeout: 30_000 }).toEqual([60, 80, 210]);
    await expect(page.getByTestId('map-problem')).toBeHidden();
  } finally {
    await server.close();
  }
});
