import { expect, type Locator, type Page } from '@playwright/test';
import { createWorkspace } from './workspace.ts';

/** The downloads as a person uses them. */
export function createDownloads(page: Page) {
  const list = page.locator('[data-pane="list"]');
  const rows = list.getByTestId('transfer');
  const form = page.getByRole('form', { name: 'Rule' });
  const grip = (row: Locator) => row.getByRole('button', { name: /^Move/ });
  return {
    list,
    rows,
    form,
    done: list.getByTestId('done'),
    tray: page.getByRole('dialog', { name: 'Active downloads' }),
    open: () => createWorkspace(page).show('Downloads'),
    tab: (name: 'Queue' | 'Completed' | 'Rules') => list.getByRole('tab', { name }).click(),
    /** In the order they stand in; each by its file's number. */
    order: () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-file'))),
    running: list.locator('[data-testid="transfer"][data-state="running"]'),
    percent: async (row: Locator) =>
      Number(await row.getByRole('progressbar').getAttribute('aria-valuenow', { timeout: 1_000 })),
    grip,

    async limit(name: string) {
      await list.getByTestId('limit').click();
      await page.getByRole('menuitemradio', { name }).click();
    },

    /** By its grip to just below the upper edge of another row. */
    async drag(row: Locator, target: Locator) {
      const box = await target.boundingBox();
      if (!box) throw new Error('the target is not on screen');
      await grip(row).hover();
      await page.mouse.down();
      await page.mouse.move(box.x + 20, box.y + 4, { steps: 8 });
      await page.mouse.up();
    },

    /** What is published already is fetched too. */
    async addRule({
      name,
      kinds,
      unpack = false,
      showNew = false,
      task = null,
    }: {
      name: string;
      kinds: string[];
      unpack?: boolean;
      showNew?: boolean;
      task?: string | null;
    }) {
      await this.open();
      await this.tab('Rules');
      await list.getByRole('button', { name: 'Add a rule' }).click();
      await form.getByLabel('Name').fill(name);
      await form.getByLabel('Delivery archive', { exact: true }).uncheck();
      for (const kind of kinds) await form.getByLabel(kind, { exact: true }).check();
      if (unpack) await form.getByLabel('Unpack delivery archives next to the file').check();
      if (task !== null) await form.getByLabel('Task number').fill(task);
      if (showNew) await form.getByLabel('Notify when a new scene is ready on the map').check();
      await form.getByLabel('Include captures that are already published').check();
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toBeHidden();
      return list.getByTestId('rule').filter({ hasText: name });
    },
  };
}
