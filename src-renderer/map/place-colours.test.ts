import { expect, it } from 'vitest';
import { placeColours } from '../../src-preload/contract/place-values.ts';
import { placeTones } from './place-colours.ts';

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

it.each(placeColours)('%s stands out from map and panes of both themes', (colour) => {
  const { light, dark } = placeTones[colour];
  for (const ground of ['#ffffff', '#d6e4ec', '#f3f0e8']) expect(contrast(light, ground)).toBeGreaterThan(3);
  for (const ground of ['#141b22', '#0e161d', '#202a32']) expect(contrast(dark, ground)).toBeGreaterThan(3);
});

it('no two lists that differ in colour look the same', () => {
  for (const theme of ['light', 'dark'] as const)
    expect(new Set(placeColours.map((colour) => placeTones[colour][theme])).size).toBe(placeColours.length);
});
