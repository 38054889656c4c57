import { expect, type Page } from '@playwright/test';

type Files = Readonly<Record<string, string | Buffer>>;

/** Lets files go somewhere over the window. */
export async function dropFiles(page: Page, files: Files): Promise<void> {
  const contents = Object.entries(files).map(
    ([name, content]) => [name, Buffer.from(content).toString('base64')] as const,
  );
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const [name, base64] of list)
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
    return data;
  }, contents);
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

/** The dialog that imports places, as a person uses it. */
export function createImportDialog(page: Page, title = 'Import points') {
  const dialog = page.getByRole('dialog', { name: title });
  return {
    dialog,
    counts: dialog.getByTestId('import-counts'),
    problem: dialog.getByTestId('import-problem'),
    preview: dialog.getByTestId('points-preview'),
    questions: dialog.getByTestId('file-questions'),
    rejected: dialog.getByTestId('rejected'),

    /** Opens files by the button, as bytes with their names. */
    async open(files: Files) {
      await dialog.locator('input[type="file"]').setInputFiles(
        Object.entries(files).map(([name, content]) => ({
          name,
          mimeType: 'application/octet-stream',
          buffer: Buffer.from(content),
        })),
      );
    },

    /** Lets files go somewhere over the window, which opens the dialog. */
    async drop(files: Files) {
      await dropFiles(page, files);
      // What could be a reference layer too is asked about.
      if (
        Object.keys(files).some((name) => /\.(?:geojson|json|km[lz]|gpx|zip|gpkg|shp)$/i.test(name)) &&
        !(await dialog.isVisible())
      )
        await page
          .getByRole('dialog', { name: 'What is this file for?' })
          .getByRole('button', { name: 'Import its features' })
          .click();
      await expect(dialog).toBeVisible();
    },

    /** Answers a question of a file by the beginning of the answer's text. */
    async answer(text: RegExp) {
      await this.questions.getByRole('radio', { name: text }).check();
    },
  };
}
