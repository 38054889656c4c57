import { randomFillSync } from 'node:crypto';
import { writeTiff } from '../../testing/write-tiff.ts';

const sidePx = 6_130;
const bands = 4;

/** An analytic raster of 300 MB, such as the service delivers, with pixels that nothing can pack: made in a second. */
export function writeLargeRaster(path: string): void {
  const data = randomFillSync(Buffer.allocUnsafe(sidePx * sidePx * bands * 2));
  writeTiff(path, { widthPx: sidePx, heightPx: sidePx, samplesPerPixel: bands, bitsPerSample: 16, data });
}
