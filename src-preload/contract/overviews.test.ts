import { expect, it } from 'vitest';
import { reductionOf } from './overviews.ts';

const full = { widthPx: 1_001, heightPx: 501, samples: 3, isReduced: false, isMask: false };

it.each([
  ['a half, rounded up', { widthPx: 501, heightPx: 251 }, 2],
  ['a half, rounded down', { widthPx: 500, heightPx: 250 }, 2],
  ['a third', { widthPx: 334, heightPx: 167 }, 3],
  ['a sixteenth', { widthPx: 63, heightPx: 32 }, 16],
  ['the same size', { widthPx: 1_001, heightPx: 501 }, null],
  ['other proportions', { widthPx: 501, heightPx: 501 }, null],
  ['a second page', { widthPx: 501, heightPx: 251, isReduced: false }, null],
  ['a mask', { widthPx: 501, heightPx: 251, isMask: true }, null],
  ['one band', { widthPx: 501, heightPx: 251, samples: 1 }, null],
  ['a larger one', { widthPx: 2_002, heightPx: 1_002 }, null],
] as const)('%s', (_name, image, factor) => {
  expect(reductionOf(full, { ...full, isReduced: true, ...image })).toBe(factor);
});
