import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { takeErrors } from '../../../testing/page/console-errors.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { PaneErrorBoundary } from './pane-error-boundary.tsx';

let broken = true;
function Pane() {
  if (broken) throw new Error('no such status');
  return <p>Whole again</p>;
}

it('keeps the other panes, shows the error, and retries', async () => {
  broken = true;
  const { user } = await showPage(
    <>
      <PaneErrorBoundary>
        <Pane />
      </PaneErrorBoundary>
      <p>Another pane</p>
    </>,
  );
  expect(screen.getByText('Another pane')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('This pane stopped working');
  expect(screen.getByRole('alert').textContent).toContain('no such status');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('alert')).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Whole again')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  // React logs the error that a boundary caught; any other log fails the test.
  const errors = takeErrors();
  expect(errors.filter((said) => !said.includes('no such status'))).toEqual([]);
});
