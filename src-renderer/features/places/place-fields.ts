import { mostVerticesOfPlace, type PlaceGeometry } from '../../../src-preload/contract/place-geometry.ts';
import {
  type AttributeValue,
  type PlaceRow,
  placeBounds,
} from '../../../src-preload/contract/place-values.ts';
import { numberText, readNumber } from '../../../src-preload/contract/read-number.ts';
import { toArea } from '../../../src-shared/geometry/area.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { isWkt, partsOfWkt } from '../../formats/wkt-parts.ts';
import type { CoordinateFormat } from '../../kit/i18n/coordinates.ts';
import { problemOfQuestion } from '../../kit/i18n/place-reading.ts';
import { placeText, readPlace } from '../../kit/i18n/read-place.ts';
import type { ReadField } from '../../kit/ui/grid/read-field.ts';
import { ringsOf } from './rings-of.ts';

/** The EPSG code of the coordinates that places have. */
const wgs84 = 4326;
const lowestMetres = -12_000;
const highestMetres = 100_000;

/** Reads an area that is written as well-known text; null for a text that is something else, which includes points. */
function readAreaText(text: string): ReadField<PlaceGeometry> | null {
  if (!isWkt(text)) return null;
  const { parts, srid } = partsOfWkt(text.trim());
  const [part] = parts;
  if (part === undefined || part.kind === 'point') return null;
  if (parts.length > 1) return { problem: { message: 'validation.severalPlacesInCell' } };
  if (part.kind === 'refused') return { problem: part.problem };
  if (part.kind === 'line') return { problem: { message: 'validation.lineOfCell' } };
  if (srid !== null && srid !== wgs84) return { problem: { message: 'validation.sridOfCell' } };
  const rings = part.rings.map((ring) =>
    ring.map(([longitude = Number.NaN, latitude = Number.NaN]): LonLat => [longitude, latitude]),
  );
  const read = toArea(rings, mostVerticesOfPlace);
  return 'problem' in read ? read : { value: { kind: 'area', rings: ringsOf(read.area) } };
}

/**
 * Parses the position of a point in any notation, or an area as well-known text. A point has the altitude that the text names, else none:
 * that of the place before would be wrong at another place. Ambiguous text is a problem, because a table cell cannot ask a question.
 */
export function readPosition(text: string): ReadField<PlaceGeometry> {
  const area = readAreaText(text);
  if (area !== null) return area;
  const reading = readPlace(text);
  if ('problem' in reading) return reading;
  if ('question' in reading) return { problem: problemOfQuestion(reading.question) };
  const { at, altitudeMetres } = reading.place;
  if (altitudeMetres !== null && !isAltitude(altitudeMetres))
    return { problem: { message: 'validation.altitudeOfPlace' } };
  return { value: { kind: 'point', longitude: at[0], latitude: at[1], altitudeMetres } };
}

const isAltitude = (metres: number) => metres >= lowestMetres && metres <= highestMetres;

/** Parses an altitude in metres; null for empty text. */
export function readAltitude(text: string): ReadField<number | null> {
  const read = readNumber(text);
  if (read === null) return { value: null };
  if ('problem' in read) return read;
  return isAltitude(read.value)
    ? { value: read.value }
    : { problem: { message: 'validation.altitudeOfPlace' } };
}

/** Parses tags separated by commas or semicolons. */
export function readTags(text: string): ReadField<string[]> {
  const tags = text
    .split(/[,;\n]/)
    .map((tag) => tag.replace(/\s+/g, ' ').trim())
    .filter((tag) => tag !== '');
  if (tags.some((tag) => tag.length > placeBounds.tag)) return { problem: { message: 'validation.tooLong' } };
  const once = [...new Set(tags)];
  return once.length > placeBounds.tags
    ? { problem: { message: 'validation.tooManyTags' } }
    : { value: once };
}

/** Parses a text of at most `maxLength` characters. */
export const readBounded = (text: string, maxLength: number): ReadField<string> =>
  text.length > maxLength ? { problem: { message: 'validation.tooLong' } } : { value: text };

/** A number as programs write it. Leading zeros, as in a postcode, make it a text. */
const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

/**
 * Parses an attribute value: a number or boolean as programs write it, or a text. A column of numbers accepts any notation. Null for an
 * empty cell.
 */
export function readAttribute(text: string, isNumber: boolean): ReadField<AttributeValue> {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  if (plainNumber.test(trimmed)) return { value: Number(trimmed) };
  if (trimmed === 'true' || trimmed === 'false') return { value: trimmed === 'true' };
  const number = isNumber ? readNumber(trimmed) : null;
  if (number !== null && 'value' in number) return number;
  return readBounded(text, placeBounds.attributeText);
}

/** Formats an attribute value; empty if it is missing. */
export function attributeText(value: AttributeValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'number' ? numberText(value) : String(value);
}

/** The columns of a row that contain its position. */
export type PlacedRow = Pick<PlaceRow, 'kind' | 'longitude' | 'latitude' | 'altitudeMetres' | 'positionText'>;

/** Returns the position of a point or the centre of an area; null if it is unknown. */
export function centreOf({ longitude, latitude }: Pick<PlaceRow, 'longitude' | 'latitude'>): LonLat | null {
  return longitude === null || latitude === null ? null : [longitude, latitude];
}

/** About a centimetre on the ground; further digits in files are noise. */
const shownDigits = 7;

/** Formats the position of a place for display, with at most seven decimal places of a degree and without its altitude. */
export function displayedPosition(row: PlacedRow, format: CoordinateFormat): string {
  const rounded = (degrees: number | null) => degrees && Number(degrees.toFixed(shownDigits));
  const { longitude, latitude } = row;
  return positionForField(
    { ...row, longitude: rounded(longitude), latitude: rounded(latitude), altitudeMetres: null },
    format,
  );
}

/** Formats the position of a place for a field, so that parsing it returns the same position. */
export function positionForField(row: PlacedRow, format: CoordinateFormat): string {
  const at = centreOf(row);
  if (row.kind === 'point' && at !== null) return placeText(at, format, row.altitudeMetres);
  return row.kind === 'none' ? (row.positionText ?? '') : '';
}
