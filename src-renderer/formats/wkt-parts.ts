import WKB from 'ol/format/WKB.js';
import WKT from 'ol/format/WKT.js';
import type Geometry from 'ol/geom/Geometry.js';
import GeometryCollection from 'ol/geom/GeometryCollection.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js';
import { limits } from './limits.ts';
import { type RawPart, refused } from './raw-geometry.ts';

const wkt = new WKT();
const wkb = new WKB();

const keyword =
  /^(?:SRID=(\d{1,6});)?\s*(?:MULTI)?(?:POINT|POLYGON|LINESTRING|CURVE|SURFACE|GEOMETRYCOLLECTION|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|POLYHEDRALSURFACE|TIN|TRIANGLE)\s*(?:ZM|Z|M)?\s*(?:\(|EMPTY)/i;

/** Returns true if a text starts like the well-known text of a geometry. */
export const isWkt = (text: string): boolean => keyword.test(text.trimStart().slice(0, 80));

/** Returns a position without its measure (M), which is in place of the altitude or after it. */
function withoutMeasure(geometry: SimpleGeometry, position: readonly number[]): readonly number[] {
  return position.slice(0, geometry.getLayout().includes('Z') ? 3 : 2);
}

function partsOf(geometry: Geometry, depth: number): RawPart[] {
  if (depth > limits.depth) return [refused('validation.tooDeep')];
  const point = (of: SimpleGeometry, position: readonly number[]): RawPart =>
    // An empty point is NaN in binary form, and nothing in text form.
    position.length < 2 || position.slice(0, 2).every(Number.isNaN)
      ? refused('validation.noGeometry')
      : { kind: 'point', position: withoutMeasure(of, position) };
  const area = (of: SimpleGeometry, rings: readonly (readonly number[])[][]): RawPart =>
    rings.length === 0
      ? refused('validation.noGeometry')
      : { kind: 'area', rings: rings.map((ring) => ring.map((position) => withoutMeasure(of, position))) };
  const line = (of: SimpleGeometry, positions: readonly (readonly number[])[]): RawPart => ({
    kind: 'line',
    positions: positions.map((position) => withoutMeasure(of, position)),
  });
  const some = (parts: RawPart[]) => (parts.length > 0 ? parts : [refused('validation.noGeometry')]);
  if (geometry instanceof Point) return [point(geometry, geometry.getCoordinates())];
  if (geometry instanceof MultiPoint)
    return some(geometry.getCoordinates().map((position) => point(geometry, position)));
  if (geometry instanceof Polygon) return [area(geometry, geometry.getCoordinates())];
  if (geometry instanceof MultiPolygon)
    return some(geometry.getCoordinates().map((rings) => area(geometry, rings)));
  if (geometry instanceof GeometryCollection)
    return some(geometry.getGeometriesArray().flatMap((member) => partsOf(member, depth + 1)));
  if (geometry instanceof LineString) return [line(geometry, geometry.getCoordinates())];
  if (geometry instanceof MultiLineString)
    return some(geometry.getCoordinates().map((positions) => line(geometry, positions)));
  return [refused('validation.lineNotPlace')];
}

/** Returns true if brackets are nested too deeply for the recursive parser. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth > limits.depth) return true;
  }
  return false;
}

/** Returns the places of well-known text, and the EPSG code before it; null without one. */
export function partsOfWkt(text: string): { parts: RawPart[]; srid: number | null } {
  const srid = /^\s*SRID=(\d{1,6});/i.exec(text)?.[1];
  const code = srid === undefined ? null : Number(srid);
  if (text.length > limits.featureChars)
    return { parts: [refused('validation.featureTooLarge')], srid: code };
  if (isTooDeep(text)) return { parts: [refused('validation.tooDeep')], srid: code };
  try {
    return { parts: partsOf(wkt.readGeometry(text.replace(/^\s*SRID=\d{1,6};/i, '')), 0), srid: code };
  } catch {
    const kind = /^(?:SRID=\d+;)?\s*([A-Z]+)/i.exec(text.trim())?.[1]?.toUpperCase() ?? '';
    const isCurve = /CURVE|CIRCULAR|SURFACE|^TIN/.test(kind);
    return {
      parts: [isCurve ? refused('validation.unknownGeometry', { kind }) : refused('validation.brokenWkt')],
      srid: code,
    };
  }
}

/** The names of binary geometries with curves or surfaces, by their numbers in the standard. */
const otherKinds: Readonly<Record<number, string>> = {
  8: 'CircularString',
  9: 'CompoundCurve',
  10: 'CurvePolygon',
  11: 'MultiCurve',
  12: 'MultiSurface',
  13: 'Curve',
  14: 'Surface',
};

/** Returns the places of a well-known binary geometry. */
export function partsOfWkb(bytes: Uint8Array): RawPart[] {
  if (bytes.length < 5) return [refused('validation.geometry')];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = (view.getUint32(1, view.getUint8(0) > 0) & 0x0fffffff) % 1_000;
  const kind = otherKinds[type];
  if (kind !== undefined) return [refused('validation.unknownGeometry', { kind })];
  try {
    const geometry = wkb.readGeometry(view);
    return geometry ? partsOf(geometry, 0) : [refused('validation.geometry')];
  } catch {
    // Too few bytes, wrong counts, or members nested without end.
    return [refused('validation.geometry')];
  }
}
