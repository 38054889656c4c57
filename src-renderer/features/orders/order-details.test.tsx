import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import type { OrderDetails } from '../../../src-preload/contract/orders.ts';
import { factOf } from '../../../testing/page/look.ts';
import { orderOf, pageScope, sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { orderStore } from '../plan/draft/order-store.ts';
import { OrderDetailsPane } from './order-details.tsx';

type Fields = Parameters<typeof orderOf>[0];

async function show(fields: Fields = {}, refresh?: () => OrderDetails) {
  const world = { order: orderOf(fields), refresh };
  const page = await showPage(<OrderDetailsPane orderId={world.order.orderId} />, {
    answers: (os) => ({
      orders: {
        get: os.orders.get.handler(() => world.order),
        refresh: os.orders.refresh.handler(() => world.refresh?.() ?? world.order),
      },
      library: {
        ofCapture: os.library.ofCapture.handler(() => []),
        refreshCapture: os.library.refreshCapture.handler(() => []),
        ofOrder: os.library.ofOrder.handler(() => [
          { deliverableId: 'd1', scene: sceneOf({ sceneId: 'from assets' }) },
        ]),
      },
    }),
  });
  await screen.findByRole('heading', { level: 2 });
  return { ...page, world };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const captureOf = (fields: Record<string, unknown> = {}) => ({
  captureId: 'capture-1',
  status: 'DONE',
  state: 'done' as const,
  start: '2026-03-02T10:30:00Z',
  satelliteName: 'SN33',
  reason: null,
  ...fields,
});
const deliverableOf = (fields: Record<string, unknown> = {}) => ({
  deliverableId: 'd1',
  status: 'DELIVERED',
  state: 'done' as const,
  captureId: 'capture-1',
  sceneId: null,
  level: 'L3',
  quantity: 12_345.678,
  quantityField: 'area_km2',
  quantityUnit: 'km2',
  reason: null,
  updatedAt: '2026-03-03T00:00:00Z',
  deliveredAt: null,
  assets: ['visual.tif'],
  ...fields,
});

describe('facts', () => {
  it('shows many parameters below its captures, the first of them until more are wanted', async () => {
    const parameters = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key_${n}`, `value ${n}`]));
    const { user } = await show({ parameters });
    expect(screen.getByRole('heading', { name: 'Other parameters' })).toBeDefined();
    expect(screen.getByText('value 39')).toBeDefined();
    expect(screen.queryByText('value 40')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 30' }));
    expect(screen.getByText('value 49')).toBeDefined();
  });

  it('says known parameters by their names, others by their own, and values as they came', async () => {
    const parameters = { revisit_period: 'P7D', tide_level: { low: 1 }, retries: 0, task_id: 4_711 };
    await show({ parameters, productName: 'Point tasking' });
    expect(factOf('SKU')).toBe('TSKPOI-M · Point tasking');
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toContain('tide level');
    expect(factOf('tide level')).toBe('{"low":1}');
    expect(factOf('retries')).toBe('0');
    expect(screen.queryByText('revisit_period')).toBeNull();
    // The task has a fact of its own.
    expect(screen.queryByText('task id')).toBeNull();
  });

  it('says when the service changed the order, and apart from that when Nadir read it', async () => {
    await show({ updatedAt: '2026-03-01T00:00:00Z', seenAt: '2026-03-05T06:00:00Z', partsReadAt: null });
    expect(factOf('Modified')).toBe('Mar 1, 2026, 00:00 UTC');
    expect(factOf('Read from the service')).toBe('Mar 5, 2026, 06:00 UTC');
    expect(screen.queryByText('Last updated')).toBeNull();
  });

  it('says of what the service does not repeat that it is as it was requested', async () => {
    const start = '2026-03-01T00:00:00Z';
    await show({ start, end: start, parameters: { lens: 'wide' }, fromRequest: ['start', 'lens'] });
    expect(factOf('Start')).toBe('Mar 1, 2026, 00:00 UTC (as requested; the service does not return it)');
    expect(factOf('End')).toBe('Mar 1, 2026, 00:00 UTC');
    expect(factOf('lens')).toBe('wide (as requested; the service does not return it)');
  });

  it('leads to the task that it mirrors', async () => {
    const task = { name: 'harbour', status: 'ON_HOLD', statusKind: 'other' as const };
    const { user } = await show({ taskId: 4_711, task });
    expect(factOf('Task')).toBe('harbourON HOLD');
    await user.click(button('harbour'));
    expect([selectedOf('task'), uiStore.getState().workspace]).toEqual([4_711, 'tasks']);
  });

  it('names a task that is not known here, without a way to it', async () => {
    await show({ taskId: 4_711 });
    expect(factOf('Task')).toBe('Task 4711');
    expect(screen.queryByRole('button', { name: 'Task 4711' })).toBeNull();
  });

  it('goes to the whole of an area, to a point otherwise, and nowhere without a place', async () => {
    const { user, unmount } = await show({ bbox: [16, 48, 17, 49] });
    await user.click(button('Zoom to'));
    expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box', box: [16, 48, 17, 49] });
    unmount();
    const point = await show();
    await user.click(button('Zoom to'));
    expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'point', at: [16.37, 48.2] });
    point.unmount();
    await show({ longitude: null, latitude: null });
    expect(screen.queryByRole('button', { name: 'Zoom to' })).toBeNull();
    expect(factOf('Place')).toBe('—');
  });
});

describe('reading', () => {
  it('reads an order that is looked at once, and again on demand', async () => {
    const { user, main, world } = await show();
    await waitFor(() => expect(main.asked('orders.refresh')).toHaveLength(1));
    world.order = orderOf({ state: 'other', status: 'in_limbo' });
    await user.click(button('Refresh this order'));
    await waitFor(() => expect(factOf('Status')).toBe('in limbo'));
    expect(main.asked('orders.refresh')).toEqual(Array(2).fill({ scope: pageScope, orderId: '000042' }));
  });

  it('keeps what is known when the service does not answer, and tries again', async () => {
    const { user, world } = await show({}, () => {
      throw new AppError('SERVICE_FAILED', { host: 'orders.test', status: 503, detail: 'busy' });
    });
    const note = await screen.findByRole('alert');
    expect(note.textContent).toContain('503');
    expect(factOf('Status')).toBe('In progress');
    world.refresh = undefined;
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('closes', async () => {
    const { user, world } = await show();
    select('order', world.order.orderId);
    await user.click(button('Close'));
    expect(selectedOf('order')).toBeNull();
  });
});

describe('actions', () => {
  const open = { name: 'harbour', status: 'received', statusKind: 'received' as const };
  it('offers to cancel the task behind an order while something can happen to it', async () => {
    const { unmount } = await show({ taskId: 4_711, task: open });
    expect(button('Cancel task')).toBeDefined();
    unmount();
    const closed = await show({ taskId: 4_711, task: { ...open, statusKind: 'completed' } });
    expect(screen.queryByRole('button', { name: 'Cancel task' })).toBeNull();
    closed.unmount();
    await show();
    expect(screen.queryByRole('button', { name: 'Cancel task' })).toBeNull();
  });

  it('opens the form with the same order, and sends nothing', async () => {
    const order = { geometry: { type: 'Point', coordinates: [16.37, 48.2, 211] } };
    const raw = { order, captures: [], deliverables: [], events: [] };
    const { user } = await show({ raw, parameters: { task_id: 1, retries: 0 } });
    await user.click(button('Duplicate…'));
    expect(uiStore.getState()).toMatchObject({ workspace: 'plan', planMode: 'order' });
    // Without the additions of the service: the ground height and the task that it created.
    expect(orderStore.getState().pending).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [16.37, 48.2] },
      properties: {
        order_name: 'piers',
        project_name: 'harbours',
        sku: 'TSKPOI-M',
        parameters: { retries: 0 },
      },
    });
  });

  it('offers no copy of an order whose place is not known', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'Duplicate…' })).toBeNull();
  });
});

describe('captures and deliverables', () => {
  it('says that there are none yet', async () => {
    await show();
    expect(screen.getByText(/^No captures yet\./)).toBeDefined();
  });

  it('does not say that there are no captures before they were read', async () => {
    await show({ partsReadAt: null });
    expect(
      screen.getByText('The captures of this order have not been loaded from the service yet.'),
    ).toBeDefined();
  });

  it('says what was delivered of a capture, with amounts in the field that they stood in', async () => {
    const { main } = await show({ captures: [captureOf()], deliverables: [deliverableOf()] });
    const card = screen.getByTestId('order-capture');
    expect(card.textContent).toContain('DONE');
    expect(card.textContent).toContain('Delivered');
    expect(card.textContent).toContain('L3 · 12,345.68 km² (service field “area_km2”) · visual.tif');
    // The service has no scene of the capture, so its assets are offered as files.
    expect(await screen.findByText('from assets')).toBeDefined();
    expect(main.asked('library.refreshCapture')).toEqual([{ scope: pageScope, captureId: 'capture-1' }]);
  });

  it('shows captures that only a deliverable names, and deliverables without any', async () => {
    const deliverables = [
      deliverableOf({ captureId: 'capture-9', state: 'waiting', status: 'QUEUED' }),
      deliverableOf({
        deliverableId: 'd2',
        captureId: null,
        state: 'failed',
        status: 'FAILED',
        reason: 'too cloudy',
      }),
    ];
    await show({ deliverables });
    expect(within(screen.getByTestId('order-capture')).getByText('Queued')).toBeDefined();
    expect(screen.getByText('too cloudy')).toBeDefined();
    expect(screen.getByText('The service lists no files for it.')).toBeDefined();
  });

  it('asks for scenes of a status that nobody knows only when the user wants it', async () => {
    const { main } = await show({ captures: [captureOf({ state: 'other', status: 'IN_LIMBO' })] });
    expect(screen.getByText('IN LIMBO')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Request scenes anyway' })).toBeDefined();
    expect(main.asked('library.refreshCapture')).toEqual([]);
  });
});
