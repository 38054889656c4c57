import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeGazetteer, foundPlace } from '../../testing/page/fake-gazetteer.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { mapStore } from '../kit/state/map-store.ts';
import { showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import { usePlaceNameEntries } from './use-place-name-entries.ts';

function Found({ text }: { text: string }) {
  return usePlaceNameEntries(text).actions.map(({ id, label, description, onClick }) => (
    <button key={id} type="button" title={description} onClick={onClick}>
      {label}
    </button>
  ));
}

it('finds places by name and shows them on the map', async () => {
  fakeGazetteer({ find: async () => [foundPlace({ matched: 'Wien' })] });
  showWorkspace('settings');
  const { user } = await showPage(<Found text="wien" />);
  const found = await screen.findByRole('button', { name: 'Vienna' });
  expect(found.title).toBe('Wien · Capital · Austria · 1,691,468 inhabitants');
  await user.click(found);
  expect(mapStore.getState().here).toEqual({ at: foundPlace().at, name: 'Vienna' });
  expect(uiStore.getState().workspace).toBe('tasks');
});

it('does not search names for one letter or for coordinates', async () => {
  const { searches } = fakeGazetteer({});
  const { redraw } = await showPage(<Found text="w" />);
  redraw(<Found text="48.2, 16.37" />);
  expect(searches).toEqual([]);
  redraw(<Found text="京" />);
  expect(searches).toMatchObject([{ query: '京' }]);
});
