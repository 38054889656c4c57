import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import { listOf, listStore } from '../state/list-store.ts';
import { useListChoice } from './use-list-choice.ts';

const keys = ['1', '2', '3', '4'];

it('starts a range anew in rows of another order, where its first index is another row', async () => {
  const { result, rerender } = renderHook(
    ({ descending }) =>
      useListChoice({
        name: 'tasks',
        query: { sort: 'name', descending },
        total: keys.length,
        keyAt: (index) => keys[index],
        selected: null,
        selectedIndex: null,
        ids: async ({ offset, limit }) => keys.slice(offset, offset + limit).join(idSeparator),
      }),
    { initialProps: { descending: false } },
  );
  const chosen = () => [...listOf(listStore.getState(), 'tasks').chosen];
  act(() => result.current.table.choose('toggle', 0));
  await act(async () => result.current.table.choose('to', 2));
  expect(chosen()).toEqual(['1', '2', '3']);
  act(() => result.current.table.choose('none', 0));
  act(() => result.current.table.choose('toggle', 1));
  rerender({ descending: true });
  await act(async () => result.current.table.choose('to', 3));
  expect(chosen()).toEqual(['2', '4']);
});
