import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { OrderSyncLine } from './order-sync-line.tsx';

it('the list of orders says what the service counts and did not list', async () => {
  await showPage(<OrderSyncLine scope={pageScope} />, {
    answers: (os) => ({
      orders: {
        syncState: os.orders.syncState.handler(() => ({
          running: false,
          received: 0,
          total: null,
          missing: 2,
          missingDeliverables: 1,
          lastFinishedAt: '2026-03-01T00:00:00Z',
          nextAt: null,
          error: null,
          resource: 'orders' as const,
          first: false,
        })),
      },
    }),
  });
  expect((await screen.findByRole('status')).textContent).toBe(
    'The service counts 2 orders that could not be read. This list is not complete. ' +
      'The service counts 1 deliverable that could not be read. What was delivered may be incomplete.',
  );
});
