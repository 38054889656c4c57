import { ActionIcon, MultiSelect, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isBillPeriod } from '../../../src-preload/contract/bills.ts';
import { contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { dayIn, isDay } from '../../../src-preload/contract/zoned-days.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import classes from './bills.module.css';
import { billStore, type PeriodKind, periodAround, stepPeriod } from './bills-store.ts';
import { formatPeriod } from './period-words.ts';

const kinds: readonly PeriodKind[] = ['month', 'quarter', 'custom'];

/** Days that are typed are the period once they are one; until then the figures stay those of the period before, and this says so. */
function CustomDays() {
  const { t, i18n } = useTranslation();
  const firstDay = useStore(billStore, (state) => state.firstDay);
  const lastDay = useStore(billStore, (state) => state.lastDay);
  const [typed, setTyped] = useState({ firstDay, lastDay });
  const change = (patch: Partial<typeof typed>) => {
    const next = { ...typed, ...patch };
    setTyped(next);
    if (problemOfDays(next) === null) billStore.setState(next);
  };
  const problem = problemOfDays(typed);
  const period = formatPeriod(i18n.language, firstDay, lastDay);
  return (
    <>
      <TextInput
        type="date"
        w={132}
        aria-label={t('bills.firstDay')}
        value={typed.firstDay}
        error={problem !== null}
        onChange={(event) => change({ firstDay: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        w={132}
        aria-label={t('bills.lastDay')}
        value={typed.lastDay}
        error={problem !== null}
        onChange={(event) => change({ lastDay: event.currentTarget.value })}
      />
      {problem !== null && (
        <Text size="xs" c="var(--nadir-warning)" maw={300} role="alert">
          {problem === 'incomplete'
            ? t('bills.daysIncomplete', { period })
            : t('bills.daysInWrongOrder', { period })}
        </Text>
      )}
    </>
  );
}

/** Returns why two days are no period of a report; null if they are one. */
function problemOfDays(days: { firstDay: string; lastDay: string }): 'incomplete' | 'order' | null {
  // A year that is being typed begins with zeros.
  if (![days.firstDay, days.lastDay].every((day) => isDay(day) && day >= '1990')) return 'incomplete';
  return isBillPeriod(days) ? null : 'order';
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
        <CustomDays />
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
