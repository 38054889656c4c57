import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { controlOf } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { createWorkspace, type PlannedTask } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
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

/** As where there is no network: nothing at the service answers. */
const cutOff = { match: {}, fault: { status: 503 } };

test('drafts wait without a network, are reviewed, and go out in their order when it is back', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env: calm });
  const workspace = createWorkspace(page);
  const outbox = createOutboxPage(page);
  await workspace.chooseContract(contract);
  const control = controlOf(dataFolder);
  await workspace.show('Plan');
  await expect(workspace.form.getByRole('combobox', { name: /^Product/ })).toBeVisible();
  const before = (await control.tasks()).length;

  await test.step('written down with nobody answering', async () => {
    await fill(page, planned('Warm up'));
    await control.fault(cutOff);
    await addDraft(page, planned('First'));
    await addDraft(page, planned('Second'));
    await addDraft(page, planned('Third'));
    await outbox.open();
    await expect(outbox.rows).toHaveCount(3);
    await expect(outbox.row('First')).toContainText('Multispectral 70cm');
    await expectAccessible(page, 'outbox with drafts');
  });

  await test.step('one of them is changed', async () => {
    await outbox.look('Second');
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
    await expectAccessible(page, 'review before the release');
    await outbox.review.getByRole('button', { name: `Release 3 under ${contract}` }).click();
    await expect(outbox.review).toBeHidden();
    await expect(page.getByTestId('lane')).toContainText('3 wait under');
    await expect(page.getByTestId('outbox-status')).toContainText('3 wait to be sent');
    await expect(outbox.rows.filter({ hasText: 'Waiting' })).toHaveCount(3);
    expect(await control.tasks()).toHaveLength(before);
  });

  await test.step('the network is back', async () => {
    await control.clearFaults();
    await workspace.list.getByRole('button', { name: 'Try now' }).click();
    await expect(outbox.rows.filter({ hasText: 'Sent' })).toHaveCount(3);
    const made = (await control.tasks()).slice(before).map(({ taskName }) => taskName);
    expect(made).toEqual(['First', 'Second, corrected', 'Third']);
    await expect(page.getByTestId('outbox-status')).toHaveCount(0);
  });
});
