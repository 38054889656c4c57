import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import { serviceWord } from '../../kit/i18n/service-word.ts';
import type { UsePaletteSearch } from '../../kit/lists/palette-search.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { type MarkDescription, maxDescribed } from '../../map/described-mark.ts';
import { StatusMark } from './status-mark.tsx';
import { tasksOnMap } from './task-marks.ts';

/** Finds tasks of the active contract for the palette. */
const useTaskSearch: UsePaletteSearch = (search) => {
  const { t } = useTranslation();
  const { query } = useApi();
  const scope = useActiveScope();
  const tasks = useQuery(
    query.tasking.list.queryOptions({
      input:
        scope && search
          ? { scope, filter: { search: search.text }, sort: 'name', descending: false, ...search.page }
          : skipToken,
    }),
  ).data;
  return (tasks?.rows ?? []).map((task) => ({
    id: `task-${task.taskId}`,
    label: task.name,
    description: t('shell.found.task', { project: task.project ?? '—' }),
    onClick() {
      select('task', task.taskId);
      showWorkspace('tasks');
    },
  }));
};

/** Describes tasks on the map: name, status and acquisition window; the latest first. */
const describedTasks: MarkDescription = {
  objectName: 'label.task',
  useDescribed(asked) {
    const { t, i18n } = useTranslation();
    const { query } = useApi();
    const scope = useActiveScope();
    const taskIds = asked.map(({ key }) => taskIdSchema.parse(key));
    const page = useQuery(
      query.tasking.list.queryOptions({
        input:
          scope && taskIds.length > 0
            ? { scope, filter: { taskIds }, sort: 'start', descending: true, offset: 0, limit: maxDescribed }
            : skipToken,
      }),
    ).data;
    if (taskIds.length === 0) return [];
    return page?.rows.map(({ taskId, name, status, statusKind, start, end }) => ({
      key: taskId,
      name: name || t('tasks.unnamed', { id: taskId }),
      status: statusKind === 'other' ? serviceWord(t, status) : t(`tasks.status.${statusKind}`),
      time:
        start === null && end === null
          ? null
          : [start, end].map((at) => (at === null ? '—' : formatUtcDay(i18n.language, at))).join(' – '),
      mark: <StatusMark kind={statusKind} />,
    }));
  },
  kindText: (t, kind) => t(`tasks.status.${kind}`),
};

const TaskDetailsPane = lazy(() =>
  import('./task-details.tsx').then((module) => ({ default: module.TaskDetailsPane })),
);

/** The subject of tasks, which belong to a contract. */
export const taskSubject = declareSubject('task', {
  keys: taskIdSchema,
  details: (taskId) => ({ key: `task ${taskId}`, pane: <TaskDetailsPane taskId={taskId} /> }),
  onMap: tasksOnMap,
  described: describedTasks,
  usePaletteSearch: useTaskSearch,
  checkStored: async (client, taskId, scope) => scope && client.tasking.get({ scope, taskId }),
});
