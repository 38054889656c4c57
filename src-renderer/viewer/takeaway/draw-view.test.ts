import { expect, it, vi } from 'vitest';
import { drawRaster, type RasterPainter } from './draw-view.ts';

it('a raster that nothing is seen of, as below a difference, is neither painted nor said to be drawn', async () => {
  const context: CanvasRenderingContext2D = {
    ...Object.create(null),
    canvas: { width: 100, height: 100 },
    save: vi.fn(),
    beginPath: vi.fn(),
    rect: vi.fn(),
    clip: vi.fn(),
    drawImage: vi.fn(),
    restore: vi.fn(),
  };
  const paint = vi.fn(async (): Promise<ImageBitmap> => ({ width: 512, height: 512, close: vi.fn() }));
  const drawing = {
    view: { x: 0, y: 0, resolution: 1, widthPx: 100, heightPx: 100 },
    scale: 1,
    signal: new AbortController().signal,
  };
  const painter = (opacity: number): RasterPainter => ({
    display: Object.create(null),
    paint,
    opacity,
    range: { from: 0, until: 1 },
  });
  expect(await drawRaster(painter(0), context, drawing)).toBe(false);
  expect(paint).not.toHaveBeenCalled();
  expect(await drawRaster(painter(0.5), context, drawing)).toBe(true);
  expect(context.drawImage).toHaveBeenCalledTimes(1);
});
