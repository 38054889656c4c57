import i18next, { type TFunction } from 'i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { unpackIds } from '../../../src-preload/contract/packed-places.ts';
import type { TaskRow, TaskSort, TaskTargets } from '../../../src-preload/contract/tasking.ts';
import { taskStatusKindSchema } from '../../../src-preload/contract/tasking.ts';
import type { ListExport, OutputColumn } from '../../kit/export/list-export.ts';
import { formatRecurrence } from '../../kit/i18n/format.ts';

const columnsOf = (t: TFunction): OutputColumn[] => [
  { key: 'task_id', label: t('tasks.field.id'), type: 'integer' },
  { key: 'project', label: t('label.project'), type: 'text', isOnSheet: true },
  {
    key: 'state',
    label: t('label.status'),
    type: 'text',
    isOnSheet: true,
    wordOf(value) {
      const kind = taskStatusKindSchema.safeParse(value).data;
      return kind === undefined ? String(value) : t(`tasks.status.${kind}`);
    },
  },
  { key: 'status', label: t('export.column.serviceStatus'), type: 'text' },
  { key: 'gone_at', label: t('export.column.gone'), type: 'time' },
  { key: 'product', label: t('label.product'), type: 'text', isOnSheet: true },
  { key: 'client', label: t('label.client'), type: 'text' },
  { key: 'priority', label: t('label.priority'), type: 'real' },
  { key: 'start_at', label: t('label.start'), type: 'time', isOnSheet: true },
  { key: 'end_at', label: t('label.end'), type: 'time', isOnSheet: true },
  { key: 'created_at', label: t('label.created'), type: 'time' },
  {
    key: 'recurrence',
    label: t('tasks.field.expectedAge'),
    type: 'text',
    wordOf: (value) => formatRecurrence(i18next.language, String(value)),
  },
  { key: 'captures', label: t('label.captures'), type: 'integer' },
  { key: 'published', label: t('export.column.published'), type: 'integer' },
];

const attributesOf = (task: TaskRow) => ({
  task_id: task.taskId,
  project: task.project,
  state: task.statusKind,
  status: task.status,
  gone_at: task.goneAt,
  product: task.productName ?? (task.productPk === null ? null : String(task.productPk)),
  client: task.client,
  priority: task.priority,
  start_at: task.start,
  end_at: task.end,
  created_at: task.createdTime,
  recurrence: task.expectedAge,
  captures: task.capturesReadAt === null ? null : task.captureCount,
  published: task.capturesReadAt === null ? null : task.publishedCount,
});

/** The sort of each sortable column of the table. */
export const taskColumnSorts: Readonly<Record<string, TaskSort>> = {
  name: 'name',
  project: 'project',
  state: 'status',
  client: 'client',
  priority: 'priority',
  start_at: 'start',
  end_at: 'end',
  created_at: 'created',
  captures: 'captures',
};

/** Declares how tasks become features of a file. */
export const taskExport: ListExport<TaskRow, { scope: Scope }, TaskTargets> = {
  layer: 'tasks',
  columns: columnsOf,
  folderColumn: 'project',
  nameOf: ({ name }) => name,
  attributesOf,
  geometries: (client, tasks, { scope }, signal) =>
    client.tasking.geometries({ scope, taskIds: tasks.map(({ taskId }) => taskId) }, { signal }),
  countPlaces: ({ taskIds }) => ({ points: unpackIds(taskIds).length, areas: 0 }),
};
