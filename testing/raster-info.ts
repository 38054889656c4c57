import { type RasterInfo, rasterInfoSchema } from '../src-preload/contract/library.ts';

/** Returns what the page knows of a small raster of one band, placed in degrees in this box, with these changes. */
export function rasterInfoOf(
  changes: Readonly<Record<string, unknown>> = {},
  box: readonly [west: number, south: number, east: number, north: number] = [3, 0, 4, 1],
): RasterInfo {
  return rasterInfoSchema.parse({
    fileId: 1,
    librarySceneId: 7,
    fileName: 'a.tif',
    path: '/files/raster/1',
    widthPx: 10,
    heightPx: 10,
    bitsPerSample: 16,
    nodata: null,
    hasAlpha: false,
    placement: {
      kind: 'placed',
      projection: 'EPSG:4326',
      epsg: 4326,
      rough: null,
      box,
      model: { kind: 'affine', geoTransform: [box[0], 0.1, 0, box[3], 0, -0.1] },
    },
    bands: ['Red'],
    stretch: [[0, 9]],
    ...changes,
  });
}
