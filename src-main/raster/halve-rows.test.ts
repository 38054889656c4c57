import { expect, it } from 'vitest';
import { createHalving } from './halve-rows.ts';

const unsigned = { sampleFormat: 1, bits: 8 } as const;
const float = { sampleFormat: 3, bits: 32 } as const;

it('takes the mean of four pixels, rounded, and repeats the edge where there are not four', () => {
  const halve = createHalving({ type: unsigned, samplesPerPixel: 1, hasAlpha: false, nodata: null });
  const samples = Uint8Array.from([10, 20, 7, 30, 41, 7, 100, 100, 9]);
  const into = { samples: new Uint8Array(6), widthPx: 2, row: 1 };
  expect(halve({ samples, widthPx: 3 }, 3, into)).toBe(2);
  expect([...into.samples]).toEqual([0, 0, 25, 7, 100, 9]);
});

it('leaves nodata out, and never makes nodata of what is there', () => {
  const halve = createHalving({ type: unsigned, samplesPerPixel: 1, hasAlpha: false, nodata: 20 });
  const samples = Uint8Array.from([20, 90, 10, 30, 20, 20, 20, 20, 10, 30, 20, 20]);
  const into = { samples: new Uint8Array(3), widthPx: 3, row: 0 };
  halve({ samples, widthPx: 6 }, 2, into);
  // 20, 90, 20 and 20; 10, 30, 10 and 30 (whose mean is nodata); nodata alone.
  expect([...into.samples]).toEqual([90, 21, 20]);
});

it('leaves transparent pixels and what is not a number out, and keeps the largest alpha', () => {
  const withAlpha = createHalving({ type: unsigned, samplesPerPixel: 2, hasAlpha: true, nodata: null });
  const into = { samples: new Uint8Array(2), widthPx: 1, row: 0 };
  withAlpha({ samples: Uint8Array.from([200, 0, 50, 255, 60, 10, 200, 0]), widthPx: 2 }, 2, into);
  expect([...into.samples]).toEqual([55, 255]);

  const floats = createHalving({ type: float, samplesPerPixel: 1, hasAlpha: false, nodata: null });
  const target = { samples: new Float32Array(1), widthPx: 1, row: 0 };
  floats({ samples: Float32Array.from([1.5, Number.NaN, 2.5, Number.NaN]), widthPx: 2 }, 2, target);
  expect([...target.samples]).toEqual([2]);
});
