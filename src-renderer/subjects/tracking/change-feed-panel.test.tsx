import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { changeFeedSummarySchema } from '../../../src-preload/contract/tracking.ts';
import { pageScope } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { selectedOf } from '../../state/selection.ts';
import { uiStore } from '../../state/ui-store.ts';
import { ChangeFeedPanel } from './change-feed-panel.tsx';

const row = (i: number) => ({
  subject: { kind: 'task', taskId: i },
  name: `Task ${i}`,
  at: '2026-03-02T10:30:00Z',
});
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(i));
const fresh = {
  state: 'fresh',
  since: '2026-03-01T08:00:00Z',
  groups: [
    { kind: 'published', count: 1_234, rows: rows(10) },
    { kind: 'refused', count: 1, rows: [{ ...row(1), subject: null, name: 'harbour' }] },
  ],
};

async function show(summary: unknown = fresh, language: 'en' | 'es' = 'en') {
  const page = await showPage(<ChangeFeedPanel />, {
    language,
    answers: (os) => ({
      tracking: {
        summary: os.tracking.summary.handler(() => changeFeedSummarySchema.parse(summary)),
        markSeen: os.tracking.markSeen.handler(() => undefined),
      },
    }),
  });
  await waitFor(() => expect(page.main.asked('tracking.summary')).toHaveLength(1));
  return page;
}
const panel = () => screen.findByRole('region', { name: 'Since your last visit' });

it('says without being asked what changed, some of each kind and how many more', async () => {
  await show();
  const region = await panel();
  expect(region.textContent).toContain('since Mar 1, 2026, 08:00 UTC');
  expect(within(region).getByRole('heading', { name: '1,234 captures published' })).toBeDefined();
  expect(within(region).getAllByRole('button', { name: /^Task \d/ })).toHaveLength(8);
  expect(within(region).getByText('and 1,226 more')).toBeDefined();
  expect(within(region).getByText('1 outbox item needs a decision')).toBeDefined();
  // An entry without a subject has no button.
  expect(within(region).queryByRole('button', { name: 'harbour' })).toBeNull();
});

it('counts in Spanish', async () => {
  await show(fresh, 'es');
  expect(await screen.findByRole('heading', { name: '1234 capturas publicadas' })).toBeDefined();
  expect(screen.getByText('1 elemento de la bandeja de salida requiere una decisión')).toBeDefined();
});

it('leads to what changed and stays open beside it', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Task 3' }));
  expect([selectedOf('task'), uiStore.getState().workspace]).toEqual([3, 'tasks']);
  expect(await panel()).toBeDefined();
});

it('closes without being marked as seen, and is marked by its own button', async () => {
  const { user, main } = await show();
  await user.click(within(await panel()).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(main.asked('tracking.markSeen')).toEqual([]);
  uiStore.setState({ changeFeed: 'open' });
  await user.click(await screen.findByRole('button', { name: 'Mark as seen' }));
  await waitFor(() => expect(main.asked('tracking.markSeen')).toEqual([{ scope: pageScope }]));
  expect(screen.queryByRole('region')).toBeNull();
});

it.each(['none', 'seen'])('does not come by itself where it is %s, and comes by command', async (state) => {
  await show({ state, since: null, groups: [] });
  expect(screen.queryByRole('region')).toBeNull();
  uiStore.setState({ changeFeed: 'open' });
  expect((await panel()).textContent).toContain('Nothing has changed since your last visit.');
  expect(screen.queryByRole('button', { name: 'Mark as seen' })).toBeNull();
});
