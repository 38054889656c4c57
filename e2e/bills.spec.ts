import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { createControl } from './support/control.ts';
import { expect, test } from './support/nadir.ts';
import { credentialsOf } from './support/practice.ts';
import { createRawService, type RawDeliverable } from './support/raw-service.ts';
import { createWorkspace } from './support/workspace.ts';

const contract = 'Agriculture Monitoring';
const calm = { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 600, seed: 7 }) };

/** Ten-thousandths, so that nothing is rounded. */
const exact = (text: string) => {
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
};
const told = (row: RawDeliverable) => row.quantity ?? row.billable_quantity ?? row.area_km2;
/** In the months of a zone, by the platform's own calendar. */
function monthIn(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (row: RawDeliverable) => format.format(Date.parse(row.delivered_at ?? '')).slice(0, 7);
}

function createBills(page: Page) {
  const summary = page.getByRole('region', { name: 'Summary' });
  const totals = page.getByTestId('bill-totals');
  return {
    summary,
    totals,
    grid: (name: string) => page.getByRole('table', { name, exact: true }),
    show: (list: RegExp) =>
      page.getByRole('group', { name: 'Lists of deliverables' }).getByText(list).click(),
    async shows(count: number, timeout = 20_000) {
      await expect(page.getByRole('group', { name: 'Lists of deliverables' })).toContainText(
        `All deliverables${count.toLocaleString('en')}`,
        { timeout },
      );
    },
    /** The total, and what of it was measured on footprints, in ten-thousandths of a square kilometre. */
    async sums() {
      const text = (await totals.textContent()) ?? '';
      const [, total = ''] = /^([\d,.]+)km²/.exec(text) ?? [];
      const [, measured = '0'] = /of which ([\d,.]+) km²/.exec(text) ?? [];
      return { total: exact(total), measured: exact(measured) };
    },
    async chooseZone(zone: string) {
      const picker = page.getByRole('combobox', { name: 'Time zone of days' });
      await picker.click();
      await picker.fill(zone);
      await page.getByRole('option', { name: zone, exact: true }).click();
    },
    async save(button: Locator, folder: string): Promise<string> {
      const saved = page.waitForEvent('download');
      await button.click();
      const download = await saved;
      const path = join(folder, download.suggestedFilename());
      await download.saveAs(path);
      return path;
    },
  };
}

test('usage is what the service delivered; it is exported, saved and compared', async ({
  open,
  practice,
}) => {
  const folder = test.info().outputPath();
  const service = await practice(['--orders', '300', '--deliverables', '900', '--seed', '7', '--speed', '1']);
  const control = createControl(service.controlUrl);
  const { page } = await open({ env: calm });
  const { show, chooseContract, details } = createWorkspace(page);
  const bills = createBills(page);
  const connections = createConnections(page);
  await connections.open();
  await connections.add({ name: 'Counted in usage', addresses: service.json });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Counted in usage');
  await chooseContract(contract);
  const raw = await createRawService(service.line, contract);
  const delivered = await raw.delivered();
  const now = new Date();
  const inMonth = (back: number, zone: string) => {
    const [month] = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
      .toISOString()
      .split('-01T');
    return delivered.filter((row) => monthIn(zone)(row) === month);
  };
  const zone = 'Pacific/Auckland';
  const idsIn = (back: number, of: string) =>
    inMonth(back, of)
      .map(({ deliverable_id: id }) => id)
      .join();
  // The deliverables depend on the time of the run. Some months have none near their ends, and are the same in both zones.
  const back = [2, 3, 4, 5, 6, 7, 8].find((each) => idsIn(each, zone) !== idsIn(each, 'UTC'));
  if (back === undefined) throw new Error('No month of the practice service differs between the zones.');
  const due = inMonth(back, 'UTC');
  const dueSum = due.reduce((sum, row) => sum + BigInt(Math.round((told(row) ?? 0) * 10_000)), 0n);

  await test.step('a past month, as the service tells it', async () => {
    await show('Usage');
    await expect(bills.summary).toContainText('The orders of Coastal Watch 2026 have never been loaded');
    await page.getByRole('combobox', { name: 'Contracts' }).click();
    await page.getByRole('option', { name: contract }).click();
    await page.keyboard.press('Escape');
    for (let i = 0; i < back; i++) await page.getByRole('button', { name: 'Previous period' }).click();
    await expect(bills.summary.getByRole('note')).toHaveCount(0, { timeout: 60_000 });
    await bills.shows(due.length);
    const { total, measured } = await bills.sums();
    expect(total - measured).toBe(dueSum);
    await expect(bills.grid('All deliverables').getByRole('row')).not.toHaveCount(0);
    await expectAccessible(page, 'usage report');
  });

  await test.step('in another zone its month is another one', async () => {
    await bills.chooseZone(zone);
    await bills.shows(inMonth(back, zone).length);
    await expect(bills.totals).toContainText('days in Pacific/Auckland');
    await bills.chooseZone('UTC');
    await bills.shows(due.length);
  });

  await test.step('grouped by SKU', async () => {
    const groups = page.getByTestId('bill-groups');
    await groups.getByText('SKU', { exact: true }).first().click();
    await expect(groups.getByRole('row', { name: /^TSKPOI-M/ })).toBeVisible();
    const { total } = await bills.sums();
    const cells = await groups
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => row.querySelectorAll('td')[1]?.textContent ?? ''));
    expect(cells.reduce((sum, text) => sum + exact(text), 0n)).toBe(total);
  });

  await test.step('as CSV, added up by GDAL', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const path = await bills.save(page.getByRole('menuitem', { name: 'Save as CSV' }), folder);
    const sql = (text: string) =>
      execFileSync('ogrinfo', ['-ro', '-q', '-dialect', 'SQLite', '-sql', text, path], { encoding: 'utf8' });
    const [layer = ''] = (path.split('/').at(-1) ?? '').split('.csv');
    const answer = sql(
      `SELECT COUNT(*) AS n, SUM(CAST(quantity AS REAL)) AS s FROM "${layer}" WHERE kind = 'row' AND unit = 'km2'`,
    );
    const { total } = await bills.sums();
    expect(Number(/n \(Integer\S*\) = (\d+)/.exec(answer)?.[1])).toBe(due.length);
    expect(Number(/s \(Real\) = ([\d.]+)/.exec(answer)?.[1])).toBeCloseTo(Number(total) / 10_000, 5);
    const stated = sql(`SELECT total FROM "${layer}" WHERE kind = 'total' AND unit = 'km2'`);
    expect(exact(/total \(\w+\) = ([\d.]+)/.exec(stated)?.[1] ?? '')).toBe(total);
  });

  await test.step('as XLSX', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const path = await bills.save(page.getByRole('menuitem', { name: 'Save as XLSX' }), folder);
    const sheet = execFileSync('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    // The fourth column holds the quantities.
    const quantities = [...sheet.matchAll(/<c r="D\d+"[^>]*><v>([\d.]+)<\/v>/g)].map(
      (match) => match[1] ?? '',
    );
    const { total } = await bills.sums();
    const numbers = quantities.slice(-due.length);
    expect(numbers).toHaveLength(due.length);
    expect(numbers.reduce((sum, text) => sum + exact(text), 0n)).toBe(total);
    expect(sheet).not.toContain('<f>');
  });

  await test.step('checks lead to their subjects', async () => {
    await bills.show(/^Not on disk/);
    const first = bills.grid('Not on disk').getByRole('row').nth(1);
    const order = first.getByRole('button').first();
    const name = (await order.textContent()) ?? '';
    await order.click();
    await expect(details.getByRole('heading', { name })).toBeVisible();
    await show('Usage');
    await bills.show(/^All deliverables/);
  });

  await test.step('kept, and compared after new deliveries', async () => {
    await page.getByText('Custom', { exact: true }).click();
    await page.getByLabel('First day').fill('2020-01-01');
    await page.getByLabel('Last day').fill(`${now.getUTCFullYear() + 1}-12-31`);
    await bills.shows(delivered.length);
    await page.getByRole('button', { name: 'Save report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    await dialog.getByLabel('Name').fill('All so far');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const comparison = page.getByTestId('bill-comparison');
    await expect(comparison).toContainText(
      `0 added, 0 removed, 0 changed, ${delivered.length.toLocaleString('en')} unchanged`,
    );
    await raw.orderPoint('Late vines', 20);
    await control.advance(40 * 86_400);
    const later = await raw.delivered();
    const added = later.length - delivered.length;
    expect(added).toBeGreaterThan(0);
    await page.getByText('Usage report', { exact: true }).click();
    await page.getByRole('button', { name: 'Refresh orders' }).click();
    // The click joins a fetch that was under way before; the next one comes by itself.
    await bills.shows(later.length, 60_000);
    await page.getByText('Saved reports', { exact: true }).click();
    await expect(comparison).toContainText(`${added} added, 0 removed, 0 changed`);
    await expect(bills.grid('Changes').getByRole('row')).toHaveCount(added + 1);
    await expectAccessible(page, 'saved report compared');
  });

  await test.step('renamed, and deleted after a question', async () => {
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Until today');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Until today' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the saved report' }).click();
    await expect(page.getByText('No saved reports yet.')).toBeVisible();
  });
});
