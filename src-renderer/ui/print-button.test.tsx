import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, type Mock, vi } from 'vitest';
import { infoOf } from '../../testing/page/samples.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { PrintButton } from './print-button.tsx';

let print: Mock<typeof window.print>;
beforeEach(() => {
  print = vi.fn();
  vi.stubGlobal('print', print);
  return () => vi.unstubAllGlobals();
});

it('prints when the page is complete, if it was pressed before', async () => {
  const { user, redraw } = await showPage(<PrintButton title="Wells" isWaiting isPossible={false} />);
  await user.keyboard('{Control>}p{/Control}');
  expect(print).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('Preparing the page, then printing…');
  redraw(<PrintButton title="Wells" isWaiting={false} isPossible />);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(screen.getByRole('status').textContent).toBe('');
});

it('prints nothing where there is nothing to print', async () => {
  const { user } = await showPage(<PrintButton title="Wells" isWaiting={false} isPossible={false} />);
  const button = screen.getByRole('button', { name: 'Print…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(print).not.toHaveBeenCalled();
});

it('saves the page as a PDF with its title, where the host can', async () => {
  const { main, user } = await showPage(
    <PrintButton title="Wells: north/south" isWaiting={false} isPossible />,
    {
      answers: (os) => ({
        app: {
          info: os.app.info.handler(() => infoOf({ savePdf: true })),
          savePdf: os.app.savePdf.handler(() => '/home/ana/Wells_ north_south.pdf'),
        },
      }),
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Save as PDF…' }));
  await screen.findByText('Saved: /home/ana/Wells_ north_south.pdf');
  expect(main.asked('app.savePdf')).toEqual([{ name: 'Wells_ north_south' }]);
});

it('offers no PDF where the dialog for printing makes it', async () => {
  await showPage(<PrintButton title="Wells" isWaiting={false} isPossible />);
  await screen.findByRole('button', { name: 'Print…' });
  expect(screen.queryByRole('button', { name: 'Save as PDF…' })).toBeNull();
});
