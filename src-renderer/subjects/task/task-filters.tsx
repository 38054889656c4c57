import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import {
  type TaskFilter,
  type TaskSort,
  type TaskStatusKind,
  taskStatusKindSchema,
} from '../../../src-preload/contract/tasking.ts';
import { useApi } from '../../client/api.tsx';
import { type BaseTerms, SubjectFilters, useSorts } from '../subject-filters.tsx';
import type { ListFilterProps } from '../subject-list.tsx';
import { StatusMark } from './status-mark.tsx';

/** What the list of tasks is filtered and sorted by, as the fields hold it. */
export interface TaskTerms extends BaseTerms<TaskSort> {
  statusKinds: TaskStatusKind[];
  project: string | null;
  descending: boolean;
}

export const allTasks: TaskTerms = {
  ...{ search: '', statusKinds: [], project: null, needsAttention: false },
  ...{ sort: 'created', descending: true },
};

/** The filter for main, without what does not filter. */
export function taskFilterOf({ search, statusKinds, project, needsAttention }: TaskTerms): TaskFilter {
  return {
    ...(search === '' ? {} : { search }),
    ...(statusKinds.length === 0 ? {} : { statusKinds }),
    ...(project === null ? {} : { project }),
    ...(needsAttention ? { needsAttention } : {}),
  };
}

const sortWords = (['created', 'name', 'start', 'end', 'status'] as const).map(
  (sort) => [sort, sort] as const,
);
const usual = taskStatusKindSchema.options.filter((kind) => kind !== 'other');
type Counts = { statusCounts: Partial<Record<TaskStatusKind, number>> };

/** Kept while nothing of it changes: the list around it is drawn again with every row that is pointed at. */
export const TaskFilters = memo(function TaskFilters(props: ListFilterProps<TaskTerms, Counts, Scope>) {
  const { scope, terms, change, answer, flagged } = props;
  const { t } = useTranslation();
  const reference = useQuery(useApi().query.tasking.reference.queryOptions({ input: { scope } })).data;
  return (
    <SubjectFilters
      {...{ terms, change, flagged }}
      searchLabel={t('tasks.search')}
      sortWidth={96}
      sorts={useSorts(sortWords)}
      value={{
        label: t('label.project'),
        all: t('common.allProjects'),
        width: 120,
        values: reference?.projects ?? [],
        value: terms.project,
        onChange: (project) => change({ project }),
      }}
      states={{
        states: taskStatusKindSchema.options,
        always: usual,
        counts: answer?.statusCounts ?? {},
        selected: terms.statusKinds,
        onChange: (statusKinds) => change({ statusKinds }),
        mark: (kind) => <StatusMark kind={kind} />,
        label: (kind) => t(`tasks.status.${kind}`),
      }}
    />
  );
});
