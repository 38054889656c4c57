import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { makeTestCertificate } from '../testing/test-certificate.ts';
import { createConnections } from './support/connections.ts';
import { controlOf, createControl } from './support/control.ts';
import { editConnections } from './support/data-folder.ts';
import { expect, test } from './support/nadir.ts';
import { createOutboxPage } from './support/outbox.ts';
import { credentialsOf, type PracticeLine } from './support/practice.ts';
import { pressUntil } from './support/press-until.ts';
import { createWorkspace, type PlannedTask } from './support/workspace.ts';

const quick = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 1_000, seed: 7 }) };
const quickService = ['--speed', '86400', '--scene-size', '1000', '--seed', '7'];

const reef: PlannedTask = {
  name: 'Reef south pass',
  project: 'Reef survey',
  place: '-17.4761, -149.8261',
  product: /Multispectral 70cm/,
};

/** A port of this machine on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Speaks TLS with a certificate that nobody vouches for; counts what it is asked. */
async function selfSigned() {
  let requests = 0;
  const server = createTlsServer(
    makeTestCertificate({ hosts: [], forAddress: true }),
    (_request, response) => {
      requests += 1;
      response.end('{}');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

const addressesOf = ({ credentials: _, ...addresses }: PracticeLine) => addresses;

/** The sync's state in the status bar: its words on the button, what to do in its tip. */
function syncState(page: Page) {
  const { status } = createWorkspace(page);
  const button = (name: string | RegExp) => status.getByRole('button', { name });
  return {
    fine: () => expect(button(/^Tasks as of /)).toBeVisible(),
    fetchNow: () => button(/^Tasks as of /).click(),
    async fails(title: string, hint: string | RegExp) {
      await expect(button(title)).toBeVisible();
      await button(title).hover();
      await expect(page.getByRole('tooltip').filter({ hasText: hint })).toBeVisible();
      await page.mouse.move(0, 0);
    },
    again: (title: string) =>
      pressUntil(button(title), () => expect(button(/^Tasks as of /)).toBeVisible({ timeout: 3_000 })),
  };
}

test('wrong addresses, a wrong secret and a bad certificate are told where they were given', async ({
  open,
  practice,
}) => {
  const service = await practice(quickService);
  const addresses = addressesOf(service.line);
  const own = credentialsOf(service.line, 'oauth');
  const { page } = await open({ env: quick });
  const connections = createConnections(page);
  const { form, credentials } = connections;
  const card = connections.card('Field desk');
  await connections.open();

  await test.step('a text that holds no addresses', async () => {
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await form.getByLabel('Paste addresses').fill('the usual ones');
    await expect(form.getByLabel('Paste addresses')).toHaveAccessibleDescription(
      /This JSON is not a set of addresses/,
    );
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(
      form.getByRole('textbox', { name: 'Token issuer address', exact: true }),
    ).toHaveAccessibleDescription('Enter a full address such as https://example.com.');
  });

  await test.step('plain http to another machine', async () => {
    await form
      .getByLabel('Paste addresses')
      .fill(JSON.stringify({ ...addresses, base_url: 'http://tasking.invalid/api' }));
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Field desk');
    await form.getByRole('button', { name: 'Save' }).click();
    const alert = form.getByRole('alert');
    await expect(alert).toContainText('Address not allowed');
    await expect(alert).toContainText('http://tasking.invalid/api: only https is allowed');
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Field desk');
    await form
      .getByLabel('Paste addresses')
      .fill(JSON.stringify({ ...addresses, auth_url: `http://127.0.0.1:${await closedPort()}/auth` }));
    await form.getByRole('button', { name: 'Save' }).click();
  });

  await test.step('a wrong secret, at a port that nobody listens on', async () => {
    await connections.giveForSession({ ...own, client_secret: 'not the secret' });
    const step = (await connections.check('Field desk')).getByTestId('step-token');
    await expect(step).toContainText('Token for tasking: failed — The service does not respond.');
    await expect(step).toContainText('the connection was refused. Check the address and the network');
    await expect(card.getByTestId('step-products')).toHaveAttribute('data-outcome', 'skipped');
  });

  await test.step('the address is corrected: now the secret is refused', async () => {
    await card.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('textbox', { name: 'Token issuer address', exact: true }).fill(addresses.auth_url);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(card.getByText('Credentials for this session only')).toBeVisible();
    const step = (await connections.check('Field desk')).getByTestId('step-token');
    await expect(step).toContainText('Wrong credentials.');
    await expect(step).toContainText(
      'rejected the client ID or secret. Set them again in Settings, Connections.',
    );
    await expect(step).toContainText('The response was: access_denied Unauthorized');
  });

  const impostor = await selfSigned();
  try {
    await test.step('the right secret, but the service cannot prove who it is', async () => {
      await card.getByRole('button', { name: 'Set credentials' }).click();
      // What is there is never shown again.
      await expect(credentials.getByRole('textbox', { name: 'Client secret' })).toHaveValue('');
      await connections.giveForSession(own);
      await card.getByRole('button', { name: 'Edit' }).click();
      await form
        .getByRole('textbox', { name: 'Tasking and delivery address' })
        .fill(`${impostor.origin}/api`);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toBeHidden();
      // Another machine gets them from nobody but the user.
      await expect(credentials.getByRole('status')).toContainText('The addresses have changed.');
      await connections.giveForSession(own);
      await connections.check('Field desk');
      await expect(card.getByTestId('step-contracts')).toHaveAttribute('data-outcome', 'ok');
      const step = card.getByTestId('step-products');
      await expect(step).toContainText('Products: failed — No secure connection.');
      await expect(step).toContainText(
        `${impostor.origin.slice('https://'.length)} could not prove its identity: its certificate is self-signed. Nothing was sent.`,
      );
      expect(impostor.requests()).toBe(0);
    });
  } finally {
    await impostor.close();
  }

  await test.step('all corrected: it works', async () => {
    await card.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('textbox', { name: 'Tasking and delivery address' }).fill(addresses.base_url);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await connections.use('Field desk');
  });
});

test('a service that goes away, forgets its tokens or talks nonsense: the tasks stay, and it recovers', async ({
  open,
  practice,
  dataFolder,
}) => {
  const port = await closedPort();
  const args = [...quickService, '--port', String(port), '--state', `${dataFolder}-service`];
  const service = await practice(args);
  const { page } = await open({ env: quick });
  const connections = createConnections(page);
  const workspace = createWorkspace(page);
  const sync = syncState(page);
  const known = workspace.list.getByRole('option', { name: 'Tromsø approach' });
  await connections.open();
  await connections.add({ name: 'Far away', addresses: JSON.stringify(addressesOf(service.line)) });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Far away');
  await workspace.chooseContract('Coastal Watch 2026');
  await workspace.show('Tasks');
  await expect(known).toBeVisible();
  await sync.fine();
  const standing = page.getByTestId('connection-status');
  await expect(standing).toHaveAttribute('data-standing', 'answers');
  const control = createControl(service.controlUrl);

  await test.step('tokens that end early are renewed without a word', async () => {
    const before = (await control.received()).length;
    await control.expireTokens();
    await sync.fetchNow();
    // Whichever call comes first is turned away; one new token serves all of them.
    const seen = async () => {
      const after = (await control.received()).slice(before);
      const token = after.findIndex(({ address }) => address.includes('oauth/token'));
      const isList = ({ address }: (typeof after)[number]) => /tasking\/tasks\/\?/.test(address);
      return {
        refused: after.slice(0, token).some(({ status }) => status === 401),
        tokens: after.filter(({ address }) => address.includes('oauth/token')).length,
        listed: after.slice(token + 1).some((entry) => isList(entry) && entry.status === 200),
      };
    };
    await expect.poll(seen).toEqual({ refused: true, tokens: 1, listed: true });
    await sync.fine();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  const tasksPath = { method: 'GET', path: '/tasking/tasks/?' };
  const nonsense = 'Unexpected response from the service';

  await test.step('a web page with status 200, where tasks were due', async () => {
    await control.fault({ match: tasksPath, fault: { htmlWithStatus200: true } });
    await sync.fetchNow();
    await sync.fails(
      nonsense,
      /\/api\/tasking\/tasks\/: a web page arrived instead of data\. Check the addresses/,
    );
    await expect(known).toBeVisible();
    await control.clearFaults();
    await sync.again(nonsense);
    await sync.fine();
  });

  await test.step('JSON that breaks off', async () => {
    await control.fault({ match: tasksPath, fault: { malformedJson: true } });
    await sync.fetchNow();
    await sync.fails(nonsense, /the data cannot be read/);
    await expect(known).toBeVisible();
    await control.clearFaults();
    await sync.again(nonsense);
    await sync.fine();
  });

  await test.step('nonsense for contracts: told in the picker, which keeps those it knows', async () => {
    await control.fault({ match: { path: '/contracts' }, fault: { htmlWithStatus200: true } });
    await page.getByTestId('contract').click();
    const picker = page.getByRole('dialog', { name: 'Contract for Far away' });
    await expect(picker.getByRole('alert')).toContainText('a web page arrived instead of data');
    await expect(picker.getByRole('button', { name: /^Choose / })).toHaveCount(4);
    await control.clearFaults();
    await picker.getByRole('button', { name: 'Try again' }).click();
    await expect(picker.getByRole('alert')).toHaveCount(0);
    await picker.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('nobody is there any more', async () => {
    await service.stop();
    await sync.fetchNow();
    await sync.fails('The service does not respond', `127.0.0.1:${port}: the connection was refused.`);
    await expect(standing).toHaveAttribute('data-standing', 'fails');
    await expect(standing).toHaveAttribute('title', /is not responding as expected/);
    await known.click();
    await expect(workspace.details.getByRole('heading', { name: 'Tromsø approach' })).toBeVisible();
    // Of the task, and of the scenes of its capture once these were asked for.
    await expect(workspace.details.getByRole('alert').first()).toContainText('The service does not respond');
    await expect(workspace.details.getByTestId('capture').first()).toBeVisible();
  });

  await test.step('it is back', async () => {
    await practice(args);
    // The scenes wait for a word; the task is asked for again by itself, and at once when told to.
    await workspace.details.getByTestId('capture').getByRole('button', { name: 'Try again' }).click();
    await workspace.details.getByRole('button', { name: 'Refresh this task' }).click();
    await expect(workspace.details.getByRole('alert')).toHaveCount(0);
    await sync.again('The service does not respond');
    await sync.fine();
    await expect(standing).toHaveAttribute('data-standing', 'answers');
  });
});

test('no contract, or one that the service does not know', async ({ open, dataFolder }) => {
  const first = await open({ env: quick });
  await test.step('none: nothing can be sent, and it is said what to do', async () => {
    const workspace = createWorkspace(first.page);
    await first.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(workspace.list).toContainText('Choose a contract to see its tasks.');
    await workspace.show('Plan');
    await expect(workspace.list).toContainText('Choose a contract');
    await expect(workspace.form).toHaveCount(0);
    await first.close();
  });

  editConnections(dataFolder, { selectedContractId: 'cont.of-somebody-else' });
  const { page } = await open({ env: quick });
  const workspace = createWorkspace(page);
  const sync = syncState(page);
  await test.step('a foreign one: the refusal is told, with the service’s own words', async () => {
    await sync.fails(
      'The contract was not accepted',
      'Choose a contract that you may use, then try again. The response was: Unauthorized: unknown contract cont.of-somebody-else.',
    );
    // Nobody knows whether there are tasks: the list was never read.
    await workspace.show('Tasks');
    await expect(page.getByTestId('no-tasks')).toHaveText(
      'The tasks of this contract have not been loaded from the service yet.',
    );
    await workspace.show('Plan');
    await expect(workspace.form.getByRole('alert')).toContainText('The contract was not accepted');
    await expect(workspace.form.getByRole('alert')).toContainText('unknown contract');
  });

  await test.step('another is chosen: all is well', async () => {
    await workspace.form.getByLabel('Task name').fill('Kept through the change');
    await page.getByTestId('contract').click();
    await workspace.chooseContract('Disaster Response');
    await sync.fine();
    await expect(workspace.form.getByRole('alert')).toHaveCount(0);
    await expect(workspace.form.getByLabel('Task name')).toHaveValue('Kept through the change');
    await workspace.show('Tasks');
    await expect(workspace.list.getByRole('option', { name: 'Hatay rubble sites' })).toBeVisible();
  });
});

test('statuses and fields that nobody knows are shown as they came; those that are missing break nothing', async ({
  open,
  practice,
}) => {
  const service = await practice([...quickService, '--variant', 'other']);
  const { page } = await open({ env: quick });
  const connections = createConnections(page);
  const workspace = createWorkspace(page);
  await connections.open();
  await connections.add({ name: 'Other service', addresses: JSON.stringify(addressesOf(service.line)) });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Other service');
  await workspace.chooseContract('Coastal Watch 2026');
  await workspace.show('Tasks');
  const other = workspace.list.getByRole('group', { name: 'Status' }).getByText('Other');
  const facts = workspace.details.getByRole('definition');

  await test.step('an unknown status of a task', async () => {
    await other.click();
    await expect(workspace.list.getByRole('option')).toHaveCount(1);
    await workspace.list.getByRole('option', { name: 'awaiting weather Rabi Island' }).click();
    await expect(facts.filter({ hasText: 'awaiting weather' })).toBeVisible();
    // Left out by the service: no number is made up.
    const needed = workspace.details.locator('dt', { hasText: /^Captures$/ });
    await expect(needed.locator('+ dd')).toHaveText('—');
    await workspace.details.getByText('Raw response').click();
    await expect(workspace.details).toContainText('"feasibility_score"');
    await expect(workspace.details).toContainText('"tags"');
  });

  await test.step('an unknown status of a capture', async () => {
    await page.getByTestId('contract').click();
    await workspace.chooseContract('Agriculture Monitoring');
    await workspace.list.getByRole('option', { name: 'Nile delta' }).click();
    await expect(workspace.details.getByTestId('capture').filter({ hasText: 'quality check' })).toHaveCount(
      1,
    );
  });
});

test('a refusal lands on its field; a lost answer is looked up, and the service holds one task', async ({
  open,
  dataFolder,
}) => {
  const { page } = await open({ env: quick });
  const workspace = createWorkspace(page);
  const { form } = workspace;
  const submit = page.getByRole('button', { name: 'Submit under Agriculture Monitoring' });
  await workspace.chooseContract('Agriculture Monitoring');
  const control = controlOf(dataFolder);
  const countAtService = async () =>
    (await control.tasks()).filter(({ taskName }) => taskName === reef.name).length;

  await test.step('refused: the words stand at the field, all else is kept', async () => {
    await workspace.review({ ...reef, product: /Area Coverage 70cm/ });
    await submit.click();
    await expect(workspace.made).toHaveAttribute('data-state', 'refused');
    await expect(workspace.made).toContainText('Rejected by the service');
    await workspace.made.getByRole('button', { name: /^Edit/ }).click();
    const place = form.getByLabel('Point of interest');
    await expect(place).toHaveAccessibleDescription(/This product takes a Polygon\./);
    await expect(place).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByRole('alert').filter({ hasText: 'Rejected by the service' })).toBeVisible();
    await expect(form.getByLabel('Task name')).toHaveValue(reef.name);
    await expect(form.getByLabel('Project')).toHaveValue(reef.project);
    await expect(place).toHaveValue('-17.47610, -149.82610');
    expect(await countAtService()).toBe(0);
  });

  await test.step('done, but the answer is lost', async () => {
    await control.fault({
      match: { method: 'POST', path: '/tasks/', count: 1 },
      fault: { loseReply: 'after' },
    });
    // The look-up that Nadir makes by itself finds nothing out for now.
    await control.fault({ match: { method: 'GET', path: '/tasks/?' }, fault: { htmlWithStatus200: true } });
    await workspace.review(reef);
    await submit.click();
    await expect(workspace.made).toHaveAttribute('data-state', 'unknown');
    await expect(workspace.made).toContainText('It was sent, but the response was lost.');
    expect(await countAtService()).toBe(1);
  });

  await test.step('it stands there as not confirmed, and is not in the form any more', async () => {
    await expect(form.getByLabel('Task name')).toHaveValue('');
    await workspace.made.getByRole('button', { name: 'Show in the outbox' }).click();
    const evidence = page.getByTestId('evidence');
    await expect(evidence).toContainText(
      'It was sent under Agriculture Monitoring, but the response was lost.',
    );
    await evidence.getByRole('button', { name: 'Check now' }).click();
    await expect(evidence.getByRole('alert').filter({ hasText: 'a web page arrived instead' })).toBeVisible();
  });

  await test.step('the same task again is kept as a draft: nothing is ordered twice', async () => {
    await workspace.review(reef);
    await submit.click();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'An identical request is waiting, was just sent or is unconfirmed' }),
    ).toContainText('keeps this one as a draft');
    await expect(workspace.made).toHaveAttribute('data-state', 'draft');
    expect(await countAtService()).toBe(1);
  });

  await test.step('the first is looked up and found', async () => {
    const outbox = createOutboxPage(page);
    await outbox.open();
    await outbox.row(reef.name).filter({ hasText: 'Unconfirmed' }).click();
    await control.clearFaults();
    const checkNow = page.getByTestId('evidence').getByRole('button', { name: 'Check now' });
    await pressUntil(checkNow, () => expect(checkNow).toHaveCount(0, { timeout: 3_000 }));
    await expect(outbox.row(reef.name).filter({ hasText: 'Sent' })).toHaveCount(1);
    await expect(outbox.row(reef.name).filter({ hasText: 'Draft' })).toHaveCount(1);
  });

  await test.step('it was adopted: one task here, one there', async () => {
    await workspace.show('Tasks');
    await workspace.list.getByLabel('Search tasks').fill(reef.name);
    await expect(workspace.list.getByRole('option')).toHaveCount(1);
    await workspace.list.getByRole('option', { name: reef.name }).click();
    await expect(workspace.details.getByRole('heading', { name: reef.name })).toBeVisible();
    expect(await countAtService()).toBe(1);
    const posts = (await control.received()).filter(
      ({ method, body }) => method === 'POST' && body.includes(reef.name),
    );
    // The refused one and the one that was done.
    expect(posts).toHaveLength(2);
  });
});
