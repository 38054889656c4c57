import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settingsOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { uiStore } from '../../kit/state/ui-store.ts';
import { LimitMenu } from './limit-menu.tsx';

async function open(bytesPerSecond: number | null) {
  const downloads = { ...settingsOf().downloads, bytesPerSecond };
  const settings = settingsOf({ downloads });
  const page = await showPage(<LimitMenu />, {
    settings,
    answers: (os) => ({
      settings: {
        get: os.settings.get.handler(() => settings),
        set: os.settings.set.handler(() => settings),
      },
    }),
  });
  const said = bytesPerSecond === null ? /No limit$/ : /MB\/s$|kB\/s$/;
  await page.user.click(await screen.findByRole('button', { name: said }));
  await screen.findByRole('menu');
  return page;
}
const items = () => screen.getAllByRole('menuitemradio').map((item) => item.textContent);

it('says which limit is in force, and sets another in one click', async () => {
  const { user, main } = await open(2e6);
  expect(screen.getByRole('button', { name: 'Speed limit for all downloads: 2 MB/s' })).toBeDefined();
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('2 MB/s at most');
  await user.click(screen.getByRole('menuitemradio', { name: '500 kB/s at most' }));
  expect(main.asked('settings.set')).toEqual([{ downloads: { bytesPerSecond: 500_000 } }]);
});

it('takes the limit away', async () => {
  const { user, main } = await open(2e6);
  await user.click(screen.getByRole('menuitemradio', { name: 'No limit' }));
  expect(main.asked('settings.set')).toEqual([{ downloads: { bytesPerSecond: null } }]);
});

it('offers a limit of the settings among its own, in its place', async () => {
  await open(3e6);
  expect(items().slice(3, 6)).toEqual(['2 MB/s at most', '3 MB/s at most', '5 MB/s at most']);
});

it('leads to the settings for what is finer', async () => {
  const { user } = await open(null);
  expect(items()).toHaveLength(8);
  await user.click(screen.getByRole('menuitem', { name: 'More settings…' }));
  await waitFor(() => expect(uiStore.getState().workspace).toBe('settings'));
});
