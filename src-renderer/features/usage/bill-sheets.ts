import type {
  Bill,
  BillRow,
  BillTotal,
  OpenOrder,
  UnbilledScene,
} from '../../../src-preload/contract/bills.ts';
import { dayIn } from '../../../src-preload/contract/zoned-days.ts';

/** The content of an exported bill. */
export interface BillContent {
  bill: Bill;
  rows: readonly BillRow[];
  noTime: readonly BillRow[];
  otherStatus: readonly BillRow[];
  twice: readonly BillRow[];
  unbilled: readonly UnbilledScene[];
  openOrders: readonly OpenOrder[];
}

/** A cell. A number keeps its digits as text; the writer of the file decides how to store it. */
export type SheetCell = string | { number: string } | null;
/** A sheet of the spreadsheet, before it is written. */
export interface Sheet {
  headings: string[];
  rows: SheetCell[][];
}

const number = (text: string | null): SheetCell => (text === null ? null : { number: text });
const yesNo = (value: boolean) => (value ? 'yes' : 'no');

const rowHeadings = [
  'kind',
  'delivered_utc',
  'day',
  'quantity',
  'unit',
  'quantity_source',
  'quantity_field',
  'contract_id',
  'contract',
  'project',
  'sku',
  'level',
  'order_id',
  'order',
  'task_id',
  'capture_id',
  'scene_id',
  'deliverable_id',
  'status',
  'time_source',
  'on_disk',
  'provisional',
];

/**
 * Returns the cells of a row in the order of the headings, which are for programs and therefore the same in every
 * language.
 */
function rowCells(
  kind: string,
  row: BillRow,
  bill: Bill,
  names: ReadonlyMap<string | null, string | null>,
): SheetCell[] {
  return [
    kind,
    row.at,
    row.at === null ? null : dayIn(Date.parse(row.at), bill.terms.timeZone),
    number(row.quantity),
    row.unit,
    row.quantitySource,
    row.quantityField,
    row.contractId,
    names.get(row.contractId) ?? null,
    row.project,
    row.sku,
    row.level,
    row.orderId,
    row.orderName,
    row.taskId === null ? null : String(row.taskId),
    row.captureId,
    row.sceneId,
    row.deliverableId,
    row.status,
    row.timeSource,
    yesNo(row.onDisk),
    yesNo(row.provisional),
  ];
}

const namesOf = (bill: Bill) =>
  new Map(bill.sync.map(({ contractId, contractName }) => [contractId, contractName]));

/** Returns the rows of a usage report as a table. */
export function rowsSheet({ bill, rows }: BillContent): Sheet {
  const names = namesOf(bill);
  return { headings: rowHeadings, rows: rows.map((row) => rowCells('row', row, bill, names)) };
}

function totalCells(total: BillTotal): SheetCell[] {
  return [
    total.unit,
    number(total.quantity),
    number(String(total.rows)),
    number(total.areaQuantity),
    number(String(total.areaRows)),
  ];
}
const totalHeadings = ['unit', 'total', 'rows', 'of_which_area', 'area_rows'];

/** Returns the totals of a usage report as a table. */
export function totalsSheet({ bill }: BillContent): Sheet {
  const names = namesOf(bill);
  return {
    headings: ['kind', 'contract_id', 'contract', 'project', 'sku', ...totalHeadings],
    rows: [
      ...bill.totals.map((total) => ['total', null, null, null, null, ...totalCells(total)]),
      ...bill.parts.flatMap(({ contractId, project, sku, totals }) =>
        totals.map((total) => [
          'part',
          contractId,
          names.get(contractId) ?? null,
          project,
          sku,
          ...totalCells(total),
        ]),
      ),
    ],
  };
}

/** Returns the results of the checks as a table; the kinds are the same as on the screen. */
export function checksSheet(content: BillContent): Sheet {
  const { bill, rows } = content;
  const names = namesOf(bill);
  const of = (kind: string, row: BillRow): SheetCell[] => rowCells(kind, row, bill, names);
  const lone = (kind: string, known: Record<string, SheetCell>): SheetCell[] =>
    rowHeadings.map((heading) => (heading === 'kind' ? kind : (known[heading] ?? null)));
  return {
    headings: rowHeadings,
    rows: [
      ...content.twice.map((row) => of('twice', row)),
      ...content.unbilled.map((scene) =>
        lone('unbilled', {
          delivered_utc: scene.deliveredAt,
          contract_id: scene.contractId,
          contract: names.get(scene.contractId) ?? null,
          order_id: scene.orderId,
          capture_id: scene.captureId,
          scene_id: scene.sceneId,
          on_disk: 'yes',
        }),
      ),
      ...content.openOrders.map((order) =>
        lone('open-order', {
          contract_id: order.contractId,
          contract: names.get(order.contractId) ?? null,
          sku: order.sku,
          order_id: order.orderId,
          order: order.name,
          status: order.status,
          provisional: 'yes',
        }),
      ),
      ...content.noTime.map((row) => of('no-time', row)),
      ...content.otherStatus.map((row) => of('other-status', row)),
      ...rows.filter(({ quantity }) => quantity === null).map((row) => of('no-quantity', row)),
      ...rows.filter(({ onDisk }) => !onDisk).map((row) => of('not-on-disk', row)),
    ],
  };
}

/**
 * Returns one table for spreadsheets and GIS: first the counted rows, then the others, then the totals. Only counted
 * rows have a `quantity`, so that the sum of that column by unit equals the `total` of that unit at the end.
 */
export function csvSheet(content: BillContent): Sheet {
  const { bill } = content;
  const names = namesOf(bill);
  const quantityAt = rowHeadings.indexOf('quantity');
  const tail = (total: SheetCell, rows: SheetCell, apart: SheetCell): SheetCell[] => [total, rows, apart];
  const apart = (kind: string, row: BillRow) => [
    ...rowCells(kind, row, bill, names).with(quantityAt, null),
    ...tail(null, null, number(row.quantity)),
  ];
  return {
    headings: [...rowHeadings, 'total', 'total_rows', 'apart_quantity'],
    rows: [
      ...content.rows.map((row) => [...rowCells('row', row, bill, names), ...tail(null, null, null)]),
      ...content.noTime.map((row) => apart('no-time', row)),
      ...content.otherStatus.map((row) => apart('other-status', row)),
      ...bill.totals.map((total) => [
        ...rowHeadings.map((heading) =>
          heading === 'kind' ? 'total' : heading === 'unit' ? total.unit : null,
        ),
        ...tail(number(total.quantity), number(String(total.rows)), null),
      ]),
    ],
  };
}
