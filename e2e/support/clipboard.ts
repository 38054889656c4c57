import { expect, type Page } from '@playwright/test';

/**
 * The text that an act copies. The clipboard is emptied first and then asked until it holds a text again: the notice of
 * an earlier copy may still be on the screen, and a copy is written only after the key was handled. The page needs the
 * permission to read the clipboard.
 */
export async function copiedBy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await act();
  await expect.poll(read, 'a text is copied').not.toBe('');
  return read();
}
