import { expect, it } from 'vitest';
import { movePoint } from './moved-point.ts';

const echaurren = { kind: 'point', longitude: -70.131, latitude: -33.578, altitudeMetres: 3_750 } as const;

it.each([
  ['a correction keeps the altitude', [-70.1315, -33.5775], null, 3_750, null],
  ['a place elsewhere loses it', [-70.6503, -33.4374], null, null, 3_750],
  ['a place elsewhere has the one that is named with it', [-70.6503, -33.4374], 570, 570, null],
  ['a correction has the one that is named with it', [-70.1315, -33.5775], 3_760, 3_760, null],
  ['over the antimeridian nothing is far', [-70.131 + 360, -33.578], null, 3_750, null],
] as const)('%s', (_name, to, named, altitudeMetres, lostMetres) => {
  expect(movePoint(echaurren, [to[0], to[1]], named)).toEqual({
    point: { kind: 'point', longitude: to[0], latitude: to[1], altitudeMetres },
    lostMetres,
  });
});

it('what had no altitude or no place loses none', () => {
  expect(movePoint({ ...echaurren, altitudeMetres: null }, [0, 0]).lostMetres).toBeNull();
  expect(movePoint(null, [0, 0])).toEqual({
    point: { kind: 'point', longitude: 0, latitude: 0, altitudeMetres: null },
    lostMetres: null,
  });
});
