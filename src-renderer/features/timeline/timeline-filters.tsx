import { Chip, Group, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { timelineKindSchema } from '../../../src-preload/contract/timeline.ts';
import { useApi } from '../../kit/client/api.tsx';
import { timelineStore, timelineViews } from '../../kit/state/timeline-store.ts';
import { CountChip } from '../../kit/ui/list-filters.tsx';
import { ContractLegend } from './contract-legend.tsx';
import { KindMark } from './moment/marks.tsx';
import type { CountedDay, Timeline } from './moment/use-timeline.ts';

const isView = (value: string): value is (typeof timelineViews)[number] =>
  timelineViews.some((view) => view === value);

/** Returns the number of entries of each kind in the shown days. */
function kindCounts(days: ReadonlyMap<number, CountedDay> | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { byKind } of days?.values() ?? [])
    for (const [kind, n] of byKind) counts.set(kind, (counts.get(kind) ?? 0) + n);
  return counts;
}

/** The filters of the timeline, the same for all views. */
export function TimelineFilters({
  timeline,
  days,
}: {
  timeline: Timeline;
  /** The counts of all kinds; null if the view has no kinds. */
  days: ReadonlyMap<number, CountedDay> | null;
}) {
  const { t } = useTranslation();
  const { query } = useApi();
  const { view, kinds, project } = useStore(timelineStore);
  const { connectionId, contractIds } = timeline;
  const projects = useQuery(
    query.timeline.projects.queryOptions({ input: { connectionId, contractIds } }),
  ).data;
  const counts = kindCounts(days);
  return (
    <>
      <SegmentedControl
        fullWidth
        mb={8}
        aria-label={t('timeline.view')}
        data={timelineViews.map((value) => ({ value, label: t(`timeline.views.${value}`) }))}
        value={view}
        onChange={(value) => isView(value) && timelineStore.setState({ view: value })}
      />
      <Select
        mb={8}
        aria-label={t('label.project')}
        placeholder={t('common.allProjects')}
        data={projects ?? []}
        limit={100}
        value={project}
        onChange={(value) => timelineStore.setState({ project: value })}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('common.allProjects') }}
        comboboxProps={{ withinPortal: true }}
      />
      {days !== null && (
        <Chip.Group
          multiple
          value={[...kinds]}
          onChange={(values) =>
            timelineStore.setState({
              kinds: timelineKindSchema.options.filter((kind) => values.includes(kind)),
            })
          }
        >
          <Group gap={4} mb={8} role="group" aria-label={t('timeline.kinds')}>
            {timelineKindSchema.options.map((kind) => (
              <CountChip
                key={kind}
                value={kind}
                count={counts.get(kind) ?? 0}
                mark={<KindMark kind={kind} />}
                label={t(`timeline.kind.${kind}`)}
                padding={7}
              />
            ))}
          </Group>
        </Chip.Group>
      )}
      <ContractLegend timeline={timeline} />
    </>
  );
}
