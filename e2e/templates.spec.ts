import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { createControl } from './support/control.ts';
import { createImportDialog } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { createPlacesPage } from './support/places.ts';
import { credentialsOf } from './support/practice.ts';
import { createPreparedPage } from './support/prepared.ts';
import { pressUntil } from './support/press-until.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
const contract = 'Agriculture Monitoring';
const count = 200;

/** Fields of a farm, some hundred metres apart. */
const csv = [
  'id,name,crop,latitude,longitude',
  ...Array.from(
    { length: count },
    (_, n) => `F-${String(n + 1).padStart(3, '0')},Field ${n + 1},rye,${48 + n / 500},${16 + n / 250}`,
  ),
].join('\n');
const expected = Array.from(
  { length: count },
  (_, n) => `F-${String(n + 1).padStart(3, '0')} Field ${n + 1}`,
);

async function importPlaces(page: Page, text: string, places: number) {
  await createPlacesPage(page).open();
  await createPreparedPage(page).enter('Import places…');
  const files = createImportDialog(page, 'Import places');
  await files.dialog.getByRole('textbox', { name: 'Text' }).fill(text);
  await expect(files.counts).toHaveText(`${places} of ${places} can be added`);
  await files.dialog.getByRole('button', { name: `Import ${places} places` }).focus();
  await page.keyboard.press('Enter');
  await expect(files.dialog).toBeHidden();
}

test('two hundred places of a CSV become as many tasks by keyboard: offline, with a lost answer, killed half-way', async ({
  open,
  dataFolder,
  practice,
}) => {
  const state = ['--speed', '1', '--state', join(dataFolder, 'service')];
  const service = await practice(state);
  const first = await open({ env: calm });
  const { page } = first;
  const prepared = createPreparedPage(page);
  const connections = createConnections(page);
  await connections.open();
  const { credentials: _, ...addresses } = service.line;
  await connections.add({ name: 'Field service', addresses: JSON.stringify(addresses) });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Field service');
  await createWorkspace(page).chooseContract(contract);
  // Products and clients are read once, and are there offline.
  await createWorkspace(page).show('Plan');
  await expect(page.getByText('Products and clients as of')).toBeVisible();
  const before = (await createControl(service.controlUrl).tasks()).length;
  await service.stop();

  await test.step('the places are imported and a template names them', async () => {
    await importPlaces(page, csv, count);
    await createPlacesPage(page).grid.focus();
    await page.keyboard.press('Control+a');
    await expect(page.getByText(`${count} places selected`)).toBeVisible();
    await prepared.run('Make tasks from the selected places…');
    const form = await prepared.fillTemplate({
      name: 'Harvest',
      product: 'Multispectral 70cm',
      project: 'Fields',
      pattern: '{id} {nmae}',
    });
    await expect(form.getByText('{nmae}: No place has this field')).toBeVisible();
    await expectAccessible(page, 'the form of a template');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{id} {name}');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    const dialog = page.getByRole('dialog', { name: `Make tasks from ${count} places` });
    await expect(dialog.getByTestId('first-names')).toHaveText(
      'Names: F-001 Field 1 · F-002 Field 2 · F-003 Field 3 …',
    );
    await expectAccessible(page, 'the dialog that makes tasks');
    await prepared.enter(`Prepare ${count} rows`);
    await expect(prepared.grid).toHaveAttribute('aria-rowcount', String(count + 1));
    await expect(page.getByTestId('map')).toHaveAttribute('data-preview', String(count));
    await expect(prepared.grid).toBeFocused();
  });

  await test.step('one row is wrong, and is mended; another one is changed, filled down and undone', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(prepared.cell(0, 'position')).toHaveAttribute('data-cursor', 'true');
    await page.keyboard.type('0, 0');
    await page.keyboard.press('Enter');
    await expect(prepared.issues).toHaveCount(1);
    await expect(prepared.issues).toContainText('The position is 0, 0');
    await expect(prepared.pane).toContainText(`${count - 1} can be sent`);
    await expectAccessible(page, 'prepared tasks with an error');
    await prepared.grid.focus();
    await page.keyboard.press('Control+z');
    await expect(prepared.issues).toHaveCount(0);
    await page.keyboard.press('Home');
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('Farms');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Control+End');
    await expect(prepared.rows.last().locator('[data-column="project"]')).toHaveText('Farms');
  });

  await test.step('they are sent under the contract on the button, and wait', async () => {
    await expect(prepared.pane.getByTestId('spending')).toContainText(`Orders ${count} captures.`);
    await prepared.enter(`Send ${count} under ${contract}`);
    await expect(prepared.pane).toContainText('Nothing is prepared');
    await expect(page.getByTestId('outbox-status')).toContainText(`${count} waiting to be sent`);
  });

  const { port } = new URL(service.line.base_url);
  const control = createControl((await practice([...state, '--port', port])).controlUrl);
  const made = async () => (await control.tasks()).slice(before).map(({ taskName }) => taskName);

  /** How many of them Nadir has got an answer for, or lost it. */
  const answered = async () =>
    (await control.received()).filter(
      ({ method, address, status }) => method === 'POST' && /\/tasks\/$/.test(address) && status < 300,
    ).length;

  await test.step('the network comes, an answer is lost, and Nadir is killed half-way', async () => {
    await control.fault({
      match: { method: 'POST', path: '/tasks/', skip: 20, count: 1 },
      fault: { loseReply: 'after' },
    });
    await control.fault({
      match: { method: 'POST', path: '/tasks/', skip: 40, count: 1 },
      fault: { latencyMs: 60_000 },
    });
    await createOutboxPage(page).open();
    await pressUntil(page.getByRole('button', { name: 'Try now' }), async () =>
      expect((await made()).length).toBeGreaterThan(0),
    );
    // One is made and its answer held back. Killed between the beginning of a sending and its arrival, one would be missing until
    // the proof of its absence is complete, a quarter of an hour later.
    await expect.poll(async () => (await made()).length, { timeout: 60_000 }).toBeGreaterThan(35);
    await expect.poll(async () => (await made()).length - (await answered()), { timeout: 60_000 }).toBe(1);
    await first.kill();
  });

  await test.step('the next start goes on, and the service has each task once', async () => {
    const again = await open({ env: calm });
    const later = createConnections(again.page);
    await createWorkspace(again.page).show('Settings');
    await later
      .card('Field service')
      .getByRole('button', { name: /redentials/ })
      .first()
      .click();
    await later.giveForSession(credentialsOf(service.line, 'oauth'));
    await expect.poll(async () => new Set(await made()).size, { timeout: 120_000 }).toBe(count);
    await expect(again.page.getByTestId('outbox-status')).toHaveCount(0, { timeout: 60_000 });
    expect((await made()).toSorted()).toEqual(expected.toSorted());
  });
});
