import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { createControl } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { credentialsOf } from './support/practice.ts';
import { pressUntil } from './support/press-until.ts';
import { createWorkspace } from './support/workspace.ts';

/** At this pace nothing moves while the test looks. */
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };

/** How long the page stood still, each time that it was over 50 ms, since then. */
function longTasks(page: Page, since: number): Promise<number[]> {
  return page.evaluate(
    (from) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries())
            if (startTime >= from) found.push(Math.round(duration));
        }).observe({ type: 'longtask', buffered: true });
        // What was buffered comes with the next turn.
        setTimeout(() => resolve(found), 200);
      }),
    since,
  );
}

test('orders of a first start: listed, filtered, told in full, joined with their tasks', async ({ open }) => {
  const { page } = await open({ env: calm });
  const { list, details, show, shown, chooseContract } = createWorkspace(page);
  const search = list.getByRole('textbox', { name: 'Search orders' });
  await chooseContract('Coastal Watch 2026');

  await test.step('the list', async () => {
    await page.keyboard.press('Alt+3');
    await shown('Orders');
    await expect(list.getByRole('option', { name: 'Europoort tanks' })).toBeVisible();
    await expectAccessible(page, 'orders');
    await search.fill('guinea leak');
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect(list.getByRole('option', { name: 'Gulf of Guinea leak' })).toContainText('0 of 2 delivered');
    await search.fill('no such order');
    await expect(list.getByText('No order matches.')).toBeVisible();
    await search.fill('');
    await list.getByRole('group', { name: 'Status' }).getByText('Unfulfilled').click();
    await expect(list.getByRole('option', { name: 'Europoort tanks' })).toHaveCount(0);
    await list.getByRole('group', { name: 'Status' }).getByText('Unfulfilled').click();
    await list.getByRole('combobox', { name: 'SKU' }).click();
    await page.getByRole('option', { name: 'TSKARE-M', exact: true }).click();
    await expect(list.getByRole('option')).toHaveCount(1);
    // Chosen again, it is chosen no more.
    await list.getByRole('combobox', { name: 'SKU' }).click();
    await page.getByRole('option', { name: 'TSKARE-M', exact: true }).click();
    await expect(list.getByRole('option', { name: 'Europoort tanks' })).toBeVisible();
  });

  await test.step('an order that was fulfilled', async () => {
    await list.getByRole('option', { name: 'Europoort tanks' }).click();
    await expect(details.getByRole('heading', { name: 'Europoort tanks' })).toBeVisible();
    await expect(details).toContainText('Fulfilled');
    await expect(details.getByTestId('deliverable').first()).toContainText('Delivered');
    await expect(
      details.getByTestId('history-entry').filter({ hasText: 'deliverable delivered' }),
    ).toHaveCount(1);
    await expect(details.getByTestId('scene').first()).toBeVisible();
    await expectAccessible(page, 'order with deliverables, scene and events');
    await details.getByText('Raw response').click();
    const raw = details.getByRole('region', { name: 'Raw response' });
    await expect(raw).toContainText('"deliverable_id"');
    // Links carry tokens: the page never has one.
    await expect(raw).not.toContainText('token');
  });

  await test.step('one that failed says why', async () => {
    await list.getByRole('option', { name: 'Gulf of Guinea leak' }).click();
    await expect(details).toContainText('Unfulfilled');
    await expect(details.getByTestId('deliverable').first()).toContainText('Quality rejected');
  });

  await test.step('a task leads to the order that mirrors it, and back', async () => {
    await show('Tasks');
    await list.getByRole('option', { name: 'Chukotka coast' }).click();
    const mirrored = details
      .getByTestId('order-of-task')
      .getByRole('button', { name: /^Order \d+ · TSKPOI-M$/ });
    await expect(mirrored).toBeVisible();
    await expectAccessible(page, 'task with its order');
    await mirrored.click();
    await expect(list.getByRole('option', { name: 'Chukotka coast', selected: true })).toBeVisible();
    await expect(details.getByRole('heading', { name: 'Chukotka coast' })).toBeVisible();
    await expect(details.getByTestId('history-entry').filter({ hasText: 'order received' })).toBeVisible();
    await expect(details).toContainText('Cancelled');
    await details.getByRole('button', { name: 'Chukotka coast' }).click();
    await expect(details.getByTestId('order-of-task')).toBeVisible();
    await expect(details.getByRole('heading', { name: 'Chukotka coast' })).toBeVisible();
  });

  await test.step('Esc closes the details and gives the keys to the list', async () => {
    await page.keyboard.press('Alt+3');
    await shown('Orders');
    await details.getByRole('heading', { name: 'Chukotka coast' }).waitFor();
    await page.keyboard.press('F6');
    await list.getByRole('listbox').focus();
    await page.keyboard.press('Enter');
    await expect(details.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
    await expect(list.getByRole('listbox')).toBeFocused();
  });
});

test('a service of other shapes: numbers as ids, bare lists, words that nobody knows', async ({
  open,
  practice,
}) => {
  const service = await practice(['--variant', 'other', '--seed', '8']);
  const { page } = await open();
  const { list, details, show, chooseContract } = createWorkspace(page);
  const connections = createConnections(page);
  await connections.open();
  // It calls without the prefix first: what answers is used.
  const addresses = JSON.stringify({ ...service.line, orders_prefix: '', credentials: [] });
  await connections.add({ name: 'Other', addresses });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Other');
  await chooseContract('Coastal Watch 2026');
  await show('Orders');
  await expect(list.getByRole('option').first()).toBeVisible();
  const odd = list.getByRole('option').filter({ hasText: 'awaiting conditions' }).first();
  await expect(odd).toBeVisible();
  await odd.click();
  await expect(details).toContainText('awaiting conditions');
  await expect(details.getByTestId('history-entry').first()).toBeVisible();
  await expectAccessible(page, 'order in an unknown state');
  await list.getByRole('textbox', { name: 'Search orders' }).fill('Europoort tanks');
  await list.getByRole('option', { name: 'Europoort tanks' }).click();
  await expect(details.getByTestId('deliverable').first()).toContainText('Delivered');
  await expect(details.getByTestId('scene').first()).toBeVisible();
});

test('five thousand orders: first fetched with progress, then only what changed', async ({
  open,
  practice,
}) => {
  const service = await practice(['--orders', '5000', '--deliverables', '15000', '--seed', '7']);
  const control = createControl(service.controlUrl);
  const { page } = await open();
  const { list, show, chooseContract } = createWorkspace(page);
  const connections = createConnections(page);
  await connections.open();
  await connections.add({ name: 'Large', addresses: service.json });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Large');
  await chooseContract('Agriculture Monitoring');
  await show('Orders');
  const began = await page.evaluate(() => performance.now());
  await expect(
    list.getByRole('progressbar', { name: 'Loading all orders for the first time' }),
  ).toBeVisible();
  const fetchNow = list.getByRole('button', { name: 'Refresh orders' });
  await expect(list.getByRole('progressbar')).toBeHidden({ timeout: 200_000 });
  await expect(list.getByRole('heading', { name: /Orders 5,\d\d\d/ })).toBeVisible();

  const blocked = await longTasks(page, began);
  test.info().annotations.push({ type: 'long tasks of the first fetch, ms', description: blocked.join(' ') });

  const requests = async () => {
    const received = await control.received();
    return received.filter(({ address }) => /\/(orders|deliverables)\b/.test(address)).length;
  };
  await expect(fetchNow).not.toHaveAttribute('data-loading', 'true');
  let asked = await requests();
  const expectFetched = async (times: number, why: string) => {
    const before = asked;
    asked += times;
    // Pressed while the last fetch comes to its end, it asks nothing of its own.
    await pressUntil(fetchNow, () => expect.poll(requests, { timeout: 3_000 }).toBeGreaterThan(before));
    // One too many shows in the count of the next fetch, or in the last one.
    await expect.poll(requests, why).toBe(asked);
    await expect(fetchNow).not.toHaveAttribute('data-loading', 'true');
  };
  // A refresh asks for deliverables too, whatever has changed.
  await expectFetched(2, 'nothing changed');
  await control.touchOrders(3);
  await expectFetched(2, 'one page changed');
  await expectFetched(2, 'nothing changed again');
  expect(await requests()).toBe(asked);
});
