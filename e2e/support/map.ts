import { expect, type Page } from '@playwright/test';

const halfWorld = 20_037_508.342789244;
const xOf = (longitude: number) => (longitude / 180) * halfWorld;
const yOf = (latitude: number) =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / Math.PI) * halfWorld;

/** The map as a person uses it: where things lie on it, and until it has come to a stop. */
export function createMap(page: Page) {
  const map = page.getByTestId('map');
  const numbers = async (name: string) => ((await map.getAttribute(name)) ?? '').split(' ').map(Number);
  const rendered = () => expect(map).toHaveAttribute('data-rendered', 'true', { timeout: 30_000 });
  return {
    map,
    tip: page.getByTestId('map-tip'),
    choice: page.getByRole('menu', { name: 'Marks at this place' }),
    rendered,
    centre: () => numbers('data-centre'),
    zoom: async () => Number(await map.getAttribute('data-zoom')),

    /** Where a place is in the window, in the copy of the world that is in view. */
    async at(longitude: number, latitude: number): Promise<{ x: number; y: number }> {
      const [west = 0, south = 0, east = 0, north = 0] = await numbers('data-extent');
      const box = await map.boundingBox();
      if (!box) throw new Error('no map');
      const x = xOf(longitude) + 2 * halfWorld * Math.ceil((west - xOf(longitude)) / (2 * halfWorld));
      return {
        x: box.x + ((x - west) / (east - west)) * box.width,
        y: box.y + ((north - yOf(latitude)) / (north - south)) * box.height,
      };
    },

    /** Does what moves the map, until it has come to a stop somewhere else. */
    async moved(act: () => Promise<unknown>) {
      const before = await map.getAttribute('data-extent');
      await act();
      await expect(map).not.toHaveAttribute('data-extent', before ?? '');
      await rendered();
    },
  };
}
