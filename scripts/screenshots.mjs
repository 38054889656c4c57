// npx node scripts/screenshots.mjs [FOLDER]
// By hand, not by tests: takes a picture of every screen of the built app, in both themes, on the loopback host in the
// system's Chromium, on a data folder and a practice world of its own. Those that the documents show go to
// resources/screenshots, all the others to FOLDER (a new temporary one when left out).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { PNG } from 'pngjs';
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts';
import { controlOf, withControl } from '../e2e/support/control.ts';
import { startKeyring } from '../e2e/support/keyring.ts';
import { startPractice } from '../e2e/support/practice.ts';
import { startProcess } from '../e2e/support/process.ts';
import { createWorkspace } from '../e2e/support/workspace.ts';
import { buildWhenStale } from './build-when-stale.mjs';
import {
  beauce,
  contract,
  slowLimitMs,
  takeCompleted,
  takeDownloads,
  takeFiles,
  takeKeys,
  takeLists,
  takeNewer,
  takePlan,
  takeSettings,
  takeTasks,
} from './screenshot-steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const shown = join(root, 'resources/screenshots');
/** The most that a picture in the repository may have. */
const largestBytes = 300_000;
const inDocuments = new Set([
  'tasks-dark',
  'plan-light',
  'library-true-colour-light',
  'downloads-dark',
  'orders-light',
  'outbox-dark',
  'timeline-calendar-light',
  'usage-dark',
  'settings-connections-light',
]);
const practiceWorkspace = { speed: 86_400, sceneSizePx: 2_000, seed: 7 };
const sizes = { usual: { width: 1_440, height: 900 }, large: { width: 1_920, height: 1_080 } };

const rest = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'nadir-screenshots-'));
mkdirSync(rest, { recursive: true });
rmSync(shown, { recursive: true, force: true });
mkdirSync(shown, { recursive: true });

/** The browser writes four channels, packed in a hurry. */
function packed(bytes) {
  return PNG.sync.write(PNG.sync.read(bytes), { colorType: 2, inputHasAlpha: true, deflateLevel: 9 });
}

function createCamera(page) {
  // Beside every control, so that nothing shows its tooltip; over the map it tells a place to the status bar.
  const movePointerAway = ({ width, height }) => page.mouse.move(width * 0.52, height * 0.8);
  const quiet = () => page.waitForFunction(() => document.getAnimations().length === 0);
  /** As JPEG: rasters on the map make a PNG several times as large. */
  async function keepForDocuments(name) {
    const path = join(shown, `${name}.jpg`);
    const bytes = await page.screenshot({ type: 'jpeg', quality: 82 });
    if (bytes.length > largestBytes) throw new Error(`${path} would have ${bytes.length} bytes`);
    writeFileSync(path, bytes);
    return path;
  }
  async function keepApart(name) {
    const path = join(rest, `${name}.png`);
    writeFileSync(path, packed(await page.screenshot()));
    return path;
  }
  return async (name, size = 'usual') => {
    await page.setViewportSize(sizes[size]);
    await movePointerAway(sizes[size]);
    for (const theme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.waitForFunction(
        (want) => document.documentElement.dataset.mantineColorScheme === want,
        theme,
      );
      // Where there is a map: what it was asked to draw is drawn, in the colours of this theme.
      if (await page.getByTestId('map').isVisible())
        await page.locator('[data-testid="map"][data-rendered="true"]').waitFor({ timeout: slowLimitMs });
      await quiet();
      const full = `${name}${size === 'large' ? '-1920' : ''}-${theme}`;
      console.log(await (inDocuments.has(full) ? keepForDocuments(full) : keepApart(full)));
    }
    await page.setViewportSize(sizes.usual);
  };
}

/** The page object of the tests, for a busy machine: outside of a test run `expect` waits for no more than 5 s. */
function createPatientWorkspace(page) {
  const workspace = createWorkspace(page);
  async function show(name, attemptsLeft = 10) {
    try {
      await workspace.show(name);
    } catch (error) {
      if (attemptsLeft === 0) throw error;
      await show(name, attemptsLeft - 1);
    }
  }
  return { ...workspace, show };
}

/** Every screen in turn; what one step does is what the next one shows. */
async function takeAll(page, control, other) {
  const take = createCamera(page);
  const workspace = createPatientWorkspace(page);
  const { list, details } = workspace;
  const closeDetails = () => details.getByRole('button', { name: 'Close' }).click();
  const blur = () => page.evaluate(() => document.activeElement?.blur());
  const closeDialog = () => page.keyboard.press('Escape');
  const form = page.getByRole('form', { name: 'New task' });
  const fill = async ({ place, name, project }) => {
    await form.getByLabel('Point of interest').fill(place);
    await form.getByLabel('Task name').fill(name);
    await form.getByLabel('Project').fill(project);
    await form.getByRole('combobox', { name: /^Product/ }).click();
    await page.getByRole('option', { name: /Multispectral 70cm/ }).click();
  };
  const tools = {
    page,
    control,
    other,
    take,
    workspace,
    list,
    details,
    closeDetails,
    blur,
    closeDialog,
    form,
    fill,
  };

  await page.getByRole('button', { name: `Choose ${contract}` }).waitFor();
  await take('first-start');
  await workspace.chooseContract(contract);
  await workspace.show('Tasks');
  await list.getByRole('option', { name: beauce }).waitFor();
  await take('tasks-world');
  await take('tasks-world', 'large');
  await takePlan(tools);
  await takeFiles(tools);
  await takeLists(tools);
  await takeDownloads(tools);
  await takeCompleted(tools);
  await takeTasks(tools);
  await takeNewer(tools);
  await takeSettings(tools);
  await takeKeys(tools);
}

/** Runs the jobs in turn, the last first: what was started last ends first. */
async function endAll(jobs) {
  for (const job of jobs.toReversed()) await job();
}

if (!buildWhenStale({ root, node: process.execPath })) throw new Error('the build failed');
const ends = [];
try {
  const dataFolder = mkdtempSync(join(tmpdir(), 'nadir-screenshots-data-'));
  ends.push(() => rmSync(dataFolder, { recursive: true, force: true }));
  const keyring = await startKeyring();
  ends.push(keyring.stop);
  const other = await startPractice(['--seed', '3', '--speed', '86400']);
  ends.push(other.stop);
  const app = await startProcess(
    [join(root, 'out/main/src-main/loopback/main.js'), '--no-open', '--port', '0', '--data-dir', dataFolder],
    {
      isReady: (line) => line.startsWith('Nadir is ready at '),
      env: { ...keyring.environment, ...withControl, NADIR_PRACTICE: JSON.stringify(practiceWorkspace) },
    },
  );
  ends.push(app.stop);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  ends.push(() => browser.close());
  const page = await browser.newPage({ viewport: sizes.usual, locale: 'en-GB' });
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`page: ${message.text()}`);
  });
  await page.goto(app.readyLine.slice('Nadir is ready at '.length).trim());
  await takeAll(page, controlOf(dataFolder), other).catch(async (error) => {
    await page.screenshot({ path: join(rest, 'failed.png') });
    throw new Error(`See ${join(rest, 'failed.png')}`, { cause: error });
  });
} finally {
  await endAll(ends);
}
