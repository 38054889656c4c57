import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { DetailsFrame } from './details-frame.tsx';

it('details stay when their history cannot be read, and ask for it once more at most', async () => {
  const { main } = await showPage(
    <DetailsFrame
      of={{ kind: 'task', taskId: taskIdSchema.parse(7) }}
      scope={pageScope}
      title="Harbour"
      onZoom={null}
      facts={[['Project', 'Coast']]}
      raw={{}}
    />,
    {
      answers: (os) => ({
        tracking: {
          history: os.tracking.history.handler(() => {
            throw new AppError('DEFECT', { reference: 'REF-3' });
          }),
        },
      }),
    },
  );
  await screen.findByRole('heading', { name: 'Harbour' });
  expect((await screen.findByRole('alert')).textContent).toContain('REF-3');
  expect(screen.getByText('Coast')).toBeTruthy();
  expect(main.asked('tracking.history').length).toBeLessThan(4);
});
