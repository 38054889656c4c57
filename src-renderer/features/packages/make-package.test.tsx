import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { MakePackage } from './make-package.tsx';

it('has the name of the last package until another one is typed', async () => {
  const offered = { lists: [], templates: [], prepared: 2, drafts: 0, maps: [], withheldMaps: [] };
  let maker = 'analyst-7';
  const { main, user } = await showPage(<MakePackage onClose={() => undefined} />, {
    answers: (os) => ({
      handover: { offer: os.handover.offer.handler(() => ({ ...offered, maker })) },
    }),
  });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your name' });
  expect(field.value).toBe('analyst-7');
  maker = 'Ana';
  main.change('handover');
  await waitFor(() => expect(field.value).toBe('Ana'));
  await user.type(field, ' B');
  maker = 'Carl';
  main.change('handover');
  await waitFor(() => expect(main.asked('handover.offer')).toHaveLength(3));
  expect(field.value).toBe('Ana B');
});
