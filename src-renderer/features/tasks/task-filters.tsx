import { useQuery } from '@tanstack/react-query';
import {
  type TaskSort,
  type TaskStatusKind,
  taskFilterSchema,
  taskSortSchema,
  taskStatusKindSchema,
} from '../../../src-preload/contract/tasking.ts';
import { useApi } from '../../kit/client/api.tsx';
import { type DirectedTerms, declareFilters, queryInScope } from '../../kit/lists/subject-filters.tsx';
import { StatusMark } from './status-mark.tsx';

/** The filters and the sort of the task list, as in its fields. */
export interface TaskTerms extends DirectedTerms<TaskSort> {
  statusKinds: TaskStatusKind[];
  project: string | null;
}

const initial: TaskTerms = {
  search: '',
  statusKinds: [],
  project: null,
  needsAttention: false,
  sort: 'created',
  descending: true,
};

/** Declares the filters of the task list. The projects are those of the tasks in Nadir's database. */
export const taskFilters = declareFilters({
  schema: taskFilterSchema,
  initial,
  searchLabel: (t) => t('tasks.search'),
  sorts: taskSortSchema.enum,
  sortWidth: 96,
  values: [
    {
      words: (t) => ({ label: t('label.project'), all: t('common.allProjects') }),
      width: 120,
      of: ({ project }) => project,
      to: (project) => ({ project }),
      useValues: (scope) =>
        useQuery(useApi().query.tasking.reference.queryOptions({ input: { scope } })).data?.projects ?? [],
    },
  ],
  states: {
    options: taskStatusKindSchema.options,
    always: taskStatusKindSchema.options.filter((kind) => kind !== 'other'),
    of: ({ statusKinds }) => statusKinds,
    to: (statusKinds) => ({ statusKinds }),
    counts: ({ statusCounts }: { statusCounts: Partial<Record<TaskStatusKind, number>> }) => statusCounts,
    mark: (kind) => <StatusMark kind={kind} />,
    label: (t, kind) => t(`tasks.status.${kind}`),
  },
});

/** Returns the input of the task list query. */
export const taskQuery = queryInScope(taskFilters);
