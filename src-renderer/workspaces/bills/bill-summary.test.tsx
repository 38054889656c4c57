import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { billSchema } from '../../../src-preload/contract/bills.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { Completeness } from './bill-summary.tsx';

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
