import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';

/** The timeline as a person uses it. */
export function createTimeline(page: Page) {
  const calendar = page.getByRole('grid', { name: 'Calendar' });
  const contracts = page.getByRole('list', { name: 'Contracts' });
  return {
    calendar,
    today: calendar.locator('[aria-current="date"]'),
    kind: (name: string) => page.getByRole('group', { name: 'Event types' }).getByText(name),
    view: (name: string) => page.getByRole('radiogroup', { name: 'View' }).getByText(name),
    focusedDay: calendar.locator('[data-day]:focus'),
    listed: page.getByTestId('listed'),
    histogram: page.getByTestId('histogram'),
    thumb: (name: string) => page.getByRole('slider', { name }),
    reach: (name: string) => page.getByRole('radiogroup', { name: 'Shown time range' }).getByText(name),
    figures: page.getByTestId('revisit-figures'),
    gaps: page.getByTestId('revisit-gaps'),
    contracts,

    /** The colours in the legend, by name. */
    tones: () =>
      contracts
        .locator('[data-colour]')
        .evaluateAll((each) => each.map((one) => one.getAttribute('data-colour') ?? '')),

    /** From (included) to (not included), `2026-11-21`. */
    async brushedDays(): Promise<[string, string]> {
      const at = async (name: string) => {
        const value = await page.getByRole('slider', { name }).getAttribute('aria-valuenow');
        return new Date(Number(value) * 86_400_000).toISOString().slice(0, 10);
      };
      return [await at('From'), await at('To')];
    },

    /** The rows of the file that a button hands out. */
    async saved(button: string) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const text = readFileSync(await (await download).path(), 'utf8');
      return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
        header: true,
        skipEmptyLines: true,
      }).data;
    },

    day: (day: string) => calendar.locator(`[data-day="${day}"]`),

    /** The days on screen, `2026-11-21`. */
    days: () =>
      calendar
        .locator('[data-day]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-day') ?? '')),

    /** `2026-11-21 delivery` → how many, of the days on screen. */
    async counts() {
      const found = await calendar
        .locator('[data-kind]')
        .evaluateAll((marks) =>
          marks.map((mark): [string, number] => [
            `${mark.closest('[data-day]')?.getAttribute('data-day')} ${mark.getAttribute('data-kind')}`,
            Number(mark.getAttribute('data-count')),
          ]),
        );
      return new Map(found);
    },

    within: (counts: ReadonlyMap<string, number>, days: readonly string[]) =>
      new Map([...counts].filter(([key]) => days.includes(key.slice(0, 10)))),
  };
}
