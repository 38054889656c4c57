import { ORPCError } from '@orpc/client';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ErrorNote } from './error-note.tsx';

const refused = new ORPCError('REFUSED', {
  data: { status: 400, detail: 'bad request', fields: { priority: ['out of range'] } },
});

it('shows what happened and what to do, with the texts of the service unchanged', async () => {
  await showPage(<ErrorNote error={refused} />);
  const note = screen.getByRole('alert');
  expect(within(note).getByText('Rejected by the service')).toBeDefined();
  expect(note.textContent).toContain('bad request');
  expect(note.textContent).toContain('out of range');
  expect(within(note).queryByRole('button')).toBeNull();
});

it('uses the language of the screen', async () => {
  await showPage(
    <ErrorNote error={new ORPCError('OFFLINE', { data: { host: 'api.test' } })} onRetry={vi.fn()} />,
    {
      language: 'es',
    },
  );
  const note = screen.getByRole('alert');
  expect(within(note).getByText('Sin red')).toBeDefined();
  expect(within(note).getByRole('button', { name: 'Reintentar' })).toBeDefined();
});

it('retries with each click, if retrying is possible', async () => {
  const retry = vi.fn();
  const { user } = await showPage(
    <ErrorNote error={{ code: 'OFFLINE', data: { host: 'api.test' } }} onRetry={retry} />,
  );
  expect(screen.getByRole('alert').textContent).toContain('api.test');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('shows only advice for an undeclared error', async () => {
  await showPage(<ErrorNote error={new TypeError('token=abc at /home/someone')} />);
  const note = screen.getByRole('alert');
  expect(within(note).getByText('Something unexpected happened')).toBeDefined();
  expect(note.textContent).not.toContain('abc');
});
