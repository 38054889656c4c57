import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TimelineEntry, TimelineTerms } from '../../../src-preload/contract/timeline.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import { hover, useHovered, useSelected } from '../../kit/state/selection.ts';
import { selectEntry } from '../../kit/state/timeline-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { focusPane } from '../../kit/ui/panes.ts';
import { ListRows, useSelectableList } from '../../kit/ui/selectable-list.tsx';
import { type DaySpan, startOf } from './moment/days.ts';
import { EntryRow } from './moment/entry-row.tsx';
import { useContractTone } from './moment/marks.tsx';
import { spanOf, type Timeline } from './moment/use-timeline.ts';

/** Lists the entries of the shown days in chronological order. */
export function EntryList({
  timeline,
  terms,
  span,
}: {
  timeline: Timeline;
  terms: TimelineTerms;
  span: DaySpan;
}) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const tone = useContractTone();
  const input = { ...terms, span: spanOf(span) };
  const list = useSelectableList({
    terms: input,
    page: (range) => query.timeline.list.queryOptions({ input: { ...input, ...range } }),
    load: (range) => client.timeline.list({ ...input, ...range }),
    keyOf: (row: TimelineEntry) => row.key,
    selected: useSelected('moment'),
    hovered: useHovered('moment'),
    onSelect: selectEntry,
    onHover: (row) => hover('moment', row?.key ?? null),
  });
  const contractOf = (entry: TimelineEntry) => {
    const found =
      timeline.all && timeline.contracts.find(({ contractId }) => contractId === entry.contractId);
    return found ? { name: found.name, tone: tone(found.colour) } : null;
  };
  const { language } = i18n;
  const days = [startOf(span.from), startOf(span.to - 1)].map((at) => formatUtcDay(language, at));
  return (
    <>
      <Text px={12} py={6} size="xs" c="var(--nadir-quiet)" data-testid="listed">
        {t('timeline.listed', {
          days: [...new Set(days)].join(' – '),
          count: list.total ?? 0,
        })}
      </Text>
      {list.error && <ErrorNote error={list.error} />}
      {list.total === 0 && (
        <Text px="md" size="sm" c="var(--nadir-quiet)">
          {t('timeline.nothing')}
        </Text>
      )}
      <ListRows
        label={t('shell.workspace.timeline')}
        rowHeight={48}
        list={list}
        onOpen={() => focusPane('details')}
        render={(entry) => <EntryRow entry={entry} t={t} language={language} contract={contractOf(entry)} />}
      />
    </>
  );
}
