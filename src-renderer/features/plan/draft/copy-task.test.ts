import { expect, it } from 'vitest';
import { taskIdSchema } from '../../../../src-preload/contract/ids.ts';
import type { TaskDetails } from '../../../../src-preload/contract/tasking.ts';
import { draftOfTask, followingWindow } from './copy-task.ts';
import { readDraft } from './draft.ts';

const now = Date.parse('2026-05-01T10:20:00Z');
const task: TaskDetails = {
  taskId: taskIdSchema.parse(12),
  name: 'Dunes',
  project: 'Coast',
  status: 'completed',
  statusKind: 'completed',
  productPk: 169,
  productName: 'Multispectral',
  client: 'survey',
  priority: 20,
  longitude: -13.84051234,
  latitude: 28.6872,
  start: '2026-03-01T00:00:00Z',
  end: '2026-03-08T00:00:00Z',
  createdTime: null,
  expectedAge: '2 days, 06:30:00',
  captureCount: 0,
  publishedCount: 0,
  goneAt: null,
  captures: [],
  maxCaptures: 2,
  maxSimultaneousCaptures: null,
  capturesReadAt: null,
  fromRequest: [],
  altitude: 12,
  changedAt: '',
  fetchedAt: null,
  raw: { target: { type: 'Point', coordinates: [-13.84051234, 28.6872, 12] } },
};
const client = { name: 'survey', maxPriority: 10, minPriority: 50, defaultPriority: 30 };
const reference = { clients: [client, { ...client, name: 'harbour' }], products: [{ pk: 169, name: 'M' }] };
const requestOf = (of: TaskDetails) => {
  const draft = draftOfTask(of, 'dms', now);
  const result = draft && readDraft(draft, { reference, now });
  return result?.ok ? result.request : result;
};

it('orders the same again, for as long as before, from now on', () => {
  expect(requestOf(task)).toEqual({
    task_name: 'Dunes',
    project_name: 'Coast',
    product: 169,
    client: 'survey',
    priority: 20,
    target: { type: 'Point', coordinates: [-13.84051234, 28.6872, 12] },
    start: '2026-05-01T11:00:00Z',
    end: '2026-05-08T11:00:00Z',
    expected_age: '2 06:30:00',
    max_captures: 2,
  });
});

it('keeps a window that has not ended, and sends no altitude that nobody gave', () => {
  const raw = { target: { coordinates: [-13.84051234, 28.6872, 0] } };
  expect(requestOf({ ...task, end: '2026-06-01T00:00:00Z', raw })).toMatchObject({
    start: '2026-03-01T00:00:00Z',
    end: '2026-06-01T00:00:00Z',
    target: { coordinates: [-13.84051234, 28.6872] },
  });
  expect(draftOfTask({ ...task, longitude: null }, 'dd', now)).toBeNull();
});

it('repeats in the window that follows: from its end, or from the next hour if that has passed', () => {
  const week = ['2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z'] as const;
  expect(followingWindow(...week, Date.parse('2026-03-02T00:00:00Z'))).toEqual({
    start: '2026-03-08T00:00',
    end: '2026-03-15T00:00',
  });
  expect(followingWindow(...week, now)).toEqual({ start: '2026-05-01T11:00', end: '2026-05-08T11:00' });
  expect(followingWindow(week[1], week[0], now)).toBeNull();
  expect(followingWindow(null, week[1], now)).toBeNull();
});
