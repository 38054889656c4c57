import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { bandOfColour } from '../../../../src-shared/raster/raster-bands.ts';
import { readStac } from './read-stac.ts';

/** Reads an item that stands for a public report of a similar tool. */
function readReported(folder: string) {
  const file = new URL(`../../../../testing/cases/rasters/${folder}/item.json`, import.meta.url);
  const read = readStac(JSON.parse(readFileSync(file, 'utf8')));
  if (read.kind !== 'item') throw new Error(`${folder} is no item`);
  return read;
}

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

it('takes the roles of bands from their common names, whatever the bands are called', () => {
  const bands = readReported('eo-common').assets[0]?.bands ?? [];
  expect((['blue', 'green', 'red', 'nir'] as const).map((colour) => bandOfColour(bands, colour))).toEqual([
    0, 1, 2, 3,
  ]);
});

// RFC 3339 wants a zone; what STAC tools write without one is UTC.
it.each(['America/Los_Angeles', 'Asia/Tokyo', 'UTC'])('takes a time without a zone as UTC in %s', (zone) => {
  process.env.TZ = zone;
  expect(readReported('time-nozone').scene.timestamp).toBe('2023-01-10T00:30:00.000Z');
});
