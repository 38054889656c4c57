import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { createControl } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { credentialsOf } from './support/practice.ts';
import { createWorkspace, type PlannedTask } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
const shots = process.env.OB_SHOTS
  ? async (page: Page, name: string) => {
      for (const [w, h] of [[1440, 900], [1920, 1080]] as const)
        for (const scheme of ['dark', 'light']) {
          await page.setViewportSize({ width: w, height: h });
          await page.evaluate((s) => document.documentElement.setAttribute('data-mantine-color-scheme', s), scheme);
          await page.screenshot({ path: `/tmp/obshots/${name}-${w}-${scheme}.png` });
        }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  : null;
const contract = 'Agriculture Monitoring';

const planned = (name: string): PlannedTask => ({
  name,
  project: 'Field plan',
  place: '48.2082, 16.3738',
  product: /Multispectral 70cm/,
});

async function fill(page: Page, task: PlannedTask) {
  const { form, show } = createWorkspace(page);
  await show('Plan');
  await form.getByLabel('Point of interest').fill(task.place);
  await form.getByLabel('Task name').fill(task.name);
  await form.getByLabel('Project').fill(task.project);
  const product = form.getByRole('combobox', { name: /^Product/ });
  if ((await product.inputValue()) === '') {
    await product.click();
    await page.getByRole('option', { name: task.product }).click();
  }
}

async function addDraft(page: Page, task: PlannedTask) {
  await fill(page, task);
  await createWorkspace(page).form.getByRole('button', { name: 'Add to the outbox' }).click();
  await expect(createWorkspace(page).form.getByLabel('Task name')).toHaveValue('');
}

test('drafts wait without a network, are reviewed, and go out in their order when it is back', async ({
  open,
  dataFolder,
  practice,
}) => {
  const state = ['--speed', '1', '--state', join(dataFolder, 'service')];
  const service = await practice(state);
  const { page } = await open({ env: calm });
  const workspace = createWorkspace(page);
  const outbox = createOutboxPage(page);
  const connections = createConnections(page);
  await connections.open();
  const { credentials: _, ...addresses } = service.line;
  await connections.add({ name: 'Field service', addresses: JSON.stringify(addresses) });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Field service');
  await workspace.chooseContract(contract);
  const before = (await createControl(service.controlUrl).tasks()).length;

  await test.step('written down with nobody answering', async () => {
    await fill(page, planned('Warm up'));
    await service.stop();
    await addDraft(page, planned('First'));
    await addDraft(page, planned('Second'));
    await addDraft(page, planned('Third'));
    await outbox.open();
    await expect(outbox.rows).toHaveCount(3);
    await expect(outbox.row('First')).toContainText('Multispectral 70cm');
    if (shots) await shots(page, 'drafts');
    await expectAccessible(page, 'outbox with drafts');
  });

  await test.step('one of them is changed', async () => {
    await outbox.look('Second');
    if (shots) await shots(page, 'details');
    await expectAccessible(page, 'details of a draft');
    await workspace.details.getByRole('button', { name: 'Edit' }).click();
    await workspace.form.getByLabel('Task name').fill('Second, corrected');
    await workspace.form.getByRole('button', { name: 'Save in the outbox' }).click();
    await outbox.expectState('Second, corrected', 'Draft');
    // What was typed for the next task waits behind it.
    await expect(outbox.rows).toHaveCount(3);
  });

  await test.step('chosen by keys and released with the contract on the button', async () => {
    await workspace.list.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    await expect(workspace.list.getByText('3 chosen')).toBeVisible();
    await workspace.list.getByRole('button', { name: 'Release…' }).click();
    await expect(outbox.review).toContainText(`3 new tasks will be sent under ${contract}`);
    await expect(outbox.review.getByRole('listitem')).toHaveCount(3);
    if (shots) await shots(page, 'review');
    await expectAccessible(page, 'review before the release');
    await outbox.review.getByRole('button', { name: `Release 3 under ${contract}` }).click();
    await expect(outbox.review).toBeHidden();
    await expect(page.getByTestId('lane')).toContainText('3 wait under');
    if (shots) await shots(page, 'lane');
    await expect(page.getByTestId('outbox-status')).toContainText('3 wait to be sent');
    await expect(outbox.rows.filter({ hasText: 'Waiting' })).toHaveCount(3);
  });

  await test.step('the network is back', async () => {
    const { port } = new URL(service.line.base_url);
    const control = createControl((await practice([...state, '--port', port])).controlUrl);
    expect(await control.tasks()).toHaveLength(before);
    await workspace.list.getByRole('button', { name: 'Try now' }).click();
    await expect(outbox.rows.filter({ hasText: 'Sent' })).toHaveCount(3);
    const made = (await control.tasks()).slice(before).map(({ taskName }) => taskName);
    expect(made).toEqual(['First', 'Second, corrected', 'Third']);
    await expect(page.getByTestId('outbox-status')).toHaveCount(0);
  });
});
