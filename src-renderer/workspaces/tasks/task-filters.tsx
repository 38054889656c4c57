import { ActionIcon, Chip, Group, Select, Text, TextInput } from '@mantine/core';
import { IconSearch, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  type TaskSort,
  type TaskStatusKind,
  taskSortSchema,
  taskStatusKindSchema,
} from '../../../src-preload/contract/tasking.ts';
import { formatNumber } from '../../i18n/format.ts';
import { NeedsLookChip } from '../../tracking/flags.tsx';
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

export function TaskFilters({ terms, change, projects, statusCounts, flagged }: TaskFiltersProps) {
  const { t, i18n } = useTranslation();
  const kinds = taskStatusKindSchema.options.filter(
    (kind) => kind !== 'other' || (statusCounts.other ?? 0) > 0 || terms.statusKinds.includes('other'),
  );
  return (
    <>
      <Group gap={6} mb={8} wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          aria-label={t('tasks.search')}
          placeholder={t('tasks.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={terms.search}
          maxLength={200}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        <Select
          w={120}
          aria-label={t('tasks.project')}
          placeholder={t('tasks.allProjects')}
          data={[...new Set(projects)]}
          limit={100}
          value={terms.project}
          onChange={(project) => change({ project })}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('tasks.allProjects') }}
          comboboxProps={{ withinPortal: true }}
        />
        <Select
          w={96}
          aria-label={t('tasks.sortBy')}
          data={taskSortSchema.options.map((value) => ({ value, label: t(`tasks.sort.${value}`) }))}
          value={terms.sort}
          allowDeselect={false}
          onChange={(value) => value && change({ sort: taskSortSchema.parse(value) })}
        />
        <ActionIcon
          variant="default"
          aria-label={terms.descending ? t('tasks.descending') : t('tasks.ascending')}
          onClick={() => change({ descending: !terms.descending })}
        >
          {terms.descending ? <IconSortDescending size={15} /> : <IconSortAscending size={15} />}
        </ActionIcon>
      </Group>
      <Chip.Group
        multiple
        value={terms.statusKinds}
        onChange={(values) =>
          change({ statusKinds: values.map((value) => taskStatusKindSchema.parse(value)) })
        }
      >
        <Group gap={4} role="group" aria-label={t('tasks.statusFilter')}>
          {kinds.map((kind) => (
            <Chip
              key={kind}
              value={kind}
              size="xs"
              variant="outline"
              icon={null}
              styles={{ iconWrapper: { display: 'none' }, label: { paddingInline: 8 } }}
            >
              <span style={{ display: 'inline-flex', alignItems: 'center', gap: 5 }}>
                <StatusMark kind={kind} />
                {t(`tasks.status.${kind}`)}
                <Text span size="xs" c="var(--nadir-quiet)">
                  {formatNumber(i18n.language, statusCounts[kind] ?? 0)}
                </Text>
              </span>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <NeedsLookChip
        count={flagged}
        checked={terms.needsLook}
        onChange={(needsLook) => change({ needsLook })}
      />
    </>
  );
}
