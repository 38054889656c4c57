import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { UnreadScenes as Unread } from '../../../src-preload/contract/library.ts';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { UnreadScenes } from './unread-scenes.tsx';

async function show(answer: () => Unread) {
  return showPage(<UnreadScenes />, {
    answers: (os) => ({
      library: {
        unread: os.library.unread.handler(answer),
        readUnread: os.library.readUnread.handler(() => undefined),
        stopReading: os.library.stopReading.handler(() => undefined),
      },
    }),
  });
}

it('says how many captures have unknown scenes, and reads them on request', async () => {
  let reading: Unread['reading'] = null;
  const page = await show(() => ({ captures: 29, reading, error: null }));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe(
      'The scenes of 29 published captures were not read yet.',
    ),
  );
  await page.user.click(screen.getByRole('button', { name: 'Read them' }));
  await waitFor(() => expect(page.main.asked('library.readUnread')).toEqual([{ scope: pageScope }]));
  reading = { done: 12, total: 29, failed: 0 };
  page.main.change('unread-scenes');
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('12 of 29'));
  await page.user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(page.main.asked('library.stopReading')).toEqual([{ scope: pageScope }]));
});

it('says why the reading has ended', async () => {
  await show(() => ({ captures: 3, reading: null, error: { code: 'OFFLINE', data: { host: 'api.test' } } }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('api.test'));
});

it('says nothing if all scenes are known', async () => {
  const page = await show(() => ({ captures: 0, reading: null, error: null }));
  await waitFor(() => expect(page.main.asked('library.unread')).not.toEqual([]));
  expect(screen.queryByTestId('unread-scenes')).toBeNull();
});
