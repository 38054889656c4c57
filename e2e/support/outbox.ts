import { expect, type Page } from '@playwright/test';
import { createImportDialog } from './import-dialog.ts';
import { createWorkspace } from './workspace.ts';

/** The outbox as a person uses it. */
export function createOutboxPage(page: Page) {
  const { list, details } = createWorkspace(page);
  const rows = list.getByRole('option');
  const review = page.getByRole('dialog', { name: 'Review before sending' });
  const row = (name: string) => rows.filter({ hasText: name });
  return {
    rows,
    row,
    review,

    open: () => createWorkspace(page).show('Outbox'),

    /** Chooses every row of the list. */
    async chooseAll() {
      await list.getByRole('button', { name: 'Select all' }).click();
    },

    /** From the chosen rows through the review to their release. */
    async release(count: number, contract: string) {
      await list.getByRole('button', { name: 'Send…' }).click();
      await review.getByRole('button', { name: `Send ${count} under ${contract}` }).click();
      await expect(review).toBeHidden();
    },

    async expectState(name: string, state: string) {
      await expect(row(name)).toContainText(state);
    },

    /** Opens the details of a row. */
    async select(name: string) {
      await row(name).click();
      await expect(details.getByRole('heading', { level: 2 })).toContainText(name);
    },

    /** Pastes points into the import of the form, latitude first, and writes them down as drafts. */
    async addPoints(text: string, count: number, contract: string, { isAsked = true } = {}) {
      await page.getByRole('button', { name: 'Import points…' }).click();
      const points = createImportDialog(page);
      await points.dialog.getByRole('textbox', { name: 'Text' }).fill(text);
      if (isAsked) await points.answer(/^Latitude first/);
      await points.dialog
        .getByRole('button', { name: `Add ${count} draft` })
        .filter({ hasText: contract })
        .click();
      return points;
    },
  };
}
