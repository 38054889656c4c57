import { Center, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Comparison, Snapshot } from '../../../src-preload/contract/bills.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatNumber } from '../../kit/i18n/format.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { usePagedList } from '../../kit/ui/paged-list.ts';
import { BillGrid } from './bill-grid.tsx';
import { useRowCells } from './bill-rows.tsx';
import { formatDecimal, unitWords } from './bill-words.ts';
import classes from './bills.module.css';

/** Formats a difference with its sign. */
const signed = (locale: string, text: string) =>
  text.startsWith('-') || text === '0' ? formatDecimal(locale, text) : `+${formatDecimal(locale, text)}`;

function TotalsCompared({ comparison }: { comparison: Comparison }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { counts } = comparison;
  return (
    <div className={classes.lists} data-testid="bill-comparison">
      <table className={classes.compareTotals}>
        <thead className={classes.compareHead}>
          <tr>
            <th scope="col">{t('label.unit')}</th>
            <th scope="col">{t('bills.before')}</th>
            <th scope="col">{t('bills.after')}</th>
            <th scope="col">{t('bills.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {comparison.totals.map(({ unit, before, after, difference }) => (
            <tr key={unit ?? ''}>
              <th scope="row">{unitWords(t, unit)}</th>
              <td>{formatDecimal(language, before)}</td>
              <td>{formatDecimal(language, after)}</td>
              <td>
                <strong>{signed(language, difference)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm">
        {t('bills.changes', {
          added: formatNumber(language, counts.added),
          gone: formatNumber(language, counts.gone),
          changed: formatNumber(language, counts.changed),
          same: formatNumber(language, counts.same),
        })}
      </Text>
    </div>
  );
}

function Changes({ before, after }: { before: Snapshot; after: Snapshot | null }) {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const { columns, cells } = useRowCells(after?.bill ?? before.bill);
  const compared = { before: before.id, after: after?.id ?? null };
  const list = usePagedList({
    terms: compared,
    page: (range) => query.bills.changes.queryOptions({ input: { ...compared, ...range } }),
  });
  if (list.error) return <ErrorNote error={list.error} />;
  return (
    <BillGrid
      label={t('bills.changesTitle')}
      columns={[
        { key: 'kind', head: t('bills.column.change'), width: 72 },
        { key: 'was', head: t('bills.column.was'), width: 96, right: true },
        ...columns,
      ]}
      count={list.total ?? 0}
      onRange={list.onRange}
      cells={(index) => {
        const change = list.rowAt(index);
        const now = change?.after ?? change?.before;
        if (!change || !now) return null;
        const was = change.kind === 'changed' ? change.before : null;
        return [
          t(`bills.change.${change.kind}`),
          was ? `${formatDecimal(i18n.language, was.quantity ?? '')} ${unitWords(t, was.unit)}` : '—',
          ...cells(now),
        ];
      }}
    />
  );
}

/** Compares a saved bill with another one, or with the current bill for the same terms. */
export function CompareBills({ before, after }: { before: Snapshot; after: Snapshot | null }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const input = { before: before.id, after: after?.id ?? null };
  const compared = useQuery(query.bills.compare.queryOptions({ input }));
  if (compared.isError) return <ErrorNote error={compared.error} />;
  if (!compared.data)
    return (
      <Center h={120}>
        <Busy size={22} label={t('bills.workingOut')} />
      </Center>
    );
  const { counts } = compared.data;
  return (
    <>
      <TotalsCompared comparison={compared.data} />
      {counts.added + counts.gone + counts.changed === 0 ? (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {t('bills.noChange')}
        </Text>
      ) : (
        <Changes before={before} after={after} />
      )}
    </>
  );
}
