import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { takeErrors } from '../../testing/page/console-errors.ts';
import { fakeGazetteer, foundPlace } from '../../testing/page/fake-gazetteer.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { Commands } from './commands.tsx';
import { paletteStore } from './palette-store.ts';

afterEach(() => {
  vi.restoreAllMocks();
  paletteStore.setState({ ...paletteStore.getState(), opened: false });
});

async function search(text: string) {
  const page = await showPage(
    <>
      <Commands />
      <p>Another part of the window</p>
    </>,
    { answers: (os) => ({ maps: { list: os.maps.list.handler(() => []) } }) },
  );
  fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true });
  await page.user.type(await screen.findByRole('textbox'), text);
  return page;
}

it('the palette finds a place whose country has no code', async () => {
  fakeGazetteer({ find: async () => [foundPlace({ name: 'Priština', country: '-1', division: null })] });
  await search('pristina');
  expect(await screen.findByText('Priština')).toBeDefined();
  expect(screen.getByText('Another part of the window')).toBeDefined();
});

it('the rest of the window stays when the palette fails, and the palette can be opened again', async () => {
  fakeGazetteer({ find: async () => [foundPlace()] });
  const naming = vi.spyOn(Intl.DisplayNames.prototype, 'of').mockImplementation(() => {
    throw new RangeError('Invalid argument');
  });
  const { user } = await search('vienna');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('A part of the window stopped working');
  expect(screen.getByText('Another part of the window')).toBeDefined();
  expect(takeErrors().filter((said) => !/Invalid argument|<Palette>/.test(said))).toEqual([]);
  naming.mockRestore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
