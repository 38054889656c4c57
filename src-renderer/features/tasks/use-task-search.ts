import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import type { UsePaletteSearch } from '../../kit/lists/palette-search.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';

/** Finds tasks of the active contract for the palette. */
export const useTaskSearch: UsePaletteSearch = (search) => {
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
