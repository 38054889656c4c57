import { Chip, Group, Select } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type TaskSort,
  type TaskStatusKind,
  taskSortSchema,
  taskStatusKindSchema,
} from '../../../src-preload/contract/tasking.ts';
import { CountChip, DirectionButton, SearchField } from '../../ui/list-filters.tsx';
import classes from '../../ui/panes.module.css';
import { NeedsLookChip } from '../tracking/flags.tsx';
import { StatusMark } from './status-mark.tsx';

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

export interface TaskFiltersProps {
  terms: TaskTerms;
  change: (patch: Partial<TaskTerms>) => void;
  projects: readonly string[];
  statusCounts: Partial<Record<TaskStatusKind, number>>;
  flagged: number;
}

/** Kept while nothing of it changes: the list around it is drawn again with every row that is pointed at. */
export const TaskFilters = memo(function TaskFilters({
  terms,
  change,
  projects,
  statusCounts,
  flagged,
}: TaskFiltersProps) {
  const { t } = useTranslation();
  const kinds = taskStatusKindSchema.options.filter(
    (kind) => kind !== 'other' || (statusCounts.other ?? 0) > 0 || terms.statusKinds.includes('other'),
  );
  return (
    <>
      <Group gap={6} mb={8} wrap="nowrap">
        <SearchField
          label={t('tasks.search')}
          value={terms.search}
          onChange={(search) => change({ search })}
        />
        <Select
          w={120}
          aria-label={t('label.project')}
          placeholder={t('common.allProjects')}
          data={[...new Set(projects)]}
          limit={100}
          value={terms.project}
          onChange={(project) => change({ project })}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('common.allProjects') }}
          comboboxProps={{ withinPortal: true }}
        />
        <Select
          w={96}
          aria-label={t('tasks.sortBy')}
          data={taskSortSchema.options.map((value) => ({ value, label: t(`label.${value}`) }))}
          value={terms.sort}
          allowDeselect={false}
          onChange={(value) => value && change({ sort: taskSortSchema.parse(value) })}
        />
        <DirectionButton descending={terms.descending} onChange={(descending) => change({ descending })} />
      </Group>
      <div className={classes.chips}>
        <Chip.Group
          multiple
          value={terms.statusKinds}
          onChange={(values) =>
            change({ statusKinds: values.map((value) => taskStatusKindSchema.parse(value)) })
          }
        >
          <Group gap={4} role="group" aria-label={t('label.status')}>
            {kinds.map((kind) => (
              <CountChip
                key={kind}
                value={kind}
                count={statusCounts[kind] ?? 0}
                mark={<StatusMark kind={kind} />}
                label={t(`tasks.status.${kind}`)}
              />
            ))}
          </Group>
        </Chip.Group>
        <NeedsLookChip
          count={flagged}
          checked={terms.needsLook}
          onChange={(needsLook) => change({ needsLook })}
        />
      </div>
    </>
  );
});
