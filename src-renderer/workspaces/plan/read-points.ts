import Papa from 'papaparse';
import { z } from 'zod';
import type { LonLat } from '../../i18n/coordinates.ts';
import { parseCoordinate } from '../../i18n/read-place.ts';

/** One place out of a list, and where in the list it stands. */
export interface ListedPoint {
  /** Of the text, from 1; of a file of features, their number. */
  line: number;
  /** Empty where the list gives none. */
  name: string;
  at: LonLat;
}

/** Why a line is no point: keys of the catalogue below `outbox.many.problem`. */
export type PointProblem = 'columns' | 'place' | 'geometry' | 'broken' | 'name' | 'many';

export interface ReadPoints {
  points: ListedPoint[];
  problems: { line: number; text: string; problem: PointProblem }[];
  /** The line that names the columns, so that what is left over can be read again. */
  header: string | null;
}

/** As many as are written down as drafts at once. */
export const mostPoints = 500;
const longestName = 200;

const headings = {
  name: ['name', 'task_name', 'title', 'label', 'id', 'nombre'],
  latitude: ['latitude', 'lat', 'y', 'latitud'],
  longitude: ['longitude', 'lon', 'long', 'lng', 'x', 'longitud'],
} as const;

const cellsSchema = z.array(z.array(z.string()));

function columnOf(cells: readonly string[], names: readonly string[]): number {
  return cells.findIndex((cell) => names.includes(cell.trim().toLowerCase()));
}

/** A decimal comma is taken for a point where the cells are parted by something else. */
const angle = (cell: string) =>
  /^[+-]?\d+,\d+$/.test(cell.trim()) ? cell.trim().replace(',', '.') : cell.trim();

function pointOf(line: number, name: string, at: LonLat | null): ListedPoint | PointProblem {
  if (at === null) return 'place';
  return name.length > longestName ? 'name' : { line, name, at };
}

/** Without a header: a name and a place, or only a place, in any form that a place field takes. */
function readLoose(line: number, cells: readonly string[]): ListedPoint | PointProblem {
  const filled = cells.map((cell) => cell.trim());
  while (filled.at(-1) === '') filled.pop();
  const [first = '', second = '', third = ''] = filled;
  if (filled.length === 3) return pointOf(line, first, parseCoordinate(`${angle(second)}, ${angle(third)}`));
  if (filled.length > 3) return 'columns';
  const alone = parseCoordinate(filled.map(angle).join(', '));
  if (alone !== null) return pointOf(line, '', alone);
  if (filled.length === 2) {
    const at = parseCoordinate(second);
    return at === null ? 'columns' : pointOf(line, first, at);
  }
  return 'columns';
}

function readTable(text: string): ReadPoints {
  const lines = text.split(/\r?\n/);
  const read: ReadPoints = { points: [], problems: [], header: null };
  const sample = lines.find((line) => line.trim() !== '') ?? '';
  // A line of three or more cells decides; a comma within a place of degrees is none of theirs.
  const delimiter = ['\t', ';', ','].find((each) => sample.includes(each)) ?? ',';
  let columns: { name: number; latitude: number; longitude: number } | null = null;
  for (const [index, each] of lines.entries()) {
    if (each.trim() === '') continue;
    const [cells = []] = cellsSchema.parse(Papa.parse(each, { delimiter }).data);
    const found = {
      name: columnOf(cells, headings.name),
      latitude: columnOf(cells, headings.latitude),
      longitude: columnOf(cells, headings.longitude),
    };
    if (read.header === null && read.points.length === 0 && found.latitude >= 0 && found.longitude >= 0) {
      columns = found;
      read.header = each;
      continue;
    }
    const point =
      columns === null
        ? readLoose(index + 1, cells)
        : pointOf(
            index + 1,
            (cells[columns.name] ?? '').trim(),
            parseCoordinate(
              `${angle(cells[columns.latitude] ?? '')}, ${angle(cells[columns.longitude] ?? '')}`,
            ),
          );
    if (typeof point === 'string') read.problems.push({ line: index + 1, text: each, problem: point });
    else read.points.push(point);
  }
  return read;
}

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.unknown());
const geometry = z.looseObject({ type: z.string(), coordinates: z.unknown() });
const featureSchema = z.looseObject({
  type: z.literal('Feature'),
  geometry: geometry.nullable(),
  properties: z.record(z.string(), z.unknown()).nullish(),
});
const collectionSchema = z.looseObject({ features: z.array(z.unknown()) });

function nameOf(properties: Record<string, unknown> | null | undefined): string {
  for (const [key, value] of Object.entries(properties ?? {}))
    if (headings.name.some((each) => each === key.toLowerCase()) && value !== null)
      return String(value).trim();
  return '';
}

/** Features one by one: what is no point is told, and kept to be read again. */
function readFeatures(json: unknown): ReadPoints {
  const collection = collectionSchema.safeParse(json);
  const features = collection.success ? collection.data.features : [json];
  const read: ReadPoints = { points: [], problems: [], header: null };
  for (const [index, each] of features.entries()) {
    const line = index + 1;
    const tell = (problem: PointProblem) => read.problems.push({ line, text: JSON.stringify(each), problem });
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
      const point = pointOf(
        line,
        nameOf(feature.data.properties),
        at.success ? [at.data[0], at.data[1]] : null,
      );
      if (typeof point === 'string') tell(point);
      else read.points.push(point);
    }
  }
  return read;
}

const broken = (text: string): ReadPoints => ({
  points: [],
  problems: [{ line: 1, text, problem: 'broken' }],
  header: null,
});

/** Points out of a table, GeoJSON or KML; what cannot be read is told line by line. */
export async function readPoints(text: string): Promise<ReadPoints> {
  const start = text.trimStart()[0];
  if (start === undefined) return { points: [], problems: [], header: null };
  if (start === '{' || start === '[') {
    try {
      return readFeatures(JSON.parse(text));
    } catch {
      return broken(text);
    }
  }
  if (start === '<') {
    const { kml } = await import('@tmcw/togeojson');
    // The browser's own reader fetches no entity from elsewhere.
    const document = new DOMParser().parseFromString(text, 'text/xml');
    return document.querySelector('parsererror') ? broken(text) : readFeatures(kml(document));
  }
  return readTable(text);
}
