import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { viewIdSchema } from '../../../src-preload/contract/ids.ts';
import { atEnd } from '../../../testing/page/at-end.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { setCurrentView } from '../state/view-store.ts';
import { viewedList } from './viewed-list.ts';
import { ViewsMenu } from './views-menu.tsx';

const viewId = viewIdSchema.parse('0190c0de-0000-7000-8000-000000000007');
const view = { viewId, list: 'tasks', name: 'North', content: {}, updatedAt: '2026-01-01T00:00:00Z' };

it('asks before a view is removed, and the way back keeps it', async () => {
  setCurrentView('tasks', viewId);
  atEnd(() => setCurrentView('tasks', null));
  const removed: string[] = [];
  const { user } = await showPage(<ViewsMenu list={viewedList('tasks')} />, {
    answers: (os) => ({
      views: {
        list: os.views.list.handler(() => [view]),
        remove: os.views.remove.handler(({ input }) => {
          removed.push(input.viewId);
          return null;
        }),
      },
    }),
  });
  async function ask() {
    await user.click(await screen.findByRole('button', { name: /^View: North/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove “North”…' }));
    await screen.findByText(/“North” will be removed/);
  }
  await ask();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(removed).toEqual([]);
  await ask();
  await user.click(screen.getByRole('button', { name: 'Remove the view' }));
  await waitFor(() => expect(removed).toEqual([viewId]));
  await screen.findByRole('button', { name: 'Views' });
});
