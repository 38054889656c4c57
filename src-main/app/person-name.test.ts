import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { authorName } from '../core/author-name.ts';
import { createHandoverRecordTable } from '../features/packages/handover-record-table.ts';
import { allMigrations } from './all-migrations.ts';
import { createPersonName } from './person-name.ts';

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(allMigrations);
});
afterEach(() => opened.remove());

it('signs by the name that was entered, from then on, and by that of the account before', () => {
  const { store } = opened;
  const person = createPersonName({ store });
  expect(person()).toBe(authorName());
  createHandoverRecordTable({ store }).setPerson('Ana');
  expect(person()).toBe('Ana');
  expect(createPersonName({ store: opened.reopen() })()).toBe('Ana');
});
