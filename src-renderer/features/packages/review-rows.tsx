import { Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconMinus,
  IconPencil,
  IconPlus,
  IconSend,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  HandedDecision,
  HandedGroup,
  HandedRow,
  HandedState,
  PackageId,
} from '../../../src-preload/contract/handover.ts';
import { useApi } from '../../kit/client/api.tsx';
import { mergePages, type PagedRows, pageSize, rowAt, usePagesInView } from '../../kit/ui/paged-rows.ts';
import { TwoLineRow } from '../../kit/ui/two-line-row.tsx';
import { VirtualRows } from '../../kit/ui/virtual-rows.tsx';
import { decisionText, fieldText, kindText } from './handover-words.ts';

const icons: Readonly<Record<HandedState, typeof IconPlus>> = {
  same: IconMinus,
  new: IconPlus,
  'changed-there': IconArrowDownRight,
  'removed-there': IconMinus,
  conflict: IconAlertTriangle,
  'changed-here': IconArrowUpRight,
  'removed-here': IconPencil,
  'sent-here': IconSend,
};

const keyed: Readonly<Record<string, HandedDecision>> = { m: 'mine', t: 'theirs', b: 'both' };
const rowHeightPx = 46;

/** Returns the rows of a group of the review, page by page. */
export function useReviewRows(id: PackageId, group: HandedGroup) {
  const { query } = useApi();
  const { pages, onRange } = usePagesInView();
  const arrived = useQueries({
    queries: pages.map((page) =>
      query.handover.rows.queryOptions({ input: { id, group, offset: page * pageSize, limit: pageSize } }),
    ),
  });
  const kept = useRef<PagedRows<HandedRow> | null>(null);
  const shown = mergePages(
    kept.current,
    group,
    pages.map((number, i) => ({
      number,
      data: arrived[i]?.data,
      arrivedAt: arrived[i]?.dataUpdatedAt ?? 0,
    })),
    Date.now(),
  );
  kept.current = shown;
  const isOfGroup = shown?.terms === group;
  return {
    total: isOfGroup ? shown.total : null,
    rowAt: (index: number) => (isOfGroup ? rowAt(shown, index) : undefined),
    onRange,
    error: arrived.find(({ error }) => error)?.error ?? null,
  };
}

interface ReviewRowsProps {
  label: string;
  rows: ReturnType<typeof useReviewRows>;
  selected: number;
  onSelect: (index: number) => void;
  onDecide: (row: HandedRow, decision: HandedDecision) => void;
}

/** The items of a group. The arrow keys move, and letters decide about the selected one. */
export function ReviewRows({ label, rows, selected, onSelect, onDecide }: ReviewRowsProps) {
  const { t } = useTranslation();
  const [hovered, setHovered] = useState<number | null>(null);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const decision =
      event.ctrlKey || event.metaKey || event.altKey ? undefined : keyed[event.key.toLowerCase()];
    const row = rows.rowAt(selected);
    if (decision === undefined || row === undefined || !row.options.includes(decision)) return;
    event.preventDefault();
    event.stopPropagation();
    onDecide(row, decision);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes on keys of the list within
    <div style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }} onKeyDown={onKeyDown}>
      <VirtualRows
        label={label}
        count={rows.total ?? 0}
        rowHeight={rowHeightPx}
        selectedKey={selected}
        selectedIndex={rows.total === null || rows.total === 0 ? null : selected}
        hoveredIndex={hovered}
        onHover={setHovered}
        onSelect={onSelect}
        onOpen={() => undefined}
        onRange={rows.onRange}
        render={(index) => {
          const row = rows.rowAt(index);
          if (row === undefined) return null;
          const Icon = icons[row.state];
          return (
            <TwoLineRow
              mark={
                <Icon
                  size={15}
                  aria-hidden
                  color={row.decision === null ? 'var(--nadir-warning)' : undefined}
                />
              }
              state={t(`handover.review.state.${row.state}`)}
              name={row.name || row.itemId}
              flag={null}
              trailing={
                row.isNeeded
                  ? t('handover.review.needed')
                  : row.decision === null
                    ? t('handover.review.undecided')
                    : decisionText(t, row, row.decision)
              }
              about={[kindText(t, row.kind), row.fields.map((field) => fieldText(t, field)).join(', ')]}
            />
          );
        }}
      />
    </div>
  );
}

/** Says that a group is empty. */
export function EmptyGroup({ group }: { group: HandedGroup }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="var(--nadir-quiet)" p="sm">
      {t(`handover.review.emptyGroup.${group}`)}
    </Text>
  );
}
