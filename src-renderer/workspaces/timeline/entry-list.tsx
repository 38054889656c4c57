import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AgendaEntry, AgendaTerms } from '../../../src-preload/contract/agenda.ts';
import { useApi } from '../../client/api.tsx';
import { formatUtcDay } from '../../i18n/format.ts';
import { hover, select, useHovered, useSelected } from '../../state/selection.ts';
import { type DaySpan, startOf } from '../../subjects/moment/days.ts';
import { EntryRow } from '../../subjects/moment/entry-row.tsx';
import { useContractTone } from '../../subjects/moment/marks.tsx';
import { spanOf, type Timeline } from '../../subjects/moment/use-timeline.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import {
  indexWhere,
  pageSize,
  rowAt,
  useLatest,
  usePagesInView,
  useShownPages,
} from '../../ui/paged-rows.ts';
import { focusPane } from '../../ui/panes.ts';
import { useAct } from '../../ui/use-act.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';

/** All that falls into the days that are shown, in order of time. */
export function EntryList({
  timeline,
  terms,
  span,
}: {
  timeline: Timeline;
  terms: AgendaTerms;
  span: DaySpan;
}) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const latest = useLatest();
  const tone = useContractTone();
  const { pages, onRange } = usePagesInView();
  const input = { ...terms, span: spanOf(span) };
  const lists = useQueries({
    queries: pages.map((page) =>
      query.agenda.list.queryOptions({ input: { ...input, offset: page * pageSize, limit: pageSize } }),
    ),
  });
  const shown = useShownPages(
    JSON.stringify(input),
    pages.map((page, i) => [page, lists[i]?.data] as const),
  );
  const selected = useSelected('moment');
  const hovered = useHovered('moment');
  const failed = lists.find((list) => list.isError)?.error;
  const total = shown?.total ?? 0;
  const contractOf = (entry: AgendaEntry) => {
    const found =
      timeline.all && timeline.contracts.find(({ contractId }) => contractId === entry.contractId);
    return found ? { name: found.name, tone: tone(found.colour) } : null;
  };
  const selectAt = (index: number) =>
    act(() =>
      latest(
        async () =>
          rowAt(shown, index) ?? (await client.agenda.list({ ...input, offset: index, limit: 1 })).rows[0],
        (row) => row && select('moment', row),
      ),
    );
  const { language } = i18n;
  const days = [startOf(span.from), startOf(span.to - 1)].map((at) => formatUtcDay(language, at));
  return (
    <>
      <Text px={12} py={6} size="xs" c="var(--nadir-quiet)" data-testid="listed">
        {t('timeline.listed', {
          days: [...new Set(days)].join(' – '),
          count: total,
        })}
      </Text>
      {failed !== undefined && <ErrorNote error={failed} />}
      {shown && total === 0 && (
        <Text px="md" size="sm" c="var(--nadir-quiet)">
          {t('timeline.nothing')}
        </Text>
      )}
      {total > 0 && (
        <VirtualRows
          label={t('shell.workspace.timeline')}
          count={total}
          rowHeight={48}
          selectedKey={selected?.key ?? null}
          selectedIndex={selected ? indexWhere(shown, (row: AgendaEntry) => row.key === selected.key) : null}
          hoveredIndex={
            hovered === null ? null : indexWhere(shown, (row: AgendaEntry) => row.key === hovered)
          }
          onSelect={selectAt}
          onOpen={() => focusPane('details')}
          onHover={(index) => hover('moment', index === null ? null : (rowAt(shown, index)?.key ?? null))}
          onRange={onRange}
          render={(index) => {
            const entry = rowAt(shown, index);
            return entry ? (
              <EntryRow entry={entry} t={t} language={language} contract={contractOf(entry)} />
            ) : null;
          }}
        />
      )}
    </>
  );
}
