import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  type TimelineEntry,
  type TimelineTerms,
  timelineKindSchema,
} from '../../../src-preload/contract/timeline.ts';
import { useApi } from '../../kit/client/api.tsx';
import {
  formatLocal,
  formatNumber,
  formatUtcDay,
  formatUtcLongDay,
  formatUtcMinute,
  formatUtcMonth,
  formatUtcWeekday,
  startCapital,
} from '../../kit/i18n/format.ts';
import { useSelected } from '../../kit/state/selection.ts';
import { selectEntry, timelineStore } from '../../kit/state/timeline-store.ts';
import { addMonths, dayOf, monthOf, startOf, weekdayOf } from './moment/days.ts';
import { nameOf } from './moment/entry-row.tsx';
import { KindMark, useContractTone } from './moment/marks.tsx';
import { type CountedDay, spanOf, type Timeline, useCounts } from './moment/use-timeline.ts';
import { today, useCalendar } from './shown-days.ts';
import classes from './timeline.module.css';

function Head() {
  const { t, i18n } = useTranslation();
  const { cursor, weekly, span } = useCalendar();
  const { language } = i18n;
  const label = weekly
    ? [span.from, span.to - 1].map((day) => formatUtcDay(language, startOf(day))).join(' – ')
    : startCapital(language, formatUtcMonth(language, startOf(cursor)));
  const move = (steps: number) =>
    timelineStore.setState({ day: weekly ? cursor + 7 * steps : addMonths(cursor, steps), openedDay: null });
  return (
    <Group className={classes.stageHead} justify="space-between">
      <Group gap={6} miw={0} maw="100%">
        <ActionIcon
          variant="default"
          aria-label={weekly ? t('timeline.weekBefore') : t('plan.previousMonth')}
          title={weekly ? t('timeline.weekBefore') : t('plan.previousMonth')}
          onClick={() => move(-1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Button variant="default" onClick={() => timelineStore.setState({ day: null, openedDay: null })}>
          {t('timeline.today')}
        </Button>
        <ActionIcon
          variant="default"
          aria-label={weekly ? t('timeline.weekAfter') : t('plan.nextMonth')}
          title={weekly ? t('timeline.weekAfter') : t('plan.nextMonth')}
          onClick={() => move(1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
        <h2 className={classes.stageTitle} aria-live="polite" data-testid="calendar-title">
          {label}
        </h2>
      </Group>
      <Group gap="4px 10px">
        <Text size="xs" c="var(--nadir-quiet)">
          {t('timeline.utcDays')}
        </Text>
        <SegmentedControl
          aria-label={t('timeline.length')}
          data={[
            { value: 'month', label: t('label.month') },
            { value: 'week', label: t('label.week') },
          ]}
          value={weekly ? 'week' : 'month'}
          onChange={(value) => timelineStore.setState({ weekly: value === 'week', openedDay: null })}
        />
      </Group>
    </Group>
  );
}

/** Shows how the entries of a day are divided between the contracts, as segments of a line. */
function ContractLine({ counted, timeline }: { counted: CountedDay; timeline: Timeline }) {
  const tone = useContractTone();
  return (
    <span className={classes.contractLine} aria-hidden>
      {timeline.contracts.map(({ contractId, colour }) => {
        const n = counted.byContract.get(contractId) ?? 0;
        return n === 0 ? null : <span key={contractId} style={{ flex: n, background: tone(colour) }} />;
      })}
    </span>
  );
}

function DayCounts({ counted }: { counted: CountedDay }) {
  const { t, i18n } = useTranslation();
  return (
    <span className={classes.dayCounts}>
      {timelineKindSchema.options.map((kind) => {
        const n = counted.byKind.get(kind) ?? 0;
        if (n === 0) return null;
        return (
          <span
            key={kind}
            className={classes.dayCount}
            data-kind={kind}
            data-count={n}
            title={t(`timeline.kind.${kind}`)}
          >
            <KindMark kind={kind} />
            {formatNumber(i18n.language, n)}
          </span>
        );
      })}
    </span>
  );
}

/** The number of entries shown per day: in a week as many as a user would scroll through, in a month as many as fit. */
const linesPerDay = { week: 60, month: 4 };

/** Shows the entries of a day; each can be opened. */
function DayEntries({
  entries,
  timeline,
  most,
}: {
  entries: readonly TimelineEntry[];
  timeline: Timeline;
  most: number;
}) {
  const { t, i18n } = useTranslation();
  const tone = useContractTone();
  const selected = useSelected('moment');
  return (
    <div className={classes.dayEntries} data-whole={most === linesPerDay.month || undefined}>
      {entries.slice(0, most).map((entry) => {
        const contract =
          timeline.all && timeline.contracts.find(({ contractId }) => contractId === entry.contractId);
        return (
          <button
            key={entry.key}
            type="button"
            tabIndex={-1}
            className={classes.dayEntry}
            data-selected={entry.key === selected || undefined}
            title={`${formatUtcMinute(i18n.language, entry.at)} UTC = ${formatLocal(i18n.language, entry.at)}`}
            onClick={(event) => {
              event.stopPropagation();
              selectEntry(entry);
            }}
          >
            <KindMark kind={entry.kind} colour={contract ? tone(contract.colour) : undefined} />
            <span className={classes.dayEntryTime}>{formatUtcMinute(i18n.language, entry.at)}</span>
            <span className={classes.dayEntryName}>{nameOf(t, entry)}</span>
          </button>
        );
      })}
    </div>
  );
}

/** With more entries than this, only their counts are shown. */
const maxNamed = 500;

function useNamedEntries(terms: TimelineTerms, span: { from: number; to: number }, total: number | null) {
  const { query } = useApi();
  const { data } = useQuery({
    ...query.timeline.list.queryOptions({
      input: { ...terms, span: spanOf(span), offset: 0, limit: maxNamed },
    }),
    placeholderData: keepPreviousData,
    enabled: total !== null && total > 0 && total <= maxNamed,
  });
  const byDay = useMemo(() => Map.groupBy(data?.rows ?? [], ({ at }) => dayOf(Date.parse(at))), [data]);
  return (day: number) => byDay.get(day) ?? [];
}

/** Returns the key handler: arrows move by days and weeks, Page keys by months or weeks, Enter opens the day. */
function useCalendarKeys(cursor: number, weekly: boolean) {
  const opened = useStore(timelineStore, (state) => state.openedDay);
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cell of the cursor is another one
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
    moved.current = false;
  }, [cursor]);
  const open = (day: number) => timelineStore.setState({ day, openedDay: opened === day ? null : day });
  const onKeyDown = (event: React.KeyboardEvent) => {
    // An entry within a day handles its own keys.
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'gridcell') return;
    const from = dayOf(Date.parse(event.target.dataset.day ?? '')) || cursor;
    const steps: Record<string, number> = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from - 7,
      ArrowDown: from + 7,
      Home: from - weekdayOf(from),
      End: from - weekdayOf(from) + 6,
      PageUp: weekly ? from - 7 : addMonths(from, -1),
      PageDown: weekly ? from + 7 : addMonths(from, 1),
    };
    const to = steps[event.key];
    if (to !== undefined) {
      event.preventDefault();
      moved.current = true;
      timelineStore.setState({ day: to });
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      moved.current = true;
      open(from);
    }
  };
  return { grid, open, onKeyDown };
}

/** A month or a week of UTC days with the counts by kind. Arrow keys move; Enter or a click opens the list of a day. */
export function CalendarView({ timeline, terms }: { timeline: Timeline; terms: TimelineTerms }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { cursor, weekly, span } = useCalendar();
  const opened = useStore(timelineStore, (state) => state.openedDay);
  const days = useCounts(terms, span);
  const total = days && [...days.values()].reduce((sum, each) => sum + each.total, 0);
  const entriesOf = useNamedEntries(terms, span, total);
  const { grid, open, onKeyDown } = useCalendarKeys(cursor, weekly);
  const weeks = Array.from({ length: (span.to - span.from) / 7 }, (_, i) => span.from + 7 * i);
  const now = today();
  const week = (from: number) => Array.from({ length: 7 }, (_, i) => from + i);
  return (
    <div className={classes.stage} data-stage>
      <Head />
      {/* biome-ignore lint/a11y/useSemanticElements: laid out as a grid that fills the pane, which a table is not */}
      <div
        ref={grid}
        className={classes.calendar}
        role="grid"
        tabIndex={-1}
        aria-label={t('timeline.views.calendar')}
        onKeyDown={onKeyDown}
        data-testid="calendar"
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the days have the focus */}
        <div role="row" className={classes.week}>
          {week(span.from).map((day) => (
            // biome-ignore lint/a11y/useSemanticElements: see the grid
            // biome-ignore lint/a11y/useFocusableInteractive: the days have the focus
            <div key={weekdayOf(day)} role="columnheader" className={classes.weekday}>
              {formatUtcWeekday(language, startOf(day))}
            </div>
          ))}
        </div>
        {weeks.map((from) => (
          // biome-ignore lint/a11y/useSemanticElements: see the grid
          // biome-ignore lint/a11y/useFocusableInteractive: the days have the focus
          <div key={from} role="row" className={classes.week} data-days>
            {week(from).map((day) => {
              const counted = days?.get(day);
              const at = startOf(day);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the grid moves and opens by keys
                // biome-ignore lint/a11y/useSemanticElements: see the grid
                <div
                  key={day}
                  role="gridcell"
                  tabIndex={day === cursor ? 0 : -1}
                  className={classes.day}
                  aria-selected={day === opened}
                  aria-current={day === now ? 'date' : undefined}
                  aria-label={t('timeline.dayLabel', {
                    day: formatUtcLongDay(language, at),
                    count: counted?.total ?? 0,
                  })}
                  data-day={at.slice(0, 10)}
                  data-total={counted?.total ?? 0}
                  data-outside={(!weekly && monthOf(day) !== monthOf(cursor)) || undefined}
                  onClick={() => open(day)}
                >
                  <span
                    className={classes.dayNumber}
                    title={t('timeline.dayBegins', { at: formatLocal(language, at) })}
                  >
                    {new Date(at).getUTCDate()}
                  </span>
                  {counted && <DayCounts counted={counted} />}
                  {counted && (
                    <DayEntries
                      entries={entriesOf(day)}
                      timeline={timeline}
                      most={weekly ? linesPerDay.week : linesPerDay.month}
                    />
                  )}
                  {counted && timeline.all && <ContractLine counted={counted} timeline={timeline} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
