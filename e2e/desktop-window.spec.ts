import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { colouredTile, pyramid, writeMbtiles } from '../testing/made-maps.ts';
import { writeTiff } from '../testing/write-tiff.ts';
import { controlOf } from './support/control.ts';
import { createImportDialog } from './support/import-dialog.ts';
import { expect, type OpenNadir, test } from './support/nadir.ts';
import { expectColour, rows as ownMapRows, list as ownMaps } from './support/own-maps.ts';
import { writeLibrary } from './support/review-library.ts';
import { type Desktop, startWindowHost } from './support/window-host.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 400, seed: 7 }) };
/** Scenes with files that are large enough for a notice when they have come. */
const large = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 1_600, seed: 7 }) };
const contract = 'Agriculture Monitoring';

function desktopOf({ desktop }: OpenNadir): Desktop {
  if (desktop === null) throw new Error('these tests need the window host');
  return desktop;
}

/** Ends the process of the page as a fault of Chromium would, and waits for the page that takes its place. */
async function crash(page: Page): Promise<Page> {
  const next = page.context().waitForEvent('page');
  // The page is gone before it can answer.
  await page.goto('chrome://crash').catch(() => undefined);
  return next;
}

test('the page of the package knows main by its preload script alone', { tag: '@window' }, async ({
  open,
  expectComplaint,
}) => {
  expectComplaint(/Refused to connect|violates the following Content Security Policy/);
  const { page } = await open({ env: calm });
  await createWorkspace(page).chooseContract(contract);
  const seen = await page.evaluate(() => ({
    powers: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
      (name) => name in window,
    ),
    bridge: Object.keys(Reflect.get(window, 'nadirFiles')),
    isFrozen: Object.isFrozen(Reflect.get(window, 'nadirFiles')),
    pathOfMadeFile: Reflect.get(window, 'nadirFiles').pathOf(new File(['text'], '/etc/passwd')),
  }));
  expect(seen).toEqual({ powers: [], bridge: ['pathOf'], isFrozen: true, pathOfMadeFile: '' });
  const reached = await page.evaluate(() =>
    fetch('https://service.test/tasks').then(
      () => 'reached',
      () => 'nothing',
    ),
  );
  expect(reached).toBe('nothing');
});

test('a page that ends is there again with what was typed; the second time main asks first', {
  tag: '@window',
}, async ({ open }) => {
  const nadir = await open({ env: calm });
  const desktop = desktopOf(nadir);
  const first = createWorkspace(nadir.page);
  await first.chooseContract(contract);
  await first.show('Plan');
  await first.form.getByLabel('Point of interest').fill('48.1, 1.6');
  await first.form.getByLabel('Task name').fill('Typed before the end');
  await first.form.getByLabel('Task name').press('Tab');

  await test.step('a reload asks main for another port', async () => {
    await nadir.page.reload();
    await expect(first.form.getByLabel('Task name')).toHaveValue('Typed before the end');
  });

  const second = await crash(nadir.page);
  const after = createWorkspace(second);
  await after.shown('Plan');
  await expect(after.form.getByLabel('Task name')).toHaveValue('Typed before the end');
  await after.show('Tasks');
  await expect(after.list.getByRole('option', { name: 'Mendoza' })).toBeVisible();
  expect((await desktop.state()).messages).toEqual([]);

  const third = await crash(second);
  expect((await desktop.state()).messages).toEqual([expect.stringContaining('ended unexpectedly twice')]);
  await expect(createWorkspace(third).list.getByRole('option', { name: 'Mendoza' })).toBeVisible();
});

test('the self-test of the built program tries its windows, leaves a report, and ends by itself', {
  tag: '@window',
}, async ({ browser, dataFolder }) => {
  const args = ['--self-test'];
  const host = await startWindowHost(browser, { dataFolder, env: {}, args }, () => undefined);
  await host.exited;
  await host.close();
  const table = host.lines.join('\n');
  const report = JSON.parse(readFileSync(join(dataFolder, 'logs/self-test.json'), 'utf8'));
  const outcomes = Object.fromEntries(
    report.checks.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome]),
  );
  expect(outcomes, table).toEqual({
    SQLite: 'ok',
    compression: 'ok',
    threads: 'ok',
    certificates: expect.stringMatching(/^(ok|not tried)$/),
    keychain: expect.stringMatching(/^(ok|not tried)$/),
    'data folder': 'ok',
    window: 'ok',
    'parts of files': 'ok',
    'large file': 'ok',
    'request given up': 'ok',
    // The bodies of this harness come whole.
    'answer given up': 'not tried',
    port: 'ok',
    application: 'ok',
    page: 'ok',
    notices: 'ok',
    graphics: 'ok',
  });
  expect(table).toMatch(/^\d+ ok, 0 failed, \d+ not tried\. The report is /m);
  expect(host.child.exitCode).toBe(0);
  // Nothing of a Nadir that could be running there was touched.
  expect(readdirSync(dataFolder)).toEqual(['logs']);
});

/** Opens a review of the library's two scenes at its first one, and returns the field for notes. */
async function openReview(page: Page): Promise<Locator> {
  const { list, details } = createWorkspace(page);
  await expect(list.getByRole('option')).toHaveCount(2);
  await page.getByRole('button', { name: 'Review…' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Review the listed scenes' }).press('Enter');
  const review = details.getByTestId('scene-review');
  await expect(review.getByTestId('review-queue')).toContainText('Scene 1 of 2');
  return review.getByRole('textbox', { name: 'Notes' });
}

test('closed in the middle of a note: what was typed is there at the next start, and the store has no repair', {
  tag: '@window',
}, async ({ open, dataFolder }) => {
  writeLibrary(join(dataFolder, 'library'), 2);
  const nadir = await open({ env: calm });
  const first = createWorkspace(nadir.page);
  await first.chooseContract(contract);
  await first.show('Library');
  const notes = await openReview(nadir.page);
  await notes.fill('Ice on the northern shore.');
  await nadir.close();
  expect(nadir.main.ended()).toBe('ended with 0');

  const again = await open({ env: calm });
  await expect(await openReview(again.page)).toHaveValue('Ice on the northern shore.');
});

test('downloads: told by the system, or on the page where it refuses; a raster is dragged out as the file itself', {
  tag: '@window',
}, async ({ open, dataFolder }) => {
  const nadir = await open({ env: large });
  const desktop = desktopOf(nadir);
  const { page } = nadir;
  const workspace = createWorkspace(page);
  await workspace.chooseContract(contract);
  await workspace.show('Tasks');
  await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
  const scene = await workspace.publishedScene();
  const [, raster = ''] = await workspace.rasterNames(scene);

  // The clock of the practice service runs fast, so that there may be notices of its tasks as well.
  const ofDownloads = async () =>
    (await desktop.state()).notices.filter(({ title }) => title === 'Downloads completed');

  await desktop.answer({ notices: 'fails' });
  await workspace.download(scene, 'delivery_zip');
  await expect(page.getByText('Downloads completed').first()).toBeVisible();
  expect(await ofDownloads()).toEqual([]);

  await desktop.answer({ notices: 'shown' });
  // What comes within a moment is no download that somebody waits for.
  await controlOf(dataFolder).fault({ match: { path: '/raster/' }, fault: { bytesPerSecond: 4_000_000 } });
  await workspace.download(scene, raster);
  await expect
    .poll(ofDownloads)
    .toEqual([{ title: 'Downloads completed', body: expect.stringContaining('downloaded') }]);
  expect((await desktop.state()).progress).toBeLessThan(0);
  await desktop.clickNotice();
  expect((await desktop.state()).focused).toBeGreaterThan(0);

  await workspace.showOnMap(scene, raster);
  await page.getByTestId('raster-panel').getByText(raster).dispatchEvent('dragstart');
  await expect.poll(async () => (await desktop.state()).dragged).toEqual([expect.stringContaining(raster)]);
  const [dragged = ''] = (await desktop.state()).dragged;
  expect(execFileSync('gdalinfo', [dragged], { encoding: 'utf8' })).toContain('Driver: GTiff');
});

test('files and folders: picked by the system’s dialog, and by their path where the page has a file of the disk', {
  tag: '@window',
}, async ({ open, dataFolder }) => {
  const folder = join(dataFolder, 'given');
  mkdirSync(folder);
  const red = [210, 40, 40] as const;
  const metadata = { name: 'Field map', format: 'png', bounds: '-180,-85,180,85' };
  const tiles = writeMbtiles(join(folder, 'field.mbtiles'), {
    tiles: pyramid(3, colouredTile(red)),
    metadata,
  });
  const nadir = await open({ env: calm });
  const desktop = desktopOf(nadir);
  const { page } = nadir;
  await createWorkspace(page).chooseContract(contract);
  await page.getByRole('button', { name: 'My maps' }).click();
  await ownMaps(page).getByRole('button', { name: 'Add a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a file' });
  await desktop.answer({ picked: [] });
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Path' })).toHaveValue('');
  await desktop.answer({ picked: [tiles] });
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Path' })).toHaveValue(tiles);
  await dialog.getByRole('button', { name: 'Add map' }).click();
  await expect(dialog).toBeHidden();
  await expect(ownMapRows(page)).toHaveCount(1);
  await expectColour(page, red);
});

test('a report is saved as the PDF that the window prints', { tag: '@window' }, async ({
  open,
  dataFolder,
}) => {
  writeLibrary(join(dataFolder, 'library'), 2);
  const nadir = await open({ env: calm });
  const desktop = desktopOf(nadir);
  const { page } = nadir;
  const workspace = createWorkspace(page);
  await workspace.chooseContract(contract);
  await workspace.show('Library');
  await expect(workspace.list.getByRole('option')).toHaveCount(2);
  await page.getByRole('button', { name: 'Review…' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Report of the listed scenes…' }).press('Enter');
  await expect(page.getByTestId('reported-scene')).toHaveCount(2);
  const target = join(dataFolder, 'report.pdf');
  await desktop.answer({ target: '' });
  await page.getByRole('button', { name: 'Save as PDF…' }).click();
  expect(existsSync(target)).toBe(false);
  await desktop.answer({ target });
  await page.getByRole('button', { name: 'Save as PDF…' }).click();
  await expect(page.getByText(target)).toBeVisible();
  const pdf = readFileSync(target, 'latin1');
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(0);
});

test('a second start shows the window, and the page may open no window but that of its map', {
  tag: '@window',
}, async ({ open }) => {
  const nadir = await open({ env: calm });
  const { page, context } = nadir;
  await createWorkspace(page).chooseContract(contract);
  const desktop = desktopOf(nadir);
  const { focused } = await desktop.state();
  await desktop.startAgain([]);
  expect((await desktop.state()).focused).toBe(focused + 1);
  for (const address of ['https://service.test/', '#launch=0', 'about:blank'])
    await page.evaluate((opened) => void window.open(opened), address);
  await expect.poll(() => context.pages().length).toBe(1);
});

test('files that are named from outside open what is for them, and what is none is named', {
  tag: '@window',
}, async ({ open, dataFolder }) => {
  const folder = join(dataFolder, 'given');
  mkdirSync(folder);
  const places = join(folder, 'wells ñ 100%.geojson');
  const wells = ['Well A', 'Well B'].map((name, at) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Point', coordinates: [8.5 + at, 47.4] },
  }));
  writeFileSync(places, JSON.stringify({ type: 'FeatureCollection', features: wells }));
  const raster = join(folder, 'field.tif');
  // Larger than what the page reads to tell its kind.
  writeTiff(raster, { widthPx: 600, heightPx: 400, data: new Uint8Array(240_000).fill(90) });
  const notPackage = join(folder, 'plan.nadir');
  writeFileSync(notPackage, 'no package');
  const scenes = join(folder, 'scenes');
  writeLibrary(scenes, 2);

  const nadir = await open({ env: calm });
  const { page } = nadir;
  const desktop = desktopOf(nadir);
  await createWorkspace(page).chooseContract(contract);

  await test.step('places: Places opens, and asks what they are for', async () => {
    await desktop.startAgain([places]);
    const question = page.getByRole('dialog', { name: 'What is this file for?' });
    await question.getByRole('button', { name: 'Import its features' }).click();
    const files = createImportDialog(page, 'Import places');
    await expect(files.counts).toHaveText('2 of 2 can be added');
    await expect(files.dialog).toContainText('wells ñ 100%.geojson');
    await page.keyboard.press('Escape');
    await expect(files.dialog).toBeHidden();
  });

  await test.step('a raster: a scene of the library, or a map, by its path', async () => {
    await desktop.startAgain([raster]);
    const question = page.getByRole('dialog', { name: 'What are these files for?' });
    await question.getByRole('button', { name: 'Show as maps of my own' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a file' });
    await expect(adding.getByRole('textbox', { name: 'Path' })).toHaveValue(raster);
    await page.keyboard.press('Escape');
    await expect(adding).toBeHidden();
  });

  await test.step('a package', async () => {
    await desktop.startAgain([notPackage]);
    const opening = page.getByRole('dialog', { name: 'Open a package' });
    await expect(opening.getByRole('alert')).toContainText('it is not a Nadir package');
    await page.keyboard.press('Escape');
    await expect(opening).toBeHidden();
  });

  await test.step('a folder of scenes', async () => {
    await desktop.startAgain([scenes]);
    const importing = page.getByRole('dialog', { name: 'Import scenes' });
    await expect(importing.getByRole('button', { name: /^Import 2 scenes/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(importing).toBeHidden();
  });

  await test.step('what is no file', async () => {
    await desktop.startAgain([
      join(folder, 'gone.kml'),
      `/${'long/'.repeat(800)}end.tif`,
      'https://maps.test/a.kml',
    ]);
    const refusals = page.getByRole('dialog', { name: '3 files are not opened' });
    await expect(refusals.getByRole('listitem')).toHaveText([
      /^gone\.kmlThere is no file/,
      /^end\.tifThere is no file/,
      /^https:\/\/maps\.test\/a\.kmlNadir opens files/,
    ]);
    await refusals.getByRole('button', { name: 'Close' }).last().click();
    await expect(refusals).toBeHidden();
  });
});
