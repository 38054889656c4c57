import proj4 from 'proj4';
import type { Problem } from '../geometry/area.ts';
import type { LonLat } from '../geometry/lon-lat.ts';
import { wrapLongitude } from '../geometry/mercator.ts';
import { definitionOfCode } from './crs-codes.ts';

/** A coordinate system of a file. Horizontal coordinates only; altitudes stay as they are. */
export interface Crs {
  name: string;
  isDegrees: boolean;
  /** Returns degrees on WGS 84; null for coordinates that are not a place in this system. */
  toLonLat(x: number, y: number): LonLat | null;
  /**
   * The name of a datum whose shift to WGS 84 is unknown, so that places may be off by hundreds of metres; null for
   * others.
   */
  unknownDatum: string | null;
}

/** The system of degrees on WGS 84. */
export const degreesCrs: Crs = {
  name: 'WGS 84',
  isDegrees: true,
  toLonLat: (x, y) => (Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null),
  unknownDatum: null,
};

const maxDefinitionChars = 20_000;
/** The kinds of datum in proj4: one without parameters, and one that needs a grid of shifts. */
const datumKinds = { none: 5, grid: 3 } as const;
const grs80 = { a: 6_378_137, es: 0.006_694_38 };

/** Returns true if an ellipsoid is the one of WGS 84 or nearly so, for example that of ETRS89 and NAD83. */
const isModern = ({ a, es }: { a: number; es: number }) =>
  Math.abs(a - grs80.a) < 1 && (Math.abs(es - grs80.es) < 1e-7 || es === 0);

/** Returns the name of a part in well-known text, for example of the datum; null without one. */
function namedIn(wkt: string, part: string): string | null {
  return new RegExp(`\\b${part}\\s*[[(]\\s*"([^"]{1,80})"`, 'i').exec(wkt)?.[1] ?? null;
}

function crsOf(name: string, definition: string): { crs: Crs } | { problem: Problem } {
  const unknown = { problem: { message: 'validation.unknownCrs', values: { crs: name } } };
  let converter: { forward(position: number[]): number[]; inverse(position: number[]): number[] };
  try {
    converter = proj4(definition, 'WGS84');
    // A definition without an inverse, or with invalid parameters, throws at the first use.
    converter.inverse([0, 0]);
  } catch {
    return unknown;
  }
  const source = proj4.Proj(definition);
  const { datum } = source;
  const isUnknown =
    (datum.datum_type === datumKinds.none && !isModern(datum)) ||
    (datum.datum_type === datumKinds.grid && !definition.includes('@null'));
  // A missing shift grid would make each conversion fail.
  if (datum.datum_type === datumKinds.grid && isUnknown) datum.datum_type = datumKinds.none;
  if (isUnknown) converter = proj4(source, proj4.Proj('WGS84'));
  const isDegrees = /^\s*GEOG/i.test(definition) || /\+proj=longlat\b/.test(definition);
  return {
    crs: {
      name,
      isDegrees,
      toLonLat(x, y) {
        if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
        try {
          const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([x, y]);
          if (!Number.isFinite(longitude) || !(Math.abs(latitude) <= 90)) return null;
          return [isDegrees ? longitude : wrapLongitude(longitude), latitude];
        } catch {
          return null;
        }
      },
      unknownDatum: isUnknown ? (namedIn(definition, 'DATUM') ?? name) : null,
    },
  };
}

/** Returns the system of an EPSG code. */
export function crsOfCode(code: number): { crs: Crs } | { problem: Problem } {
  const definition = definitionOfCode(code);
  const name = `EPSG:${code}`;
  if (definition === null) return { problem: { message: 'validation.unknownCrs', values: { crs: name } } };
  return definition === 'degrees' ? { crs: { ...degreesCrs, name } } : crsOf(name, definition);
}

/** Returns the EPSG code in a name of a system such as `urn:ogc:def:crs:EPSG::3857`; 4326 for CRS84; else null. */
export function codeInName(name: string): number | null {
  if (/CRS:?:?8[34]$/i.test(name.trim())) return 4326;
  const code =
    /(?:EPSG|ESRI)[:/](?:.*[:/])?(\d{1,6})$/i.exec(name.trim())?.[1] ?? /^\s*(\d{4,6})\s*$/.exec(name)?.[1];
  return code === undefined ? null : Number(code);
}

/** Returns the system that well-known text defines (WKT 1 of ESRI or OGC, WKT 2), for example a `.prj` file. */
export function crsOfWkt(text: string): { crs: Crs } | { problem: Problem } {
  const wkt = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\u0000', '')
    .trim();
  const name = /^[A-Z0-9_]+\s*[[(]\s*"([^"]{1,80})"/i.exec(wkt)?.[1] ?? wkt.slice(0, 60);
  const isWkt = /^(?:PROJ|GEOG|GEODCRS|BOUNDCRS|COMPD|COMPOUNDCRS)/i.test(wkt);
  if (wkt.length > maxDefinitionChars || !isWkt)
    return { problem: { message: 'validation.unknownCrs', values: { crs: name } } };
  // The vertical part of a compound system does not affect the horizontal place.
  const start = /^COMP/i.test(wkt) ? wkt.search(/\b(?:PROJC|GEOG|GEODCRS)/i) : 0;
  const horizontal = start > 0 ? wkt.slice(start, endOfBracket(wkt, start)) : wkt;
  const read = crsOf(name, horizontal);
  if ('crs' in read) return read;
  // Some programs write a projection with a name that proj4 does not know, followed by its code.
  const code = /(?:AUTHORITY|ID)\s*[[(]\s*"EPSG"\s*,\s*"?(\d{4,6})"?\s*[\])]\s*[\])]\s*$/i.exec(
    horizontal,
  )?.[1];
  return code === undefined ? read : crsOfCode(Number(code));
}

/** Returns the end of the bracket that opens after `start`. */
function endOfBracket(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '[' || letter === '(') depth += 1;
    if (letter === ']' || letter === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
