import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import papaparse from 'papaparse';
import { z } from 'zod';
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { createControl } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { credentialsOf } from './support/practice.ts';
import { pressUntil } from './support/press-until.ts';
import { seedCompletedTasks } from './support/seed-tasks.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };
const contract = 'Coastal Watch 2026';
const seeded = 3_000;
const csvRows = z.array(z.record(z.string(), z.string()));

test('many tasks: columns, a saved view, all that match selected, CSV, and cancelled together offline', async ({
  open,
  dataFolder,
  practice,
}) => {
  const state = ['--speed', '1', '--state', join(dataFolder, 'service')];
  const service = await practice(state);

  await test.step('a contract with some thousand tasks', async () => {
    const { page, close } = await open({ env: calm });
    const workspace = createWorkspace(page);
    const connections = createConnections(page);
    await connections.open();
    const { credentials: _, ...addresses } = service.line;
    await connections.add({ name: 'Field service', addresses: JSON.stringify(addresses) });
    await connections.giveForSession(credentialsOf(service.line, 'oauth'));
    await connections.use('Field service');
    await workspace.chooseContract(contract);
    await workspace.show('Tasks');
    await expect(workspace.list.getByRole('option').first()).toBeVisible();
    await expect(workspace.list.getByRole('heading', { name: /^Tasks 15/ })).toBeVisible();
    await close();
    seedCompletedTasks(dataFolder, seeded);
  });

  await test.step('columns are chosen, the list is sorted by a head, and saved as a view', async () => {
    const { page, close } = await open({ env: calm });
    const { list, show } = createWorkspace(page);
    await show('Tasks');
    await expect(list.getByRole('heading', { name: /^Tasks 3,015/ })).toBeVisible();
    await list.getByRole('button', { name: 'Table with all columns' }).click();
    const grid = page.getByRole('grid', { name: 'Table: Tasks' });
    await expect(grid.getByRole('columnheader', { name: 'Task ID' })).toBeVisible();
    await page.getByRole('button', { name: 'Columns of the table' }).click();
    const columns = page.getByRole('group', { name: 'Columns of the table' });
    await columns.getByRole('checkbox', { name: 'Task ID' }).uncheck();
    await columns.getByRole('checkbox', { name: 'Client' }).uncheck();
    await columns.getByRole('button', { name: 'Move “Status” to the left' }).click();
    await expectAccessible(page, 'columns of a table');
    await page.keyboard.press('Escape');
    await expect(grid.getByRole('columnheader').nth(2)).toHaveText('Status');
    await expect(grid.getByRole('columnheader').nth(3)).toHaveText('Project');
    // By keys: up into the head, and Enter sorts by its column; plus makes it wider.
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(grid.getByRole('row').nth(1)).toContainText(/^[A-R]/);
    const width = async () =>
      (await grid.getByRole('columnheader', { name: 'Name' }).boundingBox())?.width ?? 0;
    const before = await width();
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('+');
    await expect.poll(width).toBeGreaterThan(before);
    await list.getByRole('group', { name: 'Status' }).getByText('Received').click();
    await list.getByRole('group', { name: 'Status' }).getByText('In progress').click();
    await expect(list.getByRole('heading', { name: /^Tasks 5/ })).toBeVisible();
    await list.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Open work');
    await expectAccessible(page, 'name of a view');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('button', { name: 'View: Open work' })).toBeVisible();
    await expectAccessible(page, 'tasks as a table');
    await close();
  });

  const { page } = await open({ env: calm });
  const { list, show } = createWorkspace(page);
  const grid = page.getByRole('grid', { name: 'Table: Tasks' });

  await test.step('after a restart the view is still there', async () => {
    // What was given for one session is asked for again.
    const connections = createConnections(page);
    await show('Settings');
    await connections.card('Field service').getByRole('button', { name: 'Set credentials' }).click();
    await connections.giveForSession(credentialsOf(service.line, 'oauth'));
    await show('Tasks');
    await expect(list.getByRole('heading', { name: /^Tasks 5/ })).toBeVisible();
    await expect(list.getByRole('button', { name: 'View: Open work' })).toBeVisible();
    await expect(grid.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(grid.getByRole('columnheader').nth(2)).toHaveText('Status');
    await expect(grid.getByRole('columnheader', { name: 'Task ID' })).toHaveCount(0);
    await list.getByRole('button', { name: 'View: Open work' }).click();
    await page.getByRole('menuitem', { name: 'Standard view' }).click();
    await expect(list.getByRole('heading', { name: /^Tasks 3,015/ })).toBeVisible();
    await expect(grid).toHaveCount(0);
    // The palette shows the view from anywhere.
    await show('Downloads');
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder('Command, place or coordinates')).toBeFocused();
    await page.keyboard.type('Open work');
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('columnheader').nth(2)).toHaveText('Status');
    await expect(list.getByRole('heading', { name: /^Tasks 5/ })).toBeVisible();
  });

  await test.step('all that match are selected, and written as CSV as the table shows them', async () => {
    await list.getByRole('group', { name: 'Status' }).getByText('Received').click();
    await list.getByRole('group', { name: 'Status' }).getByText('In progress').click();
    await expect(list.getByRole('heading', { name: /^Tasks 3,015/ })).toBeVisible();
    await list.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    await expect(list.getByText('3,015 rows selected')).toBeVisible();
    await expect(list.getByRole('option', { selected: true }).first()).toBeVisible();
    await list.getByRole('button', { name: 'Save as CSV…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export: Tasks' });
    await expect(dialog.getByRole('radio', { name: '3,015 selected rows' })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'Client' })).not.toBeChecked();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export 3,015 rows' }).click();
    const file = join(dataFolder, 'tasks.csv');
    await (await saved).saveAs(file);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const { data, meta } = papaparse.parse(readFileSync(file, 'utf8').replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    });
    const rows = csvRows.parse(data);
    expect(rows).toHaveLength(seeded + 15);
    expect(meta.fields?.slice(6, 8)).toEqual(['state', 'project']);
    expect(meta.fields).not.toContain('client');
    const shown = await list.locator('[role="option"] [class*="rowName"]').allTextContents();
    expect(rows.slice(0, 10).map(({ name }) => name)).toEqual(shown.slice(0, 10));
    expect(rows.at(-1)?.name).toMatch(/^Wadden|^Walvis|^[S-Z]/);
  });

  await test.step('cancelled together with nobody answering', async () => {
    await service.stop();
    await list.getByRole('button', { name: 'Cancel the selected tasks…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel the selected tasks?' });
    const verdict = (name: string) => dialog.locator(`[data-verdict="${name}"]`);
    await expect(verdict('cancellable')).toContainText('5 tasks can be cancelled');
    await expect(verdict('completed')).toContainText(
      /3,00\d are already completed and will not be cancelled/,
    );
    await expect(dialog).toContainText('The service stops planning the rest.');
    await expectAccessible(page, 'summary before a cancellation of many');
    // The keys are on the button that changes nothing.
    await expect(dialog.getByRole('button', { name: 'Keep the tasks' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: `Cancel 5 tasks under ${contract}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const outcome = list.getByTestId('cancel-outcome');
    await expect(outcome).toContainText('5 cancellations: 0 done · 5 to be sent');
    await expectAccessible(page, 'cancellations that wait');
    await expect(list.getByText('rows selected')).toHaveCount(0);
    // A second time there is nothing left to cancel.
    await list.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    await list.getByRole('button', { name: 'Cancel the selected tasks…' }).click();
    await expect(verdict('cancelling')).toContainText('5 are being cancelled already');
    await expect(verdict('cancellable')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the network is back', async () => {
    const { port } = new URL(service.line.base_url);
    const control = createControl((await practice([...state, '--port', port])).controlUrl);
    await list.getByTestId('cancel-outcome').getByRole('button', { name: 'Show in the outbox' }).click();
    await pressUntil(list.getByRole('button', { name: 'Try now' }), () =>
      expect(list.getByRole('option').filter({ hasText: 'Sent' })).toHaveCount(5, { timeout: 3_000 }),
    );
    await show('Tasks');
    await expect(list.getByTestId('cancel-outcome')).toContainText('5 cancellations: 5 done');
    const cancelled = (await control.tasks()).filter(({ cancelledAt }) => cancelledAt !== null);
    expect(cancelled.length).toBeGreaterThanOrEqual(5);
    await list.getByRole('button', { name: 'Hide this summary' }).click();
    await expect(list.getByTestId('cancel-outcome')).toHaveCount(0);
  });

  await test.step('in Spanish too', async () => {
    await page.keyboard.press('Control+k');
    // The driver inserts `ñ` without a key, so the page cannot keep it for a field that is still to come.
    await expect(page.getByPlaceholder('Command, place or coordinates')).toBeFocused();
    await page.keyboard.type('Español');
    // Places of that name may be found as well.
    await page.getByRole('dialog').getByRole('button', { name: 'Language: Español' }).click();
    await expect(list.getByRole('heading', { name: /^Tareas/ })).toBeVisible();
    await list.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    await expect(list.getByText(/filas seleccionadas$/)).toBeVisible();
    await expect(list.getByRole('button', { name: 'Cancelar las tareas seleccionadas…' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list.getByText(/filas seleccionadas$/)).toHaveCount(0);
  });
});
