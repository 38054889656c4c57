import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contractIdSchema } from '../../../../src-preload/contract/ids.ts';
import { changeFeedSummarySchema, trackingNoticeSchema } from '../../../../src-preload/contract/tracking.ts';
import { pageScope } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { selectedOf } from '../../../kit/state/selection.ts';
import { uiStore } from '../../../kit/state/ui-store.ts';
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
  isCut: false,
  groups: [
    { kind: 'published', count: 1_234, rows: rows(10) },
    { kind: 'refused', count: 1, rows: [{ ...row(1), subject: null, name: 'harbour' }] },
  ],
};

/** The answer for another time. */
const sinceThen = { state: 'seen', isCut: true, groups: [{ kind: 'failed', count: 1, rows: [row(9)] }] };
const notice = (id: number, subject: unknown, scope = pageScope) =>
  trackingNoticeSchema.parse({
    id,
    at: '2026-03-02T10:30:00Z',
    scope,
    title: `Task ${id}`,
    body: 'Published.',
    subject,
  });
const elsewhere = { ...pageScope, contractId: contractIdSchema.parse('cont.other') };
const notices = [
  notice(1, { kind: 'task', taskId: 1 }),
  notice(2, { kind: 'task', taskId: 2 }, elsewhere),
  notice(3, null),
];

async function show(summary: unknown = fresh, language: 'en' | 'es' = 'en') {
  const page = await showPage(<ChangeFeedPanel />, {
    language,
    answers: (os) => ({
      tracking: {
        summary: os.tracking.summary.handler(({ input: { since } }) =>
          changeFeedSummarySchema.parse(since === null ? summary : { ...sinceThen, since }),
        ),
        notices: os.tracking.notices.handler(() => notices),
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
  await show({ state, since: null, groups: [], isCut: false });
  expect(screen.queryByRole('region')).toBeNull();
  uiStore.setState({ changeFeed: 'open' });
  expect((await panel()).textContent).toContain('Nothing has changed since your last visit.');
  expect(screen.queryByRole('button', { name: 'Mark as seen' })).toBeNull();
});

it('tells what changed since another time', async () => {
  const { user, main } = await show();
  const region = await panel();
  await user.selectOptions(within(region).getByLabelText('Changes since'), 'Last 7 days');
  expect(await within(region).findByRole('heading', { name: '1 failure' })).toBeDefined();
  expect(within(region).getByText('Only the latest changes are listed.')).toBeDefined();
  expect(within(region).queryByRole('button', { name: 'Mark as seen' })).toBeNull();
  await user.selectOptions(within(region).getByLabelText('Changes since'), 'Another time…');
  const field = within(region).getByLabelText('Time (UTC)');
  await user.type(field, '2026-02-30');
  expect(within(region).getByText('Type a past time, such as 2026-03-01 08:00.')).toBeDefined();
  await user.clear(field);
  await user.type(field, '2026-02-28 9:15');
  await waitFor(() =>
    expect(main.asked('tracking.summary')).toContainEqual({
      scope: pageScope,
      since: '2026-02-28T09:15:00.000Z',
    }),
  );
  await user.selectOptions(within(region).getByLabelText('Changes since'), 'Your last visit');
  expect(await within(region).findByRole('heading', { name: '1,234 captures published' })).toBeDefined();
});

it('lists past notifications when they are unfolded, and leads to what is under this contract', async () => {
  const { user, main } = await show();
  const region = await panel();
  expect(main.asked('tracking.notices')).toEqual([]);
  uiStore.setState({ changeFeed: 'notices' });
  const first = await within(region).findByText('Task 3: Published.');
  const list = within(first.closest('ul') ?? region);
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
    'Task 3',
    'Task 2',
    'Task 1',
  ]);
  expect(list.getAllByRole('button')).toHaveLength(1);
  await user.click(list.getByRole('button', { name: 'Task 1: Published.' }));
  expect(selectedOf('task')).toBe(1);
});
