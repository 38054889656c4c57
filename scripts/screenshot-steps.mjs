// The steps of screenshots.mjs: each shows some screens and takes their pictures. What one does is what the next one shows.
import { credentialsOf } from '../e2e/support/practice.ts';

export const contract = 'Agriculture Monitoring';
const planned = { place: '40.7210, 0.7250', name: 'Ebro delta rice', project: 'Wetlands' };
export const beauce = 'Beauce wheat';
export const slowLimitMs = 120_000;

/** Orders to be sent, the outbox, time, bills, what changed. */
export async function takeNewer({ page, take, workspace, fill, blur, closeDialog }) {
  const { list, details } = workspace;
  await workspace.show('Plan');
  for (const [name, place] of [
    ['Neusiedl reeds', '47.8, 16.77'],
    ['Waterloo polder', '52.1, 4.3'],
  ]) {
    await fill({ place, name, project: 'Wetlands' });
    const form = page.getByRole('form', { name: 'New task' });
    await form.getByRole('button', { name: 'Review' }).click();
    await page.getByTestId('review').getByRole('button', { name: 'Add to the outbox' }).click();
    // Written down: the form is ready for the next.
    await form.getByLabel('Task name').and(page.locator('[value=""]')).waitFor();
  }
  await page.getByRole('button', { name: 'Import points…' }).click();
  await take('plan-several-points');
  await closeDialog();
  await page.getByRole('radiogroup', { name: 'What to plan' }).getByText('By SKU').click();
  await page.getByRole('form', { name: 'New order' }).waitFor();
  await blur();
  await take('order-form');
  await page.getByRole('radiogroup', { name: 'What to plan' }).getByText('Point', { exact: true }).click();
  await workspace.show('Outbox');
  await list.getByRole('option').first().click();
  await details.waitFor();
  await take('outbox');
  await take('outbox', 'large');
  await workspace.show('Timeline');
  await page.getByRole('gridcell').first().waitFor();
  await take('timeline-calendar');
  await take('timeline-calendar', 'large');
  await page.getByText('Time map', { exact: true }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await take('timeline-map');
  await page.getByText('Revisit', { exact: true }).click();
  await take('timeline-revisit');
  await take('timeline-revisit', 'large');
  await workspace.show('Usage');
  await page.getByTestId('bill-totals').waitFor({ timeout: slowLimitMs });
  await take('usage');
  await take('usage', 'large');
  await workspace.show('Tasks');
  await list.getByText('Needs attention').click();
  await list.getByRole('option', { name: 'Murray basin' }).click();
  await details.getByTestId('flag').first().waitFor();
  await take('tasks-flag');
  await list.getByText('Needs attention').click();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Command, place or coordinates').fill('since your last');
  await page.getByRole('button', { name: 'Since your last visit' }).click();
  await take('digest');
}

/** A task that is sent, and one whose answer is lost. */
export async function takePlan({ page, control, take, workspace, details, closeDetails, blur, form, fill }) {
  await workspace.show('Plan');
  await take('plan-empty');
  await form.getByRole('button', { name: 'Review' }).click();
  await take('plan-marked');
  await fill(planned);
  await blur();
  await take('plan');
  await form.getByRole('button', { name: 'Review' }).click();
  await page.getByTestId('review').waitFor();
  await take('plan-review');
  await page.getByRole('button', { name: `Submit under ${contract}` }).click();
  await page.getByRole('button', { name: 'Show the task' }).click();
  await details.getByRole('heading', { name: planned.name }).waitFor();
  await closeDetails();
  await control.fault({
    match: { method: 'POST', path: '/tasking/tasks', count: 1 },
    fault: { loseReply: 'before' },
  });
  await control.fault({ match: { method: 'GET', path: 'project_name=Lofoten' }, fault: { status: 503 } });
  await workspace.show('Plan');
  await fill({ place: '67.932, 13.088', name: 'Reine harbour', project: 'Lofoten' });
  await form.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: `Submit under ${contract}` }).click();
  await page
    .getByTestId('made-command')
    .and(page.locator('[data-state="unknown"]'))
    .waitFor({ timeout: slowLimitMs });
  await take('plan-not-confirmed');
  await control.clearFaults();
}

/** Files: some whole, some on their way. */
export async function takeFiles({ take, workspace, list, details }) {
  await workspace.show('Tasks');
  for (const name of ['Pampas soy', 'Iowa corn', beauce]) {
    await list.getByRole('option', { name }).click();
    await details.getByRole('heading', { name }).waitFor();
    const scene = details.getByTestId('scene').first();
    await scene.waitFor({ timeout: slowLimitMs });
    await scene.getByRole('button', { name: /^Download all/ }).click();
    // All but the delivery archive, which holds the same files.
    await scene.locator('[data-state="on-disk"]').nth(4).waitFor({ timeout: slowLimitMs });
  }
  const scene = details.getByTestId('scene').first();
  await workspace.download(scene, 'delivery_zip');
  const [first, second] = await workspace.rasterNames(scene);
  const visual = [first, second].find((name) => /visual/i.test(name));
  await workspace.showOnMap(scene, visual);
  await take('tasks');
  await take('tasks', 'large');
}

/** Orders, and two looks of a scene of the library. */
export async function takeLists({ page, take, workspace, list, details }) {
  await workspace.show('Orders');
  await list.getByRole('textbox', { name: 'Search orders' }).fill('beauce');
  await list
    .getByRole('option', { name: new RegExp(beauce) })
    .first()
    .click();
  await details.getByTestId('deliverable').first().waitFor({ timeout: slowLimitMs });
  await list.getByRole('textbox', { name: 'Search orders' }).fill('');
  await take('orders');
  await take('orders', 'large');

  await workspace.show('Library');
  await list.getByRole('option').nth(2).waitFor();
  await list.getByRole('option', { name: /Beauce/ }).click();
  await take('library-true-colour');
  await take('library-true-colour', 'large');
  await page.getByTestId('raster-panel').getByText('Colour infrared (NIR-R-G)').click();
  await page.locator('[data-testid="map"][data-rendered="true"]').waitFor({ timeout: slowLimitMs });
  await take('library-near-infrared');
  await page.getByTestId('raster-panel').getByRole('button', { name: 'Hide the raster' }).click();
}

/** Downloads that are slow, and one that waits. */
export async function takeDownloads({
  page,
  control,
  take,
  workspace,
  list,
  details,
  closeDetails,
  closeDialog,
}) {
  await workspace.show('Tasks');
  await list.getByRole('option', { name: 'Ebro valley' }).click();
  await details.getByTestId('scene').first().waitFor({ timeout: slowLimitMs });
  await control.fault({ match: { path: '/attachments/|/raster/' }, fault: { bytesPerSecond: 800_000 } });
  await control.fault({
    match: { path: '/attachments/|/raster/', count: 1 },
    fault: { status: 503, retryAfter: '900' },
  });
  await details
    .getByRole('button', { name: /^Download all/ })
    .first()
    .click();
  await workspace.show('Downloads');
  // The task's, and below it that of the scene.
  while (await details.isVisible()) await closeDetails();
  await page.getByRole('button', { name: 'Whole world' }).click();
  await list.getByText('left', { exact: false }).first().waitFor({ timeout: slowLimitMs });
  await list.locator('[data-testid="transfer"][data-state="waiting"]').waitFor({ timeout: slowLimitMs });
  await take('downloads');
  await list.getByTestId('limit').click();
  await page.getByRole('menuitemradio').first().waitFor();
  await take('downloads-limit');
  await closeDialog();
  await page.getByTestId('tray').click();
  await page.getByTestId('tray-row').first().waitFor();
  await take('downloads-tray');
  await closeDialog();
  await control.clearFaults();
}

/** Downloads that are completed, an unpacked archive, and rules. */
export async function takeCompleted({ page, take, list, closeDialog }) {
  await list.getByRole('tab', { name: 'Completed' }).click();
  await list.getByTestId('done').first().waitFor();
  await take('downloads-done');
  const zip = list.getByTestId('done').filter({ hasText: '.zip' }).first();
  await zip.getByRole('button', { name: /^Unpack/ }).click();
  await page.getByTestId('unpacked-folder').waitFor({ timeout: slowLimitMs });
  await take('downloads-unpacked');
  await closeDialog();
  await list.getByRole('tab', { name: 'Rules' }).click();
  await list.getByRole('button', { name: 'Add a rule' }).click();
  const rule = page.getByRole('form', { name: 'Rule' });
  await rule.getByLabel('Name').fill('Crop desk: archives and previews');
  await rule.getByLabel('Preview', { exact: true }).check();
  await rule.getByLabel('Unpack delivery archives').check();
  await rule.getByLabel('Size limit, GB').fill('200');
  await take('downloads-rule-form');
  await rule.getByLabel('Delivery archive', { exact: true }).uncheck();
  await rule.getByLabel('Include captures that are already published').check();
  await rule.getByRole('button', { name: 'Save' }).click();
  await rule.waitFor({ state: 'hidden' });
  await take('downloads-rules');
  await list.getByRole('button', { name: /^History/ }).click();
  await list.getByTestId('rule-file').first().waitFor({ timeout: slowLimitMs });
  await take('downloads-rule-history');
}

/** What is asked before a task is cancelled, and a search that finds nothing. */
export async function takeTasks({ take, workspace, list, details, closeDialog }) {
  await workspace.show('Tasks');
  await list.getByRole('option', { name: planned.name }).click();
  await details.getByRole('heading', { name: planned.name }).waitFor();
  await list.getByRole('option', { name: 'Murray basin' }).click();
  await details.getByRole('button', { name: 'Cancel task' }).click();
  await take('cancel-task');
  await closeDialog();
  await list.getByRole('textbox', { name: 'Search tasks' }).fill('nothing of that name');
  await list.getByText('No task matches', { exact: false }).waitFor();
  await take('tasks-no-match');
  await list.getByRole('textbox', { name: 'Search tasks' }).fill('');
}

/** Settings, with a second connection. */
export async function takeSettings({ page, other, take, workspace }) {
  await workspace.show('Settings');
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const connection = page.getByRole('form', { name: 'Connection' });
  await connection.waitFor();
  await take('settings-add-connection');
  await connection.getByLabel('Paste addresses').fill(other.json);
  await connection.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour desk');
  await take('settings-pasted');
  await connection.getByRole('button', { name: 'Save' }).click();
  const { client_id, client_secret } = credentialsOf(other.line, 'oauth');
  const credentials = page.getByRole('form', { name: 'Credentials' });
  await credentials.getByLabel('Client ID').fill(client_id);
  await credentials.getByRole('textbox', { name: 'Client secret' }).fill(client_secret);
  await take('settings-credentials');
  await credentials.getByRole('button', { name: 'Keep in the keychain' }).click();
  const card = page.getByTestId('connection').filter({ hasText: 'Harbour desk' });
  await card.getByRole('button', { name: 'Check' }).click();
  await card.locator('[data-testid="step-products"][data-outcome="ok"]').waitFor({ timeout: slowLimitMs });
  await take('settings-connections');
  for (const tab of ['Appearance', 'Downloads', 'Notifications', 'Library', 'Requests', 'Support', 'About']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).waitFor();
    await take(`settings-${tab.toLowerCase().replaceAll(' ', '-')}`);
  }
}

/** The palette and the shortcuts. */
export async function takeKeys({ page, take, workspace, closeDialog }) {
  await workspace.show('Tasks');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Command, place or coordinates').fill('48.2, 16.37');
  await take('commands');
  await closeDialog();
  await page.getByTestId('map').click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await take('keys');
}
