import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewIdSchema } from '../../../../src-preload/contract/ids.ts';
import { mostViews, savedViewSchema, viewContentSchema } from '../../../../src-preload/contract/views.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { viewsMigrations } from './tables.ts';
import { createViews } from './views.ts';

let opened: TestStore;
let views: ReturnType<typeof createViews>;
let changes: number;

function make() {
  return createViews({
    store: opened.store,
    now: () => new Date('2026-03-01T00:00:00Z'),
    newId: randomUUID,
    onChange: () => {
      changes += 1;
    },
  });
}

beforeEach(() => {
  opened = openTestStore(viewsMigrations);
  changes = 0;
  views = make();
});
afterEach(() => opened.remove());

const names = () => views.list().map(({ list, name }) => `${list} ${name}`);

it('keeps a view over a restart, whatever its content is', () => {
  const content = { terms: { search: 'río', states: ['a'] }, columns: [{ key: 'name', width: 200 }] };
  const saved = savedViewSchema.parse(views.save('tasks', 'Harbours', content));
  expect(saved).toMatchObject({ list: 'tasks', name: 'Harbours', content });
  opened.reopen();
  views = make();
  expect(views.list()).toEqual([saved]);
});

it('replaces the view of the same list and name, in whatever case, and says that something has changed', () => {
  const first = views.save('tasks', 'Harbours', { terms: {} });
  const second = views.save('tasks', 'HARBOURS', { isTable: true });
  expect(second).toMatchObject({ viewId: first.viewId, name: 'HARBOURS', content: { isTable: true } });
  views.save('orders', 'Harbours', {});
  expect(names()).toEqual(['orders Harbours', 'tasks HARBOURS']);
  expect(changes).toBe(3);
});

it('renames a view, but not to the name of another one of its list', () => {
  const { viewId } = views.save('tasks', 'Harbours', {});
  views.save('tasks', 'Quarries', {});
  expect(views.rename(viewId, 'harbours')).toMatchObject({ viewId, name: 'harbours' });
  expect(() => views.rename(viewId, 'quarries')).toThrow(
    expect.objectContaining({ code: 'CONFLICT', data: { detail: 'view-name', name: 'quarries' } }),
  );
  expect(names()).toEqual(['tasks harbours', 'tasks Quarries']);
  expect(() => views.rename(viewIdSchema.parse(randomUUID()), 'x')).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  );
});

it('removes a view, also one that is gone', () => {
  const { viewId } = views.save('places', 'North', {});
  views.remove(viewId);
  views.remove(viewId);
  expect(names()).toEqual([]);
});

it('lists the others when one is damaged', () => {
  views.save('tasks', 'Harbours', {});
  const { viewId } = views.save('tasks', 'Quarries', {});
  opened.store.run("UPDATE saved_view SET content = '{' WHERE view_id = :viewId", { viewId });
  expect(names()).toEqual(['tasks Harbours']);
});

it('keeps no more views than the limit', () => {
  opened.store.transaction(() => {
    for (let i = 0; i < mostViews; i += 1) views.save('tasks', `View ${i}`, {});
  });
  expect(() => views.save('tasks', 'One more', {})).toThrow(
    expect.objectContaining({ data: { detail: 'too-many-views' } }),
  );
  expect(views.save('tasks', 'View 7', { isTable: true }).content).toEqual({ isTable: true });
});

it('takes no content that is too long', () => {
  expect(viewContentSchema.safeParse({ terms: { search: 'x'.repeat(30_000) } }).success).toBe(false);
});
