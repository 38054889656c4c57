import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { ExportedGeometry } from './exported-feature.ts';

/** The maximum number of positions of one geometry. */
const maxPositions = 200_000;

/** Some services write longitudes with up to two extra turns in either direction. */
function lonLatOf(value: unknown): LonLat | null {
  if (!Array.isArray(value)) return null;
  const [longitude, latitude]: unknown[] = value;
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  return Math.abs(longitude) <= 720 && Math.abs(latitude) <= 90 ? [longitude, latitude] : null;
}

/** Returns the items of a list, each converted by `read`; null if the value is not a list or an item cannot be read. */
function listOf<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxPositions) return null;
  const items: Item[] = [];
  for (const each of value) {
    const item = read(each);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

const ringOf = (value: unknown) => listOf(value, lonLatOf);
const polygonOf = (value: unknown) => listOf(value, ringOf);

const polygonsOf = (polygons: LonLat[][][] | null): ExportedGeometry | null =>
  polygons === null || polygons.flat(2).length > maxPositions ? null : { kind: 'area', polygons };

/**
 * Reads the GeoJSON text of a geometry as the service sent it; null if it is neither a point nor an area. It is checked
 * by hand, because a schema collects an issue for each of tens of thousands of positions. An altitude of 0 means none,
 * because the service sends it for none (service §2.6).
 */
export function readGeometryText(text: string): ExportedGeometry | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (value === null || typeof value !== 'object' || !('type' in value) || !('coordinates' in value))
    return null;
  const { type, coordinates } = value;
  if (type === 'Polygon') {
    const polygon = polygonOf(coordinates);
    return polygonsOf(polygon === null ? null : [polygon]);
  }
  if (type === 'MultiPolygon') return polygonsOf(listOf(coordinates, polygonOf));
  const place = type === 'Point' ? lonLatOf(coordinates) : null;
  if (place === null) return null;
  const altitude: unknown = Array.isArray(coordinates) ? coordinates[2] : undefined;
  const isGiven = typeof altitude === 'number' && Number.isFinite(altitude) && altitude !== 0;
  return { kind: 'point', at: isGiven ? [...place, altitude] : place };
}
