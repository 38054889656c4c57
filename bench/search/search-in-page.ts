import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { memoryOf } from '../start/process-figures.ts';

declare global {
  interface Window {
    nadirSearchTimes?: number[];
  }
}

/** Runs in the page: notes the time from each key in the field to the list of what is typed then. */
function watchField() {
  const times: number[] = [];
  window.nadirSearchTimes = times;
  let pressed = 0;
  const field = document.querySelector<HTMLInputElement>('input[data-place-search]');
  field?.addEventListener('keydown', (event) => {
    if (event.key.length === 1) pressed = performance.now();
  });
  new MutationObserver(() => {
    const list = document.querySelector<HTMLElement>('[role="listbox"][data-current="true"]');
    if (pressed === 0 || !field || !list || list.dataset.query !== field.value) return;
    times.push(performance.now() - pressed);
    pressed = 0;
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Resident memory of all pages of a browser, with their threads. */
export async function pagesBytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => sum + (memoryOf(id)?.rssBytes ?? 0), 0);
}

/** Types texts into the field that finds places; returns the milliseconds from each key to its results. */
export async function typeSearches(page: Page, texts: readonly string[]): Promise<number[]> {
  const field = page.getByRole('combobox', { name: 'Find a place' });
  await field.click();
  await page.evaluate(watchField);
  for (const text of texts) {
    await field.fill('');
    for (const letter of text) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      // As fast as a good typist.
      await wait(120);
    }
  }
  // The first key ever waits for the names to be loaded.
  await page.waitForFunction(() => (window.nadirSearchTimes ?? []).length > 0);
  return page.evaluate(() => window.nadirSearchTimes ?? []);
}
