import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { measureStep, type StepCost } from './measure-step.ts';

export const rendered = (page: Page) =>
  page.locator('[data-testid="map"][data-rendered="true"]').waitFor({ timeout: 120_000 });

/** Drags the map to and fro, as a person does who looks around. */
export async function drag(page: Page) {
  const box = await page.getByTestId('map').boundingBox();
  if (!box) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const by of [220, -220, 160, -160]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y + by / 3, { steps: 30 });
    await page.mouse.up();
    await wait(300);
  }
}

/** Turns the wheel until the map is at a zoom, and waits until it is drawn. */
export async function zoomTo(page: Page, zoom: number) {
  const map = page.getByTestId('map');
  await map.hover();
  for (let step = 0; step < 40; step += 1) {
    const off = zoom - Number(await map.getAttribute('data-zoom'));
    if (Math.abs(off) < 0.5) break;
    await page.mouse.wheel(0, off > 0 ? -120 : 120);
    await wait(150);
  }
  await wait(300);
  await rendered(page);
}

/** Moves the pointer over the map: what is below it is found with each move. */
async function point(page: Page) {
  const box = await page.getByTestId('map').boundingBox();
  if (!box) return;
  for (let step = 0; step < 120; step += 1)
    await page.mouse.move(box.x + 40 + step * 5, box.y + box.height / 2 + 60 * Math.sin(step / 9));
}

/** The steps of both maps, in the same order. */
export const mapSteps: readonly { name: string; work: (page: Page) => Promise<unknown> }[] = [
  2, 5, 8,
].flatMap((zoom) => [
  { name: `zoom to ${zoom}`, work: (page: Page) => zoomTo(page, zoom) },
  { name: `pan at zoom ${zoom}`, work: drag },
  { name: `pointer at zoom ${zoom}`, work: point },
]);

/** Does the steps one after the other and tells what each cost. */
export async function walkMap(page: Page, tell: (name: string, cost: StepCost) => void) {
  for (const { name, work } of mapSteps) tell(name, await measureStep(page, () => work(page)));
}
