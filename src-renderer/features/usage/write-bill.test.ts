import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bill, BillRow } from '../../../src-preload/contract/bills.ts';
import {
  captureIdSchema,
  connectionIdSchema,
  contractIdSchema,
  orderIdSchema,
} from '../../../src-preload/contract/ids.ts';
import type { BillContent } from './bill-sheets.ts';
import { billCsv, billWriters, billXlsx, cellText } from './write-bill.ts';

const contractId = contractIdSchema.parse('cont.a');
const row = (n: number, fields: Partial<BillRow> = {}): BillRow => ({
  contractId,
  orderId: orderIdSchema.parse(String(n).padStart(6, '0')),
  deliverableId: `d${n}`,
  orderName: `Order ${n}`,
  project: 'Harbours',
  sku: 'TSKPOI-M',
  level: 'L1D',
  taskId: null,
  captureId: captureIdSchema.parse(`c${n}`),
  sceneId: `s${n}`,
  librarySceneId: null,
  status: 'DELIVERED',
  at: '2026-02-28T12:00:00.000Z',
  timeSource: 'delivered',
  quantity: '0.1',
  unit: 'km2',
  quantitySource: 'field',
  quantityField: 'quantity',
  onDisk: false,
  provisional: false,
  archive: false,
  ...fields,
});
const odd = [
  row(1, { orderName: '=HYPERLINK("http://127.0.0.1","x")', project: '+cmd' }),
  row(2, { orderName: 'Two\nlines, "quoted"', quantity: '1234.5678' }),
  row(3, { quantity: '-0.25', project: 'Ñandú <&> ☃' }),
  row(4, { quantity: '3', unit: 'scene' }),
  row(5, { quantity: null, unit: null, quantitySource: null, quantityField: null }),
];
const rows = [...odd, ...Array.from({ length: 200 }, (_, n) => row(n + 10, { onDisk: true }))];
const total = (unit: string, quantity: string, counted: number) => ({
  unit,
  quantity,
  rows: counted,
  areaRows: 0,
  areaQuantity: '0',
});
const bill: Bill = {
  terms: {
    connectionId: connectionIdSchema.parse('connection-1'),
    contracts: null,
    firstDay: '2026-03-01',
    lastDay: '2026-03-31',
    timeZone: 'Pacific/Auckland',
  },
  from: '2026-02-28T11:00:00.000Z',
  to: '2026-03-31T11:00:00.000Z',
  computedAt: '2026-04-01T00:00:00.000Z',
  counts: {
    rows: rows.length,
    'no-quantity': 1,
    'not-on-disk': 5,
    twice: 0,
    provisional: 0,
    'no-time': 1,
    'other-status': 0,
  },
  totals: [total('km2', '1254.4178', 203), total('scene', '3', 1)],
  parts: [],
  sync: [{ contractId, contractName: 'Coastal Watch', known: 'whole', at: null }],
  unbilled: 0,
  openOrders: 0,
};
const content: BillContent = {
  bill,
  rows,
  // Belongs to no period: its quantity must not be in any sum.
  noTime: [row(900, { at: null, timeSource: null, quantity: '500' })],
  otherStatus: [],
  twice: [],
  unbilled: [],
  openOrders: [],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-bill-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is CSV that GDAL opens, with the totals that it states', () => {
  const path = join(folder, 'bill.csv');
  writeFileSync(path, `\uFEFF${billCsv(content)}`);
  const asked = (sql: string) =>
    execFileSync('ogrinfo', ['-ro', '-q', '-dialect', 'SQLite', '-sql', sql, path], { encoding: 'utf8' });
  const sums = asked('SELECT unit, COUNT(*) AS n, SUM(CAST(quantity AS REAL)) AS s FROM bill GROUP BY unit');
  const stated = asked("SELECT unit, total, total_rows FROM bill WHERE kind = 'total'");
  for (const { unit, quantity, rows: counted } of bill.totals) {
    const after = sums.slice(sums.indexOf(`unit (String) = ${unit}`));
    expect(Number(/s \(Real\) = ([\d.]+)/.exec(after)?.[1])).toBeCloseTo(Number(quantity), 9);
    expect(stated).toContain(
      `unit (String) = ${unit}\n  total (String) = ${quantity}\n  total_rows (String) = ${counted}`,
    );
  }
  expect(asked('SELECT COUNT(*) AS n FROM bill')).toContain(`= ${rows.length + 1 + 2}`);
  // The last day of February in UTC is the first of March there.
  expect(asked("SELECT DISTINCT day FROM bill WHERE kind = 'row'")).toContain('= 2026-03-01');
});

it('is saved with a byte order mark, by which spreadsheets recognise UTF-8', () =>
  expect(
    billWriters.csv(content, { sheets: { rows: '', totals: '', checks: '', about: '' }, about: [] }),
  ).toBe(`\uFEFF${billCsv(content)}`));

it('is CSV without formulas, and numbers are numbers', () => {
  const { data } = parse<Record<string, string>>(billCsv(content), { header: true, skipEmptyLines: true });
  expect(data[0]).toMatchObject({ order: `'=HYPERLINK("http://127.0.0.1","x")`, project: "'+cmd" });
  expect(data[1]).toMatchObject({ order: 'Two\nlines, "quoted"', quantity: '1234.5678' });
  expect(data[2]).toMatchObject({ quantity: '-0.25', project: 'Ñandú <&> ☃' });
  expect(data.find(({ kind }) => kind === 'no-time')).toMatchObject({ quantity: '', apart_quantity: '500' });
});

it('is XLSX with four sheets, numbers as numbers and no formula', async () => {
  const blob = await billXlsx(content, {
    sheets: { rows: 'Deliverables', totals: 'Totals', checks: 'Checks', about: 'About' },
    about: [['Time zone', 'Pacific/Auckland']],
  });
  const path = join(folder, 'bill.xlsx');
  writeFileSync(path, Buffer.from(await blob.arrayBuffer()));
  execFileSync('unzip', ['-tq', path]);
  const part = (name: string) => execFileSync('unzip', ['-p', path, name], { encoding: 'utf8' });
  expect(
    [...part('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]+)"/g)].map((match) => match[1]),
  ).toEqual(['Deliverables', 'Totals', 'Checks', 'About']);
  const first = part('xl/worksheets/sheet1.xml');
  const numbers = [...first.matchAll(/<c r="D\d+"[^>]*><v>(-?[\d.]+)<\/v>/g)].map((match) =>
    Number(match[1]),
  );
  const quantities = rows.flatMap(({ quantity }) => (quantity === null ? [] : Number(quantity)));
  expect(numbers.slice(-quantities.length)).toEqual(quantities);
  expect(first).not.toContain('<f');
  expect(part('xl/worksheets/sheet2.xml')).toContain('<v>1254.4178</v>');
  // The same with another reader.
  const seen = execFileSync('ogrinfo', ['-ro', '-q', '-al', path], { encoding: 'utf8' });
  expect(seen).toContain('Ñandú <&> ☃');
});

it('truncates texts that are too long for a cell, with a note', async () => {
  const long = `${'🛰'.repeat(20_000)}x`;
  const name = 'Long';
  const blob = await billXlsx(
    { ...content, rows: [row(1, { orderName: long })] },
    { sheets: { rows: name, totals: 'b', checks: 'c', about: 'd' }, about: [['Words', long]] },
  );
  const path = join(folder, 'long.xlsx');
  writeFileSync(path, Buffer.from(await blob.arrayBuffer()));
  const strings = execFileSync('unzip', ['-p', path, 'xl/sharedStrings.xml'], { encoding: 'utf8' });
  const texts = [...strings.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map((match) => match[1] ?? '');
  expect(texts.find((text) => text.startsWith('🛰'))).toMatch(/ … \[cut: 40001 characters\]$/);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(32_767);
});

it('never cuts within a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 3 }),
      (unit, more) => {
        const text = unit.repeat(Math.ceil(32_767 / unit.length) + more);
        const cell = cellText(text);
        expect(cell.length).toBeLessThanOrEqual(32_767);
        expect(cell.isWellFormed()).toBe(text.isWellFormed());
      },
    ),
    { numRuns: 50 },
  );
});
