import type { FeatureWriter } from './feature-writer.ts';
import { fieldNames } from './field-names.ts';
import type { PreparedFeature } from './prepare-feature.ts';
import type { PreparedGeometry } from './prepare-geometry.ts';

/** Returns the geometry in the form of RFC 7946; null for an object without a place. */
function geometryOf(geometry: PreparedGeometry | null): object | null {
  if (geometry === null) return null;
  if (geometry.kind === 'point') return { type: 'Point', coordinates: geometry.position };
  if (geometry.kind === 'line') {
    const [line, ...rest] = geometry.parts;
    return rest.length === 0
      ? { type: 'LineString', coordinates: line }
      : { type: 'MultiLineString', coordinates: geometry.parts };
  }
  const [first, ...others] = geometry.polygons;
  return others.length === 0
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: geometry.polygons };
}

/** Writes GeoJSON (RFC 7946): degrees on WGS 84, one feature per line. */
export const writeGeoJson: FeatureWriter = async (batches, { title, columns, hasNotes }, losses) => {
  const names = fieldNames(
    columns.map(({ key }) => key),
    { reserved: ['name', ...(hasNotes ? ['notes'] : [])] },
    losses,
  );
  const lineOf = ({ name, notes, values, geometry }: PreparedFeature) =>
    JSON.stringify({
      type: 'Feature',
      // Built from entries, because an attribute may be named `__proto__`.
      properties: Object.fromEntries([
        ['name', name],
        ...(hasNotes ? [['notes', notes]] : []),
        ...names.map((key, i) => [key, values[i] ?? null]),
      ]),
      geometry: geometryOf(geometry),
    });
  const parts = [new Blob([`{"type":"FeatureCollection","name":${JSON.stringify(title)},"features":[\n`])];
  let isFirst = true;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    parts.push(new Blob([isFirst ? '' : ',\n', batch.map(lineOf).join(',\n')]));
    isFirst = false;
  }
  return new Blob([...parts, '\n]}\n']);
};
