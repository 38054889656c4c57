import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { infoOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { SavePdfButton } from './save-pdf-button.tsx';

it('saves the page as a PDF with its title, where the host can', async () => {
  const { main, user } = await showPage(<SavePdfButton title="Wells: north/south" isPossible />, {
    answers: (os) => ({
      app: {
        info: os.app.info.handler(() => infoOf({ savePdf: true })),
        savePdf: os.app.savePdf.handler(() => '/home/ana/Wells_ north_south.pdf'),
      },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Save as PDF…' }));
  await screen.findByText('Saved: /home/ana/Wells_ north_south.pdf');
  expect(main.asked('app.savePdf')).toEqual([{ name: 'Wells_ north_south' }]);
});

it('offers no PDF where the dialog for printing makes it', async () => {
  const { main } = await showPage(<SavePdfButton title="Wells" isPossible />);
  await waitFor(() => expect(main.asked('app.info')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Save as PDF…' })).toBeNull();
});
