import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { orderStateSchema } from '../../src-preload/contract/orders.ts';
import { taskStatusKindSchema } from '../../src-preload/contract/tasking.ts';
import { orderOf, sceneOf, taskOf } from '../../testing/page/samples.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { selectedOf } from '../kit/state/selection.ts';
import { uiStore } from '../kit/state/ui-store.ts';
import { useFound } from './use-found.ts';

const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
const noTasks = z.record(taskStatusKindSchema, z.number()).parse(none(taskStatusKindSchema.options));
const noOrders = z.record(orderStateSchema, z.number()).parse(none(orderStateSchema.options));

function Found({ text }: { text: string }) {
  return useFound(text).map(({ id, label, description, keywords, onClick }) => (
    <button key={id} type="button" title={`${description}; ${keywords}`} onClick={onClick}>
      {label}
    </button>
  ));
}

const show = (text: string) =>
  showPage(<Found text={text} />, {
    answers: (os) => ({
      tasking: {
        list: os.tasking.list.handler(() => ({
          total: 1,
          rows: [taskOf({ name: 'Harbour task' })],
          statusCounts: noTasks,
        })),
      },
      orders: {
        list: os.orders.list.handler(() => ({
          total: 1,
          rows: [orderOf({ name: 'Harbour order' })],
          stateCounts: noOrders,
        })),
      },
      library: {
        list: os.library.list.handler(() => ({ total: 1, rows: [sceneOf({ taskName: 'Harbour scene' })] })),
      },
    }),
  });

it('finds tasks, orders and scenes, in this order, and opens each', async () => {
  const { user, main } = await show(' harbour ');
  await screen.findByText('Harbour scene');
  await screen.findByText('Harbour order');
  const names = (await screen.findAllByRole('button')).map(({ textContent }) => textContent);
  expect(names).toEqual(['Harbour task', 'Harbour order', 'Harbour scene']);
  expect(main.asked('tasking.list')).toMatchObject([{ filter: { search: 'harbour' }, offset: 0, limit: 5 }]);
  await user.click(screen.getByText('Harbour order'));
  expect([selectedOf('order'), uiStore.getState().workspace]).toEqual([orderOf().orderId, 'orders']);
});

it('searches for nothing before the second letter', async () => {
  const { main } = await show('h');
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(main.asked('tasking.list')).toEqual([]);
});
