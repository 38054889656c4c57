import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import {
  type TaskFilter,
  type TaskSort,
  type TaskStatusKind,
  taskSortSchema,
  taskStatusKindSchema,
} from '../../../src-preload/contract/tasking.ts';
import { useApi } from '../../client/api.tsx';
import { FilterBar, StateChips } from '../../ui/filter-bar.tsx';
import { NeedsLookChip } from '../tracking/flags.tsx';
import { StatusMark } from './status-mark.tsx';

/** What the list of tasks is filtered and sorted by, as the fields hold it. */
export interface TaskTerms {
  search: string;
  statusKinds: TaskStatusKind[];
  project: string | null;
  needsLook: boolean;
  sort: TaskSort;
  descending: boolean;
}

export const allTasks: TaskTerms = {
  search: '',
  statusKinds: [],
  project: null,
  needsLook: false,
  sort: 'created',
  descending: true,
};

/** The filter for main, without what does not filter: then it is the map's own question too, asked and answered once. */
export function taskFilterOf({ search, statusKinds, project, needsLook }: TaskTerms): TaskFilter {
  return {
    ...(search === '' ? {} : { search }),
    ...(statusKinds.length === 0 ? {} : { statusKinds }),
    ...(project === null ? {} : { project }),
    ...(needsLook ? { needsLook } : {}),
  };
}

const usual = taskStatusKindSchema.options.filter((kind) => kind !== 'other');
const noProjects: string[] = [];

interface TaskFiltersProps {
  scope: Scope;
  terms: TaskTerms;
  change: (patch: Partial<TaskTerms>) => void;
  statusCounts: Partial<Record<TaskStatusKind, number>>;
  /** How many tasks need attention. */
  flagged: number;
}

/** Kept while nothing of it changes: the list around it is drawn again with every row that is pointed at. */
export const TaskFilters = memo(function TaskFilters({
  scope,
  terms,
  change,
  statusCounts,
  flagged,
}: TaskFiltersProps) {
  const { t } = useTranslation();
  const reference = useQuery(useApi().query.tasking.reference.queryOptions({ input: { scope } })).data;
  return (
    <FilterBar
      search={{
        label: t('tasks.search'),
        value: terms.search,
        onChange: (search) => change({ search }),
      }}
      filter={{
        label: t('label.project'),
        all: t('common.allProjects'),
        width: 120,
        values: reference?.projects ?? noProjects,
        value: terms.project,
        onChange: (project) => change({ project }),
      }}
      sort={{
        width: 96,
        options: taskSortSchema.options.map((value) => ({ value, label: t(`label.${value}`) })),
        value: terms.sort,
        onChange: (sort) => change({ sort }),
        descending: terms.descending,
        onDirection: (descending) => change({ descending }),
      }}
    >
      <StateChips
        states={taskStatusKindSchema.options}
        always={usual}
        counts={statusCounts}
        selected={terms.statusKinds}
        onChange={(statusKinds) => change({ statusKinds })}
        mark={(kind) => <StatusMark kind={kind} />}
        label={(kind) => t(`tasks.status.${kind}`)}
      />
      <NeedsLookChip
        count={flagged}
        checked={terms.needsLook}
        onChange={(needsLook) => change({ needsLook })}
      />
    </FilterBar>
  );
});
