import { geoPackagePoint, layerStatements, writeGeoPackage } from '../testing/write-geopackage.ts';
import { writeShapefile } from '../testing/write-shapefile.ts';
import { writeZip } from '../testing/write-zip.ts';
import { expectAccessible } from './support/accessible.ts';
import { createImportDialog } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
const contract = 'Coastal Watch 2026';

const utm33 =
  'PROJCS["WGS_1984_UTM_Zone_33N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

const rows = Array.from({ length: 200 }, (_, i) => {
  const latitude = i === 57 ? 'unknown' : i === 120 ? '95.1' : String(47 + i / 1_000);
  return `${i},Plot ${i},${latitude},${15 + i / 500},${i % 9}`;
});
const csv = ['id,name,lat,lon,priority', ...rows].join('\r\n');

const folder = (name: string, inside: string) => `<Folder><name>${name}</name>${inside}</Folder>`;
const placemark = (name: string, at: string) =>
  `<Placemark><name>${name}</name><Point><coordinates>${at}</coordinates></Point></Placemark>`;
const kmz = () => {
  const kml = `<kml><Document>${folder('North', placemark('Pier', '2.9,51.2,0'))}${folder('South', placemark('Dam', '16.4,48.2,120'))}</Document></kml>`;
  return writeZip([{ name: 'doc.kml', data: Buffer.from(kml), method: 8 }]);
};
const shapefile = () => {
  const { 'a.shp': shp, 'a.dbf': dbf } = writeShapefile({ name: 'Danube', position: [601_779, 5_339_606] });
  const parts = { 'survey/a.shp': shp, 'survey/a.dbf': dbf, 'survey/a.prj': Buffer.from(utm33) };
  return writeZip(Object.entries(parts).map(([name, data = Buffer.alloc(0)]) => ({ name, data, method: 8 })));
};

test('places of files and texts become drafts with their names; what is wrong is named and can be mended', async ({
  open,
  expectComplaint,
}) => {
  // The last step tries what the page may not do.
  expectComplaint(/WebAssembly|wasm/i);
  const { page } = await open({ env: calm });
  const workspace = createWorkspace(page);
  const outbox = createOutboxPage(page);
  const points = createImportDialog(page);
  const { dialog, counts, rejected, preview, questions } = points;
  await workspace.chooseContract(contract);

  await test.step('the form has what all of them share', async () => {
    await workspace.show('Plan');
    await workspace.form.getByLabel('Project').fill('Survey');
    await workspace.form.getByRole('combobox', { name: /^Product/ }).click();
    await page.getByRole('option', { name: /Multispectral 70cm/ }).click();
    await workspace.form.getByRole('combobox', { name: /^Client/ }).click();
    await page.getByRole('option', { name: 'harbour-office' }).click();
  });

  await test.step('200 rows of a CSV, two of them bad, by keyboard', async () => {
    await workspace.form.getByRole('button', { name: 'Import points…' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeFocused();
    await points.open({ 'plots.csv': csv });
    await expect(counts).toHaveText('198 of 200 can be added · 2 need attention');
    await expect(workspace.map).toHaveAttribute('data-preview', '198');
    await expect(preview.getByRole('row', { name: /Plot 3 .*Austria/ })).toBeVisible();
    await expect(rejected.first()).toContainText('Line 59');
    await expect(rejected.last()).toContainText('Latitude must be from −90 to 90');
    await expectAccessible(page, 'import of a table');
    await dialog.getByRole('textbox', { name: 'Correct the place of Plot 120' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('47.12, 15.24');
    await expect(counts).toHaveText('199 of 200 can be added · 1 needs attention');
    await expect(workspace.map).toHaveAttribute('data-preview', '199');
    await dialog.getByRole('button', { name: `Add 199 drafts under ${contract}` }).focus();
    await page.keyboard.press('Enter');
    await expect(counts).toHaveText('0 of 200 can be added · 199 already added · 1 needs attention');
    await dialog.getByRole('button', { name: 'Remove plots.csv' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(workspace.map).toHaveAttribute('data-preview', '0');
    await outbox.open();
    for (const name of ['Plot 0”', 'Plot 1”']) await expect(outbox.row(name)).toBeVisible();
  });

  await test.step('a KMZ with folders and a zipped shapefile in UTM, dropped together', async () => {
    await workspace.show('Plan');
    await points.drop({ 'ports.kmz': kmz(), 'survey.zip': shapefile() });
    await expect(counts).toHaveText(['2 of 2 can be added', '1 of 1 can be added']);
    await expect(preview.getByRole('row', { name: /Pier .*Belgium/ })).toBeVisible();
    await expect(preview.getByRole('row', { name: /Danube .*48\.20.*Austria/ })).toBeVisible();
    await dialog.getByRole('button', { name: `Add 3 drafts under ${contract}` }).click();
    await workspace.shown('Outbox');
    // They come last, after all the rows that are in view at first.
    await outbox.rows.first().click();
    await page.keyboard.press('End');
    for (const name of ['Pier', 'Dam', 'Danube']) await expect(outbox.row(name)).toBeVisible();
  });

  await test.step('a pasted text with several notations; what has two meanings is asked once', async () => {
    await workspace.show('Plan');
    await workspace.form.getByRole('button', { name: 'Import points…' }).click();
    const text = [
      'Weir, 48.1, 11.6',
      'Lock: 48°12′30″N 16°22′25″E',
      'POINT (2.9 51.2)',
      '33S 400000 4000000',
      'somewhere',
    ];
    await dialog.getByRole('textbox', { name: 'Text' }).fill(text.join('\n'));
    await expect(counts).toHaveText('4 of 5 can be added · 1 needs attention');
    await expect(questions).toContainText('48.1, 11.6 is 48°06′00.0″N 011°36′00.0″E · Germany');
    const add = dialog.getByRole('button', { name: `Add 4 drafts under ${contract}` });
    await expect(add).toBeDisabled();
    await points.answer(/^Latitude first/);
    await points.answer(/^S is the latitude band/);
    await expect(add).toBeEnabled();
    await expectAccessible(page, 'import of a text');
    await add.click();
    await expect(counts).toContainText('4 already added');
    // What is typed next is another text: nothing of this one comes again with it.
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('');
  });

  await test.step('a GeoPackage, whose SQLite only its worker may compile', async () => {
    const layer = ['CREATE TABLE ports (geom BLOB, name TEXT)', ...layerStatements('ports')];
    const row = `INSERT INTO ports VALUES (x'${geoPackagePoint(2.9, 51.2)}', 'Ostend')`;
    await points.open({ 'ports.gpkg': writeGeoPackage(...layer, row) });
    await expect(preview.getByRole('row', { name: /Ostend .*Belgium/ })).toBeVisible();
    const inPage = await page.evaluate(() =>
      WebAssembly.compile(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])).then(
        () => 'compiled',
        () => 'refused',
      ),
    );
    expect(inPage).toBe('refused');
  });
});
