import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestRow } from '../../../src-preload/contract/activity.ts';
import { formatBytes, formatLocal, formatNumber, formatUtcClock } from '../../kit/i18n/format.ts';
import { VirtualRows } from '../../kit/ui/virtual-rows.tsx';
import classes from './activity.module.css';

const columns = ['at', 'method', 'address', 'status', 'duration', 'size', 'asker'] as const;
const numbers: ReadonlySet<string> = new Set(['duration', 'size']);
const rowHeight = 28;

/** Splits an address into host and path, because paths are what differs. */
function placeOf(address: string): [host: string, path: string] {
  const match = /^[a-z]+:\/\/([^/]*)(.*)$/i.exec(address);
  return match ? [match[1] ?? '', match[2] || '/'] : ['', address];
}

/**
 * A row of the log. It is memoised: entries hardly ever change, but the log grows many times a second during a sync.
 */
const RequestListRow = memo(function RequestListRow({
  row,
  t,
  language,
}: {
  row: RequestRow;
  t: TFunction;
  language: string;
}) {
  const [host, path] = placeOf(row.address);
  const failed = row.error !== null || (row.status !== null && row.status >= 300);
  const said = row.error ?? row.status ?? t('activity.noAnswer');
  return (
    <div className={classes.cells}>
      <time dateTime={row.at} title={formatLocal(language, row.at)}>
        {formatUtcClock(language, row.at)}
      </time>
      <span>{row.method}</span>
      <span title={row.address}>
        {path} <span className={classes.quiet}>{host}</span>
      </span>
      <span className={failed ? classes.failed : undefined}>
        {said}
        {row.attempt > 1 && (
          <span className={classes.quiet}>{` · ${t('activity.repeated', { attempt: row.attempt })}`}</span>
        )}
      </span>
      <span className={classes.number}>
        {row.underWay
          ? t('activity.underWay')
          : t('settings.milliseconds', { value: formatNumber(language, row.durationMs) })}
      </span>
      <span className={classes.number}>
        {row.sizeBytes === null ? '—' : formatBytes(language, row.sizeBytes)}
      </span>
      <span className={classes.quiet}>{t(`activity.asker.${row.requestOrigin}`)}</span>
    </div>
  );
});

interface RequestListProps {
  list: {
    total: number | null;
    rowAt: (index: number) => RequestRow | undefined;
    indexWhere: (is: (row: RequestRow) => boolean) => number | null;
    onRange: (first: number, last: number) => void;
  };
  /** True if a filter is set; it decides the text of an empty list. */
  filtered: boolean;
  selected: number | null;
  onSelect: (id: number | null) => void;
}

/** The requests of the log, one per line. */
export function RequestList({ list, filtered, selected, onSelect }: RequestListProps) {
  const { t, i18n } = useTranslation();
  const total = list.total ?? 0;
  return (
    <div className={classes.list}>
      <div className={`${classes.cells} ${classes.heads}`} aria-hidden>
        {columns.map((column) => (
          <span key={column} className={numbers.has(column) ? classes.number : undefined}>
            {t(`activity.column.${column}`)}
          </span>
        ))}
      </div>
      {list.total === 0 && (
        <Text size="sm" p="md">
          {filtered ? t('activity.noMatch') : t('activity.none')}
        </Text>
      )}
      {total > 0 && (
        <VirtualRows
          label={t('settings.tab.requests')}
          count={total}
          rowHeight={rowHeight}
          selectedKey={selected}
          selectedIndex={selected === null ? null : list.indexWhere((row) => row.id === selected)}
          hoveredIndex={null}
          onSelect={(index) => onSelect(list.rowAt(index)?.id ?? null)}
          onOpen={() => document.querySelector<HTMLElement>(`.${classes.details}`)?.focus()}
          onHover={() => undefined}
          onRange={list.onRange}
          render={(index) => {
            const row = list.rowAt(index);
            return row ? <RequestListRow row={row} t={t} language={i18n.language} /> : null;
          }}
        />
      )}
    </div>
  );
}
