import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Revisit, RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatGap, formatInterval, formatShare } from '../../kit/i18n/format.ts';
import { timelineStore } from '../../kit/state/timeline-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { usePagedList } from '../../kit/ui/paged-list.ts';
import shell from '../../kit/ui/panes.module.css';
import { focusPane } from '../../kit/ui/panes.ts';
import { VirtualRows } from '../../kit/ui/virtual-rows.tsx';
import { nameOf } from './moment/entry-row.tsx';
import { Swatch, useContractTone } from './moment/marks.tsx';
import type { Timeline } from './moment/use-timeline.ts';

/** Returns the key of a revisit, which is unique over all contracts. */
export const keyOfRevisit = ({ contractId, subject }: Pick<Revisit, 'contractId' | 'subject'>) =>
  `${contractId ?? ''} ${subject.kind} ${subject.id}`;

/** Returns a function that describes the state of a revisit in a few words. */
function useStanding() {
  const { t, i18n } = useTranslation();
  return (row: RevisitWithGaps): string => {
    if (row.dueAt !== null && row.lateFrom !== null && Date.parse(row.lateFrom) < Date.now())
      return t('timeline.revisit.late', {
        time: formatGap(i18n.language, Date.now() - Date.parse(row.dueAt)),
      });
    if (row.withinCount !== null && row.gapCount > 0)
      return t('timeline.revisit.within', {
        share: formatShare(i18n.language, row.withinCount / row.gapCount),
      });
    if (row.isAhead) return t('timeline.revisit.notBegun');
    return row.open ? t('timeline.revisit.open') : t('timeline.revisit.over');
  };
}

/** Lists recurrent tasks and orders; those that exceed the requested interval most come first. */
export function RevisitList({ timeline }: { timeline: Timeline }) {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const tone = useContractTone();
  const standing = useStanding();
  const project = useStore(timelineStore, (state) => state.project);
  const chosen = useStore(timelineStore, (state) => state.revisit);
  const selected = chosen === null ? null : keyOfRevisit(chosen);
  const { connectionId, contractIds } = timeline;
  const input = { connectionId, contractIds, project };
  const list = usePagedList({
    terms: input,
    page: (range) => query.timeline.revisits.queryOptions({ input: { ...input, ...range } }),
  });
  const isSelected = (row: RevisitWithGaps) => keyOfRevisit(row) === selected;
  const at = selected === null ? (list.rowAt(0) ? 0 : null) : list.indexWhere(isSelected);
  const select = (index: number) => {
    const row = list.rowAt(index);
    if (row) timelineStore.setState({ revisit: row });
  };
  const total = list.total ?? 0;
  return (
    <>
      {list.error && <ErrorNote error={list.error} />}
      {list.total === 0 && (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {t('timeline.revisit.none')}
        </Text>
      )}
      {total > 0 && (
        <VirtualRows
          label={t('timeline.views.revisit')}
          count={total}
          rowHeight={48}
          selectedKey={selected}
          selectedIndex={at}
          hoveredIndex={null}
          onSelect={select}
          onOpen={() => focusPane('map')}
          onHover={() => undefined}
          onRange={list.onRange}
          render={(index) => {
            const row = list.rowAt(index);
            if (!row) return null;
            const contract =
              timeline.all && timeline.contracts.find(({ contractId }) => contractId === row.contractId);
            const asked = row.asked === null ? row.askedText : formatInterval(i18n.language, row.asked);
            const about = [
              t('timeline.revisit.every', { asked }),
              row.project,
              contract ? contract.name : null,
            ];
            return (
              <>
                <div className={shell.rowLine}>
                  <span className={shell.rowStart}>
                    {contract && <Swatch tone={tone(contract.colour)} />}
                    <span className={shell.rowName}>{nameOf(t, row)}</span>
                  </span>
                  <span className={shell.rowQuiet} style={{ flex: 'none' }}>
                    {standing(row)}
                  </span>
                </div>
                <div className={shell.rowQuiet}>{about.filter(Boolean).join(' · ')}</div>
              </>
            );
          }}
        />
      )}
    </>
  );
}
