import { expect, type Page } from '@playwright/test';

/** Places as a person uses them. */
export function createPlacesPage(page: Page) {
  const list = page.locator('[data-pane="list"]');
  const grid = page.getByRole('grid', { name: 'Places' });
  const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
  const tool = (name: string | RegExp) =>
    page.getByRole('toolbar', { name: 'Tools for places' }).getByRole('button', { name });

  return {
    list,
    grid,
    rows,
    tool,
    /** A cell by its row, from 0, and the key of its column. */
    cell: (row: number, column: string) => rows.nth(row).locator(`[data-column="${column}"]`),
    async open() {
      await page.getByRole('navigation').getByRole('button', { name: 'Places', exact: true }).click();
      await expect(page.locator('[data-workspace]')).toHaveAttribute('data-workspace', 'places');
      await expect(grid).toBeVisible();
    },
    async newList(name: string) {
      await list.getByRole('button', { name: 'New list…' }).click();
      const dialog = page.getByRole('dialog', { name: 'New list' });
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(list.getByRole('button', { name: new RegExp(`^${name}`), pressed: true })).toBeVisible();
    },
    /** The names in the table, from the first row. */
    names: () => rows.locator('[data-column="name"]').allTextContents(),
    /** Pastes a text as a spreadsheet copies it. */
    async paste(text: string) {
      await page.evaluate(async (copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press('Control+v');
    },
  };
}
