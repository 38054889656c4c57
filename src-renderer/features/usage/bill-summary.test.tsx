import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { billListSchema, billSchema } from '../../../src-preload/contract/bills.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { Completeness, Groups } from './bill-summary.tsx';
import { billStore } from './bills-store.ts';

const sync = {
  running: false,
  received: 0,
  total: null,
  missing: 0,
  lastFinishedAt: null,
  nextAt: null,
  error: null,
  resource: 'orders' as const,
  first: true,
  missingDeliverables: 0,
};

const bill = billSchema.pick({ terms: true, sync: true, to: true }).parse({
  to: '2026-03-31T22:00:00Z',
  terms: {
    connectionId: 'c1',
    contracts: null,
    firstDay: '2026-03-01',
    lastDay: '2026-03-31',
    timeZone: 'Europe/Vienna',
  },
  sync: [
    { contractId: 'contract-a', contractName: 'Coast', known: 'never', at: null },
    { contractId: 'contract-b', contractName: 'Harbours', known: 'partly', at: null },
  ],
});

it('says why the orders of a contract were never loaded', async () => {
  await showPage(<Completeness bill={bill} />, {
    answers: (os) => ({
      orders: {
        syncState: os.orders.syncState.handler(({ input }) =>
          input.scope.contractId === 'contract-a'
            ? { ...sync, error: { code: 'UNAUTHORIZED', data: { host: 'orders.example.com', detail: '' } } }
            : sync,
        ),
      },
    }),
  });
  await waitFor(() => {
    const [coast, harbours] = screen.getAllByRole('note').map(({ textContent }) => textContent);
    expect(coast).toMatch(/The orders of Coast have never been loaded\..+credentials/s);
    expect(harbours).toMatch(/loaded only in part\. Deliverables may be missing\.$/);
  });
});

it('shows no groups of the grouping before as those of the present one', async () => {
  billStore.setState({ by: 'contract' });
  let answerMonths: () => void = () => undefined;
  const months = new Promise<void>((resolve) => {
    answerMonths = resolve;
  });
  const total = { unit: 'km2', rows: 1, quantity: '12', areaRows: 0, areaQuantity: '0' };
  const whole = billSchema.parse({
    ...bill,
    from: '2026-02-28T23:00:00Z',
    computedAt: '2026-04-01T00:00:00Z',
    totals: [total],
    parts: [],
    unbilled: 0,
    openOrders: 0,
    counts: Object.fromEntries(billListSchema.options.map((list) => [list, 1])),
  });
  const { user } = await showPage(<Groups bill={whole} />, {
    answers: (os) => ({
      bills: {
        groups: os.bills.groups.handler(async ({ input: { by } }) => {
          if (by === 'month') await months;
          return [{ key: by === 'month' ? '2026-03' : 'contract-a', rows: 1, totals: [total] }];
        }),
      },
    }),
  });
  const groups = within(screen.getByTestId('bill-groups'));
  expect(await groups.findByText('Coast')).toBeDefined();
  await user.click(groups.getByRole('radio', { name: 'Month' }));
  expect(groups.queryByRole('table')).toBeNull();
  answerMonths();
  expect(await groups.findByText('March 2026')).toBeDefined();
  billStore.setState({ by: 'project' });
});
