import { Button, Group, Table, Text } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { OrderId, Scope } from '../../../src-preload/contract/ids.ts';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { useApi } from '../../client/api.tsx';
import { saveCsv } from '../../client/save-file.ts';
import { formatGap, formatInterval, formatNumber, formatShare, formatUtcDay } from '../../i18n/format.ts';
import { timelineStore } from '../../state/timeline-store.ts';
import { nameOf } from '../../subjects/moment/entry-row.tsx';
import { useOpenSubject } from '../../subjects/moment/use-open-subject.ts';
import type { Timeline } from '../../subjects/moment/use-timeline.ts';
import { useFetchedOrder } from '../../subjects/order/watch-order.ts';
import { pageSize } from '../../ui/paged-rows.ts';
import { TimeCell } from '../../ui/time-text.tsx';
import { useAct } from '../../ui/use-act.ts';
import { revisitCsv } from './revisit-csv.ts';
import { keyOfRevisit } from './revisit-list.tsx';
import classes from './timeline.module.css';

const RevisitPlot = lazy(() =>
  import('./revisit-plot.tsx').then((module) => ({ default: module.RevisitPlot })),
);

/** Reads the captures of an order when its revisit is open; until then its deliveries are used instead. */
function ReadCaptures({ scope, orderId }: { scope: Scope; orderId: OrderId }) {
  useFetchedOrder(scope, orderId, null);
  return null;
}

function Figure({ name, value, warn = false }: { name: string; value: string; warn?: boolean }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd data-warn={warn || undefined}>{value}</dd>
    </div>
  );
}

function Figures({ row }: { row: RevisitWithGaps }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const gap = (ms: number | null) => (ms === null ? '—' : formatGap(language, ms));
  const waiting = row.waitingSince === null ? null : Date.now() - Date.parse(row.waitingSince);
  const late = row.lateFrom !== null && Date.parse(row.lateFrom) < Date.now();
  const share =
    row.withinCount === null || row.gapCount === 0
      ? '—'
      : t('timeline.revisit.shareOf', {
          share: formatShare(language, row.withinCount / row.gapCount),
          within: formatNumber(language, row.withinCount),
          total: formatNumber(language, row.gapCount),
        });
  const asked =
    row.asked === null
      ? t('timeline.revisit.unreadable', { text: row.askedText })
      : formatInterval(language, row.asked);
  return (
    <dl className={classes.figures} data-testid="revisit-figures">
      <Figure name={t('timeline.revisit.asked')} value={asked} />
      <Figure name={t('label.captures')} value={formatNumber(language, row.captureCount)} />
      <Figure name={t('timeline.revisit.median')} value={gap(row.medianMs)} />
      <Figure name={t('timeline.revisit.longest')} value={gap(row.longestMs)} />
      <Figure name={t('timeline.revisit.share')} value={share} />
      <Figure
        name={t('timeline.revisit.openNow')}
        value={
          waiting === null
            ? t('timeline.revisit.over')
            : late
              ? t('timeline.revisit.openLate', { time: gap(waiting) })
              : gap(waiting)
        }
        warn={late}
      />
      {row.asked !== null && (
        <Figure name={t('timeline.revisit.tolerance')} value={t('timeline.revisit.tolerated')} />
      )}
    </dl>
  );
}

function GapTable({ row }: { row: RevisitWithGaps }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const lines = [...row.gaps].reverse();
  const cell = (at: string) => <TimeCell at={at} language={language} />;
  const says = (within: boolean | null): ReactNode =>
    within === null ? '—' : within ? t('timeline.revisit.isWithin') : t('timeline.revisit.isBeyond');
  const length = (from: string, to: number) => formatGap(language, to - Date.parse(from));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <section className={classes.gaps} tabIndex={0} aria-label={t('timeline.revisit.gaps')}>
      <Table
        stickyHeader
        withRowBorders
        fz={12}
        verticalSpacing={3}
        horizontalSpacing={8}
        data-testid="revisit-gaps"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('label.from')}</Table.Th>
            <Table.Th scope="col">{t('label.to')}</Table.Th>
            <Table.Th scope="col">{t('timeline.revisit.gap')}</Table.Th>
            <Table.Th scope="col">{t('timeline.revisit.judged')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.waitingSince !== null && (
            <Table.Tr>
              <Table.Td>{cell(row.waitingSince)}</Table.Td>
              <Table.Td>{t('timeline.revisit.now')}</Table.Td>
              <Table.Td>{length(row.waitingSince, Date.now())}</Table.Td>
              <Table.Td>{t('timeline.revisit.isOpen')}</Table.Td>
            </Table.Tr>
          )}
          {lines.map(({ from, to, within }) => (
            <Table.Tr key={from}>
              <Table.Td>{cell(from)}</Table.Td>
              <Table.Td>{cell(to)}</Table.Td>
              <Table.Td>{length(from, Date.parse(to))}</Table.Td>
              <Table.Td>{says(within)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Compares the requested with the achieved intervals of a recurrent task or order. */
export function RevisitView({ timeline }: { timeline: Timeline }) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const openSubject = useOpenSubject(timeline);
  const [saving, setSaving] = useState(false);
  const project = useStore(timelineStore, (state) => state.project);
  const kept = useStore(timelineStore, (state) => state.revisit);
  const { connectionId, contractIds } = timeline;
  const input = { connectionId, contractIds, project };
  const { data } = useQuery(
    query.timeline.revisits.queryOptions({ input: { ...input, offset: 0, limit: pageSize } }),
  );
  const rows = data?.rows ?? [];
  const fresh = kept && rows.find((each) => keyOfRevisit(each) === keyOfRevisit(kept));
  const chosen = fresh ?? kept ?? rows[0] ?? null;
  const nameOfContract = (contractId: string | null) =>
    timeline.contracts.find((each) => each.contractId === contractId)?.name ?? contractId ?? '';
  const stamp = () => new Date().toISOString().slice(0, 10);
  const saveAll = async () => {
    setSaving(true);
    try {
      const all: RevisitWithGaps[] = [];
      for (let more = true; more; ) {
        const page = await client.timeline.revisits({ ...input, offset: all.length, limit: pageSize });
        all.push(...page.rows);
        more = page.rows.length > 0 && all.length < page.total;
      }
      saveCsv(`revisits-${stamp()}.csv`, revisitCsv(all, nameOfContract, Date.now()));
    } finally {
      setSaving(false);
    }
  };
  if (chosen === null)
    return (
      <div className={classes.stage}>
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {data ? t('timeline.revisit.none') : t('common.loading')}
        </Text>
      </div>
    );
  const { contractId, subject } = chosen;
  const days = [chosen.start, chosen.end].map((at) => (at === null ? '—' : formatUtcDay(i18n.language, at)));
  const contract = timeline.contracts.find((each) => each.contractId === contractId);
  const about = [chosen.project, timeline.all ? contract?.name : null, days.join(' – ')];
  const saveOne = () =>
    saveCsv(
      `revisit-${subject.kind}-${subject.id}-${stamp()}.csv`,
      revisitCsv([chosen], nameOfContract, Date.now()),
    );
  return (
    <div className={classes.stage} data-testid="revisit">
      {subject.kind === 'order' && chosen.timesOf === 'deliveries' && (
        <ReadCaptures key={subject.id} scope={{ connectionId, contractId }} orderId={subject.id} />
      )}
      <Group className={classes.stageHead} justify="space-between">
        <div style={{ minWidth: 0 }}>
          <h2 className={classes.stageTitle} style={{ margin: 0 }}>
            {nameOf(t, chosen)}
          </h2>
          <Text size="xs" c="var(--nadir-quiet)" truncate>
            {about.filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Group gap={6}>
          <Button
            variant="default"
            leftSection={<IconExternalLink size={14} aria-hidden />}
            onClick={() => openSubject.open(chosen)}
          >
            {openSubject.label(chosen)}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={saveOne}>
            {t('timeline.revisit.saveOne')}
          </Button>
          <Button
            variant="default"
            loading={saving}
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => act(saveAll)}
          >
            {t('timeline.revisit.saveAll')}
          </Button>
        </Group>
      </Group>
      <Figures row={chosen} />
      {chosen.timesOf === 'deliveries' && (
        <Text px={14} size="xs" c="var(--nadir-quiet)">
          {t('timeline.revisit.ofDeliveries')}
        </Text>
      )}
      <div className={classes.revisitBody}>
        {chosen.gaps.length === 0 && chosen.waitingSince === null ? (
          <Text p="md" size="sm" c="var(--nadir-quiet)" style={{ flex: 1 }}>
            {t('timeline.revisit.noGaps')}
          </Text>
        ) : (
          <div className={classes.plotBox}>
            <div className={classes.plotKey} aria-hidden>
              <span data-as="within">{t('timeline.revisit.isWithin')}</span>
              <span data-as="beyond">{t('timeline.revisit.isBeyond')}</span>
              <span data-as="open">{t('timeline.revisit.isOpen')}</span>
              <span data-as="asked">{t('timeline.revisit.asked')}</span>
            </div>
            <Suspense fallback={null}>
              <RevisitPlot row={chosen} />
            </Suspense>
          </div>
        )}
        <GapTable row={chosen} />
      </div>
    </div>
  );
}
