import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { createControl } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { createPackagesPage } from './support/packages.ts';
import { createPlacesPage } from './support/places.ts';
import { credentialsOf, type PracticeLine } from './support/practice.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
const contract = 'Agriculture Monitoring';

async function connect(page: Page, line: PracticeLine) {
  const connections = createConnections(page);
  await connections.open();
  const { credentials: _, ...addresses } = line;
  await connections.add({ name: 'Field service', addresses: JSON.stringify(addresses) });
  await connections.giveForSession(credentialsOf(line, 'oauth'));
  await connections.use('Field service');
  await createWorkspace(page).chooseContract(contract);
  await createWorkspace(page).show('Plan');
  await expect(page.getByText('Products and clients as of')).toBeVisible();
}

async function rename(page: Page, row: number, name: string) {
  const places = createPlacesPage(page);
  await places.open();
  await places.cell(row, 'name').click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(places.cell(row, 'name')).toHaveText(name);
}

test('one prepares and hands over, another decides, approves and sends, and the first is warned before it is sent twice', async ({
  open,
  dataFolder,
  practice,
}) => {
  const state = ['--speed', '1', '--state', join(dataFolder, 'service')];
  const service = await practice(state);
  const control = createControl(service.controlUrl);
  const folder = mkdtempSync(join(tmpdir(), 'nadir-packages-'));
  const ana = await open({ env: calm });
  const ben = await open({ env: calm, dataFolder: join(folder, 'ben') });
  const [first, second] = [createPackagesPage(ana.page), createPackagesPage(ben.page)];
  const names = async () => (await control.tasks()).map(({ taskName }) => taskName);
  const count = async () => (await names()).filter((name) => name === 'Harbour north').length;
  let path = '';

  await test.step('Ana has places and a draft', async () => {
    await connect(ana.page, service.line);
    await createWorkspace(ana.page).review({
      name: 'Harbour north',
      project: 'Field plan',
      place: '48.2082, 16.3738',
      product: /Multispectral 70cm/,
    });
    await ana.page.getByTestId('review').getByRole('button', { name: 'Add to the outbox' }).click();
    await createPlacesPage(ana.page).open();
    await createPlacesPage(ana.page).newList('North');
    await first.importPlaces('name,latitude,longitude\nPier,48.1,16.1\nDock,48.2,16.2\nMole,48.3,16.3', 3);
    await connect(ben.page, service.line);
  });

  await test.step('Ana makes a package by keyboard', async () => {
    await createPlacesPage(ana.page).open();
    await first.run('Hand over…');
    const dialog = ana.page.getByRole('dialog', { name: 'Hand over' });
    await expect(dialog.getByLabel('1 draft of the outbox')).toBeChecked();
    await dialog.getByLabel('Your name').fill('Ana');
    await dialog.getByLabel('Note to the receiver').fill('For Monday');
    await expectAccessible(ana.page, 'the dialog that makes a package');
    path = await first.make(join(folder, 'first.nadir'));
  });

  await test.step('what is no package is refused, and says why', async () => {
    writeFileSync(join(folder, 'letter.nadir'), 'this is a letter');
    await second.openFile(join(folder, 'letter.nadir'));
    await expect(second.dialog.getByRole('alert')).toContainText('it is not a Nadir package');
    await second.dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('Ben opens it, sees who made it, and accepts it', async () => {
    await second.openFile(path);
    await expect(second.dialog).toContainText('Made by Ana on');
    await expect(second.dialog).toContainText('Note: For Monday');
    await expect(second.rows).toHaveCount(5);
    await expect(second.list).toBeFocused();
    await expectAccessible(ben.page, 'the review of a package');
    await second.accept('adds 5', '5 added');
    await createPlacesPage(ben.page).open();
    await expect.poll(createPlacesPage(ben.page).names).toEqual(['Pier', 'Dock', 'Mole']);
  });

  await test.step('both go on, and what both have changed is decided by keyboard', async () => {
    await rename(ana.page, 0, 'Pier of Ana');
    await rename(ana.page, 1, 'Dock of Ana');
    await rename(ben.page, 1, 'Dock of Ben');
    await rename(ben.page, 2, 'Mole of Ben');
    await first.run('Hand over…');
    path = await first.make(join(folder, 'second.nadir'));
    await second.openFile(path);
    await expect(second.rows).toHaveCount(1);
    await expect(second.rows).toContainText('Dock of Ana');
    await expect(second.dialog.getByRole('cell', { name: 'Dock of Ben' })).toBeVisible();
    await expect(second.dialog.getByRole('status')).toHaveText('1 conflict is not decided.');
    await expect(second.list).toBeFocused();
    await ben.page.keyboard.press('b');
    await expect(second.rows).toContainText('Keep both');
    await expectAccessible(ben.page, 'a conflict of a package');
    await second.accept(
      'replaces 1, adds 1 copy, keeps 1 as it is here',
      '1 replaced, 1 copy added, 1 kept as it was here',
    );
    await expect
      .poll(async () => (await createPlacesPage(ben.page).names()).toSorted())
      .toEqual(['Dock of Ana (Ana)', 'Dock of Ben', 'Mole of Ben', 'Pier of Ana']);
    await ben.page.keyboard.press('Control+z');
    await expect
      .poll(async () => (await createPlacesPage(ben.page).names()).toSorted())
      .toEqual(['Dock of Ben', 'Mole of Ben', 'Pier']);
  });

  await test.step('Ben requires an approval: the draft is kept back until he approves it, then he sends it', async () => {
    const workspace = createWorkspace(ben.page);
    await workspace.show('Settings');
    const required = ben.page.getByRole('switch', { name: 'Require an approval' });
    await required.press('Space');
    await expect(required).toBeChecked();
    const outbox = createOutboxPage(ben.page);
    await outbox.open();
    await outbox.select('Harbour north');
    const { details } = workspace;
    await details.getByRole('button', { name: 'Send…' }).click();
    await outbox.review.getByRole('button', { name: `Send 1 under ${contract}` }).click();
    await expect(outbox.review).toContainText('An approval is missing');
    await ben.page.keyboard.press('Escape');
    expect(await count()).toBe(0);
    const trail = details.getByRole('region', { name: 'Hand-over' });
    await expect(trail).toContainText('Prepared by Ana');
    await expect(trail).toContainText('It is not approved on this computer, as it is now.');
    await trail.getByRole('button', { name: 'Approve…' }).click();
    const approve = ben.page.getByRole('dialog', { name: 'Approve what was handed over' });
    await approve.getByLabel('Your name').fill('Ben');
    await approve.getByRole('button', { name: 'Approve as Ben' }).click();
    await expect(trail).toContainText('Approved by Ben');
    await details.getByRole('button', { name: 'Send…' }).click();
    await outbox.review.getByRole('button', { name: `Send 1 under ${contract}` }).click();
    await expect.poll(count).toBe(1);
    await expect(trail).toContainText('Sent by Ben');
  });

  await test.step('Ana is warned before the same draft is sent again, and links it', async () => {
    const outbox = createOutboxPage(ana.page);
    await outbox.open();
    await outbox.select('Harbour north');
    const { details } = createWorkspace(ana.page);
    await details.getByRole('button', { name: 'Send…' }).click();
    await outbox.review.getByRole('button', { name: `Send 1 under ${contract}` }).click();
    await expect(details).toContainText('Another Nadir has probably sent this already');
    await expect(details).toContainText('Kept back: somebody else has probably sent it.');
    await expect(details).not.toContainText('Send it again.');
    await expect(details.getByTestId('candidate')).toContainText('Harbour north');
    await expectAccessible(ana.page, 'a draft that another Nadir has sent');
    expect(await count()).toBe(1);
    await details.getByRole('button', { name: 'Send anyway…' }).click();
    await expect(ana.page.getByRole('dialog', { name: 'Send it a second time?' })).toContainText('twice');
    await ana.page.keyboard.press('Escape');
    await details.getByRole('button', { name: 'Link to this task' }).click();
    await expect(details).toContainText('Sent');
    expect(await count()).toBe(1);
  });
  rmSync(folder, { recursive: true, force: true });
});
