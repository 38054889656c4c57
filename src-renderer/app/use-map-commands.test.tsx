import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../testing/page/show-page.tsx';
import { useMapCommands } from './use-map-commands.ts';

/** The commands as buttons. */
function CommandButtons() {
  return useMapCommands().map(({ id, label, onClick }) => (
    <button key={id} type="button" onClick={onClick}>
      {label}
    </button>
  ));
}

it('commands hide the names of the basemap and fold the panes, and then offer the opposite', async () => {
  const { user } = await showPage(<CommandButtons />);
  // The words of the map arrive after the first drawing.
  await user.click(await screen.findByRole('button', { name: 'Hide the names of the basemap' }));
  await user.click(screen.getByRole('button', { name: 'Show the names of the basemap' }));
  expect(screen.getByRole('button', { name: 'Hide the names of the basemap' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Fold the details' }));
  await user.click(screen.getByRole('button', { name: 'Open the details' }));
  expect(screen.getByRole('button', { name: 'Fold the details' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Fold the list' }));
  await user.click(screen.getByRole('button', { name: 'Open the list' }));
  expect(screen.getByRole('button', { name: 'Fold the list' })).toBeTruthy();
});
