import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { orderRequestSchema } from '../../../src-preload/contract/order-request.ts';
import { commandOf, orderRequest, sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore } from '../../kit/state/map-store.ts';
import { outboxStore } from './outbox-store.ts';
import { ReleaseReview } from './release-review.tsx';

const archiveOrder = orderRequestSchema.parse({
  ...orderRequest,
  properties: {
    ...orderRequest.properties,
    project_name: 'Harbours',
    sku: 'ARCIMG-M.30.30',
    parameters: { outcome_id: 'capture-1' },
  },
});

async function show() {
  const commands = [
    commandOf(),
    commandOf({ id: 'sub-2', seq: 2, input: { kind: 'order', request: archiveOrder } }),
  ];
  const page = await showPage(<ReleaseReview />, {
    answers: (os) => ({
      outbox: {
        get: os.outbox.get.handler(() => commands),
        overview: os.outbox.overview.handler(() => []),
      },
      prepared: { checkDrafts: os.prepared.checkDrafts.handler(() => []) },
      library: {
        ofCapture: os.library.ofCapture.handler(() => [sceneOf({ sceneId: 'SN33_A', cloudCover: 12 })]),
      },
    }),
  });
  outboxStore.setState({ reviewed: commands.map(({ id }) => id) });
  await screen.findByTestId('release-under');
  return page;
}

it('names the project of each draft, and the scene of an order of the archive', async () => {
  await show();
  await waitFor(() =>
    expect(screen.getByText(/SN33_A · Mar 2, 2026, 10:30 UTC · SN33 · Clouds 12%/)).toBeDefined(),
  );
  expect(screen.getByText(/Harbours/)).toBeDefined();
});

it('shows the places of the drafts on the map', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Show on the map' }));
  expect(outboxStore.getState().reviewed).toBeNull();
  expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box' });
});
