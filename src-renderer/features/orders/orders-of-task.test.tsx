import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import type { OrderRow } from '../../../src-preload/contract/orders.ts';
import { connectionOf, orderOf, pageScope, taskOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { selectedOf } from '../../kit/state/selection.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { OrdersOfTask } from './orders-of-task.tsx';

const { taskId } = taskOf();

const show = (stored: OrderRow[], fetchOrders: () => Promise<OrderRow[]> = async () => []) =>
  showPage(<OrdersOfTask scope={pageScope} taskId={taskId} />, {
    answers: (os) => ({
      orders: {
        ofTask: os.orders.ofTask.handler(() => stored),
        fetchOrdersOfTask: os.orders.fetchOrdersOfTask.handler(fetchOrders),
      },
    }),
  });

it('leads to the orders that mirror the task, with where they stand', async () => {
  const { user } = await show([orderOf({ state: 'unfulfilled' })]);
  expect(await screen.findByText('Unfulfilled')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Order 000042 · TSKPOI-M' }));
  expect([selectedOf('order'), uiStore.getState().workspace]).toEqual(['000042', 'orders']);
});

it('tells not loaded from none, and asks the service once on a double click', async () => {
  const answer = Promise.withResolvers<OrderRow[]>();
  const { user, main } = await show([], () => answer.promise);
  expect(await screen.findByText('No order of this task has been loaded yet.')).toBeDefined();
  await user.dblClick(screen.getByRole('button', { name: 'Find its order' }));
  expect(main.asked('orders.fetchOrdersOfTask')).toEqual([{ scope: pageScope, taskId }]);
  answer.resolve([]);
  expect(await screen.findByText('The service has not created an order for this task yet.')).toBeDefined();
});

it('says why the service could not be asked', async () => {
  const { user } = await show([], () => Promise.reject(new AppError('OFFLINE', { host: 'orders.test' })));
  await user.click(await screen.findByRole('button', { name: 'Find its order' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No network');
});

it('is not there where the connection has no address for orders', async () => {
  const addresses = { ...connectionOf().addresses, ordersUrl: null };
  const { main, container } = await showPage(<OrdersOfTask scope={pageScope} taskId={taskId} />, {
    answers: (os) => ({
      connections: { list: os.connections.list.handler(() => [connectionOf({ addresses })]) },
      orders: { ofTask: os.orders.ofTask.handler(() => [orderOf()]) },
    }),
  });
  await waitFor(() => expect(main.asked('orders.ofTask')).toHaveLength(1));
  await waitFor(() => expect(container.querySelector('h3')).toBeNull());
});
