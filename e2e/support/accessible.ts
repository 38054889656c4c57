import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './nadir.ts';

/** The second theme changes colours only: what hangs on them is looked at again. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Holds what is on screen against axe in both themes; the app follows the system's until told otherwise. */
export async function expectAccessible(page: Page, screen: string) {
  await test.step(screen, async () => {
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
      // A colour on its way from one theme to the other is neither.
      await page.evaluate(async () => {
        const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
        const ends = moving.filter(
          (each) => each.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        );
        await Promise.allSettled(ends.map(({ finished }) => finished));
      });
      // In the page at once, for its violations only: there is one frame, and the other way takes three times as long.
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const { violations } = await (theme === 'dark' ? axe : axe.withRules(rulesOfColour)).analyze();
      const bad = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
        );
      expect(bad, `${screen}, ${theme}`).toEqual([]);
    }
  });
}
