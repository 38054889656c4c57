import proj4 from 'proj4';
import { describeRaster } from '../../src-main/raster/describe-raster.ts';

/** Scale of the view: a little more than one pixel of the raster on one pixel of the screen. */
const pixelsPerPixel = 1.3;

/** Returns what Nadir's page needs to draw a raster, and the view of the bench. */
export async function describeBench(file: string, path: string) {
  const record = await describeRaster({
    path: file,
    displayPath: `${file}.display`,
    bands: ['blue', 'green', 'red', 'nir'],
    mayBuild: true,
    mayBeOverviews: true,
    progress: () => undefined,
  });
  if (record === null || record.display || record.placement.kind === 'unplaced')
    throw new Error('the raster of the bench has to be drawn from itself');
  const { display: _, overviews: __, source: ___, ...info } = record;
  const toMap = proj4(record.placement.projection, 'EPSG:3857');
  return {
    raster: { info: { ...info, path }, bands: [2, 1, 0] },
    /** The view around a place of the raster's plane; its scale is that of the map there. */
    view([x, y]: readonly [number, number]) {
      const [east = 0, north = 0] = toMap.forward([x, y]);
      const [further = 0] = toMap.forward([x + 1_000, y]);
      return { centre: [east, north] as const, resolution: (pixelsPerPixel * (further - east)) / 1_000 };
    },
  };
}
