import { expectAccessible } from './support/accessible.ts';
import { createConnections } from './support/connections.ts';
import { expect, test } from './support/nadir.ts';
import { credentialsOf } from './support/practice.ts';
import { countByDay, createServiceRows, type ListedRows, wrongCounts } from './support/service-rows.ts';
import { createTimeline } from './support/timeline.ts';
import { createWorkspace } from './support/workspace.ts';

const daysAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

test('calendar, map by time and revisits say what the service says, of one contract and of all', async ({
  open,
  practice,
}) => {
  const service = await practice(['--speed', '1', '--seed', '7']);
  const rows = await createServiceRows(service.line);
  const { page } = await open({ env: { NADIR_PRACTICE: JSON.stringify({ emptyWorld: true }) } });
  const { list, details, map, show, chooseContract } = createWorkspace(page);
  const timeline = createTimeline(page);
  const connections = createConnections(page);
  await connections.open();
  await connections.add({ name: 'Watched', addresses: service.json });
  await connections.giveForSession(credentialsOf(service.line, 'oauth'));
  await connections.use('Watched');
  await chooseContract('Agriculture Monitoring');
  const own = await rows.of('Agriculture Monitoring');
  const expected = countByDay(own);
  const moments = async () => Number(await map.getAttribute('data-moments'));
  /** The service's clock runs on, and captures of orders that are no tasks are read one order at a time. */
  async function expectMoments(listed: () => Promise<ListedRows[]>) {
    let seen = 0;
    await expect(async () => {
      const contracts = await listed();
      const counts = contracts.flatMap((each) => [...countByDay(each).values()]);
      const least = counts.reduce((sum, n) => sum + n, 0);
      const later = contracts.reduce((sum, { orderCaptures }) => sum + orderCaptures.length, 0);
      seen = await moments();
      expect(seen).toBeGreaterThanOrEqual(least);
      expect(seen).toBeLessThanOrEqual(least + later);
      await expect(timeline.listed).toContainText(`${seen} entries`, { timeout: 1_000 });
    }).toPass({ timeout: 90_000 });
    return seen;
  }

  await test.step('the calendar counts what the service lists, in UTC days', async () => {
    await show('Timeline');
    // What no list of the service has: scenes and what is due.
    await timeline.kind('Scene acquired').click();
    await timeline.kind('Revisit due').click();
    for (let month = 0; month < 3; month += 1) {
      const due = timeline.within(expected, await timeline.days());
      await expect
        .poll(async () => wrongCounts(await timeline.counts(), due, own), { timeout: 60_000 })
        .toEqual([]);
      await page.getByRole('button', { name: 'Previous month' }).click();
    }
    await timeline.kind('Scene acquired').click();
    await timeline.kind('Revisit due').click();
    await page.getByRole('button', { name: 'Today' }).click();
    await expect(timeline.today).toHaveAttribute('data-day', new Date().toISOString().slice(0, 10));
  });

  await test.step('a day opens its list; the arrows move, Enter opens', async () => {
    await page.keyboard.press('F6');
    await timeline.today.focus();
    await page.keyboard.press('PageUp');
    await expect(timeline.focusedDay).toHaveCount(1);
    const before = await timeline.focusedDay.getAttribute('data-day');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await expect(timeline.focusedDay).toHaveAttribute('data-day', daysAfter(before ?? '', 7));
    await page.getByRole('button', { name: 'Today' }).click();
    const opening =
      own.tasks
        .map(({ start }) => start)
        .sort()
        .at(-1) ?? '';
    const day = new Date(opening).toISOString().slice(0, 10);
    while ((await timeline.day(day).count()) === 0)
      await page.getByRole('button', { name: 'Previous month' }).click();
    await timeline.day(day).focus();
    await page.keyboard.press('Enter');
    await expect(timeline.day(day)).toHaveAttribute('aria-selected', 'true');
    const total = await timeline.day(day).getAttribute('data-total');
    await expect(list.getByRole('option')).toHaveCount(Number(total));
    await expect(list.getByRole('option').first()).toContainText('Acquisition window starts');
    await list.getByRole('option').first().click();
    await expect(details).toContainText('Agriculture Monitoring');
    await expectAccessible(page, 'a day and an entry');
    await details.getByRole('button', { name: 'Open the task' }).click();
    await expect(list.getByRole('heading', { name: /^Tasks/ })).toBeVisible();
    await show('Timeline');
    await details.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a week names its entries', async () => {
    await page.getByRole('radiogroup', { name: 'Calendar range' }).getByText('Week').click();
    await expect(timeline.calendar.getByRole('gridcell')).toHaveCount(7);
    await expect(timeline.calendar.getByRole('button').first()).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Calendar range' }).getByText('Month').click();
  });

  await test.step('the brush decides what is on the map and in the list', async () => {
    await timeline.view('Time map').click();
    await timeline.reach('All').click();
    await timeline.kind('Scene acquired').click();
    await timeline.kind('Revisit due').click();
    const everything = await expectMoments(async () => [own]);
    const box = await timeline.histogram.boundingBox();
    if (!box) throw new Error('no histogram');
    await page.mouse.move(box.x + box.width * 0.3, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 4 });
    await page.mouse.up();
    const [from, to] = await timeline.brushedDays();
    const inside = [...expected].filter(([key]) => key.slice(0, 10) >= from && key.slice(0, 10) < to);
    const brushed = inside.reduce((sum, [, n]) => sum + n, 0);
    expect(brushed).toBeGreaterThan(0);
    expect(brushed).toBeLessThan(everything);
    const isInside = ({ start }: { start: string }) => start >= from && start < to;
    const orderCaptures = own.orderCaptures.filter(isInside).length;
    await expect.poll(moments).toBeGreaterThanOrEqual(brushed);
    await expect.poll(moments).toBeLessThanOrEqual(brushed + orderCaptures);
    await expect(timeline.listed).toContainText(`${await moments()} entries`);
    // By keys: a day more at the end.
    await timeline.thumb('To').focus();
    await page.keyboard.press('ArrowRight');
    expect((await timeline.brushedDays())[1]).toBe(daysAfter(to, 1));
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => (await timeline.brushedDays())[0] > from).toBe(true);
    await page.getByRole('button', { name: 'Stop' }).click();
    await timeline.kind('Scene acquired').click();
    await timeline.kind('Revisit due').click();
  });

  await test.step('what was asked for against what was achieved', async () => {
    await timeline.view('Revisit').click();
    const recurrent = own.tasks.find(({ expected_age }) => expected_age);
    if (!recurrent) throw new Error('no task is recurrent');
    const row = list.getByRole('option', { name: recurrent.task_name });
    // The entries of the other view have left: they bear the same name.
    await expect(row).toHaveCount(1);
    await row.click();
    const times = (own.captures.get(recurrent.task_id) ?? [])
      .filter(({ status }) => status !== 'queued')
      .map(({ start }) => Date.parse(start))
      .sort((a, b) => a - b);
    const asked = Number(/^(\d+) days?/.exec(recurrent.expected_age ?? '')?.[1]);
    // The tolerance that the screen states: 5 % of what was asked for, at most 12 hours.
    const tolerated = asked + Math.min(asked * 0.05, 0.5);
    // After the last capture a visit was missed if the rest of a window that is over was longer than that.
    const end = Date.parse(recurrent.end);
    const isMissed = end < Date.now() && end - (times.at(-1) ?? end) > tolerated * 86_400_000;
    const ends = isMissed ? [...times, end] : times;
    const gaps = ends.slice(1).map((at, i) => (at - (ends[i] ?? at)) / 86_400_000);
    const within = gaps.filter((gap) => gap <= tolerated).length;
    await expect(timeline.figures).toContainText(`(${within} of ${gaps.length})`);
    await expect(timeline.figures).toContainText(`${asked} days`);
    await expect(timeline.gaps.getByRole('row')).toHaveCount(gaps.length + 1);
    await expect(page.getByTestId('revisit-plot').locator('canvas')).toBeVisible();
    await expectAccessible(page, 'revisit');

    const one = await timeline.saved('Save this as CSV');
    expect(one.map((row) => [row.name, row.gap_end_utc, Number(row.gap_days), row.within_asked])).toEqual(
      gaps.map((gap, i) => [
        recurrent.task_name,
        new Date(ends[i + 1] ?? 0).toISOString(),
        expect.closeTo(gap, 4),
        gap <= tolerated ? 'yes' : 'no',
      ]),
    );
    const all = await timeline.saved('Save all as CSV');
    expect(new Set(all.map(({ name }) => name))).toContain('La Mancha vines');
    expect(all.filter(({ name }) => name === recurrent.task_name)).toEqual(one);
    expect(all.find(({ name }) => name === 'La Mancha vines')).toMatchObject({
      asked_for: 'P3D',
      still_open: 'yes',
      contract: 'Agriculture Monitoring',
    });
  });

  await test.step('all contracts together, each with its colour, or one alone', async () => {
    await timeline.view('Time map').click();
    await timeline.kind('Scene acquired').click();
    await timeline.kind('Revisit due').click();
    await page.getByRole('button', { name: 'Full time range' }).click();
    await list.getByRole('switch', { name: 'All contracts together' }).click();
    await expect(timeline.contracts.getByRole('listitem')).toHaveCount(rows.contracts.length);
    const active = rows.contracts.filter(({ status }) => status === 'ACTIVE');
    await expectMoments(() => Promise.all(active.map(({ name }) => rows.of(name))));
    const tones = await timeline.tones();
    expect(new Set(tones).size).toBe(rows.contracts.length);
    await expectAccessible(page, 'all contracts');

    await timeline.contracts.getByRole('button', { name: /^Coastal Watch 2026/ }).click();
    await expectMoments(async () => [await rows.of('Coastal Watch 2026')]);
    await list.getByRole('option').first().click();
    await expect(details).toContainText('This belongs to Coastal Watch 2026');
    await expect(page.getByTestId('contract')).toHaveText('Agriculture Monitoring');
    await details.getByRole('button', { name: 'Switch to Coastal Watch 2026 and open' }).click();
    await expect(page.getByTestId('contract')).toHaveText('Coastal Watch 2026');
    await expect(details).toBeVisible();
  });

  await test.step('a colour that was chosen is kept', async () => {
    await show('Timeline');
    await page.getByRole('button', { name: 'Colour of Disaster Response' }).click();
    await page.getByRole('menuitem', { name: 'Cyan' }).click();
    await timeline.view('Calendar').click();
    await expect.poll(() => timeline.tones()).toContain('cyan');
  });
});
