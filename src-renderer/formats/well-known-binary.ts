import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { PreparedGeometry } from './prepare-geometry.ts';

/** The geometry types of well-known binary (OGC 06-103r4 §8.2.3); those with an altitude are a thousand higher. */
const types = { point: 1, line: 2, polygon: 3, multiLine: 5, multiPolygon: 6, withAltitude: 1_000 } as const;
/** The byte order flag of little-endian numbers. */
const littleEndian = 1;

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
const polygonBytes = (rings: readonly (readonly unknown[])[]) =>
  9 + sum(rings.map((ring) => 4 + 16 * ring.length));

function sizeOf(geometry: PreparedGeometry): number {
  if (geometry.kind === 'point') return 5 + 8 * geometry.position.length;
  return geometry.kind === 'line'
    ? 9 + sum(geometry.parts.map((part) => 9 + 16 * part.length))
    : 9 + sum(geometry.polygons.map(polygonBytes));
}

/** Returns a geometry as well-known binary. A line or an area is a multi-geometry, even with a single part. */
export function wellKnownBinary(geometry: PreparedGeometry): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeOf(geometry));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const count = (value: number) => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const begin = (type: number) => {
    view.setUint8(at, littleEndian);
    at += 1;
    count(type);
  };
  const degrees = (value: number) => {
    view.setFloat64(at, value, true);
    at += 8;
  };
  if (geometry.kind === 'point') {
    begin(types.point + (geometry.position.length > 2 ? types.withAltitude : 0));
    for (const value of geometry.position) degrees(value);
    return bytes;
  }
  const vertices = (places: readonly LonLat[]) => {
    count(places.length);
    for (const [longitude, latitude] of places) {
      degrees(longitude);
      degrees(latitude);
    }
  };
  if (geometry.kind === 'line') {
    begin(types.multiLine);
    count(geometry.parts.length);
    for (const part of geometry.parts) {
      begin(types.line);
      vertices(part);
    }
    return bytes;
  }
  begin(types.multiPolygon);
  count(geometry.polygons.length);
  for (const polygon of geometry.polygons) {
    begin(types.polygon);
    count(polygon.length);
    for (const ring of polygon) vertices(ring);
  }
  return bytes;
}
