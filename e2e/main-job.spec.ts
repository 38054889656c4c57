import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { createConnections } from './support/connections.ts';
import { controlOf, createControl } from './support/control.ts';
import { expect, type OpenNadir, test } from './support/nadir.ts';
import { correlation, gdalView, mapView } from './support/pixels.ts';
import { credentialsOf, type PracticeLine } from './support/practice.ts';
import { expectRasterInPlace } from './support/raster-in-place.ts';
import { createWorkspace, hashesBelow, type PlannedTask, type Workspace } from './support/workspace.ts';

const quick = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 1_000, seed: 7 }) };

const corralejo: PlannedTask = {
  name: 'Dunes of Corralejo',
  project: 'Canary survey',
  place: '28.6872, -13.8405',
  product: /Multispectral 70cm/,
};
/** Far from the equator and from the middle of its UTM zone, and yet with daylight on every day of the year. */
const sandhamn: PlannedTask = {
  name: 'Sandhamn harbour',
  project: 'Northern coasts',
  place: '59.2870, 18.9160',
  product: /Multispectral 70cm/,
};

async function expectNearInfrared(nadir: OpenNadir, workspace: Workspace, analytic: string, nirBand: number) {
  const row = workspace.details.getByTestId(`file-${analytic.split('/').at(-1)}`);
  await nadir.page.getByTestId('raster-panel').getByText('Colour infrared (NIR-R-G)').click();
  // The visual raster has no such band: the analytic one of the scene takes its place.
  await workspace.rasterDrawn((await row.getAttribute('data-file')) ?? '');
  const view = await mapView(nadir.page);
  const judge = gdalView(analytic, view, { bands: [nirBand, nirBand, nirBand, 5], scale: true });
  expect(correlation(view.picture, 0, judge, 0)).toBeGreaterThan(0.95);
}

function onDisk(dataFolder: string, file: string): { path: string; sha256: string } {
  const found = [...hashesBelow(join(dataFolder, 'library'))].find(([path]) => path.endsWith(`/${file}`));
  if (!found) throw new Error(`${file} is not below the library folder`);
  return { path: found[0], sha256: found[1] };
}

interface Job {
  nadir: OpenNadir;
  dataFolder: string;
  control: ReturnType<typeof createControl>;
  task: PlannedTask;
  /** The contract's name, or the connection's where there is none. */
  contract: string;
}

/** From a point to pixels; asserts on what the service received, the bytes on disk and the colours on the map. */
async function doMainJob({ nadir, dataFolder, control, task, contract }: Job): Promise<Locator> {
  const workspace = createWorkspace(nadir.page);
  await workspace.submit(task, contract);
  const posted = (await control.received()).filter(
    ({ method, address }) => method === 'POST' && /tasks/.test(address),
  );
  expect(posted).toHaveLength(1);
  const sent = JSON.parse(posted[0]?.body ?? '{}');
  const [latitude, longitude] = task.place.split(',').map(Number);
  expect(sent).toMatchObject({
    task_name: task.name,
    project_name: task.project,
    target: { type: 'Point', coordinates: [longitude, latitude] },
  });
  expect(sent.product).toEqual(expect.any(Number));
  expect(Date.parse(sent.end)).toBeGreaterThan(Date.parse(sent.start));

  const scene = await workspace.publishedScene();
  const sceneId = (await scene.getAttribute('data-scene')) ?? '';
  const rasters = await workspace.rasterNames(scene);
  expect(rasters).toHaveLength(2);
  for (const file of ['delivery_zip', ...rasters]) await workspace.download(scene, file);
  for (const file of rasters) {
    expect(onDisk(dataFolder, file).sha256).toBe((await control.served(sceneId, file)).sha256);
  }
  const zip = [...hashesBelow(join(dataFolder, 'library'))].find(([path]) => path.endsWith('.zip'));
  const zipName = zip?.[0].split('/').at(-1) ?? '';
  expect(zip?.[1]).toBe((await control.served(sceneId, zipName)).sha256);

  const visual = rasters.find((name) => /visual/i.test(name)) ?? '';
  const analytic = rasters.find((name) => name !== visual) ?? '';
  await workspace.showOnMap(scene, visual);
  await expectRasterInPlace(nadir.page, onDisk(dataFolder, visual).path);
  return scene.getByTestId(`file-${analytic}`);
}

/** Adds a connection by its announcement, with credentials for this session. */
async function connect(
  { page }: OpenNadir,
  { line, json }: { line: PracticeLine; json: string },
  kind: 'oauth' | 'legacy',
  name: string,
) {
  const connections = createConnections(page);
  await connections.open();
  await connections.add({ name, addresses: json, kind });
  await connections.giveForSession(credentialsOf(line, kind));
  await connections.use(name);
}

test('first start: from a point to pixels, in the practice workspace', { tag: '@window' }, async ({
  open,
  dataFolder,
}) => {
  const nadir = await open({ env: quick });
  const workspace = createWorkspace(nadir.page);
  await workspace.chooseContract('Agriculture Monitoring');
  const control = controlOf(dataFolder);
  const analytic = await doMainJob({
    nadir,
    dataFolder,
    control,
    task: corralejo,
    contract: 'Agriculture Monitoring',
  });
  const name = (await analytic.getAttribute('data-testid'))?.replace('file-', '') ?? '';
  await expectNearInfrared(nadir, workspace, onDisk(dataFolder, name).path, 4);
  const requests = await control.received();
  const posted = requests.find(({ method, address }) => method === 'POST' && /tasks/.test(address));
  expect(posted?.headers['x-service-contract-id']).toMatch(/^cont\./);
  // Away from the equator the projections part: the same again in the far north.
  await doMainJobAgain(nadir, dataFolder, control);
});

async function doMainJobAgain(
  nadir: OpenNadir,
  dataFolder: string,
  control: ReturnType<typeof createControl>,
) {
  const workspace = createWorkspace(nadir.page);
  await workspace.submit(sandhamn, 'Agriculture Monitoring');
  const scene = await workspace.publishedScene();
  const visual = (await workspace.rasterNames(scene)).find((name) => /visual/i.test(name)) ?? '';
  await workspace.download(scene, visual);
  expect(onDisk(dataFolder, visual).sha256).toBe(
    (await control.served((await scene.getAttribute('data-scene')) ?? '', visual)).sha256,
  );
  await workspace.showOnMap(scene, visual);
  await expectRasterInPlace(nadir.page, onDisk(dataFolder, visual).path);
}

test('a legacy connection: no contract, the same job', { tag: '@window' }, async ({
  open,
  dataFolder,
  practice,
}) => {
  const service = await practice(['--speed', '86400', '--scene-size', '1000', '--seed', '3']);
  const nadir = await open({ env: quick });
  await connect(nadir, service, 'legacy', 'Legacy desk');
  const control = createControl(service.controlUrl);
  await doMainJob({ nadir, dataFolder, control, task: corralejo, contract: 'Legacy desk' });
  const requests = await control.received();
  expect(
    requests.filter(({ headers }) => headers[service.line.contract_header.toLowerCase()] !== undefined),
  ).toEqual([]);
});

test('a service that differs within the interface; then it is switched off and everything is still there', {
  tag: '@window',
}, async ({ open, dataFolder, practice }) => {
  const service = await practice([
    '--speed',
    '86400',
    '--scene-size',
    '1000',
    '--seed',
    '5',
    '--variant',
    'other',
  ]);
  const nadir = await open({ env: quick });
  await connect(nadir, service, 'oauth', 'Other service');
  const workspace = createWorkspace(nadir.page);
  await workspace.chooseContract('Agriculture Monitoring');
  const control = createControl(service.controlUrl);
  await doMainJob({ nadir, dataFolder, control, task: sandhamn, contract: 'Agriculture Monitoring' });
  await nadir.close();
  await service.stop();

  const again = await open({ env: quick });
  const offline = createWorkspace(again.page);
  await offline.show('Tasks');
  await offline.list.getByRole('option', { name: sandhamn.name }).click();
  await expect(offline.details.getByTestId('capture').first()).toBeVisible();
  await offline.show('Library');
  await offline.list.getByRole('option').first().click();
  const scene = offline.details;
  const visual = (await offline.rasterNames(scene)).find((name) => /visual/i.test(name)) ?? '';
  // What was drawn at the end is drawn again after the start.
  await offline.rasterDrawn((await scene.getByTestId(`file-${visual}`).getAttribute('data-file')) ?? '');
  await expectRasterInPlace(again.page, onDisk(dataFolder, visual).path);
});
