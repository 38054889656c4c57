import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LonLat } from '../../../../src-shared/geometry/lon-lat.ts';
import type { SheetPlace } from './sheet-place.ts';
import { overviewOf, pixelOf, scaleBarOf, viewOf } from './sheet-view.ts';
import { spreadLabels } from './spread-labels.ts';

const placeAt = (middle: LonLat): SheetPlace => ({
  number: 1,
  name: '',
  notes: '',
  facts: [],
  middle,
  altitude: null,
  km2: null,
  geometry: { kind: 'point', position: [middle[0], middle[1]] },
  qr: { size: 21, path: '' },
});
const viewAt = (...places: LonLat[]) => viewOf(places.map(placeAt));

it('shows all places within its edges, wherever they are', () => {
  const place = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (places) => {
      const view = viewAt(...places);
      for (const each of places) {
        const { x, y } = pixelOf(view, each);
        expect(x).toBeGreaterThan(30);
        expect(x).toBeLessThan(view.widthPx - 30);
        expect(y).toBeGreaterThan(30);
        expect(y).toBeLessThan(view.heightPx - 30);
      }
    }),
  );
});

it('has places on both sides of the antimeridian beside each other', () => {
  const view = viewAt([179.5, -17], [-179.5, -17]);
  expect(pixelOf(view, [-179.5, -17]).x).toBeGreaterThan(pixelOf(view, [179.5, -17]).x);
  expect(view.resolution * view.widthPx).toBeLessThan(200_000);
});

it('shows something around a lone place, and a region around that', () => {
  const view = viewAt([16.37, 48.2]);
  expect(view.resolution * view.widthPx).toBeGreaterThan(12_000);
  const around = overviewOf(view);
  expect((around?.resolution ?? 0) * (around?.widthPx ?? 0)).toBeGreaterThanOrEqual(1_200_000);
  expect(overviewOf(viewAt([-170, 0], [170, 10], [0, 0]))).toBeNull();
});

it('has a scale bar of a round number of metres on the ground', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 100_000, noNaN: true }),
      fc.double({ min: -8_000_000, max: 8_000_000, noNaN: true }),
      (resolution, y) => {
        const { metres, px } = scaleBarOf({ x: 0, y, resolution, widthPx: 700, heightPx: 380 });
        expect(String(metres)).toMatch(/^[125]0*$|^0\.0*[125]$/);
        expect(px).toBeGreaterThan(50);
        expect(px).toBeLessThanOrEqual(130.001);
      },
    ),
  );
  // At 60° a metre of the map is half a metre on the ground.
  const atEquator = scaleBarOf({ x: 0, y: 0, resolution: 10, widthPx: 700, heightPx: 380 });
  expect(atEquator).toEqual({ metres: 1_000, px: 100 });
});

it('moves numbers off each other while there is room, and keeps them on the picture', () => {
  const size = { widthPx: 700, heightPx: 380, radiusPx: 9 };
  const labels = spreadLabels(
    Array.from({ length: 40 }, () => ({ x: 350, y: 190 })),
    size,
  );
  for (const [i, { at }] of labels.entries())
    for (const other of labels.slice(i + 1))
      expect(Math.hypot(other.at.x - at.x, other.at.y - at.y)).toBeGreaterThanOrEqual(18);
  const corner = spreadLabels([{ x: 2, y: 2 }], size)[0];
  expect(corner?.at.x).toBeGreaterThanOrEqual(9);
  expect(corner?.at.y).toBeGreaterThanOrEqual(9);
  expect(spreadLabels([{ x: 100, y: 100 }], size)[0]?.at).toEqual({ x: 100, y: 100 });
});
