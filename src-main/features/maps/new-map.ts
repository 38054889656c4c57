import type { MapRow } from './source-table.ts';

/** The fields that the addition of a map has to give; the others begin as in `newMapDefaults`. */
type GivenField =
  | 'id'
  | 'kind'
  | 'content'
  | 'name'
  | 'address'
  | 'attribution'
  | 'minZoom'
  | 'maxZoom'
  | 'bounds'
  | 'tileSize'
  | 'isCopied';

/** The fields with which a map of a file or a reference layer begins. */
export const newMapDefaults: Omit<MapRow, GivenField> = {
  layer: null,
  grid: 'mercator',
  opacity: 1,
  visible: true,
  hosts: [],
  raster: null,
  needsKey: false,
  offlineAllowed: false,
  revision: 1,
  recipe: null,
};
