import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { controlOf } from './support/control.ts';
import { createImportDialog } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { clickMap, createOrderForm, receivedOrders } from './support/order-form.ts';
import { credentialsOf } from './support/practice.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
const contract = 'Coastal Watch 2026';

const square = (west: number, south: number, size = 0.05) => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ],
];

const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <NetworkLink><name>elsewhere</name><Link><href>http://127.0.0.1:9/never.kml</href></Link></NetworkLink>
  <Placemark><name>Harbour</name><Polygon><outerBoundaryIs><LinearRing>
    <coordinates>4.00,51.90,0 4.10,51.90,0 4.10,51.95,0 4.00,51.95,0 4.00,51.90,0</coordinates>
  </LinearRing></outerBoundaryIs></Polygon></Placemark>
  <Placemark><name>Buoy</name><Point><coordinates>4,52,0</coordinates></Point></Placemark>
</Document></kml>`;

test('an order of each kind of SKU, from the form to what the service received', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env: calm });
  const { list, details, map, show, chooseContract } = createWorkspace(page);
  const orders = createOrderForm(page);
  const { form, review, area, made, corners } = orders;
  await chooseContract(contract);
  const control = controlOf(dataFolder);

  /** Reviews, orders, and holds what was shown against what arrived. */
  async function send() {
    const shown = await orders.shown();
    await orders.order(contract);
    await expect(made).toHaveAttribute('data-state', 'sent');
    expect((await receivedOrders(control)).at(-1)).toEqual(shown);
    return shown;
  }

  await test.step('point, with any other parameter by its type', async () => {
    await orders.open();
    await orders.fill({ sku: 'TSKPOI-M', name: 'Tagus mouth', place: '38°39′30″N 9°15′00″W' });
    await expectAccessible(page, 'order form of a point');
    const revisit = form.getByRole('textbox', { name: 'Revisit period' });
    await revisit.fill('weekly');
    await form.getByRole('button', { name: 'Review' }).click();
    await expect(form.getByText('Enter a number.', { exact: true })).toBeVisible();
    await expect(revisit).toBeFocused();
    await revisit.fill('7');
    await orders.chooseLevel('L1D_SR');
    const others = form.getByRole('region', { name: 'Other parameters' });
    for (const [i, [name, type, value]] of (
      [
        ['cloud_cover', 'Number', '20'],
        ['tags', 'JSON', '["spring", {"tide": 2}]'],
      ] as const
    ).entries()) {
      await others.getByRole('button', { name: 'Add a parameter' }).click();
      const row = others.getByRole('group', { name: `Parameter ${i + 1}` });
      await row.getByRole('textbox', { name: 'Parameter name' }).fill(name);
      await row.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: type, exact: true }).click();
      await row.getByRole('textbox', { name: 'Value' }).fill(value);
    }
    await form.getByRole('button', { name: 'Review' }).click();
    await expect(review).toContainText(contract);
    await expect(review).toContainText('7 days');
    await expect(review.getByTestId('feature')).toBeHidden();
    await expectAccessible(page, 'review of an order');
    await review.getByRole('button', { name: 'Back to the form' }).click();
    const sent = await send();
    expect(sent).toMatchObject({
      geometry: { type: 'Point', coordinates: [-9.25, expect.closeTo(38.658333, 5)] },
      properties: {
        order_name: 'Tagus mouth',
        project_name: 'Estuaries',
        sku: 'TSKPOI-M',
        parameters: {
          revisit_period: 'P7D',
          processing_level: 'L1D_SR',
          cloud_cover: 20,
          tags: ['spring', { tide: 2 }],
        },
      },
    });
    // What repeats, and what has no field, is to be asked for with each order.
    await expect(others.getByRole('group')).toHaveCount(0);
    await expect(revisit).toHaveValue('');
  });

  await test.step('rush, and rush with rapid delivery', async () => {
    for (const sku of ['TSKRSH-M.15.15', 'TSKRRD-M.30.30']) {
      await orders.fill({ sku, name: `Sado, ${sku}`, place: '38.48, -8.93' });
      await expect(form.getByRole('textbox', { name: 'Revisit period' })).toHaveCount(0);
      expect((await send()).properties.sku).toBe(sku);
    }
  });

  await test.step('area, drawn on the map', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Command, place or coordinates').fill('38.70, -9.10');
    await page.keyboard.press('Enter');
    await expect(map).toHaveAttribute('data-rendered', 'true');
    await orders.fill({ sku: 'TSKARE-M', name: 'Tagus flats' });
    await area.getByRole('button', { name: 'Draw' }).click();
    await expect(map).toHaveAttribute('data-area-ready', 'polygon');
    const places = [
      [-120, -80],
      [120, -80],
      [200, -10],
      [120, 90],
      [-120, 90],
    ] as const;
    await clickMap(map, places.slice(0, 3));
    // One too many is taken away again.
    await map.press('Backspace');
    await clickMap(map, places.slice(3), true);
    await expect(area.getByTestId('area')).toContainText('4 vertices');
    await expect(corners).toHaveValue(/^38\.\d+, -9\.1\d+\n/);
    // Esc leaves what was there alone.
    await area.getByRole('button', { name: 'Draw' }).click();
    await expect(map).toHaveAttribute('data-area-ready', 'polygon');
    await clickMap(map, [[0, 0]]);
    await map.press('Escape');
    await expect(area.getByTestId('area')).toContainText('4 vertices');
    const box = await map.boundingBox();
    if (!box) throw new Error('no map');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const before = await corners.inputValue();
    await page.mouse.move(x + 120, y + 90);
    await page.mouse.down();
    await page.mouse.move(x + 150, y + 120, { steps: 4 });
    await page.mouse.up();
    await expect(corners).not.toHaveValue(before);
    await orders.fill({ sku: 'TSKARE-M', name: 'Tagus flats' });
    await form.getByRole('textbox', { name: 'Remapping period' }).fill('P1M');
    const { geometry } = await send();
    expect(geometry).toMatchObject({ type: 'Polygon' });
    await expect(area.getByTestId('area')).toHaveCount(0);
  });

  await test.step('area by keys alone, and as a box', async () => {
    await area.getByRole('button', { name: 'Draw' }).focus();
    await page.keyboard.press('Enter');
    await expect(map).toHaveAttribute('data-area-ready', 'polygon');
    await expect(map).toBeFocused();
    for (const arrow of ['ArrowRight', 'ArrowDown', 'ArrowLeft'] as const) {
      const centre = await map.getAttribute('data-centre');
      await page.keyboard.press(arrow);
      await expect(map).not.toHaveAttribute('data-centre', centre ?? '');
      await expect(map).toHaveAttribute('data-rendered', 'true');
      await page.keyboard.press('Space');
    }
    await page.keyboard.press('Enter');
    await expect(area.getByTestId('area')).toContainText('3 vertices');
    await area.getByRole('button', { name: 'Rectangle' }).click();
    await expect(map).toHaveAttribute('data-area-ready', 'box');
    const box = await map.boundingBox();
    if (!box) throw new Error('no map');
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 320, box.y + 280, { steps: 4 });
    await page.mouse.up();
    await expect(area.getByTestId('area')).toContainText('4 vertices');
    await corners.fill('0 0\n0.1 0.1\n0.1 0\n0 0.1');
    await form.getByRole('button', { name: 'Review' }).click();
    await expect(form.getByText(/^The outline touches or crosses itself near/)).toBeVisible();
  });

  await test.step('areas of files: one, or an order each', async () => {
    await area.getByRole('button', { name: 'Import…' }).click();
    const areas = createImportDialog(page, 'Import areas');
    await areas.open({ 'port.kml': kml });
    const { dialog } = areas;
    await expect(dialog.getByTestId('import-notes')).toContainText(
      'Network links in the file: 1. Nadir did not open them.',
    );
    await expect(areas.rejected).toContainText('This is a point. Only areas can be imported here');
    await expect(dialog.getByRole('checkbox', { name: 'Harbour' })).toBeChecked();
    await expectAccessible(page, 'areas of a file');
    await dialog.getByRole('button', { name: 'Use 1 area' }).click();
    await orders.fill({ sku: 'TSKARE-M', name: 'Harbour' });
    const { geometry } = await send();
    expect(geometry).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [4, 51.9],
          [4.1, 51.9],
          [4.1, 51.95],
          [4, 51.95],
          [4, 51.9],
        ],
      ],
    });

    await area.getByRole('button', { name: 'Import…' }).click();
    await areas.open({
      'evil.kml': '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/hostname">]><kml>&x;</kml>',
    });
    await expect(areas.problem).toContainText('declares a document type or entities');
    await dialog.getByRole('button', { name: 'Remove evil.kml' }).click();
    await page.keyboard.press('Escape');
    const pieces = {
      type: 'MultiPolygon',
      coordinates: [square(4, 51), square(4.2, 51), [square(179.99, 0)[0] ?? []]],
    };
    const feature = { type: 'Feature', properties: { name: 'Piece' }, geometry: pieces };
    await areas.drop({ 'pieces.geojson': JSON.stringify(feature) });
    await dialog.getByRole('button', { name: 'Select all 3' }).click();
    await dialog.getByRole('button', { name: 'Use 3 areas, one order each' }).click();
    await expect(area.getByTestId('area').last()).toContainText('split at the antimeridian into 2 parts');
    await orders.fill({ sku: 'TSKARE-M', name: 'Pieces' });
    await orders.shown();
    await orders.order(contract);
    await expect(made).toHaveCount(4);
    for (const row of await made.all()) await expect(row).toHaveAttribute('data-state', 'sent');
    const sent = (await receivedOrders(control)).slice(-4);
    expect(sent.map(({ properties }) => properties.order_name)).toEqual(
      [1, 2, 3, 4].map((i) => `Pieces (${i}/4)`),
    );
  });

  await test.step('of the archive: a scene from the list, and one from the map', async () => {
    await show('Orders');
    await list.getByRole('option', { name: 'Europoort tanks' }).click();
    const scene = details.getByTestId('scene').first();
    await expect(scene).toBeVisible();
    const sceneId = (await scene.getAttribute('data-scene')) ?? '';
    await orders.open();
    await orders.fill({ sku: 'ARCIMG-M.15.15', name: 'Tanks of last year' });
    await form.getByRole('combobox', { name: 'Archive scene' }).click();
    await page.getByRole('option', { name: sceneId }).click();
    const capture = form.getByRole('textbox', { name: 'Capture ID (outcome_id)' });
    await expect(capture).not.toHaveValue('');
    const outcome = await capture.inputValue();
    await expect(area.getByTestId('area')).toBeVisible();
    await expectAccessible(page, 'order form of the archive');
    const first = await send();
    expect(first.properties).toMatchObject({ sku: 'ARCIMG-M.15.15', parameters: { outcome_id: outcome } });

    await orders.fill({ sku: 'ARCLGD-M.30.30', name: 'Tanks, at once' });
    await capture.fill('');
    await form.getByRole('button', { name: 'Pick a scene' }).click();
    await expect(map).toHaveAttribute('data-rendered', 'true');
    await clickMap(map, [[0, 0]]);
    await expect(capture).toHaveValue(outcome);
    const second = await send();
    expect(second.geometry).toEqual(first.geometry);
  });

  await test.step('a SKU of the user, and of the service’s mind', async () => {
    await form.getByRole('button', { name: 'Custom SKU…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Custom SKUs' });
    await dialog.getByRole('textbox', { name: 'Code' }).fill('TSKWID-M.15.15');
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Wide');
    await dialog.getByRole('button', { name: 'Add a parameter' }).click();
    const row = dialog.getByRole('group', { name: 'Parameter 4' });
    await row.getByRole('combobox', { name: 'Parameter name' }).fill('cloudless');
    await row.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Yes or no' }).click();
    await row.getByRole('checkbox', { name: 'Required' }).check();
    await expectAccessible(page, 'adding a SKU');
    await dialog.getByRole('button', { name: 'Save and use' }).click();
    // It is taken over once it is kept: what is typed before that would stand beside it.
    await expect(form.getByRole('combobox', { name: 'SKU' })).toHaveValue('TSKWID-M.15.15');
    await orders.fill({ sku: 'TSKWID-M.15.15', name: 'Bay of Cadiz', place: '36.53, -6.30' });
    await form.getByRole('combobox', { name: 'cloudless' }).click();
    await page.getByRole('option', { name: 'Yes', exact: true }).click();
    expect((await send()).properties).toMatchObject({
      sku: 'TSKWID-M.15.15',
      parameters: { cloudless: true },
    });
    await form.getByRole('button', { name: 'Custom SKU…' }).click();
    await dialog.getByRole('button', { name: 'Remove TSKWID-M.15.15' }).click();
    await expect(dialog.getByTestId('added-sku')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('what the service refuses stands on its field, and goes out corrected', async () => {
    await orders.fill({ sku: 'TSKXYZ-M', name: 'Nobody sells it', place: '36.53, -6.30' });
    await orders.shown();
    await review.getByRole('button', { name: 'Add to the outbox' }).click();
    await expect(made).toHaveAttribute('data-state', 'draft');
    const before = (await receivedOrders(control)).length;
    await made.getByRole('button', { name: /^Edit .*Nobody sells it/ }).click();
    await expect(form).toContainText('You are editing an order of the outbox.');
    await orders.shown();
    expect(await receivedOrders(control)).toHaveLength(before);
    await orders.order(contract);
    await expect(made).toHaveAttribute('data-state', 'refused');
    await made.getByRole('button', { name: /^Edit .*Nobody sells it/ }).click();
    const sku = form.getByRole('combobox', { name: 'SKU' });
    await expect(sku).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByText('"TSKXYZ-M" is not sold under this contract.').first()).toBeVisible();
    await orders.fill({ sku: 'TSKPOI-M', name: 'Nobody sells it' });
    await expect(sku).not.toHaveAttribute('aria-invalid', 'true');
    await send();
  });

  await test.step('another kind ends a review, which would be sent under its name', async () => {
    await orders.fill({ sku: 'TSKPOI-M', name: 'Point or area', place: '36.53, -6.30' });
    await form.getByRole('button', { name: 'Review' }).click();
    await expect(review).toBeVisible();
    await page.getByRole('radiogroup', { name: 'What to plan' }).getByText('Area', { exact: true }).click();
    await expect(review).toBeHidden();
    await expect(form).toBeVisible();
  });
});

test('a draft of an order is there after a restart; a connection without orders says so', async ({
  open,
  practice,
}) => {
  const first = await open({ env: calm });
  await createWorkspace(first.page).chooseContract(contract);
  const orders = createOrderForm(first.page);
  await orders.open();
  await orders.fill({ sku: 'TSKARE-M', name: 'Half an order' });
  await orders.corners.fill('51.9, 4.0\n51.9, 4.1');
  await first.close();

  const { page } = await open({ env: calm });
  const { show, chooseContract } = createWorkspace(page);
  await show('Plan');
  const again = createOrderForm(page);
  await expect(again.form.getByRole('combobox', { name: 'Order name' })).toHaveValue('Half an order');
  await expect(again.corners).toHaveValue('51.9, 4.0\n51.9, 4.1');

  const service = await practice();
  const connections = createConnections(page);
  await show('Settings');
  const { orders_url: _, ...addresses } = service.line;
  await connections.add({ name: 'Tasks only', addresses: JSON.stringify({ ...addresses, credentials: [] }) });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Tasks only');
  await chooseContract(contract);
  await show('Plan');
  await expect(page.getByRole('form', { name: 'New task' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Area' })).toBeDisabled();
  await expect(page.getByText('Area, rush and archive need an orders address.')).toBeVisible();
});
