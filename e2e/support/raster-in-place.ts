import { expect, type Page } from '@playwright/test';
import { correlation, gdalView, keepPicture, mapView, meanColour, pixelOf, placeInRaster } from './pixels.ts';

/** The raster on screen against GDAL's own warp of the file that was downloaded, at two places. */
export async function expectRasterInPlace(page: Page, raster: string) {
  const view = await mapView(page);
  const judge = gdalView(raster, view, { bands: [1, 2, 3, 4] });
  for (const [east, south] of [
    [0.3, 0.4],
    [0.65, 0.7],
  ] as const) {
    const pixel = pixelOf(view, placeInRaster(raster, east, south));
    const seen = meanColour(view.picture, pixel);
    const due = meanColour(judge, pixel);
    for (const channel of [0, 1, 2] as const) expect(Math.abs(seen[channel] - due[channel])).toBeLessThan(4);
  }
  const correlations = ([0, 1, 2] as const).map((channel) =>
    correlation(view.picture, channel, judge, channel),
  );
  if (Math.min(...correlations) <= 0.99) {
    keepPicture('raster-seen', view.picture);
    keepPicture('raster-due', judge);
  }
  for (const each of correlations) expect(each).toBeGreaterThan(0.99);
}
