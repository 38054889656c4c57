import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/nadir.ts';
import { createTracking } from './support/tracking.ts';
import { createWorkspace } from './support/workspace.ts';

/** A day of the service goes by in half a minute; after the restart, in a blink. */
const world = (speed: number) => ({ NADIR_PRACTICE: JSON.stringify({ speed, sceneSizePx: 64, seed: 7 }) });
const contract = 'Agriculture Monitoring';

test('a history that grows while it is looked at, flags with what to do, and what changed meanwhile', async ({
  open,
}) => {
  const first = await open({ env: world(3_000) });
  const workspace = createWorkspace(first.page);
  const { list, details, show, chooseContract } = workspace;
  const tracking = createTracking(first.page);
  await chooseContract(contract);

  await test.step('nothing changed for who was never here', async () => {
    await show('Tasks');
    await expect(list.getByRole('option', { name: 'Beauce wheat' })).toBeVisible();
    await expect(tracking.changeFeed).toBeHidden();
  });

  await test.step('the history of a finished task, from the task to its files', async () => {
    await list.getByRole('option', { name: 'Beauce wheat' }).click();
    await expect(tracking.entry('Task submitted')).toBeVisible();
    await expect(tracking.entry('Task: Completed')).toBeVisible();
    await expect(details.getByTestId('scene').first()).toBeVisible();
    await expect(tracking.entry(/^Scene /).first()).toBeVisible();
    await details
      .getByRole('button', { name: /^Show order/ })
      .first()
      .click();
    await expect(tracking.entry('deliverable delivered').first()).toBeVisible();
    await expectAccessible(first.page, 'history of an order');
    await details.getByRole('button', { name: 'Show the task' }).first().click();
    await expect(list.getByRole('option', { name: 'Beauce wheat', selected: true })).toBeVisible();
  });

  await test.step('a flag is a mark, a filter, and an explanation that can be put away', async () => {
    const chip = list.getByText('Needs attention');
    const flagged = list.getByRole('option', { name: 'Stellenbosch' });
    await chip.click();
    await expect(flagged.getByRole('img', { name: 'No capture yet' })).toBeVisible();
    await flagged.click();
    const flag = details.getByTestId('flag');
    await expect(flag).toContainText('nothing has been acquired');
    await expectAccessible(first.page, 'task with a flag, filtered list');
    await flag.getByRole('button', { name: /^Dismiss:/ }).click();
    await expect(flag).toBeHidden();
    await expect(flagged).toBeHidden();
    await chip.click();
  });

  await test.step('a running task: its history grows, and a notice says when it is published', async () => {
    await workspace.submit(
      { name: 'Growing history', project: 'Live', place: '52.1, 4.3', product: /Multispectral 70cm/ },
      contract,
    );
    await expect(tracking.entry('Task submitted')).toBeVisible();
    await expect(tracking.entry('Sent from this computer')).toBeVisible();
    await expect(tracking.expected.first()).toBeVisible();
    // The page tells in a browser, and main in a window of its own.
    const told = async () =>
      first.desktop === null
        ? first.page.getByRole('alert').filter({ hasText: 'Growing history' }).allTextContents()
        : (await first.desktop.state()).notices.map(({ title, body }) => `${title} ${body}`);
    await expect
      .poll(told, { timeout: 90_000 })
      .toContainEqual(expect.stringMatching(/Growing history.*1 capture was published\./));
    // The order's own events are read when its turn comes: a minute at the latest.
    await expect(tracking.entry('capture published')).toBeVisible({ timeout: 90_000 });
  });

  await test.step('after a restart: what changed meanwhile, until it was seen', async () => {
    await workspace.submit(
      { name: 'Left alone', project: 'Live', place: '43.3, -8.4', product: /Multispectral 70cm/ },
      contract,
    );
    await first.close();
    const second = await open({ env: world(3_000_000) });
    const again = createTracking(second.page);
    await expect(again.changeFeed).toBeVisible({ timeout: 60_000 });
    await expect(again.changeFeed.getByTestId('digest-published')).toContainText('Left alone');
    await expectAccessible(second.page, 'what changed meanwhile');
    await again.changeFeed.getByRole('button', { name: 'Mark as seen' }).click();
    await expect(again.changeFeed).toBeHidden();
    await second.page.keyboard.press('Control+k');
    await second.page.keyboard.type('since your last');
    await second.page.getByRole('button', { name: 'Since your last visit' }).click();
    await expect(again.changeFeed).toBeVisible();
    await again.changeFeed.getByRole('button', { name: 'Left alone' }).first().click();
    await expect(
      second.page.locator('[data-pane="details"]').getByRole('heading', { name: 'Left alone' }),
    ).toBeVisible();
  });
});
