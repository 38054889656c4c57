import { expect, type Locator } from '@playwright/test';

/**
 * Presses the button until it has come to that. For what would also come by itself after a rest: then the button may be
 * gone before a hand is at it.
 */
export async function pressUntil(button: Locator, reached: () => Promise<void>) {
  await expect(async () => {
    // A press that fails counts for nothing: the dialog that the one before opened late may cover the button.
    if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
    await reached();
  }).toPass({ timeout: 60_000 });
}
