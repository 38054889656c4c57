import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BillRow, BillTerms } from '../../../src-preload/contract/bills.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { type PracticeHarness, startPracticeHarness } from '../../../testing/practice-harness.ts';
import { allMigrations } from '../../app/all-migrations.ts';
import { createSceneHoldings } from '../library/scene-holdings.ts';
import { createBillSource } from '../orders/bill-source.ts';
import { createOrderSync } from '../orders/order-sync.ts';
import { createOrderTable } from '../orders/order-table.ts';
import { createPartTable } from '../orders/part-table.ts';
import { createBills } from './bills.ts';

// Reads the service's answers without any code of Nadir.
const position = z.tuple([z.number(), z.number()]).rest(z.unknown());
const rawSchema = z.looseObject({
  deliverable_id: z.string(),
  order: z.string(),
  status: z.string(),
  sku: z.string(),
  project_name: z.string(),
  delivered_at: z.string().optional(),
  quantity: z.number().optional(),
  billable_quantity: z.number().optional(),
  area_km2: z.number().optional(),
  geometry: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }).optional(),
});
type Raw = z.infer<typeof rawSchema>;
const pageSchema = z.object({ count: z.number(), next: z.string().nullable(), results: z.array(rawSchema) });

async function rawRows(harness: PracticeHarness): Promise<Raw[]> {
  const { addresses } = harness.connection;
  const answer = await fetch(`${addresses.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: harness.credentials.clientId,
      client_secret: harness.credentials.clientSecret,
      audience: addresses.taskingAudience,
      grant_type: 'client_credentials',
    }),
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
  const rows: Raw[] = [];
  let next: string | null = '/v2/deliverables?limit=500';
  while (next !== null) {
    const listed: Response = await fetch(new URL(next, addresses.ordersUrl ?? ''), {
      headers: {
        authorizationToken: `Bearer ${token}`,
        [addresses.contractHeader]: harness.scope.contractId ?? '',
      },
    });
    const page = pageSchema.parse(await listed.json());
    rows.push(...page.results);
    next = page.next;
  }
  return rows;
}

/** Returns the area on WGS 84 in km², edge by edge, by another method than the tested library. */
function ellipsoidKm2(ring: readonly (readonly [number, number, ...unknown[]])[]): number {
  const a = 6378.137;
  const f = 1 / 298.257223563;
  const b = a * (1 - f);
  const e = Math.sqrt(f * (2 - f));
  const below = (degrees: number) => {
    const s = Math.sin((degrees * Math.PI) / 180);
    return ((b * b) / 2) * (s / (1 - e * e * s * s) + Math.log((1 + e * s) / (1 - e * s)) / (2 * e));
  };
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [x1, y1] = ring[i] ?? [0, 0];
    const [x2, y2] = ring[i + 1] ?? [0, 0];
    let turn = x2 - x1;
    if (turn > 180) turn -= 360;
    if (turn < -180) turn += 360;
    // Simpson's rule along the edge.
    const mean = (below(y1) + 4 * below((y1 + y2) / 2) + below(y2)) / 6;
    sum += (turn * Math.PI * mean) / 180;
  }
  return Math.abs(sum);
}

const fieldOf = (row: Raw) => row.quantity ?? row.billable_quantity ?? row.area_km2;
/** Returns the value in units of a ten-thousandth. */
const exact = (value: number) => BigInt(Math.round(value * 10_000));
const exactText = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
};

let opened: TestStore;
let harness: PracticeHarness;
let raws: Raw[];
const clock = () => Date.UTC(2026, 10, 21, 9);

beforeAll(async () => {
  opened = openTestStore(allMigrations);
  harness = await startPracticeHarness({
    bulkOrders: 900,
    bulkDeliverables: 3_000,
    seed: 7,
    clock,
    sceneSizePx: 2_000,
    emptyWorld: false,
  });
  const { store } = opened;
  const orders = createOrderTable({ store, now: () => new Date() });
  const sync = createOrderSync({
    store,
    orders,
    parts: createPartTable({ store, now: () => new Date(), orders }),
    service: harness.service,
    isThere: () => true,
    now: () => new Date(),
    changed: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  expect(await sync.run(harness.scope)).toMatchObject({ error: null, first: false });
  await sync.close();
  raws = await rawRows(harness);
}, 120_000);
afterAll(async () => {
  await harness.end();
  opened.remove();
});

const makeBills = () =>
  createBills({
    source: createBillSource({ store: opened.store }),
    holdings: createSceneHoldings({ store: opened.store }),
    contractsOf: () => [harness.scope.contractId],
    contractName: () => 'Agriculture Monitoring',
    now: () => new Date(clock()),
    monotonic: () => performance.now(),
    changed: () => undefined,
  });
const terms = (firstDay: string, lastDay: string, timeZone: string): BillTerms => ({
  connectionId: harness.scope.connectionId,
  contracts: null,
  firstDay,
  lastDay,
  timeZone,
});
const idOf = (row: { order: string; deliverable_id: string } | BillRow) =>
  'order' in row ? `${row.order} ${row.deliverable_id}` : `${row.orderId} ${row.deliverableId}`;
/** Returns the day of each time in the zone, computed by the platform. */
const dayOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (row: Raw) => format.format(Date.parse(row.delivered_at ?? ''));
};

describe('a bill of real answers', () => {
  it.each([
    ['2026-05-01', '2026-05-31', 'UTC'],
    ['2026-05-01', '2026-05-31', 'Pacific/Auckland'],
    ['2026-04-01', '2026-04-30', 'Pacific/Auckland'],
    ['2026-03-01', '2026-03-31', 'America/St_Johns'],
    ['2026-01-01', '2026-03-31', 'Asia/Kathmandu'],
    ['2020-01-01', '2026-12-31', 'UTC'],
  ])('%s to %s in %s is what the rows of the service add up to', async (firstDay, lastDay, zone) => {
    const day = dayOf(zone);
    const due = raws.filter(
      (row) => row.status === 'DELIVERED' && day(row) >= firstDay && day(row) <= lastDay,
    );
    expect(due.length).toBeGreaterThan(50);
    const { bill, lists } = await makeBills().get(terms(firstDay, lastDay, zone));
    expect(lists.rows.map(idOf).sort()).toEqual(due.map(idOf).sort());

    const told = due.flatMap((row) => fieldOf(row) ?? []);
    const [total, ...others] = bill.totals;
    expect(others).toEqual([]);
    const { unit, rows, quantity, areaRows, areaQuantity } = total ?? {};
    expect({ unit, rows, areaRows }).toEqual({
      unit: 'km2',
      rows: due.length,
      areaRows: due.length - told.length,
    });
    const toldSum = told.reduce((sum, value) => sum + exact(value), 0n);
    expect(exactText(quantity ?? '') - exactText(areaQuantity ?? '')).toBe(toldSum);

    const byId = new Map(due.map((row) => [idOf(row), row]));
    let measured = 0n;
    for (const row of lists.rows) {
      const raw = byId.get(idOf(row));
      const field = raw && fieldOf(raw);
      if (field === undefined) {
        const own = ellipsoidKm2(raw?.geometry?.coordinates[0] ?? []);
        expect(own).toBeGreaterThan(1);
        expect(Math.abs(Number(row.quantity) - own)).toBeLessThan(0.00005 + own * 1e-5);
        expect(row).toMatchObject({ quantitySource: 'area-deliverable', quantityField: null });
        measured += exactText(row.quantity ?? '');
      } else {
        expect(row).toMatchObject({ quantity: String(field), quantitySource: 'field' });
        expect(raw?.[row.quantityField ?? '']).toBe(field);
      }
    }
    expect(exactText(areaQuantity ?? '')).toBe(measured);
    expect(bill.sync).toMatchObject([{ known: 'whole' }]);
  });

  it('adds up by contract, project and SKU, and by each other way to group', async () => {
    const { bill, lists, groups } = await makeBills().get(
      terms('2026-01-01', '2026-06-30', 'Pacific/Auckland'),
    );
    const due = new Map<string, bigint>();
    for (const row of lists.rows) {
      const key = JSON.stringify([row.contractId, row.project, row.sku]);
      due.set(key, (due.get(key) ?? 0n) + exactText(row.quantity ?? ''));
    }
    expect(due.size).toBeGreaterThan(30);
    const parts = bill.parts.map(
      ({ contractId, project, sku, totals }) =>
        [JSON.stringify([contractId, project, sku]), exactText(totals[0]?.quantity ?? '')] as const,
    );
    expect(new Map(parts)).toEqual(due);
    const day = dayOf('Pacific/Auckland');
    const months = new Map<string, number>();
    for (const raw of raws)
      if (raw.status === 'DELIVERED' && day(raw) >= '2026-01-01' && day(raw) <= '2026-06-30')
        months.set(day(raw).slice(0, 7), (months.get(day(raw).slice(0, 7)) ?? 0) + 1);
    expect(groups('month').map(({ key, rows }) => [key, rows])).toEqual([...months].sort());
    for (const by of ['project', 'sku', 'contract', 'level'] as const) {
      const sum = groups(by).reduce((all, { totals }) => all + exactText(totals[0]?.quantity ?? ''), 0n);
      expect(sum, by).toBe(exactText(bill.totals[0]?.quantity ?? ''));
    }
  });

  it('says what is not downloaded, and which orders are open', async () => {
    const { bill, lists, openOrders } = await makeBills().get(terms('2020-01-01', '2026-12-31', 'UTC'));
    expect(bill.counts['not-on-disk']).toBe(bill.counts.rows);
    const open = new Set(lists.provisional.map((row) => row.orderId));
    expect(open.size).toBeGreaterThan(0);
    expect(new Set(openOrders.map(({ orderId }) => orderId))).toEqual(open);
    expect(openOrders.every(({ status }) => status !== 'closed' && status !== '')).toBe(true);
    // Archive downloads of past months are closed; those of the present month are not.
    for (const row of lists.rows.filter(({ sku }) => sku.startsWith('ARCLGD')))
      expect(row.provisional, row.at ?? '').toBe((row.at ?? '') >= '2026-11-01');
  });
});
