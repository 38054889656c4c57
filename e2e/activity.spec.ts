import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipped } from '../testing/unzipped.ts';
import { expectAccessible } from './support/accessible.ts';
import { copiedBy } from './support/clipboard.ts';
import { createConnections } from './support/connections.ts';
import { createControl } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { credentialsOf } from './support/practice.ts';
import { createWorkspace } from './support/workspace.ts';

/** The requests and the support bundle in the settings as a person uses them. */
function createActivity(page: Page) {
  const list = page.getByRole('listbox', { name: 'Requests' });
  return {
    list,
    details: page.getByRole('region', { name: 'Details' }),
    search: page.getByRole('textbox', { name: 'Search requests' }),
    async command(name: string) {
      await page.keyboard.press('Control+K');
      await page.getByRole('textbox', { name: /^Command/ }).fill(name);
      await page.getByRole('button', { name }).click();
    },
  };
}

const secretOf = (header: string | string[] | undefined) =>
  typeof header === 'string' ? [header.replace(/^Bearer /, '')] : [];

test('requests are listed, looked at, copied; a support bundle is made, looked at and saved', async ({
  open,
  practice,
}) => {
  const service = await practice(['--scene-size', '600', '--speed', '86400', '--seed', '9']);
  const control = createControl(service.controlUrl);
  const { client_id, client_secret } = credentialsOf(service.line, 'oauth');
  const { page, context } = await open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
  const workspace = createWorkspace(page);
  const connections = createConnections(page);
  const { list, details, search, command } = createActivity(page);

  await test.step('something happens, and something fails', async () => {
    await connections.open();
    await connections.add({ name: 'Watched', addresses: service.json });
    await connections.giveForSession({ client_id, client_secret });
    await connections.use('Watched');
    await workspace.chooseContract('Coastal Watch 2026');
    await workspace.show('Tasks');
    await workspace.list.getByRole('option', { name: 'Rotterdam Maasvlakte' }).click();
    const scene = await workspace.publishedScene();
    await workspace.download(scene, 'footprint');
    await control.fault({ match: { path: '/tasking/tasks/?', count: 4 }, fault: { status: 503 } });
    await workspace.status.getByRole('button', { name: /^Tasks as of/ }).click();
    await expect
      .poll(async () => (await control.received()).filter(({ status }) => status === 503).length)
      .toBe(4);
  });

  await test.step('the list', async () => {
    await command('Show requests');
    await expect(list.getByRole('option').first()).toBeVisible();
    await page.getByLabel('Failed only').check();
    const failed = list.getByRole('option').filter({ hasText: '503' });
    await expect(failed).toHaveCount(4);
    await expect(failed.first()).toContainText('attempt 4');
    await expect(failed.first()).toContainText('Task sync');
    await failed.first().click();
    await expect(details).toContainText('authorizationToken');
    await expect(details).toContainText('Bearer ***');
    await expect(details.getByRole('region', { name: 'Response: Body' })).toBeVisible();
    await expectAccessible(page, 'a failed request');
    await page.getByLabel('Failed only').uncheck();
    await search.fill('/download/');
    const download = list.getByRole('option').filter({ hasText: 'Downloads' });
    await expect(download.first()).toContainText('token=***');
    await search.fill('no such request');
    await expect(page.getByText('No request matches.')).toBeVisible();
    await search.fill('');
  });

  const copied = await test.step('a request as a command', async () => {
    await search.fill('/captures/');
    await list.getByRole('option').first().click();
    const button = details.getByRole('button', { name: 'Copy as cURL' });
    const text = await copiedBy(page, () => button.click());
    await expect(page.getByText(/^Copied\./)).toBeVisible();
    expect(text).toMatch(/^curl --globoff --request GET 'http/);
    expect(text).toContain(`--header 'authorizationToken: Bearer '"$TOKEN"`);
    await search.fill('');
    return text;
  });

  await test.step('held, the list stays while more is asked', async () => {
    const newest = list.getByRole('option').first();
    // The search of before is over.
    await expect(list.getByRole('option').filter({ hasNotText: '/captures/' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Pause the list' }).click();
    await expect(page.getByRole('button', { name: 'Resume the list' })).toBeVisible();
    const first = await newest.textContent();
    await workspace.status.getByRole('button', { name: /Tasks|service/ }).click();
    await expect(page.getByText(/^\d+ newer$/)).toBeVisible();
    expect(await newest.textContent()).toBe(first);
    await page.getByRole('button', { name: 'Resume the list' }).click();
    await expect(page.getByText(/^\d+ newer$/)).toBeHidden();
  });

  const saved = await test.step('a support bundle', async () => {
    await command('Create a support bundle');
    const files = page.getByRole('list', { name: 'Files of the bundle' });
    await expect(files.getByRole('listitem')).toHaveCount(10);
    await files.getByRole('button', { name: /^database\.json/ }).click();
    await expect(page.getByRole('listbox', { name: 'Text of database.json' })).toContainText('"ok"');
    await files.getByRole('button', { name: /^failed-requests\.json/ }).click();
    await page.getByRole('textbox', { name: 'Search in this file' }).fill('503');
    await expect(page.getByRole('status').filter({ hasText: /^4 matching lines$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Next match' }).click();
    await expect(
      page
        .getByRole('listbox', { name: 'Text of failed-requests.json' })
        .getByRole('option', { selected: true }),
    ).toContainText('"status": 503');
    await expectAccessible(page, 'a support bundle');
    await page.getByLabel('Include settings.json').uncheck();
    await page.getByRole('textbox', { name: 'Note' }).fill(`It failed at five with ${client_secret}.`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the bundle' }).click();
    const archive = await download;
    expect(archive.suggestedFilename()).toMatch(/^nadir-support-\d{8}-\d{6}\.zip$/);
    return unzipped(readFileSync(await archive.path()));
  });

  expect(Object.keys(saved).sort()).toEqual([
    'about.json',
    'connections.json',
    'database.json',
    'failed-requests.json',
    'log.txt',
    'note.txt',
    'notices.json',
    'requests.json',
    'self-test.json',
    'state.json',
  ]);
  expect(saved['note.txt']).toBe('It failed at five with ***.\n');
  expect(saved['requests.json']).toContain('/tasking/tasks/');

  const received = await control.received();
  const tokens = received.flatMap(({ headers }) => [
    ...secretOf(headers.authorization),
    ...secretOf(headers.authorizationtoken),
  ]);
  const links = received.flatMap(
    ({ address }) => /[?&]token=([^&]+)|\/token\/([^/]+)\//.exec(address)?.slice(1).filter(Boolean) ?? [],
  );
  expect(tokens.length).toBeGreaterThan(2);
  expect(links.length).toBeGreaterThan(0);
  // What the user himself types stands where he typed it.
  await page.getByRole('textbox', { name: 'Note' }).fill('');
  const places = { ...saved, command: copied, page: await page.content() };
  for (const [place, text] of Object.entries(places)) {
    for (const secret of new Set([client_secret, client_id, ...tokens, ...links])) {
      const at = text.indexOf(secret);
      expect(at < 0 ? '' : text.slice(Math.max(0, at - 60), at), `a secret in ${place}`).toBe('');
    }
  }
});
