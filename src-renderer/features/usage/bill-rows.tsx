import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bill, BillRow } from '../../../src-preload/contract/bills.ts';
import type { ContractId, LibrarySceneId, OrderId } from '../../../src-preload/contract/ids.ts';
import { dayIn } from '../../../src-preload/contract/zoned-days.ts';
import { useActiveConnection, useApi } from '../../kit/client/api.tsx';
import { formatNumber } from '../../kit/i18n/format.ts';
import { serviceWord } from '../../kit/i18n/service-word.ts';
import { clearMapSelection } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { usePagedList } from '../../kit/ui/paged-list.ts';
import { focusPaneSoon } from '../../kit/ui/panes.ts';
import { TimeCell } from '../../kit/ui/time-text.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { BillGrid, type GridColumn } from './bill-grid.tsx';
import { formatDecimal, sourceWords, unitWords } from './bill-words.ts';
import classes from './bills.module.css';
import type { BillListName } from './bills-store.ts';

/**
 * Returns functions that open the order or scene of a row. An order is shown under its own contract, which is selected
 * first.
 */
function useSubjects() {
  const { client } = useApi();
  const act = useAct();
  const active = useActiveConnection();
  const showOrder = useCallback(
    (contractId: ContractId | null, orderId: OrderId) =>
      act(async () => {
        if (active && contractId !== null && contractId !== active.selectedContractId) {
          clearMapSelection();
          await client.contracts.select({ connectionId: active.id, contractId });
        }
        select('order', orderId);
        showWorkspace('orders');
        focusPaneSoon('details');
      }),
    [act, active, client],
  );
  const showScene = useCallback((librarySceneId: LibrarySceneId) => {
    select('scene', librarySceneId);
    showWorkspace('library');
    focusPaneSoon('details');
  }, []);
  return { showOrder, showScene };
}

const dash = '—';

function Link({ label, title, onClick }: { label: string; title?: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.link} title={title ?? label} onClick={onClick}>
      {label}
    </button>
  );
}

/** Returns the names of the bill's contracts, and whether the table needs a column for them. */
export function useContractNames(bill: Pick<Bill, 'sync'>) {
  const { t } = useTranslation();
  return {
    several: bill.sync.length > 1,
    nameOf: (contractId: BillRow['contractId']) =>
      bill.sync.find((each) => each.contractId === contractId)?.contractName ??
      contractId ??
      t('bills.noContract'),
  };
}

/** Returns the columns of a bill and a function that creates the cells of a row. */
export function useRowCells(bill: Bill) {
  const { t, i18n } = useTranslation();
  const { several, nameOf } = useContractNames(bill);
  const { showOrder, showScene } = useSubjects();
  const zone = bill.terms.timeZone;
  const zoned = zone !== 'UTC';
  const columns: GridColumn[] = [
    { key: 'time', head: t('label.delivered'), width: 174 },
    ...(zoned ? [{ key: 'day', head: t('bills.column.day'), width: 86 }] : []),
    { key: 'quantity', head: t('bills.column.quantity'), width: 96, right: true },
    { key: 'unit', head: t('label.unit'), width: 44 },
    { key: 'source', head: t('bills.column.source'), width: 140 },
    { key: 'state', head: t('bills.column.state'), width: 136 },
    { key: 'order', head: t('label.order'), width: 140, grow: 1.4 },
    { key: 'project', head: t('label.project'), width: 110, grow: 1 },
    ...(several ? [{ key: 'contract', head: t('label.contract'), width: 110, grow: 1 }] : []),
    { key: 'sku', head: t('label.sku'), width: 118 },
    { key: 'level', head: t('label.level'), width: 62 },
    { key: 'scene', head: t('bills.column.scene'), width: 150, grow: 1.2 },
  ];
  const stateOf = (row: BillRow) =>
    [
      row.onDisk ? t('bills.onDisk') : t('library.notOnDisk'),
      row.provisional ? t('bills.provisional') : null,
      row.timeSource === 'updated' || row.timeSource === 'event'
        ? t(`bills.timeSource.${row.timeSource}`)
        : null,
    ]
      .filter(Boolean)
      .join(' · ');
  const cells = (row: BillRow) => {
    const { at, librarySceneId, sceneId } = row;
    return [
      <TimeCell key="time" at={at} language={i18n.language} seconds />,
      ...(zoned ? [at === null ? dash : dayIn(Date.parse(at), zone)] : []),
      row.quantity === null ? dash : formatDecimal(i18n.language, row.quantity),
      row.quantity === null ? '' : unitWords(t, row.unit),
      <span key="source" title={sourceWords(t, row)}>
        {sourceWords(t, row)}
      </span>,
      <span key="state" title={stateOf(row)}>
        {stateOf(row)}
      </span>,
      <Link
        key="order"
        label={row.orderName || t('orders.unnamed', { id: row.orderId })}
        title={t('bills.showOrder', { id: row.orderId, contract: nameOf(row.contractId) })}
        onClick={() => showOrder(row.contractId, row.orderId)}
      />,
      <span key="project" title={row.project}>
        {row.project || dash}
      </span>,
      ...(several ? [nameOf(row.contractId)] : []),
      row.sku || dash,
      row.level ?? dash,
      sceneId !== null && librarySceneId !== null ? (
        <Link key="scene" label={sceneId} onClick={() => showScene(librarySceneId)} />
      ) : (
        <span key="scene" title={sceneId ?? row.captureId ?? ''}>
          {sceneId ?? row.captureId ?? dash}
        </span>
      ),
    ];
  };
  return { columns, cells };
}

function Rows({ bill, shown }: { bill: Bill; shown: Exclude<BillListName, 'unbilled' | 'open-orders'> }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const { columns, cells } = useRowCells(bill);
  const { terms } = bill;
  const list = usePagedList({
    terms: [terms, shown],
    page: (range) => query.bills.rows.queryOptions({ input: { terms, list: shown, ...range } }),
  });
  if (list.error) return <ErrorNote error={list.error} />;
  return (
    <BillGrid
      label={t(`bills.list.${shown}`)}
      columns={columns}
      count={list.total ?? 0}
      onRange={list.onRange}
      cells={(index) => {
        const found = list.rowAt(index);
        return found ? cells(found) : null;
      }}
    />
  );
}

function Unbilled({ bill }: { bill: Bill }) {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const { nameOf } = useContractNames(bill);
  const { showOrder, showScene } = useSubjects();
  const { terms } = bill;
  const list = usePagedList({
    terms,
    page: (range) => query.bills.unbilled.queryOptions({ input: { terms, ...range } }),
  });
  if (list.error) return <ErrorNote error={list.error} />;
  const columns: GridColumn[] = [
    { key: 'saved', head: t('bills.column.saved'), width: 174 },
    { key: 'files', head: t('label.files'), width: 52, right: true },
    { key: 'scene', head: t('bills.column.scene'), width: 220, grow: 1.4 },
    { key: 'contract', head: t('label.contract'), width: 120, grow: 1 },
    { key: 'delivered', head: t('label.delivered'), width: 174 },
    { key: 'order', head: t('label.order'), width: 120, grow: 1 },
  ];
  return (
    <BillGrid
      label={t('bills.list.unbilled')}
      columns={columns}
      count={list.total ?? 0}
      onRange={list.onRange}
      cells={(index) => {
        const found = list.rowAt(index);
        if (!found) return null;
        const { orderId } = found;
        return [
          <TimeCell key="saved" at={found.savedAt} language={i18n.language} seconds />,
          formatNumber(i18n.language, found.files),
          <Link key="scene" label={found.sceneId} onClick={() => showScene(found.librarySceneId)} />,
          nameOf(found.contractId),
          <TimeCell key="delivered" at={found.deliveredAt} language={i18n.language} seconds />,
          orderId === null ? (
            t('bills.noOrder')
          ) : (
            <Link
              key="order"
              label={t('orders.unnamed', { id: orderId })}
              onClick={() => showOrder(found.contractId, orderId)}
            />
          ),
        ];
      }}
    />
  );
}

function OpenOrders({ bill }: { bill: Bill }) {
  const { t, i18n } = useTranslation();
  const { query } = useApi();
  const { nameOf } = useContractNames(bill);
  const { showOrder } = useSubjects();
  const { terms } = bill;
  const list = usePagedList({
    terms,
    page: (range) => query.bills.openOrders.queryOptions({ input: { terms, ...range } }),
  });
  if (list.error) return <ErrorNote error={list.error} />;
  const columns: GridColumn[] = [
    { key: 'order', head: t('label.order'), width: 220, grow: 1.4 },
    { key: 'contract', head: t('label.contract'), width: 120, grow: 1 },
    { key: 'sku', head: t('label.sku'), width: 130 },
    { key: 'status', head: t('label.status'), width: 140 },
    { key: 'kind', head: t('label.type'), width: 150 },
    { key: 'rows', head: t('bills.column.rows'), width: 90, right: true },
  ];
  return (
    <BillGrid
      label={t('bills.list.open-orders')}
      columns={columns}
      count={list.total ?? 0}
      onRange={list.onRange}
      cells={(index) => {
        const found = list.rowAt(index);
        if (!found) return null;
        return [
          <Link
            key="order"
            label={found.name || t('orders.unnamed', { id: found.orderId })}
            title={t('bills.showOrder', { id: found.orderId, contract: nameOf(found.contractId) })}
            onClick={() => showOrder(found.contractId, found.orderId)}
          />,
          nameOf(found.contractId),
          found.sku || dash,
          found.status === '' ? dash : serviceWord(t, found.status),
          found.archive ? t('bills.archive') : t('bills.newImagery'),
          formatNumber(i18n.language, found.rows),
        ];
      }}
    />
  );
}

/** Shows one list of the bill, or a text if it is empty. */
export function ShownList({ bill, shown, count }: { bill: Bill; shown: BillListName; count: number }) {
  const { t } = useTranslation();
  if (count === 0)
    return (
      <Text p="md" size="sm" c="var(--nadir-quiet)">
        {shown === 'rows' ? t('bills.empty') : t('bills.nothingFound')}
      </Text>
    );
  if (shown === 'unbilled') return <Unbilled bill={bill} />;
  if (shown === 'open-orders') return <OpenOrders bill={bill} />;
  return <Rows key={shown} bill={bill} shown={shown} />;
}
