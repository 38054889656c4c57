import { ActionIcon, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { dayIn, isDay } from '../../../src-preload/contract/zoned-days.ts';
import { useApi } from '../../client/api.tsx';
import { useAct } from '../../ui/use-act.ts';
import classes from './bills.module.css';
import { billStore, type PeriodKind, periodAround, stepPeriod } from './bills-store.ts';
import { formatPeriod } from './period-words.ts';

const kinds: readonly PeriodKind[] = ['month', 'quarter', 'custom'];

function CustomDays({ firstDay, lastDay }: { firstDay: string; lastDay: string }) {
  const { t } = useTranslation();
  // An incomplete date changes nothing. If the first day would be after the last, both become the changed day.
  const change = (patch: { firstDay?: string; lastDay?: string }) => {
    const next = { firstDay, lastDay, ...patch };
    if (isDay(next.firstDay) && isDay(next.lastDay) && next.firstDay >= '1990')
      billStore.setState(
        next.firstDay <= next.lastDay
          ? next
          : patch.firstDay
            ? { firstDay: next.firstDay, lastDay: next.firstDay }
            : { firstDay: next.lastDay, lastDay: next.lastDay },
      );
  };
  return (
    <>
      <TextInput
        type="date"
        w={132}
        aria-label={t('bills.firstDay')}
        value={firstDay}
        onChange={(event) => change({ firstDay: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        w={132}
        aria-label={t('bills.lastDay')}
        value={lastDay}
        onChange={(event) => change({ lastDay: event.currentTarget.value })}
      />
    </>
  );
}

/** Selects the period: a month, a quarter or any days. */
export function PeriodPicker({ zone }: { zone: string }) {
  const { t, i18n } = useTranslation();
  const kind = useStore(billStore, (state) => state.kind);
  const firstDay = useStore(billStore, (state) => state.firstDay);
  const lastDay = useStore(billStore, (state) => state.lastDay);
  const choose = (value: string) => {
    const next = kinds.find((each) => each === value) ?? 'month';
    billStore.setState(next === 'custom' ? { kind: next } : { kind: next, ...periodAround(next, firstDay) });
  };
  const today = dayIn(Date.now(), zone);
  return (
    <>
      <SegmentedControl
        aria-label={t('bills.period')}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`label.${value}`) }))}
        onChange={choose}
      />
      {kind === 'custom' ? (
        <CustomDays firstDay={firstDay} lastDay={lastDay} />
      ) : (
        <div className={classes.stepper}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('bills.earlier')}
            title={t('bills.earlier')}
            onClick={() => billStore.setState(stepPeriod(kind, firstDay, -1))}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>

          <output aria-live="polite">{formatPeriod(i18n.language, firstDay, lastDay)}</output>

          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('bills.later')}
            title={t('bills.later')}
            disabled={lastDay >= today}
            onClick={() => billStore.setState(stepPeriod(kind, firstDay, 1))}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </>
  );
}

/** Selects the time zone in which a day starts; the choice is saved. */
export function ZonePicker({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const zones = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])], []);
  return (
    <Select
      w={176}
      label={t('bills.zone')}
      value={zone}
      data={zones.includes(zone) ? zones : [zone, ...zones]}
      searchable
      allowDeselect={false}
      limit={60}
      onChange={(value) => value && act(() => client.settings.set({ workspace: { billZone: value } }))}
    />
  );
}

/** Selects one, several or all contracts of the connection. */
export function ContractsPicker({ connectionId }: { connectionId: BillConnection }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const chosen = useStore(billStore, (state) => state.contracts);
  const contracts = useQuery(query.bills.contracts.queryOptions({ input: { connectionId } })).data ?? [];
  const data = contracts.map(({ contractId, name }) => ({
    value: contractId ?? '',
    label: name ?? contractId ?? t('bills.noContract'),
  }));
  if (data.length < 2) return null;
  return (
    <MultiSelect
      w={240}
      size="xs"
      label={t('label.contracts')}
      placeholder={chosen.length === 0 ? t('common.allContracts') : ''}
      data={data}
      value={chosen.map((id) => id ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.allContracts') }}
      onChange={(ids) =>
        billStore.setState({ contracts: ids.map((id) => (id === '' ? null : contractIdSchema.parse(id))) })
      }
    />
  );
}

type BillConnection = Parameters<
  ReturnType<typeof useApi>['client']['bills']['contracts']
>[0]['connectionId'];
