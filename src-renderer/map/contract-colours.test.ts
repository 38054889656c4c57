import { expect, it } from 'vitest';
import { assignColours, contractColours } from './contract-colours.ts';

it('gives each contract a colour of its own while there are enough', () => {
  const ids = contractColours.map((_, index) => `cont.${index}`);
  const assigned = assignColours(ids, new Map());
  expect(new Set(assigned.values()).size).toBe(contractColours.length);
  expect(assignColours([...ids, 'cont.x', 'cont.y'], new Map()).size).toBe(ids.length + 2);
});

it('lets each keep its colour whatever comes or goes', () => {
  const first = assignColours(['a', 'b', 'c'], new Map());
  const then = assignColours(['new', 'c', 'a'], first);
  expect([then.get('a'), then.get('c')]).toEqual([first.get('a'), first.get('c')]);
  expect(new Set(then.values()).size).toBe(3);
});

/** Relative luminance (WCAG 2). */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

it.each(contractColours)('$name stands out from the grounds of both themes', ({ light, dark }) => {
  for (const ground of ['#ffffff', '#d6e4ec', '#f3f0e8']) expect(contrast(light, ground)).toBeGreaterThan(3);
  for (const ground of ['#141b22', '#0e161d', '#202a32']) expect(contrast(dark, ground)).toBeGreaterThan(3);
});
