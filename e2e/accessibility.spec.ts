import type { Locator, Page } from '@playwright/test';
import en from '../resources/messages/en.json' with { type: 'json' };
import es from '../resources/messages/es.json' with { type: 'json' };
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { controlOf } from './support/control.ts';
import { createDownloads } from './support/downloads.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

// axe looks at some twenty screens twice in one test: on a busy machine that takes its time.

const quick = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 600, seed: 7 }) };

async function closeDialog(page: Page, dialog: Locator = page.getByRole('dialog')) {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('planning and tasks: axe finds nothing serious, dark and light', async ({ open, dataFolder }) => {
  const { page } = await open({ env: quick });
  const { list, details, form, show, chooseContract, status } = createWorkspace(page);
  const audit = (screen: string) => expectAccessible(page, screen);
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Choose / })).toHaveCount(4);
  await audit('contract picker');
  await closeDialog(page);
  await audit('tasks without a contract');
  await list.getByRole('button', { name: 'Choose a contract' }).click();
  await chooseContract('Coastal Watch 2026');
  await expect(list.getByRole('option').first()).toBeVisible();
  await audit('tasks');
  await list.getByRole('option', { name: 'Wadden flats' }).click();
  await expect(details.getByTestId('scene').first()).toBeVisible();
  await details.getByText('Raw response').click();
  await audit('task with captures, scenes and raw data');
  await list.getByRole('option', { name: 'Santos estuary' }).click();
  await details.getByRole('button', { name: 'Cancel task' }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel this task?' })).toBeVisible();
  await audit('question before cancelling');
  await closeDialog(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit('command palette');
  await closeDialog(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await audit('key sheet');
  await closeDialog(page);
  await status.getByRole('button', { name: 'Switch connection' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await audit('menu of connections');
  await closeDialog(page, page.getByRole('menu'));

  await show('Plan');
  await form.getByRole('button', { name: 'Review' }).click();
  await expect(form.getByRole('alert')).toHaveText('Correct the marked fields.');
  await form.getByText('Recurrent', { exact: true }).click();
  await audit('form with errors, all fields open');
  await form.getByRole('combobox', { name: /^Product/ }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await audit('list of products');
  await page.keyboard.press('Escape');
  await form.getByText('Recurrent', { exact: true }).click();
  await form.getByRole('combobox', { name: /^Client/ }).click();
  await page.getByRole('option', { name: 'fisheries' }).click();
  const reef = {
    name: 'Reef',
    project: 'Reef survey',
    place: '-17.4761, -149.8261',
    product: /Area Coverage/,
  };
  const workspace = createWorkspace(page);
  await workspace.review(reef);
  await audit('review');
  const send = page.getByRole('button', { name: 'Submit under Coastal Watch 2026' });
  await send.click();
  await expect(workspace.made).toHaveAttribute('data-state', 'refused');
  await audit('a task that was refused');
  await workspace.made.getByRole('button', { name: /^Edit/ }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'Rejected by the service' })).toBeVisible();
  await audit('form after a refusal');
  await form.getByRole('button', { name: 'Stop editing' }).click();
  const control = controlOf(dataFolder);
  await control.fault({ match: { method: 'POST', path: '/tasks/' }, fault: { loseReply: 'before' } });
  await control.fault({ match: { method: 'GET', path: '/tasks/?' }, fault: { htmlWithStatus200: true } });
  await workspace.review({ ...reef, product: /Multispectral 70cm/ });
  await send.click();
  await expect(workspace.made).toHaveAttribute('data-state', 'unknown');
  await audit('a task that is not confirmed');
  await workspace.made.getByRole('button', { name: 'Show in the outbox' }).click();
  await page.getByTestId('evidence').getByRole('button', { name: 'Discard…' }).click();
  await expect(page.getByRole('dialog', { name: 'Discard it?' })).toBeVisible();
  await audit('question before discarding');
});

test('library and downloads: axe finds nothing serious, dark and light', async ({ open, dataFolder }) => {
  const { page } = await open({ env: quick });
  const workspace = createWorkspace(page);
  const { list, details, show } = workspace;
  const audit = (screen: string) => expectAccessible(page, screen);
  await workspace.chooseContract('Agriculture Monitoring');
  await show('Library');
  await expect(list).toContainText('No scenes on disk yet.');
  await audit('empty library');
  await show('Downloads');
  await expect(list).toContainText('The queue is empty.');
  await audit('no downloads');
  const downloads = createDownloads(page);
  await downloads.tab('Completed');
  await expect(list).toContainText('No completed downloads yet.');
  await audit('no completed downloads');
  await downloads.tab('Rules');
  await expect(list).toContainText('No rules yet.');
  await audit('no rules');
  await list.getByRole('button', { name: 'Add a rule' }).click();
  await downloads.form.getByRole('button', { name: 'Save' }).click();
  await expect(downloads.form.getByText('This field is required')).toBeVisible();
  await audit('form of a rule with an error');
  await closeDialog(page);

  await show('Tasks');
  await list.getByRole('option', { name: 'Beauce wheat' }).click();
  const scene = await workspace.publishedScene();
  const visual = (await workspace.rasterNames(scene)).find((name) => /visual/i.test(name)) ?? '';
  const control = controlOf(dataFolder);
  await control.fault({ match: { path: 'footprint' }, fault: { status: 503 } });
  await control.fault({ match: { path: 'delivery_zip' }, fault: { bytesPerSecond: 2_000 } });
  await workspace.download(scene, visual);
  await scene
    .getByTestId('file-footprint')
    .getByRole('button', { name: /^Download/ })
    .click();
  await scene
    .getByTestId('file-delivery_zip')
    .getByRole('button', { name: /^Download/ })
    .click();
  await expect(scene.getByTestId('file-delivery_zip').getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect(
    scene.getByTestId('file-footprint').getByRole('button', { name: /^Resume|Try/ }),
  ).toBeVisible();
  await audit('files: on disk, on their way, failed');
  await show('Downloads');
  await expect(downloads.rows).toHaveCount(2);
  await audit('downloads: running, waiting');
  await downloads.rows.first().getByRole('button', { name: /^More/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await audit('menu of a download');
  await closeDialog(page, page.getByRole('menu'));
  await list.getByTestId('limit').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await audit('menu of limits');
  await closeDialog(page, page.getByRole('menu'));
  await downloads.tab('Completed');
  await expect(downloads.done.filter({ hasText: visual.slice(-22) })).toBeVisible();
  await audit('downloads that are done');
  await downloads.addRule({ name: 'Looks', kinds: ['Preview'] });
  await audit('rules');
  await control.clearFaults();

  await show('Library');
  // The rule fetches pictures of other scenes meanwhile.
  await list.getByRole('option', { name: /^Beauce wheat/ }).click();
  await workspace.showOnMap(details, visual);
  await audit('library with details and a raster on the map');
  await details
    .getByTestId(`file-${visual}`)
    .getByRole('button', { name: /^More actions for/ })
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await audit('menu of a file');
  await page.getByRole('menuitem', { name: 'Delete from disk' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete this file from disk?' })).toBeVisible();
  await audit('question before deleting');
});

test('settings and faults: axe finds nothing serious, dark and light', async ({ open, practice }) => {
  const service = await practice(['--speed', '86400', '--seed', '7']);
  const { page } = await open({ env: { ...quick, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } });
  const connections = createConnections(page);
  const { list, show } = createWorkspace(page);
  const audit = (screen: string) => expectAccessible(page, screen);
  await connections.open();
  await expect(page.getByRole('alert').filter({ hasText: 'The keychain is not available' })).toBeVisible();
  await audit('connections, no keychain');
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await connections.form.getByLabel('Paste addresses').fill('none');
  await connections.form.getByRole('button', { name: 'Save' }).click();
  await audit('connection form with errors');
  const { credentials: _, ...addresses } = service.line;
  await connections.form.getByLabel('Paste addresses').fill(JSON.stringify(addresses));
  await connections.form.getByRole('textbox', { name: 'Name', exact: true }).fill('Elsewhere');
  await connections.form.getByRole('button', { name: 'Save' }).click();
  await expect(connections.credentials).toBeVisible();
  await audit('credentials form');
  await connections.giveForSession({ client_id: 'nobody', client_secret: 'wrong' });
  await expect((await connections.check('Elsewhere')).getByTestId('step-token')).toContainText(
    'Wrong credentials',
  );
  await audit('connection whose check failed');
  await connections.card('Elsewhere').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove this connection?' })).toBeVisible();
  await audit('question before removing');
  await closeDialog(page);
  for (const tab of ['Appearance', 'Library', 'Requests', 'About']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await audit(`settings: ${tab}`);
  }
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByLabel('Library folder').fill('/proc/nadir');
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nadir cannot write to the folder' })).toBeVisible();
  await audit('folder that cannot be written');
  await page.getByRole('tab', { name: 'Connections' }).click();
  await connections.card('Elsewhere').getByRole('button', { name: 'Use', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Wrong credentials');
  await audit('contract picker that gets no contracts');
  await closeDialog(page);
  await connections.card('Elsewhere').getByRole('button', { name: 'Delete credentials' }).click();
  await show('Tasks');
  await expect(list).toContainText('This connection has no credentials yet.');
  await audit('tasks without credentials');
});

test('Spanish: nothing of the navigation stays English, dates and numbers are written the Spanish way', async ({
  open,
}) => {
  const { page } = await open({ env: quick });
  const workspace = createWorkspace(page);
  await workspace.chooseContract('Coastal Watch 2026');
  await workspace.show('Settings');
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const navigation = page.getByRole('navigation', { name: es.shell.workspaces });
  const words = (catalogue: typeof en) => [
    ...Object.values(catalogue.shell.workspace),
    ...Object.values(catalogue.settings.tab),
  ];

  await test.step('navigation and tabs', async () => {
    for (const word of Object.values(es.shell.workspace))
      await expect(navigation.getByRole('button', { name: word, exact: true })).toBeVisible();
    for (const word of Object.values(es.settings.tab))
      await expect(page.getByRole('tab', { name: word, exact: true })).toBeVisible();
    const english = words(en).filter((word) => !words(es).includes(word));
    expect(english.length).toBeGreaterThan(5);
    const leftOver = async () => {
      const texts = await page.locator('body').ariaSnapshot();
      return english.filter((word) => new RegExp(`"${word}"|: ${word}$`, 'm').test(texts));
    };
    for (const word of Object.values(es.shell.workspace)) {
      await navigation.getByRole('button', { name: word, exact: true }).click();
      await expect.poll(leftOver).toEqual([]);
    }
  });

  await test.step('dates and numbers', async () => {
    await navigation.getByRole('button', { name: es.shell.workspace.tasks, exact: true }).click();
    await workspace.list.getByRole('option', { name: 'Tromsø approach' }).click();
    const time = workspace.details.locator('time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const parts = new Intl.DateTimeFormat('es', { month: 'short', timeZone: 'UTC' }).format(at);
    await expect(time).toContainText(parts);
    await expect(time).toContainText(String(at.getUTCFullYear()));
    // Day first, as no English text has it.
    await expect(time).toHaveText(/^\d\d? /);
    const scene = await workspace.publishedScene();
    const [raster = ''] = await workspace.rasterNames(scene);
    const row = scene.getByTestId(`file-${raster}`);
    await row.getByRole('button', { name: new RegExp(`^${es.library.download}`) }).click();
    await expect(row).toHaveAttribute('data-state', 'on-disk');
    await expect(row).toContainText(/\d,\d MB|\d kB/);
  });

  await test.step('and it passes axe in Spanish too', async () => {
    await expectAccessible(page, 'tasks in Spanish');
  });
});
