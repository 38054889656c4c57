import { Button, Center, Chip, Group, Menu, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconFileExport } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Bill, type BillTerms, billListSchema } from '../../../src-preload/contract/bills.ts';
import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import { isTimeZone } from '../../../src-preload/contract/zoned-days.ts';
import { useActiveConnection, useActiveScope, useApi, useSettings } from '../../kit/client/api.tsx';
import { NoScope } from '../../kit/contract/no-scope.tsx';
import { Busy } from '../../kit/ui/busy.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { CountChip } from '../../kit/ui/list-filters.tsx';
import shell from '../../kit/ui/panes.module.css';
import { billFormats } from './bill-format.ts';
import { ContractsPicker, PeriodPicker, ZonePicker } from './bill-head.tsx';
import { ShownList } from './bill-rows.tsx';
import { BillSummary } from './bill-summary.tsx';
import classes from './bills.module.css';
import { type BillListName, billStore } from './bills-store.ts';
import { SaveBill, SavedBills } from './saved-bills.tsx';
import { useExport } from './use-export.ts';

const lists: readonly BillListName[] = [
  'rows',
  'not-on-disk',
  'unbilled',
  'twice',
  'open-orders',
  'no-quantity',
  'no-time',
  'other-status',
];
/** Lists that are hidden while they are empty; entries in them mean that the service's answers are faulty. */
const rare: ReadonlySet<BillListName> = new Set(['no-quantity', 'no-time', 'other-status']);

function countOf(bill: Bill, shown: BillListName): number {
  if (shown === 'unbilled') return bill.unbilled;
  if (shown === 'open-orders') return bill.openOrders;
  return bill.counts[billListSchema.parse(shown)];
}

function Lists({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const chosen = useStore(billStore, (state) => state.shown);
  const offered = lists.filter((shown) => !rare.has(shown) || countOf(bill, shown) > 0 || shown === chosen);
  return (
    <>
      <div className={classes.lists}>
        <Chip.Group
          value={chosen}
          onChange={(value) =>
            billStore.setState({ shown: lists.find((shown) => shown === value) ?? 'rows' })
          }
        >
          <Group gap={4} role="group" aria-label={t('bills.show')}>
            {offered.map((shown) => (
              <CountChip
                key={shown}
                value={shown}
                count={countOf(bill, shown)}
                mark={
                  shown !== 'rows' &&
                  countOf(bill, shown) > 0 && (
                    <IconAlertTriangle size={12} aria-hidden color="var(--nadir-warning)" />
                  )
                }
                label={t(`bills.list.${shown}`)}
              />
            ))}
          </Group>
        </Chip.Group>
        <span className={classes.quiet}>{t(`bills.listMeans.${chosen}`)}</span>
      </div>
      <ShownList bill={bill} shown={chosen} count={countOf(bill, chosen)} />
    </>
  );
}

function ExportMenu({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const exporting = useExport();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconFileExport size={15} aria-hidden />}
            loading={exporting.isPending}
          >
            {t('bills.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {billFormats.map((format) => (
            <Menu.Item key={format} onClick={() => exporting.mutate({ bill, snapshot: null, format })}>
              {t(`bills.exportAs.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {exporting.isError && <ErrorNote error={exporting.error} />}
    </>
  );
}

function Bills({ connectionId }: { connectionId: ConnectionId }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const view = useStore(billStore);
  const savedZone = useSettings()?.workspace.billZone;
  const zone = typeof savedZone === 'string' && isTimeZone(savedZone) ? savedZone : 'UTC';
  const terms: BillTerms = {
    connectionId,
    contracts: view.contracts.length === 0 ? null : view.contracts,
    firstDay: view.firstDay,
    lastDay: view.lastDay,
    timeZone: zone,
  };
  const {
    data: bill,
    error,
    isPlaceholderData,
  } = useQuery({
    ...query.bills.get.queryOptions({ input: { terms } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h2 className={shell.paneTitle}>{t('shell.workspace.bills')}</h2>
        <SegmentedControl
          aria-label={t('bills.view')}
          value={view.kept ? 'kept' : 'bill'}
          data={[
            { value: 'bill', label: t('bills.viewBill') },
            { value: 'kept', label: t('bills.viewKept') },
          ]}
          onChange={(value) => billStore.setState({ kept: value === 'kept' })}
        />
        {!view.kept && (
          <>
            <PeriodPicker zone={zone} />
            <ZonePicker zone={zone} />
            <ContractsPicker connectionId={connectionId} />
            {bill && (
              <Group gap={6} ml="auto" wrap="nowrap">
                {isPlaceholderData && <Busy size={16} label={t('bills.workingOut')} />}
                <ExportMenu bill={bill} />
                <SaveBill bill={bill} disabled={isPlaceholderData} />
              </Group>
            )}
          </>
        )}
      </header>
      {view.kept ? (
        <SavedBills connectionId={connectionId} />
      ) : error !== null ? (
        <ErrorNote error={error} />
      ) : bill ? (
        <div className={classes.body} aria-busy={isPlaceholderData}>
          <section className={classes.side} aria-label={t('bills.summary')} data-pane="list">
            <BillSummary bill={bill} />
          </section>
          <section className={classes.mainSide} aria-label={t('bills.deliverables')} data-pane="details">
            <Lists bill={bill} />
          </section>
        </div>
      ) : (
        <Center h={160}>
          <Busy size={22} label={t('bills.workingOut')} />
        </Center>
      )}
    </div>
  );
}

/** Shows the deliveries of a period, counted so that the user can compare them with the service's bill. */
export function BillsWorkspace() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const active = useActiveConnection();
  if (!scope || !active) return <NoScope title={t('shell.workspace.bills')} />;
  return <Bills key={scope.connectionId} connectionId={scope.connectionId} />;
}
