import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { orderRequestSchema } from '../../../../src-preload/contract/order-request.ts';
import { skuOf } from '../../../../src-preload/contract/sku-catalogue.ts';
import { orderRequest, pageScope } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { OrderReview } from './order-review.tsx';

const show = (parameters: Record<string, unknown>) =>
  showPage(
    <OrderReview
      scope={pageScope}
      commandId={null}
      sku={skuOf('TSKPOI-M', [])}
      requests={[
        orderRequestSchema.parse({
          ...orderRequest,
          properties: { ...orderRequest.properties, parameters },
        }),
      ]}
      onBack={() => undefined}
      onMade={() => undefined}
    />,
    { answers: (os) => ({ prepared: { checkCommands: os.prepared.checkCommands.handler(() => []) } }) },
  );

it('says that the service decides on a processing level that was left empty', async () => {
  const { unmount } = await show({});
  expect(await screen.findByText('Not set: the service decides')).toBeDefined();
  unmount();
  await show({ processing_level: 'L1D_SR' });
  expect(await screen.findByText('L1D_SR')).toBeDefined();
  expect(screen.queryByText('Not set: the service decides')).toBeNull();
});

it('shows the parameters whose names were typed, before they are paid for', async () => {
  await show({ tier: 7, processing_level: 'L1B' });
  expect((await screen.findByText('tier')).nextElementSibling?.textContent).toBe('7');
  expect(screen.getAllByText('L1B')).toHaveLength(1);
});
