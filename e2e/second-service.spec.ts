import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Locator } from '@playwright/test';
import { createConnections } from './support/connections.ts';
import { test as base, expect, type OpenNadir } from './support/nadir.ts';
import { createOrderForm } from './support/order-form.ts';
import { correlation, gdalView, mapView } from './support/pixels.ts';
import { expectRasterInPlace } from './support/raster-in-place.ts';
import { startSecondService } from './support/second-service/second-service.ts';
import { createWorkspace, hashesBelow, type PlannedTask } from './support/workspace.ts';

type SecondService = Awaited<ReturnType<typeof startSecondService>>;

const test = base.extend<{ service: SecondService }>({
  service: async ({ dataFolder }, use) => {
    const service = await startSecondService(join(dataFolder, 'second-service'));
    await use(service);
    await service.close();
  },
});

const dunes: PlannedTask = {
  name: 'Dunes of Corralejo',
  project: 'Survey of dunes',
  place: '28.6872, -13.8405',
  product: /Survey 2 m/,
};

/** Adds the service as a person does, by its addresses; its connection works to the last step although it has no clients. */
async function connect({ page }: OpenNadir, service: SecondService) {
  const connections = createConnections(page);
  await connections.open();
  await connections.add({ name: 'Survey', addresses: JSON.stringify(service.addresses) });
  await connections.giveForSession(service.credentials);
  await connections.use('Survey');
  await createWorkspace(page).chooseContract(service.contractName);
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The file on disk is, byte for byte, the one that the service has. */
function onDisk(dataFolder: string, served: string): string {
  const found = [...hashesBelow(join(dataFolder, 'library'))].find(([path]) =>
    path.endsWith(`/${basename(served)}`),
  );
  expect(found?.[1]).toBe(sha256(served));
  return found?.[0] ?? '';
}

/** No header of the client's own reached a third origin, and no token another than the configured one. */
function expectNothingLeaked(service: SecondService) {
  expect(service.storage.received.length).toBeGreaterThan(0);
  for (const { headers } of [...service.catalog.received, ...service.storage.received])
    for (const name of ['authorization', 'authorizationtoken', 'cookie', 'x-survey-contract'])
      expect(headers[name], name).toBeUndefined();
}

/** A fact of the details by its name. */
const fact = (details: Locator, name: string) =>
  details
    .locator('dt')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

test('the main job with V1 at a thin service of another shape', async ({ open, dataFolder, service }) => {
  const nadir = await open();
  await connect(nadir, service);
  const { page } = nadir;
  const workspace = createWorkspace(page);
  const { details, list } = workspace;
  await workspace.submit(dunes, service.contractName);

  const [task] = service.tasks;
  const taskId = task?.taskId ?? 0;
  expect(service.tasks).toHaveLength(1);
  const refresh = () => details.getByRole('button', { name: 'Refresh this task' }).click();

  await test.step('a thin detail takes nothing away that is known', async () => {
    await refresh();
    await expect(fact(details, 'Status')).toHaveText('Received');
    await expect(fact(details, 'Project')).toHaveText(dunes.project);
    await expect(fact(details, 'Product')).toContainText('Survey 2 m');
    await expect(details.getByRole('heading', { name: dunes.name })).toBeVisible();
    await expect(details).toContainText('28.687');
  });

  const captureId = randomUUID();
  const start = new Date(Date.now() - 60_000).toISOString();

  await test.step('words that nobody knows are shown as they are', async () => {
    service.setTaskStatus(taskId, 'awaiting_uplink');
    service.putCapture(taskId, { captureId, start: null, status: 'ground_segment', withScene: false });
    await refresh();
    await expect(fact(details, 'Status')).toHaveText('awaiting uplink');
    await expect(details.getByTestId('capture')).toContainText('ground segment');
    await expect(list.getByRole('option', { name: `awaiting uplink ${dunes.name}` })).toBeVisible();
  });

  await test.step('a capture that is published leads to its scene, by way of redirects', async () => {
    service.setTaskStatus(taskId, 'completed');
    service.putCapture(taskId, { captureId, start, status: 'published', withScene: true });
    await refresh();
    const scene = await workspace.publishedScene();
    await expect(details.getByTestId('capture')).toHaveCount(1);
    await expect(fact(details, 'Status')).toHaveText('Completed');
    const made = service.tasks[0]?.captures[0]?.scene;
    if (!made) throw new Error('no scene was made');
    for (const path of [made.visual, made.analytic]) await workspace.download(scene, basename(path));
    await workspace.showOnMap(scene, basename(made.visual));
    await expectRasterInPlace(page, onDisk(dataFolder, made.visual));
    expectNothingLeaked(service);

    await page.getByTestId('raster-panel').getByText('Colour infrared (NIR-R-G)').click();
    const row = scene.getByTestId(`file-${basename(made.analytic)}`);
    await workspace.rasterDrawn((await row.getAttribute('data-file')) ?? '');
    const view = await mapView(page);
    const judge = gdalView(onDisk(dataFolder, made.analytic), view, { bands: [4, 4, 4, 5], scale: true });
    expect(correlation(view.picture, 0, judge, 0)).toBeGreaterThan(0.95);
  });

  await test.step('a cancellation has no body', async () => {
    await workspace.submit({ ...dunes, name: 'Second thoughts' }, service.contractName);
    await details.getByRole('button', { name: 'Cancel task' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel/ })
      .last()
      .click();
    await expect(fact(details, 'Status')).toHaveText('Cancelled');
    const patches = service.api.received.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ body }) => body)).toEqual(['']);
  });

  await test.step('no page was asked for that the service refuses, once it had said so', async () => {
    const limits = service.api.received.map(({ url }) => Number(url.searchParams.get('limit') ?? 0));
    expect(limits.slice(-5).filter((limit) => limit > 100)).toEqual([]);
  });
});

test('the main job with V2 at the same service: fetched by the assets of a deliverable', async ({
  open,
  dataFolder,
  service,
}) => {
  // More than a page of a hundred, in a word for delivered that nobody knows.
  service.seedOrders(130, 'COMPLETED');
  const nadir = await open();
  await connect(nadir, service);
  const { page } = nadir;
  const workspace = createWorkspace(page);
  const { details, list, show } = workspace;

  await test.step('every order is listed, though pages are small and have no count', async () => {
    await show('Orders');
    await list.getByRole('textbox', { name: 'Search orders' }).fill('Earlier 129');
    await expect(list.getByRole('option', { name: 'Earlier 129' })).toBeVisible();
    // Closed, with a deliverable in an unknown state: nobody can say that it failed.
    await expect(list.getByRole('option', { name: 'Earlier 129' })).not.toContainText('Unfulfilled');
    await list.getByRole('textbox', { name: 'Search orders' }).fill('');
  });

  const orderForm = createOrderForm(page);
  await orderForm.open();
  await orderForm.fill({
    sku: 'TSKPOI-M',
    name: 'Dunes by order',
    project: dunes.project,
    place: dunes.place,
  });
  await orderForm.shown();
  await orderForm.order(service.contractName);
  await expect
    .poll(() => service.orders.some(({ feature }) => feature.properties.order_name === 'Dunes by order'))
    .toBe(true);
  const [order] = service.orders;
  const orderId = order?.orderId ?? '';

  await show('Orders');
  await page.getByRole('button', { name: 'Refresh orders' }).click();
  await list.getByRole('option', { name: 'Dunes by order' }).click();
  await expect(details.getByRole('heading', { name: 'Dunes by order' })).toBeVisible();

  await test.step('a delivered order in other words is not told as unfulfilled', async () => {
    service.deliver(orderId, 'COMPLETED');
    await details.getByRole('button', { name: 'Refresh this order' }).click();
    await expect(details.getByTestId('deliverable')).toContainText('COMPLETED');
    await expect(details).not.toContainText('Unfulfilled');
    await expect(details).toContainText('Dunes by order');
    await expect(details).toContainText(dunes.project);
    await expect(details).toContainText('TSKPOI-M');
  });

  await test.step('its assets are fetched and drawn', async () => {
    const made = service.orders[0]?.deliverables[0]?.scene;
    if (!made) throw new Error('no scene was made');
    const scene = await workspace.publishedScene();
    // The file is known by the name of its asset, whatever the address calls it.
    await workspace.download(scene, 'visual');
    await workspace.showOnMap(scene, 'visual');
    await expectRasterInPlace(page, onDisk(dataFolder, made.visual));
    expectNothingLeaked(service);
  });
});
