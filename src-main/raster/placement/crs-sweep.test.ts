import proj4 from 'proj4';
import { beforeAll, expect, it } from 'vitest';
import { readSweptSystems, type SweptSystem, sweep, worstMetres } from '../../../testing/swept-systems.ts';
import { geoKey } from './geo-keys.ts';
import { projectionOfKeys } from './projection-of-keys.ts';
import { projectionOfText } from './projection-of-text.ts';

let systems: SweptSystem[] = [];
beforeAll(() => {
  systems = readSweptSystems();
}, 1_800_000);

/** Returns the keys of a raster with this code, as a projected or a geographic system. */
function keysOf(code: number, isProjected: boolean) {
  const numbers = new Map<number, number>([
    [geoKey.modelType, isProjected ? 1 : 2],
    [isProjected ? geoKey.projected : geoKey.geographic, code],
  ]);
  const number = (key: number) => numbers.get(key) ?? null;
  return { number, numbers: () => [], text: () => null };
}

it('the system of a raster is within a metre of PROJ, or told or refused, by its code and by each kind of text', async () => {
  const silent = await sweep('rasters', systems, async ({ code, places, wkt2 }, _notation, text) => {
    const found =
      text === null
        ? await projectionOfKeys(keysOf(code, wkt2?.startsWith('PROJ') === true))
        : await projectionOfText(text);
    if ('reason' in found) return { kind: `refused: ${found.reason}`, metres: 0 };
    const projection = proj4(found.text, 'WGS84');
    const metres = worstMetres((x, y) => projection.forward([x, y]), places);
    if (metres === Number.POSITIVE_INFINITY) return { kind: 'no place', metres };
    if (metres <= 1) return { kind: found.isRough ? 'right, told rough' : 'right', metres };
    return { kind: found.isRough ? 'told: approximately' : 'SILENT', metres };
  });
  expect(silent).toEqual([]);
}, 600_000);
