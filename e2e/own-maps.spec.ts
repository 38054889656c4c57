import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { wmtsXml } from '../testing/made-descriptions.ts';
import { colouredTile, pyramid, writeMbtiles, writePmtilesFile } from '../testing/made-maps.ts';
import { type ScriptedServer, startScriptedServer } from '../testing/scripted-server.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/nadir.ts';
import { addFile, expectColour, list, rows } from './support/own-maps.ts';
import { createWorkspace } from './support/workspace.ts';

const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
const contract = 'Agriculture Monitoring';
const colours = {
  mbtiles: [210, 40, 40],
  pmtiles: [40, 160, 60],
  xyz: [60, 80, 210],
  wmts: [210, 170, 40],
} as const;

let folder: string;
let server: ScriptedServer;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-maps-'));
  server = await startScriptedServer({
    script({ path }, response) {
      if (/capabilities/i.test(path)) response.end(wmtsXml({ origin: server.origin() }));
      else {
        const tile = colouredTile(path.startsWith('/wmts') ? colours.wmts : colours.xyz);
        // So that only what is saved can be there when the server is not.
        response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(tile);
      }
    },
  });
});
test.afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function addAddress(
  page: Page,
  { kind, address, name }: { kind: string; address: string; name: string },
) {
  await list(page).getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByRole('combobox', { name: 'Kind of server' }).click();
  await page.getByRole('option', { name: kind }).click();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('button', { name: 'Test the address' }).click();
  await expect(dialog.getByTestId('map-found')).toContainText('The server works');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'Attribution' }).fill(`© ${name} people`);
  await expectAccessible(page, `a map of ${kind} that was tested`);
  await dialog.getByRole('button', { name: 'Add map' }).click();
  await expect(dialog).toBeHidden();
}

test('files and servers are drawn, ordered, saved, and an area is there without the server', async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env: calm, dataFolder });
  const { page } = nadir;
  await createWorkspace(page).chooseContract(contract);
  await page.getByRole('button', { name: 'My maps' }).click();
  await expect(list(page)).toContainText('No maps of your own yet');
  await expectAccessible(page, 'an empty list of maps');

  await addFile(page, join(folder, 'nowhere.mbtiles'));
  const dialog = page.getByRole('dialog', { name: 'Add a file' });
  await expect(dialog.getByRole('alert')).toContainText('There is no file at');
  await dialog.getByRole('button', { name: 'Back' }).click();

  const metadata = { name: 'Field map', format: 'png', bounds: '-180,-85,180,85' };
  await addFile(
    page,
    writeMbtiles(join(folder, 'field.mbtiles'), {
      tiles: pyramid(3, colouredTile(colours.mbtiles)),
      metadata,
    }),
  );
  await expect(rows(page)).toHaveCount(1);
  await expectColour(page, colours.mbtiles);
  await addFile(
    page,
    writePmtilesFile(join(folder, 'relief.pmtiles'), pyramid(3, colouredTile(colours.pmtiles)), {
      metadata: { name: 'Relief', attribution: '© Relief people' },
    }),
  );
  await expectColour(page, colours.pmtiles);
  await addAddress(page, { kind: 'XYZ', address: `${server.origin()}/{z}/{x}/{y}.png`, name: 'Streets' });
  await expectColour(page, colours.xyz);
  await addAddress(page, { kind: 'WMTS', address: `${server.origin()}/WMTSCapabilities.xml`, name: 'Topo' });
  await expect(rows(page)).toHaveCount(4);
  await expect(
    page.getByRole('button', { name: /© Topo people · © Streets people · © Relief people/ }),
  ).toBeVisible();
  await expectAccessible(page, 'a list of four maps');

  // By keyboard: the map above goes below, another is hidden.
  const down = list(page).getByRole('button', { name: 'Move Topo down' });
  await down.focus();
  for (let steps = 0; steps < 3; steps += 1) {
    await page.keyboard.press('Enter');
    await expect(rows(page).nth(steps + 1)).toContainText('Topo');
    await expect(down).toBeFocused();
  }
  await expectColour(page, colours.xyz);
  await list(page).getByRole('checkbox', { name: 'Streets' }).press('Space');
  await expectColour(page, colours.pmtiles);
  await list(page).getByRole('checkbox', { name: 'Streets' }).press('Space');
  await expectColour(page, colours.xyz);

  await list(page).getByRole('button', { name: 'Offline areas of Streets' }).click();
  const areas = page.getByRole('dialog', { name: 'Offline areas of Streets' });
  await expect(areas.getByTestId('area-estimate')).toContainText(/\d+ tiles, about/);
  await expect(areas.getByRole('button', { name: 'Save this area' })).toBeDisabled();
  await areas.getByRole('checkbox', { name: /terms of the provider/ }).check();
  await areas.getByRole('textbox', { name: 'To zoom' }).fill('3');
  await areas.getByRole('button', { name: 'Save this area' }).click();
  await expect(areas.getByTestId('map-area')).toHaveAttribute('data-state', 'complete');
  await expectAccessible(page, 'the saved areas of a map');
  await nadir.close();
  await server.close();

  const again = await open({ env: calm, dataFolder });
  await expectColour(again.page, colours.xyz);
  await again.page.getByRole('button', { name: 'My maps' }).click();
  await expect(rows(again.page)).toHaveCount(4);
  await expect(rows(again.page).first()).toContainText('Streets');
  await list(again.page).getByRole('button', { name: 'Remove Streets' }).click();
  await again.page
    .getByRole('dialog', { name: 'Remove this map?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expectColour(again.page, colours.pmtiles);
});

test('a server that fails says so in the list, and the map is not blank', async ({ open }) => {
  const { page } = await open({ env: calm });
  await createWorkspace(page).chooseContract(contract);
  await page.getByRole('button', { name: 'My maps' }).click();
  await addAddress(page, { kind: 'XYZ', address: `${server.origin()}/{z}/{x}/{y}.png`, name: 'Streets' });
  await expectColour(page, colours.xyz);
  server.play((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
  );
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByTestId('map-problem')).toContainText('sends a web page in place of a tile');
  const asked = server.seen.length;
  for (const name of ['Zoom in', 'Zoom out', 'Zoom in']) await page.getByRole('button', { name }).click();
  await expect(page.getByTestId('map')).toHaveAttribute('data-rendered', 'true');
  expect(server.seen.length - asked).toBeLessThan(8);
  await expect(page.getByTestId('map')).toHaveAttribute('data-names', /\w/);
  server.play((_, response) => response.writeHead(200).end(colouredTile(colours.wmts)));
  // The map tries again by itself too, after a pause, and the button goes away with the problem.
  const again = list(page).getByRole('button', { name: 'Try Streets again' });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(page.getByTestId('map-problem')).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expectColour(page, colours.wmts);
});
