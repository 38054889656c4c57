import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FiltersAlone } from '../../../testing/page/list-parts.tsx';
import { queryShown } from '../../../testing/page/look.ts';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { filterOf } from '../../kit/lists/subject-filters.tsx';
import { orderFilters } from './order-filters.tsx';

const show = () =>
  showPage(
    <FiltersAlone
      of={orderFilters}
      scope={pageScope}
      queryOf={(terms) => ({
        ...filterOf(orderFilters, terms),
        sort: terms.sort,
        descending: terms.descending,
      })}
      answer={{ stateCounts: { cancelled: 4 } }}
    />,
    {
      language: 'es',
      answers: (os) => ({ orders: { skus: os.orders.skus.handler(() => ['TSKPOI-M', 'NEW-SKU.9']) } }),
    },
  );
const usual = { sort: 'updated', descending: true };

it('has the usual states and those that orders are in, in the language of the screen', async () => {
  await show();
  const chips = within(screen.getByRole('group', { name: 'Estado' })).getAllByRole('checkbox');
  expect(chips.map((chip) => chip.getAttribute('value'))).toEqual([
    'received',
    'in-progress',
    'fulfilled',
    'unfulfilled',
    'cancelled',
  ]);
  expect(screen.getByRole('checkbox', { name: 'Cancelado 4' })).toBeDefined();
  expect(queryShown()).toEqual(usual);
});

it('filters by a SKU that only the service knows, by search and by states', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('combobox', { name: 'SKU' }));
  await user.click(await screen.findByRole('option', { name: 'NEW-SKU.9' }));
  await user.click(screen.getByRole('checkbox', { name: 'Cumplido 0' }));
  await user.type(screen.getByRole('textbox', { name: 'Buscar pedidos' }), 'pier');
  expect(queryShown()).toEqual({ ...usual, sku: 'NEW-SKU.9', states: ['fulfilled'], search: 'pier' });
});

it('sorts by name, the first letter first', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('combobox', { name: 'Ordenar por' }));
  await user.click(screen.getByRole('option', { name: 'Nombre' }));
  await user.click(screen.getByRole('button', { name: /^Orden descendente/ }));
  expect(queryShown()).toEqual({ sort: 'name', descending: false });
});
