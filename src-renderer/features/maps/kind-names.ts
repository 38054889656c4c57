import type { MapSource } from '../../../src-preload/contract/maps.ts';

/** The names of the kinds of maps, which are the same in every language. */
export const kindNames: Readonly<Record<Exclude<MapSource['kind'], 'reference'>, string>> = {
  mbtiles: 'MBTiles',
  pmtiles: 'PMTiles',
  geotiff: 'GeoTIFF',
  xyz: 'XYZ',
  tms: 'TMS',
  wmts: 'WMTS',
  wms: 'WMS',
};
