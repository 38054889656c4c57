import type { LonLat } from '../geometry/lon-lat.ts';

/** The value of an attribute; null if the object has none. */
export type AttributeValue = string | number | boolean | null;

/** The type of a column: `integer` is a whole number, `time` is an ISO 8601 time in UTC as text. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'time';

/** A column of attributes. */
export interface ExportColumn {
  /**
   * Its name in files and in `attributes`. Programs read it, so it is the same in every language. Nadir's own names have
   * at most ten letters, which is the limit of a shapefile.
   */
  key: string;
  /** Its name on the screen and on paper. */
  label: string;
  type: ColumnType;
}

/** A position in degrees on WGS 84; the third number is the altitude in metres. */
export type ExportedPosition = readonly [longitude: number, latitude: number, altitude?: number];

/**
 * The place of an exported object. Rings of areas may be closed or not, and their longitudes may continue over the
 * antimeridian, as those of lines may. `geoJson` is the text of a geometry as the service sent it; `otherwise` is used if it is neither a
 * point nor an area.
 */
export type ExportedGeometry =
  | { kind: 'point'; at: ExportedPosition }
  | { kind: 'line'; places: readonly LonLat[] }
  | { kind: 'area'; polygons: readonly (readonly (readonly LonLat[])[])[] }
  | { kind: 'geoJson'; text: string; otherwise: ExportedPosition | null };

/** An object that is written to a file or a field sheet: a task, an order, a scene, a draft or a place. */
export interface ExportedFeature {
  name: string;
  notes: string;
  /** The values by the keys of the columns; a key that is left out is null. */
  attributes: Readonly<Record<string, AttributeValue>>;
  /** Null if the object has no place. */
  geometry: ExportedGeometry | null;
}
