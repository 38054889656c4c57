import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnections } from './support/connections.ts';
import { createControl } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { createOrderForm } from './support/order-form.ts';
import { credentialsOf, type PracticeLine } from './support/practice.ts';
import { createWorkspace } from './support/workspace.ts';

/** Every call of service §4, read from its page by hand. */
const partFour = [
  'POST {auth_url}/oauth/token',
  'POST {legacy_auth_url}/oauth/token',
  'GET {accounts_url}/v2/my/contracts',
  'GET {base_url}/tasking/products/',
  'GET {base_url}/tasking/tasks/',
  'POST {base_url}/tasking/tasks/',
  'GET {base_url}/tasking/tasks/{task_id}/',
  'GET {base_url}/tasking/tasks/{task_id}/captures/',
  'PATCH {base_url}/tasking/tasks/{task_id}/cancel/',
  'GET {base_url}/tasking/clients/',
  'GET {base_url}/{catalog_path}/scenes/',
  'GET {catalog_url}/v2/scenes/{scene_id}/attachments/{attachment_name}/download/',
  'GET {catalog_url}/v2/scenes/{scene_id}/token/{token}/raster/{file_name}',
  'POST {orders_url}/v2/orders',
  'GET {orders_url}/v2/orders',
  'GET {orders_url}/v2/orders/{order_id}',
  'GET {orders_url}/v2/orders/{order_id}/captures',
  'GET {orders_url}/v2/orders/{order_id}/deliverables',
  'GET {orders_url}/v2/deliverables',
] as const;
type Call = (typeof partFour)[number];

const callsPage = readFileSync(join(import.meta.dirname, '../docs/calls.md'), 'utf8');

/** The calls of the table in docs/calls.md, its rows being `| 4.5 | call | screen |`. */
const told = [...callsPage.matchAll(/^\| 4\.\d+ \| `([^`]+)` \| (.+) \|$/gm)].map(([, call, screen]) => ({
  call,
  screen,
}));

/** What a call looks like in the journal of the service: placeholders of addresses filled in, all others any one segment. */
function patternOf(call: Call, line: PracticeLine): { method: string; address: RegExp } {
  const [method = '', place = ''] = call.split(' ');
  const addresses: Record<string, string> = {
    auth_url: line.auth_url,
    legacy_auth_url: line.legacy_auth_url,
    accounts_url: line.accounts_url,
    base_url: line.base_url,
    catalog_url: line.catalog_url,
    orders_url: line.orders_url,
  };
  const path = place.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const address = addresses[name];
    if (address !== undefined) return new URL(address).pathname.replace(/\/$/, '');
    return name === 'catalog_path' ? line.catalog_path : '[^/?]+';
  });
  return { method, address: new RegExp(`^${path.replace(/\/$/, '')}/?(\\?.*)?$`) };
}

test('the table in docs/calls.md names the calls of the interface, each with its screen', () => {
  expect(told.map(({ call }) => call)).toEqual([...partFour]);
  for (const { call, screen } of told) expect(screen, call).toMatch(/\*/);
});

test('every call of the interface is made by something a person does, V1 and V2 side by side', async ({
  open,
  practice,
}) => {
  // At this pace nothing moves while the test looks.
  const service = await practice(['--speed', '1', '--scene-size', '600', '--seed', '7']);
  const control = createControl(service.controlUrl);
  const { page } = await open();
  const workspace = createWorkspace(page);
  const connections = createConnections(page);
  const orders = createOrderForm(page);
  const { list, details, show } = workspace;
  const made = new Set<Call>();

  /** Does it, and waits until the service has answered each of these calls, asked since then, with a yes. */
  async function makes(calls: readonly Call[], doing: () => Promise<unknown>) {
    const before = (await control.received()).length;
    await doing();
    for (const call of calls) {
      const { method, address } = patternOf(call, service.line);
      const answered = async () => {
        const since = (await control.received()).slice(before);
        return since.filter(
          (each) =>
            each.method === method && address.test(each.address) && each.status >= 200 && each.status < 300,
        ).length;
      };
      await expect.poll(answered, { message: call }).toBeGreaterThan(0);
      made.add(call);
    }
  }

  await connections.open();
  await test.step('Settings: connections of both kinds', async () => {
    await connections.add({ name: 'Old', addresses: service.json, kind: 'legacy' });
    await connections.giveForSession(credentialsOf(service.line, 'legacy'));
    await makes(['POST {legacy_auth_url}/oauth/token'], () => connections.check('Old'));
    await connections.add({ name: 'Both', addresses: service.json });
    await connections.giveForSession(credentialsOf(service.line, 'oauth'));
    await makes(
      [
        'POST {auth_url}/oauth/token',
        'GET {accounts_url}/v2/my/contracts',
        'GET {base_url}/tasking/products/',
      ],
      () => connections.use('Both'),
    );
  });

  await test.step('the choice of a contract', async () => {
    // All lists are fetched at once; the deliverables again only when an order has moved.
    await makes(
      [
        'GET {base_url}/tasking/clients/',
        'GET {base_url}/tasking/tasks/',
        'GET {orders_url}/v2/orders',
        'GET {orders_url}/v2/deliverables',
      ],
      () => workspace.chooseContract('Coastal Watch 2026'),
    );
  });

  await test.step('Plan and Tasks: a task is sent, looked at and cancelled', async () => {
    const task = {
      name: 'Every call',
      project: 'Calls',
      place: '28.6872, -13.8405',
      product: /Multispectral 70cm/,
      client: 'fisheries',
    };
    await makes(['POST {base_url}/tasking/tasks/'], () => workspace.submit(task, 'Coastal Watch 2026'));
    await show('Tasks');
    await list.getByRole('option', { name: 'Chukotka coast' }).click();
    await makes(
      ['GET {base_url}/tasking/tasks/{task_id}/', 'GET {base_url}/tasking/tasks/{task_id}/captures/'],
      () => list.getByRole('option', { name: task.name }).click(),
    );
    await details.getByRole('button', { name: 'Cancel task' }).click();
    await makes(['PATCH {base_url}/tasking/tasks/{task_id}/cancel/'], () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: 'Cancel task under Coastal Watch 2026' })
        // However often it is pressed, in each frame until the dialog has closed.
        .evaluate(async (button: HTMLElement) => {
          while (button.isConnected) {
            button.click();
            await new Promise(requestAnimationFrame);
          }
        }),
    );
    const cancellations = (await control.received()).filter(({ method }) => method === 'PATCH');
    expect(cancellations).toHaveLength(1);
  });

  await test.step('Tasks: scenes and their files', async () => {
    await makes(['GET {base_url}/{catalog_path}/scenes/'], async () => {
      await list.getByRole('option', { name: 'Rotterdam Maasvlakte' }).click();
      await workspace.publishedScene();
    });
    const scene = await workspace.publishedScene();
    await makes(['GET {catalog_url}/v2/scenes/{scene_id}/attachments/{attachment_name}/download/'], () =>
      workspace.download(scene, 'footprint'),
    );
    const [raster = ''] = await workspace.rasterNames(scene);
    await makes(['GET {catalog_url}/v2/scenes/{scene_id}/token/{token}/raster/{file_name}'], () =>
      workspace.download(scene, raster),
    );
  });

  await test.step('Plan: an order', async () => {
    await orders.open();
    await orders.fill({ sku: 'TSKPOI-M', name: 'Every order', project: 'Calls', place: '28.6872, -13.8405' });
    await orders.chooseLevel('L1D_SR');
    await orders.shown();
    await makes(['POST {orders_url}/v2/orders'], () => orders.order('Coastal Watch 2026'));
  });

  await test.step('Orders: the list and an order in full', async () => {
    await show('Orders');
    await makes(['GET {orders_url}/v2/orders'], () =>
      list.getByRole('button', { name: 'Refresh orders' }).click(),
    );
    await makes(
      [
        'GET {orders_url}/v2/orders/{order_id}',
        'GET {orders_url}/v2/orders/{order_id}/captures',
        'GET {orders_url}/v2/orders/{order_id}/deliverables',
      ],
      () => list.getByRole('option', { name: 'Europoort tanks' }).click(),
    );
  });

  expect([...partFour].filter((call) => !made.has(call))).toEqual([]);
});
