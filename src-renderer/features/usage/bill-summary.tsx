import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  type Bill,
  type BillGroup,
  type BillGrouping,
  type BillSync,
  type BillTotal,
  billGroupingSchema,
} from '../../../src-preload/contract/bills.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { errorText } from '../../kit/i18n/error-text.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { useContractNames } from './bill-rows.tsx';
import { formatDecimal, unitWords } from './bill-words.ts';
import classes from './bills.module.css';
import { billStore } from './bills-store.ts';
import { formatMonth } from './period-words.ts';

function Totals({ bill }: { bill: Bill }) {
  const { t, i18n } = useTranslation();
  const { rows } = bill.counts;
  return (
    <section aria-label={t('bills.totals')} data-testid="bill-totals">
      {bill.totals.length === 0 && (
        <div className={classes.total}>
          <strong>{formatNumber(i18n.language, 0)}</strong>
        </div>
      )}
      {bill.totals.map((total) => (
        <div key={total.unit ?? ''} style={{ marginBottom: 6 }}>
          <div className={classes.total}>
            <strong>{formatDecimal(i18n.language, total.quantity)}</strong>
            <span>{unitWords(t, total.unit)}</span>
          </div>
          <div className={classes.quiet}>
            {t('bills.ofDeliverables', { count: total.rows })}
            {total.areaRows > 0 &&
              ` · ${t('bills.ofWhichArea', {
                quantity: formatDecimal(i18n.language, total.areaQuantity),
                unit: unitWords(t, total.unit),
                count: total.areaRows,
              })}`}
          </div>
        </div>
      ))}
      <div className={classes.quiet}>
        {/* Left out if there is a single total that already gives this number. */}
        {(bill.totals.length !== 1 || bill.totals[0]?.rows !== rows) &&
          `${t('bills.delivered', { count: rows })} · `}
        {t('bills.zoneIs', { zone: bill.terms.timeZone })}
      </div>
    </section>
  );
}

/** Says that a contract is in the bill only in part or not at all, with the reason if the last attempt to read its orders failed. */
function LackingNote({
  scope,
  contract,
  known,
}: {
  scope: Scope;
  contract: string;
  known: BillSync['known'];
}) {
  const { t } = useTranslation();
  const { query } = useApi();
  const error = useQuery(query.orders.syncState.queryOptions({ input: { scope } })).data?.error ?? null;
  const reason = error === null ? null : errorText(t, error);
  return (
    <div className={classes.warning} role="note">
      <IconAlertTriangle size={15} aria-hidden />
      <span>
        {known === 'never' ? t('bills.neverFetched', { contract }) : t('bills.partlyFetched', { contract })}
        {reason !== null && ` ${reason.title}. ${reason.hint}`}
      </span>
    </div>
  );
}

/** Shows how complete the bill is: it contains only orders that have been fetched. */
export function Completeness({ bill }: { bill: Pick<Bill, 'terms' | 'sync' | 'to'> }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const { nameOf } = useContractNames(bill);
  const { connectionId } = bill.terms;
  const fetchAll = useMutation({
    mutationFn: async () => {
      for (const { contractId } of bill.sync)
        await client.orders.sync({ scope: { connectionId, contractId } });
    },
  });
  const times = bill.sync.flatMap(({ at }) => at ?? []).sort();
  const oldest = times[0] ?? null;
  const lacking = bill.sync.filter(({ known }) => known !== 'whole');
  return (
    <section aria-label={t('bills.completeness')} data-testid="bill-completeness">
      {lacking.map(({ contractId, known }) => (
        <LackingNote
          key={contractId ?? ''}
          scope={{ connectionId, contractId }}
          contract={nameOf(contractId)}
          known={known}
        />
      ))}
      {lacking.length === 0 && oldest !== null && oldest < bill.to && (
        <div className={classes.warning} role="note">
          <IconAlertTriangle size={15} aria-hidden />
          <span>{t('bills.periodGoesOn')}</span>
        </div>
      )}
      <Group gap={8} mt={4} justify="space-between">
        <span className={classes.quiet}>
          {t('bills.fetched')} <TimeText at={oldest} fz="inherit" />
        </span>
        <Button
          size="compact-xs"
          variant="default"
          loading={fetchAll.isPending}
          onClick={() => fetchAll.mutate()}
        >
          {t('orders.syncNow')}
        </Button>
      </Group>
      {fetchAll.isError && <ErrorNote error={fetchAll.error} />}
    </section>
  );
}

const maxBars = 200;
const totalOf = (group: BillGroup, unit: string | null): BillTotal | undefined =>
  group.totals.find((total) => total.unit === unit);

function Bars({
  groups,
  unit,
  by,
  bill,
}: {
  groups: BillGroup[];
  unit: string | null;
  by: BillGrouping;
  bill: Bill;
}) {
  const { t, i18n } = useTranslation();
  const { nameOf } = useContractNames(bill);
  const sized = groups.map((group) => ({ group, size: Number(totalOf(group, unit)?.quantity ?? 0) }));
  // Months are in chronological order, all other groups by size.
  if (by !== 'month') sized.sort((a, b) => b.size - a.size);
  const largest = Math.max(0, ...sized.map(({ size }) => size));
  const nameOfKey = (key: string) => {
    if (by === 'contract')
      return nameOf(bill.sync.find(({ contractId }) => contractId === key)?.contractId ?? null);
    if (by === 'month') return formatMonth(i18n.language, `${key}-01`);
    return key || t('bills.none');
  };
  return (
    <>
      <table className={classes.bars}>
        <colgroup>
          <col style={{ width: '36%' }} />
          <col />
          <col style={{ width: 92 }} />
          <col style={{ width: 44 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t(`label.${by}`)}</th>
            <td />
            <th scope="col" data-right>
              {unitWords(t, unit)}
            </th>
            <th scope="col" data-right>
              {t('bills.column.rows')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sized.slice(0, maxBars).map(({ group, size }) => (
            <tr key={group.key}>
              <th scope="row" title={nameOfKey(group.key)}>
                {nameOfKey(group.key)}
              </th>
              <td>
                <span
                  className={classes.bar}
                  style={{ width: `${largest > 0 ? Math.max(0, (100 * size) / largest) : 0}%` }}
                />
              </td>
              <td data-right>{formatDecimal(i18n.language, totalOf(group, unit)?.quantity ?? '0')}</td>
              <td data-right>{formatNumber(i18n.language, group.rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sized.length > maxBars && (
        <div className={classes.quiet}>{t('bills.moreGroups', { count: sized.length - maxBars })}</div>
      )}
    </>
  );
}

/**
 * Reads the groups of one grouping. Those of the terms before stay while those of the present ones are on the way; of another grouping
 * none may stay, because their keys mean something else.
 */
function BarsOfGrouping({ unit, by, bill }: { unit: string | null; by: BillGrouping; bill: Bill }) {
  const { query } = useApi();
  const groups = useQuery({
    ...query.bills.groups.queryOptions({ input: { terms: bill.terms, by } }),
    placeholderData: keepPreviousData,
  });
  return groups.data && <Bars groups={groups.data} unit={unit} by={by} bill={bill} />;
}

export function Groups({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const by = useStore(billStore, (state) => state.by);
  const [wanted, setWanted] = useState<string | null>(null);
  const units = bill.totals.map(({ unit }) => unit);
  const place = wanted === null ? 0 : Math.min(Number(wanted), units.length - 1);
  const unit = units[place] ?? null;
  if (bill.counts.rows === 0) return null;
  return (
    <section aria-label={t('bills.breakdown')} data-testid="bill-groups">
      <h3 className={classes.sectionTitle}>{t('bills.breakdown')}</h3>
      <Group gap={8} mb={8} wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label={t('bills.breakdown')}
          value={by}
          data={billGroupingSchema.options.map((value) => ({ value, label: t(`label.${value}`) }))}
          onChange={(value) => billStore.setState({ by: billGroupingSchema.parse(value) })}
        />
      </Group>
      {units.length > 1 && (
        <Select
          mb={8}
          aria-label={t('label.unit')}
          allowDeselect={false}
          value={String(place)}
          data={units.map((each, i) => ({ value: String(i), label: unitWords(t, each) }))}
          onChange={setWanted}
        />
      )}
      <BarsOfGrouping key={by} unit={unit} by={by} bill={bill} />
    </section>
  );
}

/** The totals of a bill, how complete they are, and how they are divided into groups. */
export function BillSummary({ bill }: { bill: Bill }) {
  return (
    <>
      <Totals bill={bill} />
      <Completeness bill={bill} />
      <Groups bill={bill} />
    </>
  );
}
