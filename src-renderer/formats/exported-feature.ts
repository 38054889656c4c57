import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';

/** The value of an attribute; null if the object has none. */
export type AttributeValue = string | number | boolean | null;

/** The type of a column: `integer` is a whole number, `time` is a text with an ISO 8601 time in UTC. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'time';

/** A column of attributes. */
export interface ExportColumn {
  /**
   * Its name in files and in `attributes`. Programs read it, so it is the same in every language. Nadir's own names
   * have at most ten letters, the limit of a shapefile.
   */
  key: string;
  /** Its name on screen and on paper. */
  label: string;
  type: ColumnType;
}

/** A position in degrees on WGS 84; the third number is the altitude in metres. */
export type ExportedPosition = readonly [longitude: number, latitude: number, altitude?: number];

/**
 * The place of an exported object. Rings of areas may be closed or not, and the longitudes of rings and lines may
 * continue over the antimeridian. `geoJson` is the text of a geometry as the service sent it; `otherwise` is used if
 * that is neither a point nor an area.
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
  /** The values by the keys of the columns; a missing key means null. */
  attributes: Readonly<Record<string, AttributeValue>>;
  /** Null if the object has no place. */
  geometry: ExportedGeometry | null;
}
