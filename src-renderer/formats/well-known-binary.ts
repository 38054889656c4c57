import type { PreparedGeometry } from './prepare-geometry.ts';

/** The types of well-known binary (OGC 06-103r4 §8.2.3); those with an altitude are a thousand higher. */
const types = { point: 1, polygon: 3, multiPolygon: 6, withAltitude: 1_000 } as const;
/** The byte order mark of little-endian numbers. */
const littleEndian = 1;

const polygonBytes = (rings: readonly (readonly unknown[])[]) =>
  9 + rings.reduce((sum, ring) => sum + 4 + 16 * ring.length, 0);

/** Returns a geometry as well-known binary: a point, or a multi-polygon also for a single part. */
export function wellKnownBinary(geometry: PreparedGeometry): Uint8Array<ArrayBuffer> {
  const sizeBytes =
    geometry.kind === 'point'
      ? 5 + 8 * geometry.position.length
      : 9 + geometry.polygons.reduce((sum, polygon) => sum + polygonBytes(polygon), 0);
  const bytes = new Uint8Array(sizeBytes);
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
  begin(types.multiPolygon);
  count(geometry.polygons.length);
  for (const polygon of geometry.polygons) {
    begin(types.polygon);
    count(polygon.length);
    for (const ring of polygon) {
      count(ring.length);
      for (const [longitude, latitude] of ring) {
        degrees(longitude);
        degrees(latitude);
      }
    }
  }
  return bytes;
}
