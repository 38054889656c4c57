import { expect, it } from 'vitest';
import { mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';
import type { Frame } from './canvas-layer.ts';
import { graticuleBoxes, graticuleLabel, graticulePainter, graticuleStep } from './graticule.ts';
import type { Palette } from './palette.ts';

type Painted = Parameters<typeof graticuleBoxes>[0];

/** A view with a canvas on which each letter is 6 pixels wide, and the texts that were written with their places. */
function viewAt(longitude: number, latitude: number, resolution: number) {
  const written: { text: string; x: number; y: number }[] = [];
  const context = {
    save: () => {},
    restore: () => {},
    measureText: (text: string) => ({ width: 6 * text.length }),
    strokeText: () => {},
    fillText: (text: string, x: number, y: number) => written.push({ text, x, y }),
  } as unknown as Frame['context'];
  const frame: Painted = {
    context,
    width: 600,
    height: 400,
    resolution,
    left: mercatorX(longitude),
    top: mercatorY(latitude),
  };
  return { frame, written };
}

it('takes the closest lines that are far enough apart, and writes as many digits as their step has', () => {
  expect(graticuleStep(78_000)).toBe(30);
  expect(graticuleStep(9.6)).toBe(0.01);
  expect(graticuleLabel(-12.5, 0.25, ['E', 'W'])).toBe('12.50°W');
  expect(graticuleLabel(0, 5, ['N', 'S'])).toBe('0°');
});

it('knows the boxes of all that it writes, and of nothing else', () => {
  const { frame, written } = viewAt(9.7, 49.3, 600);
  graticulePainter(() => ({ ground: '', label: '' }) as Palette).labels(frame);
  expect(written.map(({ text }) => text)).toEqual(['10°E', '11°E', '12°E', '48°N', '49°N']);
  expect(graticuleBoxes(frame)).toEqual(
    written.map(({ text, x, y }) => ({ minX: x, maxX: x + 6 * text.length, minY: y - 11, maxY: y + 4 })),
  );
});
