import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { controlOf, createControl } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { credentialsOf } from './support/practice.ts';
import { pressUntil } from './support/press-until.ts';
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

/** Keeps a command that was edited in the form as a draft. */
async function saveEdited(page: Page) {
  await createWorkspace(page).form.getByRole('button', { name: 'Review' }).click();
  await page.getByTestId('review').getByRole('button', { name: 'Keep in the outbox' }).click();
}

async function addDraft(page: Page, task: PlannedTask) {
  await fill(page, task);
  await createWorkspace(page).addDraft();
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
    await expectAccessible(page, 'outbox with drafts');
  });

  await test.step('one of them is changed', async () => {
    await outbox.select('Second');
    await expectAccessible(page, 'details of a draft');
    await workspace.details.getByRole('button', { name: 'Edit' }).click();
    await workspace.form.getByLabel('Task name').fill('Second, corrected');
    await saveEdited(page);
    await workspace.made.getByRole('button', { name: 'Show in the outbox' }).click();
    await outbox.expectState('Second, corrected', 'Draft');
    // What was typed for the next task waits behind it.
    await expect(outbox.rows).toHaveCount(3);
  });

  await test.step('chosen by keys and released with the contract on the button', async () => {
    await workspace.list.getByRole('listbox').focus();
    await page.keyboard.press('Control+a');
    await expect(workspace.list.getByText('3 selected')).toBeVisible();
    await workspace.list.getByRole('button', { name: 'Send…' }).click();
    await expect(outbox.review).toContainText(`3 new tasks will be sent under ${contract}`);
    await expect(outbox.review.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page, 'review before the release');
    await outbox.review.getByRole('button', { name: `Send 3 under ${contract}` }).click();
    await expect(outbox.review).toBeHidden();
    await expect(page.getByTestId('send-queue')).toContainText('3 waiting under');
    await expect(page.getByTestId('outbox-status')).toContainText('3 waiting to be sent');
    await expect(outbox.rows.filter({ hasText: 'Waiting' })).toHaveCount(3);
  });

  await test.step('the network is back', async () => {
    const { port } = new URL(service.line.base_url);
    const control = createControl((await practice([...state, '--port', port])).controlUrl);
    expect(await control.tasks()).toHaveLength(before);
    await pressUntil(workspace.list.getByRole('button', { name: 'Try now' }), () =>
      expect(outbox.rows.filter({ hasText: 'Sent' })).toHaveCount(3, { timeout: 3_000 }),
    );
    const made = (await control.tasks()).slice(before).map(({ taskName }) => taskName);
    expect(made).toEqual(['First', 'Second, corrected', 'Third']);
    await expect(page.getByTestId('outbox-status')).toHaveCount(0);
  });
});

test('a refusal on its field, a lost answer with its evidence, a cancellation that waits', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env: calm });
  const workspace = createWorkspace(page);
  const outbox = createOutboxPage(page);
  const { details, form, list } = workspace;
  await workspace.chooseContract(contract);
  const control = controlOf(dataFolder);
  const blocked = async (name: string) =>
    (await control.tasks()).filter(({ taskName }) => taskName === name).length;

  await test.step('refused: the service’s reason stands on its field, here and in the form', async () => {
    await addDraft(page, { ...planned('Wrong product'), product: /Area Coverage 70cm/ });
    await outbox.open();
    await outbox.chooseAll();
    await outbox.release(1, contract);
    await outbox.expectState('Wrong product', 'Rejected');
    await outbox.select('Wrong product');
    await expect(details.getByTestId('refused-field')).toContainText('This product takes a Polygon.');
    await expectAccessible(page, 'a refused command');
    await details.getByRole('button', { name: 'Edit' }).click();
    await expect(form.getByLabel('Point of interest')).toHaveAccessibleDescription(
      /This product takes a Polygon\./,
    );
    await form.getByRole('combobox', { name: /^Product/ }).click();
    await page.getByRole('option', { name: /Multispectral 70cm/ }).click();
    await saveEdited(page);
    await workspace.made.getByRole('button', { name: 'Show in the outbox' }).click();
    await outbox.expectState('Wrong product', 'Draft');
  });

  await test.step('the answer is lost: the row is unknown, and says what is known', async () => {
    await control.fault({
      match: { method: 'POST', path: '/tasks/', count: 1 },
      fault: { loseReply: 'after' },
    });
    await control.fault({ match: { method: 'GET', path: '/tasking/tasks/' }, fault: { status: 503 } });
    await details.getByRole('button', { name: 'Send…' }).click();
    await outbox.review.getByRole('button', { name: `Send 1 under ${contract}` }).click();
    await outbox.expectState('Wrong product', 'Unconfirmed');
    const evidence = details.getByTestId('evidence');
    await expect(evidence).toContainText('It may have arrived.');
    await expect(page.getByTestId('outbox-status')).toContainText('1 needs a decision');
    await expectAccessible(page, 'an unknown command');
    await evidence.getByRole('button', { name: 'Send again…' }).click();
    const warning = page.getByRole('dialog', { name: 'Send it again?' });
    await expect(warning).toContainText('you order and pay twice');
    await warning.getByRole('button', { name: 'Back' }).click();
    await control.clearFaults();
    await pressUntil(evidence.getByRole('button', { name: 'Check now' }), () =>
      expect(outbox.row('Wrong product')).toContainText('Sent', { timeout: 3_000 }),
    );
    expect(await blocked('Wrong product')).toBe(1);
  });

  await test.step('a task is cancelled while no token is to be had: it waits, and goes out by itself', async () => {
    await details.getByRole('button', { name: 'Show the task' }).click();
    await expect(details.getByRole('button', { name: 'Cancel task' })).toBeVisible();
    await control.fault({ match: { path: '/oauth/token' }, fault: { status: 503 } });
    await control.expireTokens();
    await details.getByRole('button', { name: 'Cancel task' }).click();
    await page.getByRole('button', { name: `Cancel task under ${contract}` }).click();
    await expect(details.getByTestId('cancelling')).toContainText(
      'The cancellation is sent as soon as the service can be reached.',
    );
    await expectAccessible(page, 'a task that is being cancelled');
    await details.getByRole('button', { name: 'Show in the outbox' }).click();
    await expect(details.getByRole('heading', { level: 2 })).toHaveText('Cancel task “Wrong product”');
    await control.clearFaults();
    await pressUntil(list.getByRole('button', { name: 'Try now' }), () =>
      expect(outbox.row('Cancel task')).toContainText('Sent', { timeout: 3_000 }),
    );
    await details.getByRole('button', { name: 'Show the task' }).click();
    await expect(details.getByRole('definition').filter({ hasText: 'Cancelled' }).first()).toBeVisible();
    await expect(details.getByTestId('cancelling')).toHaveCount(0);
  });
});

/** How long the page stood still, each time that it was over 50 ms, since then. */
function longTasks(page: Page, since: number): Promise<number[]> {
  return page.evaluate(
    (from) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        new PerformanceObserver((entries) => {
          for (const { startTime, duration } of entries.getEntries())
            if (startTime >= from) found.push(Math.round(duration));
        }).observe({ type: 'longtask', buffered: true });
        // What was buffered comes with the next turn.
        setTimeout(() => resolve(found), 200);
      }),
    since,
  );
}

test('five hundred drafts at once: every bad line told, smooth to scroll, choose and review; killed half-way, none is lost or doubled', async ({
  open,
  dataFolder,
}) => {
  const first = await open({ env: calm });
  const { page } = first;
  const workspace = createWorkspace(page);
  const outbox = createOutboxPage(page);
  await workspace.chooseContract(contract);
  const before = (await controlOf(dataFolder).tasks()).length;

  await test.step('written down from a list', async () => {
    await fill(page, planned('Survey'));
    const lines = Array.from({ length: 500 }, (_, at) => `Plot ${at}, ${40 + at / 100}, ${at / 50}`);
    lines.splice(200, 0, 'Nowhere, 95, 10');
    const points = await outbox.addPoints(lines.join('\n'), 500, contract);
    // What could not be used is still there, with the reason.
    await expect(points.counts).toContainText('1 needs attention');
    await expect(points.rejected).toContainText('Latitude must be from −90 to 90');
    await expectAccessible(page, 'several points');
    await points.dialog.getByRole('textbox', { name: 'Text' }).fill('');
    await page.keyboard.press('Escape');
  });

  await test.step('scrolled, chosen and reviewed', async () => {
    await outbox.open();
    await expect(outbox.row('Plot 0”')).toBeVisible();
    const since = await page.evaluate(() => performance.now());
    await workspace.list.getByRole('listbox').focus();
    for (const key of ['End', 'Home', 'PageDown', 'PageDown', 'End']) await page.keyboard.press(key);
    await expect(outbox.row('Plot 499')).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(workspace.list.getByText('500 selected')).toBeVisible();
    await workspace.list.getByRole('button', { name: 'Send…' }).click();
    await expect(outbox.review).toContainText(`500 new tasks will be sent under ${contract}`);
    const blocked = await longTasks(page, since);
    test.info().annotations.push({ type: 'long tasks with 500 rows, ms', description: blocked.join(' ') });
    await page.keyboard.press('Escape');
  });

  await test.step('all but ten are removed, once that is confirmed', async () => {
    await workspace.list.getByRole('button', { name: 'Deselect' }).click();
    await workspace.list.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await outbox.row('Plot 10”').click({ modifiers: ['Control'] });
    await expect(workspace.list.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('Shift+End');
    await expect(workspace.list.getByText('490 selected')).toBeVisible();
    await workspace.list.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 490' }).click();
    await expect(outbox.rows).toHaveCount(10);
  });

  await test.step('killed in the middle of the sending; the next start goes on', async () => {
    // The fourth has arrived and waits for its answer when Nadir is killed.
    const control = controlOf(dataFolder);
    await control.fault({
      match: { method: 'POST', path: '/tasks/', skip: 3, count: 1 },
      fault: { latencyMs: 60_000 },
    });
    await outbox.chooseAll();
    await outbox.release(10, contract);
    await expect.poll(async () => (await control.tasks()).length, { timeout: 60_000 }).toBe(before + 4);
    await expect(outbox.rows.filter({ hasText: 'Sent' })).toHaveCount(3);
    await first.kill();
    const again = await open({ env: calm });
    const after = createOutboxPage(again.page);
    await after.open();
    await expect(after.rows.filter({ hasText: 'Sent' })).toHaveCount(10, { timeout: 60_000 });
    const made = (await controlOf(dataFolder).tasks()).slice(before).map(({ taskName }) => taskName);
    expect(made.toSorted()).toEqual(Array.from({ length: 10 }, (_, at) => `Plot ${at}`).toSorted());
  });
});
