import { expect, type Page } from '@playwright/test';

/** What is prepared from places, as a person uses it. */
export function createPreparedPage(page: Page) {
  const pane = page.getByTestId('prepared');
  const grid = page.getByRole('grid', { name: 'Prepared tasks' });
  const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
  /** Runs a command of the palette by its name. */
  async function run(command: string) {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Command, place or coordinates').fill(command);
    await expect(page.getByRole('button', { name: command }).first()).toBeVisible();
    await page.keyboard.press('Enter');
  }
  /** Presses Enter on something that has the focus, as after Tab. */
  async function enter(name: string | RegExp) {
    const button = page.getByRole('button', { name }).first();
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
  }
  return {
    pane,
    grid,
    rows,
    run,
    enter,
    issues: pane.getByTestId('prepared-issues').getByRole('listitem'),
    /** A cell by its row, from 0, and the key of its column. */
    cell: (row: number, column: string) => rows.nth(row).locator(`[data-column="${column}"]`),
    /** Fills in the form of a new template, and saves it by Enter. */
    async fillTemplate(fields: { name: string; product: string; project: string; pattern: string }) {
      const form = page.getByRole('dialog', { name: 'New template' });
      await expect(form.getByLabel('Name of the template')).toBeFocused();
      await page.keyboard.type(fields.name);
      await form.getByRole('combobox', { name: /^Product/ }).focus();
      await page.keyboard.type(fields.product);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await form.getByRole('combobox', { name: 'Project' }).focus();
      await page.keyboard.type(fields.project);
      await form.getByLabel('Name of each task').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(fields.pattern);
      await page.keyboard.press('Enter');
      return form;
    },
  };
}
