import type { Page } from '@playwright/test';

/** Stories and what changed meanwhile, as a person reads them. */
export function createTracking(page: Page) {
  const details = page.locator('[data-pane="details"]');
  const entries = details.getByTestId('history-entry');
  return {
    entry: (words: string | RegExp) => entries.filter({ has: page.getByText(words) }).first(),
    expected: details.getByRole('list', { name: 'Expected next' }).getByTestId('history-entry'),
    changeFeed: page.getByRole('region', { name: 'Since your last visit' }),
  };
}
