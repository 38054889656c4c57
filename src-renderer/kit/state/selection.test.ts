import { afterEach, expect, it, vi } from 'vitest';
import { orderIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  addSubject,
  allSubjects,
  deselect,
  hover,
  isOfOneContract,
  readKey,
  restoreSelected,
  select,
  selectedOf,
  selectionStore,
} from './selection.ts';

const task = taskIdSchema.parse(1);
const order = orderIdSchema.parse('2');

afterEach(() => selectionStore.setState(selectionStore.getInitialState()));

it('keeps one selected object per subject', () => {
  select('task', task);
  select('order', order);
  expect([selectedOf('task'), selectedOf('order'), selectedOf('scene')]).toEqual([task, order, null]);
  select('task', null);
  expect(selectedOf('task')).toBeNull();
  expect(selectedOf('order')).toBe(order);
});

it('does not notify subscribers while the pointer stays on the same object', () => {
  const follower = vi.fn();
  const unfollow = selectionStore.subscribe(follower);
  hover('task', task);
  hover('task', task);
  unfollow();
  expect(follower).toHaveBeenCalledOnce();
});

it('keeps what was restored beside what is selected, so that the map can tell them apart', () => {
  restoreSelected({ task });
  const { selected, restored } = selectionStore.getState();
  expect([selected.task, restored]).toEqual([task, { task }]);
});

it('keeps the other subjects when some are deselected', () => {
  select('task', task);
  select('order', order);
  hover('task', task);
  deselect(['task']);
  const { selected, hovered } = selectionStore.getState();
  expect([selected.task, hovered.task, selected.order]).toEqual([null, null, order]);
});

it('changes nothing if nothing was selected, so that a saved selection can still be restored', () => {
  const { selected } = selectionStore.getInitialState();
  select('task', null);
  deselect(['moment', 'order']);
  expect(selectionStore.getState().selected).toBe(selected);
});

it('reads the keys of registered subjects, and rejects others', () => {
  addSubject('task', { readKey: (key) => taskIdSchema.parse(key), ofAllContracts: false });
  addSubject('moment', { readKey: String, ofAllContracts: true });
  expect(allSubjects()).toEqual(['task', 'moment']);
  expect([isOfOneContract('task'), isOfOneContract('moment')]).toEqual([true, false]);
  expect(readKey('task', 1)).toBe(task);
  expect(() => readKey('task', 'one')).toThrow();
  expect(() => readKey('order', '2')).toThrow('unknown subject: order');
});
