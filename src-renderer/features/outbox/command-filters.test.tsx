import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { CommandFilters } from './command-filters.tsx';
import { choose, outboxStore } from './outbox-store.ts';

const none = { draft: 0, waiting: 0, sending: 0, sent: 0, refused: 0, unknown: 0, failed: 0 };
const show = (counts: Partial<typeof none> = {}) =>
  showPage(<CommandFilters counts={{ ...none, ...counts }} />);
const chips = () =>
  within(screen.getByRole('group', { name: 'Status' }))
    .getAllByRole('checkbox')
    .map((chip) => chip.getAttribute('value'));
const chooseOne = () => choose([submissionIdSchema.parse('sub-1')]);

it('puts what needs attention before what is usual', async () => {
  await show({ unknown: 1, refused: 2, draft: 3 });
  expect(chips()).toEqual(['unknown', 'refused', 'waiting', 'draft', 'sent']);
});

it('filters by states, and forgets rows that the filter might hide', async () => {
  const { user } = await show({ draft: 3 });
  chooseOne();
  await user.click(screen.getByRole('checkbox', { name: 'Draft 3' }));
  expect(outboxStore.getState()).toMatchObject({ states: ['draft'], chosen: new Set() });
});

it('shows all contracts on demand, and forgets what was selected under one', async () => {
  const { user } = await show();
  chooseOne();
  await user.click(screen.getByRole('switch', { name: 'All contracts' }));
  expect(outboxStore.getState()).toMatchObject({ everywhere: true, chosen: new Set() });
});

it('sorts without forgetting what is selected', async () => {
  const { user } = await show();
  chooseOne();
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
  await user.click(screen.getByRole('option', { name: 'Newest first' }));
  expect(outboxStore.getState().order).toBe('newest');
  expect(outboxStore.getState().chosen.size).toBe(1);
});
