import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settingsOf } from '../../testing/page/samples.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { foldsStore, toggleFold } from '../kit/state/folds-store.ts';
import { useFold } from '../map/use-fold.ts';
import { useSavedFolds } from './use-saved-folds.ts';

function Panel() {
  useSavedFolds();
  const { isFolded, toggle } = useFold('raster');
  return (
    <button type="button" aria-expanded={!isFolded} onClick={toggle}>
      {'Panel'}
    </button>
  );
}

it('what is folded is saved, and a panel that closes is folded when it opens again', async () => {
  const saved: unknown[] = [];
  const { user, redraw } = await showPage(<Panel />, {
    settings: settingsOf({ workspace: {} }),
    answers: (os) => ({
      settings: {
        set: os.settings.set.handler(({ input }) => {
          saved.push(input.workspace);
          return settingsOf();
        }),
      },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Panel', expanded: true }));
  toggleFold('list');
  await waitFor(() => expect(saved.at(-1)).toEqual({ folded: ['raster', 'list'] }));
  redraw(<p>{'closed'}</p>);
  redraw(<Panel />);
  expect(screen.getByRole('button', { name: 'Panel', expanded: false })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Panel' }));
  await waitFor(() => expect(saved.at(-1)).toEqual({ folded: ['list'] }));
});

it('what was folded in the last session is folded again', async () => {
  await showPage(<Panel />, {
    settings: settingsOf({ workspace: { folded: ['raster', 'details', 'of another version'] } }),
  });
  expect(await screen.findByRole('button', { name: 'Panel', expanded: false })).toBeTruthy();
  expect([...foldsStore.getState().folded]).toEqual(['details', 'raster']);
});
