import { expectAccessible } from './support/accessible.ts';
import { controlOf } from './support/control.ts';
import { createImportDialog } from './support/import-dialog.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
const contract = 'Coastal Watch 2026';
const centreOfBeauce = /^1\.6\d*[ ,]+48\.1\d*$/;

test('what is asked for, where it is and what it may bring is said before anything is sent', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env: calm });
  const workspace = createWorkspace(page);
  const { form, map, list, details } = workspace;
  const place = form.getByLabel('Point of interest');
  const echo = page.getByTestId('place-echo');
  const question = page.getByTestId('place-question');
  const spending = page.getByTestId('spending');
  const choice = (name: string) =>
    page.getByRole('radiogroup', { name: 'What to plan' }).getByText(name, { exact: true });
  const review = () => form.getByRole('button', { name: 'Review' }).click();

  await test.step('the first minute: what this world is, and the way to another', async () => {
    const picker = page.getByRole('dialog', { name: /^Contract for/ });
    await expect(picker.getByTestId('practice-note')).toContainText('Its clock runs fast');
    await picker.getByRole('button', { name: 'Connect your own service…' }).click();
    await workspace.shown('Settings');
    await page.getByTestId('contract').click();
    await workspace.chooseContract(contract);
  });

  await test.step('a typed place is echoed and shown; what has two readings is asked', async () => {
    await workspace.show('Plan');
    await place.fill('https://map.example.org/#map=12/48.15/1.6');
    await expect(echo).toContainText('48°09′00.0″N 001°36′00.0″E · in France');
    await expect.poll(async () => (await map.getAttribute('data-centre')) ?? '').toMatch(centreOfBeauce);
    await place.fill('1.6,48.15');
    await expect(question).toContainText('Somalia');
    await form.getByLabel('Task name').fill('Beauce');
    await form.getByLabel('Project').fill('Money');
    await form.getByRole('combobox', { name: /^Product/ }).click();
    await page.getByRole('option', { name: /Multispectral 70cm/ }).click();
    await form.getByRole('combobox', { name: /^Client/ }).click();
    await page.getByRole('option').first().click();
    await review();
    await expect(place).toHaveAccessibleDescription(/Select below which place you mean/);
    await expectAccessible(page, 'a place with two readings');
    await question
      .getByText('Longitude first')
      .locator('..')
      .getByRole('button', { name: 'Use this' })
      .click();
    await expect(echo).toContainText('in France');
    await place.fill('33S 500000 3900000');
    await expect(question).toContainText('Southern hemisphere');
    await question
      .getByText(/latitude band/)
      .locator('..')
      .getByRole('button', { name: 'Use this' })
      .click();
    await expect(echo).toContainText('35°14′35.1″N');
    await place.fill('9G8F+6X');
    await expect(echo).toHaveCount(0);
    await review();
    await expect(place).toHaveAccessibleDescription(/Plus Code is short/);
    await place.fill('POINT Z (1.6 48.15 120)');
    await expect(echo).toContainText('altitude 120 m');
  });

  await test.step('numbers are read strictly, and the review counts', async () => {
    await choice('Point, repeated').click();
    await form.getByLabel('Captures', { exact: true }).fill('1,000');
    await review();
    await expect(form.getByText('1,000 can mean 1000 or 1.0. Enter one of these.')).toBeVisible();
    await form.getByLabel('Captures', { exact: true }).fill('2');
    await form.getByLabel('hours').fill('12');
    await review();
    await expect(spending).toContainText('Orders at least 2 captures');
    await expect(spending).toContainText(
      'Recurrent, every 7 days 12 hours: at least one capture in each repetition',
    );
    await expect(spending).toContainText(contract);
    await expect(page.getByTestId('review')).toContainText('(default)');
    await expectAccessible(page, 'review of a task');
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await workspace.addDraft();
    // What costs more is to be asked for again.
    await expect(form.getByRole('checkbox', { name: 'Recurrent' })).not.toBeChecked();
    await expect(form.getByLabel('Captures', { exact: true })).toHaveValue('');
  });

  await test.step('points of a table, by columns that are chosen; what is no list says what it is', async () => {
    await form.getByRole('button', { name: 'Import points…' }).click();
    const { dialog, problem, preview, open: openFiles } = createImportDialog(page);
    await openFiles({ 'list.csv': '%PDF-1.7' });
    await expect(problem).toContainText('This is a PDF document');
    await dialog.getByRole('button', { name: 'Remove list.csv' }).click();
    await dialog
      .getByRole('textbox', { name: 'Text' })
      .fill('id,name,lat,lon,owner\n0,Voves,48.27,1.63,us\n1,Ouarville,48.35,1.78,us');
    await expect(preview.getByRole('row', { name: /Voves .*France/ })).toBeVisible();
    await expect(dialog).toContainText('Not used: id, owner');
    await expectAccessible(page, 'columns of a table');
    await dialog.getByRole('button', { name: `Add 2 drafts under ${contract}` }).click();
    await workspace.shown('Outbox');
  });

  await test.step('the sum of a batch stands before it is sent', async () => {
    const outbox = createOutboxPage(page);
    await outbox.open();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Command, place or coordinates').fill('Send the drafts');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByTestId('spending')).toContainText('Orders at least 4 captures');
    await expect(dialog.getByTestId('spending')).toContainText('1 is recurrent');
    await dialog.getByRole('button', { name: `Send 3 under ${contract}` }).click();
    const control = controlOf(dataFolder);
    const sent = ['Beauce', 'Voves', 'Ouarville'];
    await expect
      .poll(async () => (await control.tasks()).filter(({ taskName }) => sent.includes(taskName)).length)
      .toBe(3);
  });

  await test.step('a task is ordered again from its details; captures and actions stand above the history', async () => {
    await workspace.show('Tasks');
    await list
      .getByRole('option', { name: /Beauce/ })
      .first()
      .click();
    await details.getByRole('button', { name: 'Duplicate…' }).click();
    await expect(form.getByLabel('Task name')).toHaveValue('Beauce');
    await expect(form.getByRole('checkbox', { name: 'Recurrent' })).toBeChecked();
    await page.getByRole('button', { name: 'Discard the copy' }).click();
    await expect(form.getByLabel('Task name')).toHaveValue('');
  });
});
