import { expect, type Page } from '@playwright/test';
import { createImportDialog } from './import-dialog.ts';
import { createPreparedPage } from './prepared.ts';

/** Packages as a person makes and opens them. */
export function createPackagesPage(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Open a package' });
  const { run, enter } = createPreparedPage(page);
  const list = dialog.getByRole('listbox');
  return {
    dialog,
    list,
    rows: list.getByRole('option'),
    run,
    /** Imports places into the list that is selected. */
    async importPlaces(text: string, count: number) {
      await enter('Import places…');
      const files = createImportDialog(page, 'Import places');
      await files.dialog.getByRole('textbox', { name: 'Text' }).fill(text);
      await expect(files.counts).toHaveText(`${count} of ${count} can be added`);
      await files.dialog.getByRole('button', { name: `Import ${count} places` }).click();
      await expect(files.dialog).toBeHidden();
    },
    /** Makes the package of the open dialog by Enter, and keeps it at this path. */
    async make(path: string): Promise<string> {
      const making = page.getByRole('dialog', { name: 'Hand over' });
      const downloaded = page.waitForEvent('download');
      await making.getByRole('button', { name: 'Make package' }).focus();
      await page.keyboard.press('Enter');
      await (await downloaded).saveAs(path);
      await expect(making).toBeHidden();
      return path;
    },
    async openFile(path: string) {
      await run('Open a package…');
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Select a package…' }).focus();
      await page.keyboard.press('Enter');
      await (await chooser).setFiles(path);
    },
    /** Accepts what was decided, which the dialog says in these words, before and afterwards. */
    async accept(words: string, done: string) {
      await expect(dialog.getByRole('status')).toHaveText(`Accepting ${words}.`);
      await dialog.getByRole('button', { name: 'Accept' }).focus();
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('status')).toHaveText(`Done: ${done}.`);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(dialog).toBeHidden();
    },
  };
}
