import { z } from 'zod';
import type { Problem } from '../../geometry/area.ts';
import { crsProblem, parseKml, textProblem } from '../../geometry/import-guards.ts';
import type { LonLat } from '../../i18n/coordinates.ts';
import { readNumber } from '../../i18n/read-number.ts';
import { readPlace } from '../../i18n/read-place.ts';
import { type Columns, guessColumns, headingWords, readTable, type TableRecord } from './read-table.ts';

/** A point of a list, with its place in the list. */
export interface ListedPoint {
  /** The line of the text, from 1; in a file of features, the number of the feature. */
  line: number;
  /** Empty if the list gives no name. */
  name: string;
  at: LonLat;
  altitudeMetres: number | null;
  /** The place with its two numbers exchanged, if only their order says which is which; else null. */
  swapped: LonLat | null;
  /** The text of the point in the list. */
  text: string;
}

/** The reasons why a line is not a point: keys of the catalogue below `outbox.many.problem`. */
export type PointProblem =
  | 'columns'
  | 'place'
  | 'unclear'
  | 'altitude'
  | 'geometry'
  | 'broken'
  | 'name'
  | 'mapping'
  | 'many';

/**
 * The result of reading a list of points: the usable ones and the problems. `line` counts from 1; in GeoJSON it is
 * the number of the feature.
 */
export interface ReadPoints {
  points: ListedPoint[];
  problems: { line: number; text: string; problem: PointProblem }[];
  /** The line with the column names, so that the rest of the list can be read again with it. */
  header: string | null;
  /** The headings of a table and the meaning of its columns; null without headings. */
  table: { headings: readonly string[]; columns: Columns } | null;
  /** The reason why the whole text cannot be used; else null. */
  problem: Problem | null;
}

/** The largest number of points that become drafts at once. */
export const mostPoints = 500;
const longestName = 200;

const nothing: ReadPoints = { points: [], problems: [], header: null, table: null, problem: null };
const wholly = (problem: Problem): ReadPoints => ({ ...nothing, problem });

/** A decimal comma is replaced by a point if the cells are separated by another character. */
const angle = (cell: string) =>
  /^[+-]?\d+,\d+$/.test(cell.trim()) ? cell.trim().replace(',', '.') : cell.trim();

interface Placed {
  at: LonLat;
  altitudeMetres: number | null;
  swapped: LonLat | null;
}

/** Reads a place that needs no question; else returns the reason why it cannot be used. */
function placed(text: string): Placed | 'place' | 'unclear' {
  const reading = readPlace(text);
  if ('problem' in reading) return 'place';
  if ('place' in reading) return reading.place;
  // A list is not questioned line by line. Numbers that are out of range in their order are not a place.
  return reading.question.choices.length > 1 ? 'unclear' : 'place';
}

function pointOf(record: Pick<TableRecord, 'line' | 'text'>, name: string, place: Placed | PointProblem) {
  if (typeof place === 'string') return place;
  if (name.length > longestName) return 'name';
  const { at, altitudeMetres, swapped } = place;
  return { line: record.line, text: record.text, name, at, altitudeMetres, swapped };
}

/** Reads a record without a header: a name and a place, or only a place, in any form that a place field accepts. */
function readLoose(record: TableRecord): ListedPoint | PointProblem {
  const filled = record.cells.map((cell) => cell.trim());
  while (filled.at(-1) === '') filled.pop();
  const [first = '', second = '', third = ''] = filled;
  if (filled.length === 3) return pointOf(record, first, placed(`${angle(second)}, ${angle(third)}`));
  if (filled.length > 3) return 'columns';
  const alone = placed(filled.map(angle).join(', '));
  if (alone !== 'place') return pointOf(record, '', alone);
  if (filled.length === 2) {
    const at = placed(second);
    return at === 'place' ? 'columns' : pointOf(record, first, at);
  }
  return 'columns';
}

/** Reads a record by the columns that the header names or that the user selected. */
function readByColumns(record: TableRecord, columns: Columns): ListedPoint | PointProblem {
  const cell = (column: number | null) => (column === null ? '' : (record.cells[column] ?? '').trim());
  const { latitude, longitude } = columns;
  if (columns.place === null && (latitude === null || longitude === null)) return 'mapping';
  const degrees = `${angle(cell(latitude))}, ${angle(cell(longitude))}`;
  const read = placed(columns.place === null ? degrees : cell(columns.place));
  // The headings say which number is which, so there is no other order to ask about.
  if (typeof read === 'string') return columns.place === null ? 'place' : read;
  const height = readNumber(cell(columns.altitude));
  if (height && 'problem' in height) return 'altitude';
  return pointOf(record, cell(columns.name), {
    at: read.at,
    altitudeMetres: height ? height.value : read.altitudeMetres,
    // The headings say which number is which.
    swapped: columns.place === null ? null : read.swapped,
  });
}

function readRows(text: string, chosen: Columns | null): ReadPoints {
  const { headings, header, records } = readTable(text);
  const columns = chosen ?? (headings === null ? null : guessColumns(headings));
  const read: ReadPoints = {
    ...nothing,
    ...{ points: [], problems: [], header },
    table: headings === null || columns === null ? null : { headings, columns },
  };
  for (const record of records) {
    const point = columns === null || headings === null ? readLoose(record) : readByColumns(record, columns);
    if (typeof point === 'string')
      read.problems.push({ line: record.line, text: record.text, problem: point });
    else read.points.push(point);
  }
  return read;
}

const position = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
  .rest(z.unknown())
  .transform(
    ([longitude, latitude, third]): Placed => ({
      at: [longitude, latitude],
      altitudeMetres: typeof third === 'number' && Number.isFinite(third) ? third : null,
      swapped: null,
    }),
  );
const geometry = z.looseObject({ type: z.string(), coordinates: z.unknown() });
const featureSchema = z.looseObject({
  type: z.literal('Feature'),
  geometry: geometry.nullable(),
  properties: z.record(z.string(), z.unknown()).nullish(),
});
const collectionSchema = z.looseObject({ features: z.array(z.unknown()) });

function nameOf(properties: Record<string, unknown> | null | undefined): string {
  const named = Object.entries(properties ?? {});
  for (const word of headingWords.name) {
    const value = named.find(
      ([key, each]) => key.toLowerCase() === word && each !== null && each !== '',
    )?.[1];
    if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  }
  return '';
}

/** Reads features one by one; those that are not points are reported and kept, so that they can be read again. */
function readFeatures(json: unknown): ReadPoints {
  const crs = crsProblem(json);
  if (crs) return wholly(crs);
  const collection = collectionSchema.safeParse(json);
  const features = collection.success ? collection.data.features : [json];
  const read: ReadPoints = { ...nothing, points: [], problems: [] };
  for (const [index, each] of features.entries()) {
    const record = { line: index + 1, text: JSON.stringify(each) };
    const tell = (problem: PointProblem) => read.problems.push({ ...record, problem });
    const bare = geometry.safeParse(each);
    const feature = featureSchema.safeParse(
      bare.success && bare.data.type !== 'Feature' ? { type: 'Feature', geometry: bare.data } : each,
    );
    if (!feature.success || !feature.data.geometry) {
      tell('geometry');
      continue;
    }
    const { type, coordinates } = feature.data.geometry;
    const places =
      type === 'Point'
        ? [coordinates]
        : type === 'MultiPoint'
          ? z.array(z.unknown()).catch([]).parse(coordinates)
          : [];
    if (places.length === 0) tell('geometry');
    for (const place of places) {
      const at = position.safeParse(place);
      const point = pointOf(record, nameOf(feature.data.properties), at.success ? at.data : 'place');
      if (typeof point === 'string') tell(point);
      else read.points.push(point);
    }
  }
  return read;
}

/**
 * Reads points from a table, GeoJSON or KML. Unreadable lines are reported one by one, and a text that is no import
 * at all with its kind. `columns` are those that the user selected instead of the guessed ones.
 */
export async function readPoints(text: string, columns: Columns | null = null): Promise<ReadPoints> {
  const problem = textProblem(text);
  if (problem) return wholly(problem);
  const body = text.replace(/^\uFEFF/, '').trimStart();
  const [start] = body;
  if (start === undefined) return nothing;
  if (start === '{' || (start === '[' && /^\[\s*[{[]/.test(body))) {
    try {
      return readFeatures(JSON.parse(body));
    } catch {
      return { ...nothing, problems: [{ line: 1, text, problem: 'broken' }] };
    }
  }
  if (start === '<') {
    const parsed = parseKml(body);
    if ('problem' in parsed) return wholly(parsed.problem);
    const { kml } = await import('@tmcw/togeojson');
    return readFeatures(kml(parsed.document));
  }
  return readRows(body, columns);
}
