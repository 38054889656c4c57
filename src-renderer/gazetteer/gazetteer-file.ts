import { z } from 'zod';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import { boxOfRings } from './inside-rings.ts';
import { type PlaceKind, placeKinds } from './place-kinds.ts';

/** A box in degrees; east may exceed 180 where it crosses the antimeridian. */
export type PlaceBox = readonly [west: number, south: number, east: number, north: number];

/** Units per degree: about 11 m for places, about 110 m for outlines. */
const placeUnits = 10_000;
const ringUnits = 1_000;

/** Far above the real number of values; a header with more is damaged. */
const maxValues = 20_000_000;
const maxHeaderBytes = 65_536;

const columnNames = [
  'kind',
  'country',
  'division',
  'longitude',
  'latitude',
  'amount',
  'rank',
  'names',
  'spanish',
  'boxEntry',
  'west',
  'south',
  'east',
  'north',
  'shapeEntry',
  'shapeRings',
  'ringVertices',
  'vertexLongitude',
  'vertexLatitude',
] as const;
type ColumnName = (typeof columnNames)[number];

const headerSchema = z.object({
  format: z.literal('nadir-gazetteer'),
  version: z.literal(2),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(1_000),
  columns: z.array(
    z.object({
      name: z.enum(columnNames),
      count: z.int().min(0).max(maxValues),
      planes: z.int().min(1).max(4),
    }),
  ),
  namesBytes: z.int().min(0),
});

/** The outline of a sea, a region or a lake, as rings by the even-odd rule. */
export interface PlaceShape {
  entry: number;
  box: PlaceBox;
  /** Alternating longitudes and latitudes, in degrees. */
  rings: readonly Float32Array[];
}

/** The named places of the embedded file. An entry is an index from 0 to `count` - 1. */
export interface GazetteerData {
  count: number;
  /** By entry, in degrees. */
  longitudes: Float64Array;
  latitudes: Float64Array;
  /** By entry: ten times the logarithm of the number of people who may mean it. */
  ranks: Uint8Array;
  kindOf(entry: number): PlaceKind;
  /** Returns the ISO 3166-1 code of its country; null for seas and other places without one. */
  countryOf(entry: number): string | null;
  /** Returns the entry of its first-level division; null if it has none or is one. */
  divisionOf(entry: number): number | null;
  /** Returns the population of a town, the metres of a peak; null if unknown. */
  amountOf(entry: number): number | null;
  boxOf(entry: number): PlaceBox | null;
  /** Returns all spellings; the usual one comes first. */
  namesOf(entry: number): string[];
  /** Returns the name in a language (BCP 47) if it is known, else the usual one. */
  nameIn(entry: number, language: string): string;
  /** The names of all entries as lines of UTF-8, in order, and the number of lines of each entry. */
  nameBytes: Uint8Array;
  nameCounts: Uint8Array;
  shapes: readonly PlaceShape[];
}

/** The error for an embedded file with invalid content. */
export class DamagedGazetteerError extends Error {}

const newline = 10;
const isSpanish = (language: string) => /^es(-|$)/.test(language);

/** Reads a column, which is stored as bytes by significance, each value as the difference from the previous one. */
function readColumn(bytes: Uint8Array, count: number, planes: number): Int32Array {
  const values = new Int32Array(count);
  let last = 0;
  for (let i = 0; i < count; i += 1) {
    let coded = 0;
    for (let plane = planes - 1; plane >= 0; plane -= 1)
      coded = (coded << 8) | (bytes[plane * count + i] ?? 0);
    last += (coded >>> 1) ^ -(coded & 1);
    values[i] = last;
  }
  return values;
}

function readHeader(bytes: Uint8Array) {
  const end = bytes.subarray(0, maxHeaderBytes).indexOf(newline);
  if (end < 0) throw new DamagedGazetteerError('no header');
  try {
    return { header: headerSchema.parse(JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))), end };
  } catch (error) {
    throw new DamagedGazetteerError('a header that cannot be read', { cause: error });
  }
}

function readColumns(bytes: Uint8Array) {
  const { header, end } = readHeader(bytes);
  const columns = new Map<ColumnName, Int32Array>();
  let at = end + 1;
  for (const { name, count, planes } of header.columns) {
    const size = count * planes;
    if (at + size > bytes.length) throw new DamagedGazetteerError(`the column ${name} is cut off`);
    columns.set(name, readColumn(bytes.subarray(at, at + size), count, planes));
    at += size;
  }
  if (bytes.length - at !== header.namesBytes) throw new DamagedGazetteerError('the names are cut off');
  const column = (name: ColumnName): Int32Array => {
    const values = columns.get(name);
    if (!values) throw new DamagedGazetteerError(`there is no column ${name}`);
    return values;
  };
  return { countries: header.countries, column, nameBytes: bytes.subarray(at) };
}

type Columns = ReturnType<typeof readColumns>;

function inDegrees(values: Int32Array, units: number): Float64Array {
  return Float64Array.from(values, (value) => value / units);
}

/** Throws unless each column has a value for each entry and refers only to existing entries. */
function checkColumns({ countries, column }: Columns, count: number) {
  const entryColumns = [
    'country',
    'division',
    'longitude',
    'latitude',
    'amount',
    'rank',
    'names',
    'spanish',
  ] as const;
  const within = (name: ColumnName, min: number, max: number) => {
    if (!column(name).every((value) => value >= min && value <= max))
      throw new DamagedGazetteerError(`a value of ${name} is out of range`);
  };
  for (const name of entryColumns)
    if (column(name).length !== count) throw new DamagedGazetteerError(`the column ${name} is too short`);
  within('kind', 0, placeKinds.length - 1);
  within('country', 0, countries.length);
  within('division', 0, count);
  within('longitude', -180 * placeUnits, 360 * placeUnits);
  within('latitude', -90 * placeUnits, 90 * placeUnits);
  within('rank', 0, 255);
  within('names', 1, 255);
  if (!column('spanish').every((name, entry) => name >= 0 && name <= (column('names')[entry] ?? 0)))
    throw new DamagedGazetteerError('a value of spanish is out of range');
  within('boxEntry', 0, count - 1);
  within('shapeEntry', 0, count - 1);
  within('shapeRings', 0, maxValues);
  within('ringVertices', 0, maxValues);
  const sum = (name: ColumnName) => column(name).reduce((all, value) => all + value, 0);
  if (
    sum('shapeRings') !== column('ringVertices').length ||
    sum('ringVertices') !== column('vertexLatitude').length
  )
    throw new DamagedGazetteerError('the outlines are incomplete');
}

function readBoxes({ column }: Columns): Map<number, PlaceBox> {
  const sides = (['west', 'south', 'east', 'north'] as const).map((side) =>
    inDegrees(column(side), placeUnits),
  );
  const [west, south, east, north] = sides;
  return new Map(
    [...column('boxEntry')].map((entry, i) => [
      entry,
      [west?.[i] ?? 0, south?.[i] ?? 0, east?.[i] ?? 0, north?.[i] ?? 0],
    ]),
  );
}

function readShapes({ column }: Columns): PlaceShape[] {
  const [longitudes, latitudes] = [column('vertexLongitude'), column('vertexLatitude')];
  const lengths = column('ringVertices');
  const counts = column('shapeRings');
  let ring = 0;
  let vertex = 0;
  return [...column('shapeEntry')].map((entry, shape) => {
    const rings = Array.from({ length: counts[shape] ?? 0 }, () => {
      const length = lengths[ring] ?? 0;
      const flat = new Float32Array(2 * length);
      for (let i = 0; i < length; i += 1) {
        flat[2 * i] = (longitudes[vertex + i] ?? 0) / ringUnits;
        flat[2 * i + 1] = (latitudes[vertex + i] ?? 0) / ringUnits;
      }
      ring += 1;
      vertex += length;
      return flat;
    });
    return { entry, box: boxOfRings(rings), rings };
  });
}

/** Returns the index of the first name of each entry, and one more at the end. Throws if there are too few lines. */
function startsOfNames(nameBytes: Uint8Array, counts: Uint8Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  let at = 0;
  for (let entry = 0; entry < counts.length; entry += 1) {
    starts[entry] = at;
    for (let name = counts[entry] ?? 0; name > 0; name -= 1) {
      if (at >= nameBytes.length) throw new DamagedGazetteerError('there are fewer names than entries');
      const end = nameBytes.indexOf(newline, at);
      at = end < 0 ? nameBytes.length + 1 : end + 1;
    }
  }
  starts[counts.length] = at;
  return starts;
}

/**
 * Reads the unpacked embedded file, which `scripts/make-gazetteer.mjs` wrote. Throws `DamagedGazetteerError` for
 * anything else.
 */
export function readGazetteer(bytes: Uint8Array): GazetteerData {
  const columns = readColumns(bytes);
  const { countries, column, nameBytes } = columns;
  const kinds = Uint8Array.from(column('kind'));
  const count = kinds.length;
  checkColumns(columns, count);
  const ofCountry = Uint16Array.from(column('country'));
  const divisions = column('division');
  const amounts = column('amount');
  const nameCounts = Uint8Array.from(column('names'));
  const starts = startsOfNames(nameBytes, nameCounts);
  const boxes = readBoxes(columns);
  const spanish = Uint8Array.from(column('spanish'));
  const utf8 = new TextDecoder();
  function namesOf(entry: number): string[] {
    const from = starts[entry] ?? 0;
    const to = (starts[entry + 1] ?? from + 1) - 1;
    return utf8.decode(nameBytes.subarray(from, to)).split('\n');
  }
  return {
    count,
    longitudes: inDegrees(column('longitude'), placeUnits),
    latitudes: inDegrees(column('latitude'), placeUnits),
    ranks: Uint8Array.from(column('rank')),
    kindOf: (entry) => placeKinds[kinds[entry] ?? 0] ?? 'town',
    countryOf: (entry) => countries[(ofCountry[entry] ?? 0) - 1] ?? null,
    divisionOf: (entry) => (divisions[entry] ? (divisions[entry] ?? 0) - 1 : null),
    amountOf: (entry) => amounts[entry] || null,
    boxOf: (entry) => boxes.get(entry) ?? null,
    namesOf,
    nameIn(entry, language) {
      const names = namesOf(entry);
      const own = isSpanish(language) ? names[(spanish[entry] ?? 0) - 1] : undefined;
      return own ?? names[0] ?? '';
    },
    nameBytes,
    nameCounts,
    shapes: readShapes(columns),
  };
}

/** Returns the position of an entry in degrees. */
export function placeOfEntry({ longitudes, latitudes }: GazetteerData, entry: number): LonLat {
  return [longitudes[entry] ?? 0, latitudes[entry] ?? 0];
}
