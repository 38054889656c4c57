import { Button, Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay, IconSearch, IconTrash } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestFilter, RequestRow } from '../../../../src-preload/contract/activity.ts';
import { useApi } from '../../../client/api.tsx';
import { formatBytes, formatLocal, formatNumber, formatUtcClock } from '../../../i18n/format.ts';
import {
  indexWhere,
  pageSize,
  rowAt,
  useLastKnown,
  usePagesInView,
  useShownPages,
} from '../../../ui/paged-rows.ts';
import { useAct } from '../../../ui/use-act.ts';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import classes from './activity.module.css';
import { RequestDetailsView } from './request-details.tsx';

const columns = ['at', 'method', 'address', 'status', 'duration', 'size', 'asker'] as const;
const numbers: ReadonlySet<string> = new Set(['duration', 'size']);
const rowHeight = 28;

/** Host and path apart: the path is what differs. */
function placeOf(address: string): [host: string, path: string] {
  const match = /^[a-z]+:\/\/([^/]*)(.*)$/i.exec(address);
  return match ? [match[1] ?? '', match[2] || '/'] : ['', address];
}

/** Entries hardly ever change, and the log grows many times a second during a sync. */
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
      <span className={classes.quiet}>{t(`activity.asker.${row.asker}`)}</span>
    </div>
  );
});

/** What Nadir asked of the services, live, newest first. */
export function RequestsView() {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const [filter, setFilter] = useState<RequestFilter>({
    text: '',
    failedOnly: false,
    origin: null,
    upTo: null,
  });
  const [selected, setSelected] = useState<number | null>(null);
  const [text] = useDebouncedValue(filter.text, 200);
  const terms = { filter: { ...filter, text } };
  const { pages, onRange } = usePagesInView();
  const lists = useQueries({
    queries: pages.map((page) =>
      query.activity.requests.queryOptions({
        input: { ...terms, offset: page * pageSize, limit: pageSize },
      }),
    ),
  });
  const shown = useShownPages(
    JSON.stringify(terms),
    pages.map((page, i) => [page, lists[i]?.data] as const),
  );
  const known = useLastKnown(lists.find((list) => list.data)?.data);
  const total = shown?.total ?? 0;
  const change = (patch: Partial<RequestFilter>) => setFilter((before) => ({ ...before, ...patch }));
  const held = filter.upTo !== null;
  const newer = held ? Math.max(0, (known?.newestId ?? 0) - (filter.upTo ?? 0)) : 0;
  const filtered = filter.text !== '' || filter.failedOnly || filter.origin !== null;
  return (
    <div className={classes.view}>
      <Text size="sm" c="var(--nadir-quiet)" mb="sm">
        {t('activity.about')}
      </Text>
      <Group gap="sm" mb="sm">
        <TextInput
          w={280}
          aria-label={t('activity.search')}
          placeholder={t('activity.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={filter.text}
          maxLength={200}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <Select
          w={250}
          aria-label={t('activity.origin')}
          placeholder={t('activity.allOrigins')}
          data={known?.origins ?? []}
          value={filter.origin}
          onChange={(origin) => change({ origin })}
          clearable
          clearButtonProps={{ 'aria-label': t('activity.allOrigins') }}
        />
        <Checkbox
          label={t('activity.failedOnly')}
          checked={filter.failedOnly}
          onChange={(event) => change({ failedOnly: event.currentTarget.checked })}
        />
        <Text size="sm" c="var(--nadir-quiet)" data-testid="request-count">
          {formatNumber(i18n.language, total)}
        </Text>
        <span style={{ flex: 1 }} />
        {newer > 0 && (
          <Text size="sm" c="var(--nadir-quiet)">
            {t('activity.newer', { count: newer })}
          </Text>
        )}
        <Button
          variant="default"
          leftSection={
            held ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
          }
          onClick={() => change({ upTo: held ? null : (known?.newestId ?? 0) })}
        >
          {held ? t('activity.follow') : t('activity.hold')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() =>
            act(async () => {
              await client.activity.clearRequests();
              setSelected(null);
            })
          }
        >
          {t('activity.clear')}
        </Button>
      </Group>
      <div className={classes.columns}>
        <div className={classes.list}>
          <div className={`${classes.cells} ${classes.heads}`} aria-hidden>
            {columns.map((column) => (
              <span key={column} className={numbers.has(column) ? classes.number : undefined}>
                {t(`activity.column.${column}`)}
              </span>
            ))}
          </div>
          {shown && total === 0 && (
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
              selectedIndex={
                selected === null ? null : indexWhere(shown, (row: RequestRow) => row.id === selected)
              }
              hoveredIndex={null}
              onSelect={(index) => setSelected(rowAt(shown, index)?.id ?? null)}
              onOpen={() => document.querySelector<HTMLElement>(`.${classes.details}`)?.focus()}
              onHover={() => undefined}
              onRange={onRange}
              render={(index) => {
                const row = rowAt(shown, index);
                return row ? <RequestListRow row={row} t={t} language={i18n.language} /> : null;
              }}
            />
          )}
        </div>
        <section className={classes.details} aria-label={t('shell.details')} tabIndex={-1}>
          {selected === null ? (
            <Text size="sm" c="var(--nadir-quiet)">
              {t('activity.select')}
            </Text>
          ) : (
            <RequestDetailsView id={selected} />
          )}
        </section>
      </div>
    </div>
  );
}
