import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import type { createControl } from './control.ts';

const featureSchema = z.object({
  type: z.literal('Feature'),
  geometry: z.looseObject({ type: z.string() }),
  properties: z.looseObject({ order_name: z.string(), sku: z.string() }),
});
export type SentFeature = z.infer<typeof featureSchema>;

/** The order form as a person uses it. */
export function createOrderForm(page: Page) {
  const form = page.getByRole('form', { name: 'New order' });
  const review = page.getByTestId('review');
  const area = form.getByTestId('area-field');
  const made = page.getByTestId('made-command');

  return {
    form,
    review,
    area,
    made,
    corners: form.getByRole('textbox', { name: 'Vertices' }),

    async open() {
      await page.getByRole('navigation').getByRole('button', { name: 'Plan', exact: true }).click();
      await page.getByRole('radiogroup', { name: 'What to plan' }).getByText('By SKU').click();
      await expect(form).toBeVisible();
    },

    async fill(order: { sku: string; name: string; project?: string; place?: string }) {
      await form.getByRole('combobox', { name: 'SKU' }).fill(order.sku);
      await page.keyboard.press('Escape');
      if (order.place !== undefined)
        await form.getByRole('textbox', { name: 'Point of interest' }).fill(order.place);
      await form.getByRole('combobox', { name: 'Order name' }).fill(order.name);
      await form.getByRole('combobox', { name: 'Project' }).fill(order.project ?? 'Estuaries');
      await page.keyboard.press('Escape');
    },

    async chooseLevel(level: string) {
      await form.getByRole('combobox', { name: 'Processing level' }).click();
      await page.getByRole('option', { name: level, exact: true }).click();
    },

    /** What the review says will be sent. */
    async shown(): Promise<SentFeature> {
      await form.getByRole('button', { name: 'Review' }).click();
      await expect(review).toBeVisible();
      return featureSchema.parse(JSON.parse((await page.getByTestId('feature').textContent()) ?? ''));
    },

    async order(contract: string) {
      await review.getByRole('button', { name: `Order under ${contract}` }).click();
    },
  };
}

/** The orders that the service was asked for, in order. */
export async function receivedOrders(control: ReturnType<typeof createControl>): Promise<SentFeature[]> {
  return (await control.received())
    .filter(
      ({ method, address }) => method === 'POST' && /\/orders$/.test(new URL(address, 'http://a').pathname),
    )
    .map(({ body }) => featureSchema.parse(JSON.parse(body)));
}

/** Clicks on the map at places relative to its middle, in pixels. */
export async function clickMap(map: Locator, places: readonly (readonly [number, number])[], last = false) {
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  for (const [i, [x, y]] of places.entries()) {
    const position = { x: box.width / 2 + x, y: box.height / 2 + y };
    if (last && i === places.length - 1) await map.dblclick({ position });
    else await map.click({ position });
  }
}
