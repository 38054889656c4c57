import { limits } from './limits.ts';
import { partsOfGeometry, type RawPart, refused } from './raw-geometry.ts';
import { isWkt, partsOfWkb, partsOfWkt } from './wkt-parts.ts';

const start =
  /^\s*\{\s*"(?:type|coordinates|geometries|crs|bbox)"\s*:\s*(?:"(?:Multi)?(?:Point|LineString|Polygon)"|"GeometryCollection"|[[{])/;

/** Returns true if a cell starts like the GeoJSON text of a geometry. */
const isGeoJsonGeometry = (text: string): boolean => start.test(text.slice(0, 200));

/** Returns the places of a geometry in GeoJSON text. */
function partsOfGeoJson(text: string): RawPart[] {
  if (text.length > limits.featureChars) return [refused('validation.featureTooLarge')];
  try {
    return partsOfGeometry(JSON.parse(text));
  } catch {
    return [refused('validation.geometry')];
  }
}

/** The flags of PostGIS in the number of a type: altitude, measure, and that the code of a system follows. */
const allFlags = 0xe0_00_00_00;
const codeFlag = 0x20_00_00_00;

/** Returns the bytes of a geometry in hexadecimal digits, as PostGIS writes it into tables; null for another text. */
function bytesOfHex(text: string): Uint8Array | null {
  if (!/^\s*0[01](?:[0-9a-f]{2}){8,}\s*$/i.test(text)) return null;
  return Uint8Array.from(text.trim().match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the number of the kind in hexadecimal digits that start like a geometry: 1 for a point; null for another text. */
function kindOfHex(text: string): number | null {
  const bytes = bytesOfHex(text.slice(0, limits.featureChars));
  if (bytes === null) return null;
  const kind = (viewOf(bytes).getUint32(1, bytes[0] === 1) & ~allFlags) >>> 0;
  return kind < 4_000 && kind % 1_000 >= 1 && kind % 1_000 <= 17 ? kind % 1_000 : null;
}

/** Returns true if a cell starts like a geometry: well-known text, its binary form in hexadecimal digits, or GeoJSON. */
export const isGeometryCell = (text: string): boolean =>
  isWkt(text) || isGeoJsonGeometry(text) || kindOfHex(text) !== null;

/** Returns true if the geometry in a cell is a point. */
export const isPointCell = (text: string): boolean =>
  /^(?:SRID=\d+;)?\s*POINT|"Point"/i.test(text) || kindOfHex(text) === 1;

/** Returns the places of a geometry in a cell, and the EPSG code that the cell names; null without one. */
export function partsOfCell(cell: string): { parts: RawPart[]; srid: number | null } {
  if (isWkt(cell)) return partsOfWkt(cell);
  if (isGeoJsonGeometry(cell)) return { parts: partsOfGeoJson(cell), srid: null };
  if (cell.length > limits.featureChars)
    return { parts: [refused('validation.featureTooLarge')], srid: null };
  const bytes = bytesOfHex(cell);
  if (bytes === null) return { parts: [refused('validation.geometry')], srid: null };
  const [view, isLittle] = [viewOf(bytes), bytes[0] === 1];
  const hasCode = (view.getUint32(1, isLittle) & codeFlag) !== 0;
  const code = hasCode ? view.getUint32(5, isLittle) : 0;
  return { parts: partsOfWkb(bytes), srid: code === 0 ? null : code };
}
