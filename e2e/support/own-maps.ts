import type { Page } from '@playwright/test';
import { expect } from './nadir.ts';

/** Returns the colour of a part of the map, where no mark and no name is. */
export async function colourOnMap(page: Page): Promise<number[]> {
  const map = page.getByTestId('map');
  await expect(map).toHaveAttribute('data-rendered', 'true');
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  const clip = { x: Math.round(box.x + 70), y: Math.round(box.y + box.height - 120), width: 60, height: 40 };
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) return [];
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<string, number>();
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = [...pixels.subarray(at, at + 3)].join(' ');
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const [most = ''] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
    return most.split(' ').map(Number);
  }, picture);
}

/** Waits until the map has this colour there. */
export const expectColour = (page: Page, colour: readonly number[]) =>
  expect.poll(() => colourOnMap(page)).toEqual([...colour]);

/** The list of the user's own maps. */
export const list = (page: Page) => page.getByTestId('own-maps');
/** The rows of that list, the highest map first. */
export const rows = (page: Page) => page.getByTestId('own-map');

/** Adds a file by its path. */
export async function addFile(page: Page, path: string) {
  await list(page).getByRole('button', { name: 'Add a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a file' });
  await dialog.getByLabel('Path of the file').fill(path);
  await dialog.getByRole('button', { name: 'Add map' }).click();
}
