import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { orderIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { toggleMarks } from '../../kit/state/map-display-store.ts';
import { listMarks, zoomToPoint } from '../../kit/state/map-store.ts';
import {
  addSubject,
  restoreSelected,
  type Subject,
  select,
  selectionStore,
} from '../../kit/state/selection.ts';
import type { MarkKey, SubjectMarks } from '../../kit/state/subject-marks.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import type { MapSubject } from '../../map/map-subject.ts';
import { ShownMarks } from './shown-marks.tsx';

addSubject('task', { readKey: (key) => taskIdSchema.parse(key), ofAllContracts: false });
addSubject('order', { readKey: (key) => orderIdSchema.parse(key), ofAllContracts: false });

const marks: SubjectMarks = { shape: 'points', ids: [], longitudes: [], latitudes: [], kinds: [] };
const orders: MapSubject = {
  subject: 'order',
  height: 1,
  draws: ['points'],
  hiddenBy: [],
  listedIn: 'orders',
  revealsSelected: true,
  isHitInside: false,
};
const tasks: MapSubject = {
  subject: 'task',
  height: 2,
  draws: ['points'],
  hiddenBy: ['order'],
  useUnlisted: () => marks,
  listedIn: 'tasks',
  revealsSelected: true,
  isHitInside: false,
};

/** Shows the marks of tasks and orders, with a task and an order selected, in Orders; returns the objects that the map then went to. */
function showInOrders(
  selectBoth = () => {
    select('task', taskIdSchema.parse(4_711));
    select('order', orderIdSchema.parse('000042'));
  },
) {
  const revealed: [Subject, MarkKey][] = [];
  const map = {
    marks: {
      set: () => undefined,
      setSelected: () => undefined,
      reveal: (subject: Subject, key: MarkKey) => void revealed.push([subject, key]),
    },
  };
  selectBoth();
  showWorkspace('orders');
  listMarks('order', marks);
  render(
    <>
      <ShownMarks map={map} declared={tasks} />
      <ShownMarks map={map} declared={orders} />
    </>,
  );
  return revealed;
}

/** Leaves Orders as the window does: the workspace changes first, and then the list disappears with its marks. */
function leaveOrdersFor(workspace: 'library' | 'plan' | 'tasks') {
  act(() => showWorkspace(workspace));
  act(() => listMarks('order', null));
}

it('the map goes to the selected order when the list of orders opens, and not to the task that is selected in another list', () => {
  expect(showInOrders()).toEqual([['order', '000042']]);
});

it('the map keeps its view for what was restored before it was there, until the list is opened again', () => {
  const restored = { task: taskIdSchema.parse(4_711), order: orderIdSchema.parse('000042') };
  const revealed = showInOrders(() => restoreSelected(restored));
  expect(revealed).toEqual([]);
  leaveOrdersFor('tasks');
  expect(revealed).toEqual([['task', 4_711]]);
  selectionStore.setState(selectionStore.getInitialState());
});

it.each(['library', 'plan'] as const)(
  'the map stays where it is when %s opens and tasks are drawn again',
  (workspace) => {
    const revealed = showInOrders();
    revealed.length = 0;
    leaveOrdersFor(workspace);
    expect(revealed).toEqual([]);
  },
);

it('the map goes to the selected task when Tasks opens, although its mark was drawn before', () => {
  const revealed = showInOrders();
  leaveOrdersFor('library');
  revealed.length = 0;
  act(() => showWorkspace('tasks'));
  expect(revealed).toEqual([['task', 4_711]]);
});

it('the map goes where a command sends it that opens Tasks for its map, and not to the selected task', () => {
  const revealed = showInOrders();
  leaveOrdersFor('library');
  revealed.length = 0;
  act(() => {
    showWorkspace('tasks');
    zoomToPoint([-9.1, 38.7]);
  });
  expect(revealed).toEqual([]);
  leaveOrdersFor('library');
  act(() => showWorkspace('tasks'));
  expect(revealed).toEqual([['task', 4_711]]);
});

it('the map draws no marks of a subject that the user has hidden, except those of its open list', () => {
  const set = new Map<Subject, SubjectMarks | null>();
  const map = {
    marks: {
      set: (subject: Subject, shown: SubjectMarks | null) => void set.set(subject, shown),
      setSelected: () => undefined,
      reveal: () => undefined,
    },
  };
  render(<ShownMarks map={map} declared={tasks} />);
  expect(set.get('task')).toBe(marks);
  act(() => toggleMarks('task'));
  expect(set.get('task')).toBeNull();
  act(() => listMarks('task', marks));
  expect(set.get('task')).toBe(marks);
  act(() => listMarks('task', null));
  expect(set.get('task')).toBeNull();
  act(() => toggleMarks('task'));
  expect(set.get('task')).toBe(marks);
});

it('the map goes to the selected task when the list of tasks opens after one that hid its mark', () => {
  const revealed = showInOrders();
  revealed.length = 0;
  leaveOrdersFor('tasks');
  expect(revealed).toEqual([['task', 4_711]]);
});
