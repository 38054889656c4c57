import { expect, it } from 'vitest';
import type { RemarkGeometry } from '../../../src-preload/contract/reviews.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { SceneSketch } from './scene-sketch.tsx';

const square = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [3, 45],
      [4, 45],
      [4, 46],
      [3, 46],
      [3, 45],
    ],
  ],
});
const corner: RemarkGeometry = { type: 'Point', coordinates: [3, 45] };
const line: RemarkGeometry = {
  type: 'LineString',
  coordinates: [
    [3, 45],
    [4, 46],
  ],
};
const area: RemarkGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [3.2, 45.2],
      [3.8, 45.2],
      [3.5, 45.8],
      [3.2, 45.2],
    ],
  ],
};
const tiny: RemarkGeometry = {
  type: 'LineString',
  coordinates: [
    [3.5, 45.5],
    [3.500_001, 45.5],
  ],
};

async function drawn(remarks: readonly RemarkGeometry[], footprint: string | null = square) {
  const numbered = remarks.map((geometry, i) => ({ number: i + 1, geometry }));
  const { container } = await showPage(<SceneSketch footprint={footprint} remarks={numbered} />);
  const path = (shape: string) => container.querySelector(`path[data-shape="${shape}"]`);
  return { container, path, dots: container.querySelectorAll('circle') };
}

it('draws a point, a line and an area as what they are, each with its number', async () => {
  const { container, path, dots } = await drawn([corner, line, area]);
  expect(dots).toHaveLength(1);
  const [from, to] = (path('LineString')?.getAttribute('d') ?? '').split('L');
  // From one corner of the outline to the other, and not closed.
  expect([from, to]).toEqual([expect.stringMatching(/^M/), expect.not.stringContaining('Z')]);
  expect(Number(dots[0]?.getAttribute('cx'))).toBeCloseTo(Number(from?.slice(1).split(' ')[0]), 1);
  expect(path('LineString')?.getAttribute('fill')).toBe('none');
  expect(path('Polygon')?.getAttribute('d')).toMatch(/Z$/);
  expect([...container.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual([
    '1',
    '2',
    '3',
  ]);
});

it('draws a dot for what is too small to be seen, and remarks of a scene without an outline', async () => {
  expect((await drawn([tiny])).dots).toHaveLength(1);
  const { path, container } = await drawn([line], null);
  expect(path('LineString')).not.toBeNull();
  expect(container.textContent).not.toContain('No preview');
});
