import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { useApi } from '../../kit/client/api.tsx';
import { saveCsv } from '../../kit/client/save-file.ts';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import { timelineStore } from '../../kit/state/timeline-store.ts';
import { pageSize } from '../../kit/ui/paged-rows.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { useFetchedOrder } from '../orders/watch-order.ts';
import { GapTable } from './gap-table.tsx';
import { nameOf } from './moment/entry-row.tsx';
import { useOpenSubject } from './moment/use-open-subject.ts';
import type { Timeline } from './moment/use-timeline.ts';
import { waitingMs } from './revisit-bars.ts';
import { revisitCsv } from './revisit-csv.ts';
import { RevisitFigures } from './revisit-figures.tsx';
import { keyOfRevisit } from './revisit-list.tsx';
import classes from './timeline.module.css';

const today = () => new Date().toISOString().slice(0, 10);

/** Returns functions that save one revisit, or all of the project, as CSV. `project` is null for all projects. */
function useSaveRevisits(timeline: Timeline, project: string | null) {
  const { client } = useApi();
  const [isSavingAll, setSavingAll] = useState(false);
  const nameOfContract = (contractId: string | null) =>
    timeline.contracts.find((contract) => contract.contractId === contractId)?.name ?? contractId ?? '';
  const save = (name: string, rows: readonly RevisitWithGaps[]) =>
    saveCsv(`${name}-${today()}.csv`, revisitCsv(rows, nameOfContract, Date.now()));
  return {
    isSavingAll,
    saveOne: (row: RevisitWithGaps) => save(`revisit-${row.subject.kind}-${row.subject.id}`, [row]),
    /** Reads all pages before it saves them. */
    async saveAll() {
      const { connectionId, contractIds } = timeline;
      setSavingAll(true);
      try {
        const rows: RevisitWithGaps[] = [];
        for (let hasMore = true; hasMore; ) {
          const page = await client.timeline.revisits({
            connectionId,
            contractIds,
            project,
            offset: rows.length,
            limit: pageSize,
          });
          rows.push(...page.rows);
          hasMore = page.rows.length > 0 && rows.length < page.total;
        }
        save('revisits', rows);
      } finally {
        setSavingAll(false);
      }
    },
  };
}

const RevisitPlot = lazy(() =>
  import('./revisit-plot.tsx').then((module) => ({ default: module.RevisitPlot })),
);

/** Loads the captures of an order when its revisit is open; until then its deliveries are used instead. */
function ReadCaptures({ scope, orderId }: { scope: Scope; orderId: OrderId }) {
  useFetchedOrder(scope, orderId, null);
  return null;
}

/** The name of a revisit, its project and period, and the buttons that open and save it. */
function RevisitHead({
  row,
  timeline,
  project,
}: {
  row: RevisitWithGaps;
  timeline: Timeline;
  project: string | null;
}) {
  const { t, i18n } = useTranslation();
  const act = useAct();
  const openSubject = useOpenSubject(timeline);
  const { isSavingAll, saveOne, saveAll } = useSaveRevisits(timeline, project);
  const days = [row.start, row.end].map((at) => (at === null ? '—' : formatUtcDay(i18n.language, at)));
  const contract = timeline.contracts.find(({ contractId }) => contractId === row.contractId);
  const about = [row.project, timeline.all ? contract?.name : null, days.join(' – ')];
  return (
    <Group className={classes.stageHead} justify="space-between">
      <div style={{ minWidth: 0 }}>
        <h2 className={classes.stageTitle} style={{ margin: 0 }}>
          {nameOf(t, row)}
        </h2>
        <Text size="xs" c="var(--nadir-quiet)" truncate>
          {about.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap={6}>
        <Button
          variant="default"
          leftSection={<IconExternalLink size={14} aria-hidden />}
          onClick={() => openSubject.open(row)}
        >
          {openSubject.label(row)}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveOne(row)}
        >
          {t('timeline.revisit.saveOne')}
        </Button>
        <Button
          variant="default"
          loading={isSavingAll}
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => act(saveAll)}
        >
          {t('timeline.revisit.saveAll')}
        </Button>
      </Group>
    </Group>
  );
}

/** The gaps of a revisit as bars with their legend; a text if there are none. */
function GapPlot({ row }: { row: RevisitWithGaps }) {
  const { t } = useTranslation();
  if (row.gaps.length === 0 && waitingMs(row, Date.now()) === null)
    return (
      <Text p="md" size="sm" c="var(--nadir-quiet)" style={{ flex: 1 }}>
        {t('timeline.revisit.noGaps')}
      </Text>
    );
  return (
    <div className={classes.plotBox}>
      <div className={classes.plotKey} aria-hidden>
        <span data-as="within">{t('timeline.revisit.isWithin')}</span>
        <span data-as="beyond">{t('timeline.revisit.isBeyond')}</span>
        <span data-as="open">{t('timeline.revisit.isOpen')}</span>
        <span data-as="asked">{t('timeline.revisit.asked')}</span>
      </div>
      <Suspense fallback={null}>
        <RevisitPlot row={row} />
      </Suspense>
    </div>
  );
}

/** Compares the requested with the achieved intervals of a recurrent task or order. */
export function RevisitView({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const project = useStore(timelineStore, (state) => state.project);
  const selected = useStore(timelineStore, (state) => state.revisit);
  const { connectionId, contractIds } = timeline;
  const { data } = useQuery(
    query.timeline.revisits.queryOptions({
      input: { connectionId, contractIds, project, offset: 0, limit: pageSize },
    }),
  );
  const rows = data?.rows ?? [];
  const fresh = selected && rows.find((each) => keyOfRevisit(each) === keyOfRevisit(selected));
  const row = fresh ?? selected ?? rows[0] ?? null;
  if (row === null)
    return (
      <div className={classes.stage} data-stage>
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {data ? t('timeline.revisit.none') : t('common.loading')}
        </Text>
      </div>
    );
  const { contractId, subject } = row;
  return (
    <div className={classes.stage} data-testid="revisit" data-stage>
      {subject.kind === 'order' && row.timesOf === 'deliveries' && (
        <ReadCaptures key={subject.id} scope={{ connectionId, contractId }} orderId={subject.id} />
      )}
      <RevisitHead row={row} timeline={timeline} project={project} />
      <RevisitFigures row={row} />
      {row.timesOf === 'deliveries' && (
        <Text px={14} size="xs" c="var(--nadir-quiet)">
          {t('timeline.revisit.ofDeliveries')}
        </Text>
      )}
      <div className={classes.revisitBody}>
        <GapPlot row={row} />
        <GapTable row={row} />
      </div>
    </div>
  );
}
