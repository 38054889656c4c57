import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { pressUntil } from './press-until.ts';

export interface PlannedTask {
  name: string;
  project: string;
  /** As a person types it. */
  place: string;
  /** Part of the product's name. */
  product: RegExp;
  client?: string;
  priority?: number;
}

/** What the page calls a workspace, where that is not its name on screen. */
const idOf = (workspace: string) => (workspace === 'Usage' ? 'bills' : workspace.toLowerCase());

/** Nadir's window as a person uses it. */
export function createWorkspace(page: Page) {
  const list = page.locator('[data-pane="list"]');
  const details = page.locator('[data-pane="details"]');
  const map = page.getByTestId('map');
  const form = page.getByRole('form', { name: 'New task' });
  const made = page.getByTestId('made-command');
  const status = page.getByRole('region', { name: 'Status bar' });
  const shown = (workspace: string) =>
    expect(page.locator('[data-workspace]')).toHaveAttribute('data-workspace', idOf(workspace));

  return {
    list,
    details,
    map,
    status,

    /** Until its panes are there: they follow the rail by a moment. */
    async show(workspace: string) {
      await page.getByRole('navigation').getByRole('button', { name: workspace, exact: true }).click();
      await shown(workspace);
    },

    shown,

    async chooseContract(name: string) {
      const picker = page.getByRole('dialog', { name: /^Contract for/ });
      // It opens by itself where no contract has been chosen yet.
      await expect(picker).toBeVisible();
      await picker.getByRole('button', { name: `Choose ${name}` }).click();
      await expect(picker).toBeHidden();
      await expect(page.getByTestId('contract')).toHaveText(name);
    },

    form,

    /** Fills the form and goes on to the review. */
    async review(task: PlannedTask) {
      await this.show('Plan');
      await form.getByLabel('Point of interest').fill(task.place);
      await form.getByLabel('Task name').fill(task.name);
      await form.getByLabel('Project').fill(task.project);
      await form.getByRole('combobox', { name: /^Product/ }).click();
      await page.getByRole('option', { name: task.product }).click();
      if (task.client) {
        await form.getByRole('combobox', { name: /^Client/ }).click();
        await page.getByRole('option', { name: task.client }).click();
      }
      if (task.priority !== undefined) await form.getByLabel('Priority').fill(String(task.priority));
      await form.getByRole('button', { name: 'Review' }).click();
      await expect(page.getByTestId('review')).toContainText(task.name);
    },

    /** What became of the tasks and orders of the last review. */
    made,

    /** Goes on from the filled form to the review, and keeps the task as a draft. */
    async addDraft() {
      await form.getByRole('button', { name: 'Review' }).click();
      await page.getByTestId('review').getByRole('button', { name: 'Add to the outbox' }).click();
      await expect(form.getByLabel('Task name')).toHaveValue('');
    },

    /** Fills the form, reviews, sends, and opens the new task. The contract's name is on the button. */
    async submit(task: PlannedTask, contract: string) {
      await this.review(task);
      // By key: on a busy machine what arrives above the button moves it between the press of a mouse and its release.
      await page.getByRole('button', { name: `Submit under ${contract}` }).press('Enter');
      const row = made.filter({ hasText: task.name });
      await expect(row).toHaveAttribute('data-state', 'sent');
      await row.getByRole('button', { name: 'Show the task' }).click();
      await this.shown('Tasks');
      await expect(details.getByRole('heading', { name: task.name })).toBeVisible();
    },

    /** Waits until the open task has a published capture with its scene. */
    async publishedScene(): Promise<Locator> {
      const scene = details.getByTestId('scene').first();
      await expect(scene).toBeVisible({ timeout: 60_000 });
      return scene;
    },

    async download(scene: Locator, file: string) {
      const row = scene.getByTestId(`file-${file}`);
      // On a busy machine a press was seen to come to nothing: what arrives meanwhile lays the rows out again.
      await pressUntil(row.getByRole('button', { name: /^Download/ }), () =>
        expect(row).not.toHaveAttribute('data-state', 'remote', { timeout: 3_000 }),
      );
      await expect(row).toHaveAttribute('data-state', 'on-disk', { timeout: 60_000 });
    },

    async showOnMap(scene: Locator, file: string) {
      const row = scene.getByTestId(`file-${file}`);
      await row.getByRole('button', { name: /on the map$/ }).click();
      await this.rasterDrawn((await row.getAttribute('data-file')) ?? '');
    },

    /** Until the map shows this raster and all else it was asked to. */
    async rasterDrawn(fileId: string) {
      await expect(map).toHaveAttribute('data-raster', fileId);
      await expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });
    },

    rasterNames: async (scene: Locator) => {
      await expect(scene.locator('[data-testid^="file-"]').first()).toBeVisible();
      const ids = await scene
        .locator('[data-testid^="file-"]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-testid') ?? ''));
      return ids.map((id) => id.replace(/^file-/, '')).filter((name) => /\.tiff?$/i.test(name));
    },
  };
}
export type Workspace = ReturnType<typeof createWorkspace>;

/** What is there now: a partial file may have got its name since its folder was read. */
function readThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** All files below a folder with their SHA-256. */
export function hashesBelow(folder: string): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readThere(path);
    if (bytes) hashes.set(path, createHash('sha256').update(bytes).digest('hex'));
  }
  return hashes;
}
