import type { Area, Problem } from '../geometry/area.ts';
import type { LonLat } from '../geometry/lon-lat.ts';

/** A value of a feature beside its place and name. Dates are texts in ISO 8601. */
export type AttributeValue = string | number | boolean | null;

/** Everything that a file says of a feature besides its place. */
export interface ImportedText {
  name: string | null;
  notes: string | null;
  tags: readonly string[];
  attributes: Readonly<Record<string, AttributeValue>>;
}

/** Where a feature stands in its file. */
export interface Where {
  /** The layer, the sheet, the path of folders or the file of an archive; null if the file has none of these. */
  layer: string | null;
  /** The number of the feature in its file or layer, from 1. */
  number: number;
  /** The line where it starts, from 1; null for formats without lines. */
  line: number | null;
}

/**
 * The place of a feature in degrees on WGS 84. The rings of an area are those of `geometry/area.ts`. A line is no place: only readings
 * that accept `drawn` have lines. Its longitudes continue over the antimeridian.
 */
export type ImportedGeometry =
  | { kind: 'line'; line: readonly LonLat[] }
  | { kind: 'point'; longitude: number; latitude: number; altitudeMetres: number | null }
  | { kind: 'area'; rings: Area };

/** A feature that can be imported. */
export interface ImportedFeature extends ImportedText {
  geometry: ImportedGeometry;
  where: Where;
}

/** A feature that cannot be imported as it is, with the reason. */
export interface RejectedFeature {
  where: Where;
  name: string | null;
  problem: Problem;
  /** The beginning of its text in the file, for the list of problems. */
  raw: string;
  /** The text of its place and the rest of the feature, if retyping the place can mend it; else null. */
  mend: { place: string; text: ImportedText } | null;
}

/** What a file can mean in two ways. Each kind is asked once for a whole file. */
export type QuestionKind = 'order' | 'hemisphere' | 'square' | 'number' | 'encoding' | 'datum' | 'crs';

/** How a text of the file would be read with an answer. An order in which it is no place has no position. */
export interface QuestionSample {
  text: string;
  longitude?: number;
  latitude?: number;
}

/** A question about a whole file. `crs` has no choices, because its answer is an EPSG code that is typed. */
export interface FileQuestion {
  kind: QuestionKind;
  /** The answer in force: that of the user, or what the file itself tells; null as long as nobody has answered. */
  answer: string | null;
  /** The number of features that it concerns; 0 if it concerns all of them. */
  count: number;
  values: Readonly<Record<string, string | number>>;
  choices: readonly { answer: string; samples: readonly QuestionSample[] }[];
}

/** The answers to the questions of a file. */
export type Answers = Partial<Record<QuestionKind, string>>;

/** The index of each column in a record of a table; null if the table does not have it. */
export interface Columns {
  name: number | null;
  latitude: number | null;
  longitude: number | null;
  /** A whole place in any notation, or WKT; it has priority over latitude and longitude. */
  place: number | null;
  altitude: number | null;
  notes: number | null;
  tags: number | null;
}

/** How a table is read. In `lines` each line is read by itself: a name and a place in any notation. */
export interface TableLayout {
  layout: 'columns' | 'lines';
  hasHeader: boolean;
  /** The character between cells; null in a workbook. */
  delimiter: string | null;
  columns: Columns;
  /** The sheet of a workbook; null for other tables. */
  sheet: string | null;
}

/** A table with its first rows, for the preview and for selecting columns. */
export interface TableInfo extends TableLayout {
  headings: readonly string[];
  rows: readonly { line: number; cells: readonly string[] }[];
  sheets: readonly string[];
}

/** What the user decided about reading a file. Everything else is guessed from its content. */
export interface ReadChoices {
  answers: Answers;
  table: Partial<TableLayout>;
  /** The attribute that becomes the name; null for none, undefined for the guessed one. */
  nameField?: string | null | undefined;
  /**
   * The kind of place that is wanted; features of the other kind are rejected. `drawn` has lines too, and areas as they are: what is
   * only drawn need not be a valid area.
   */
  accepts: 'point' | 'area' | 'all' | 'drawn';
}

/** The formats that are read. `lines` is text with a place in each line. */
export type ImportFormat =
  | 'csv'
  | 'lines'
  | 'xlsx'
  | 'geojson'
  | 'kml'
  | 'kmz'
  | 'gpx'
  | 'wkt'
  | 'shapefile'
  | 'geopackage'
  | 'photos'
  | 'zip';

/** All points and outlines of a reading in EPSG:3857, for the map. Buffers that can be transferred between threads. */
export interface PackedPlaces {
  /** The coordinates of the points in metres. */
  x: Float64Array<ArrayBuffer>;
  y: Float64Array<ArrayBuffer>;
  /** The outer rings in metres: ring i is `flat` from `starts[i]` up to `starts[i + 1]`, as x, y, x, y … */
  flat: Float64Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  /** West, south, east, north of each ring in metres. */
  boxes: Float64Array<ArrayBuffer>;
  /** West, south, east, north of everything in degrees; null without places. */
  box: readonly [number, number, number, number] | null;
}

/** The result of reading a file, without the features, which stay in the worker until they are taken. */
export interface ReadOutcome {
  format: ImportFormat | null;
  /** The reason why nothing, or nothing more, can be read; else null. */
  problem: Problem | null;
  count: number;
  points: number;
  lines: number;
  areas: number;
  /** The number of rejected features; `rejected` has the first ones. */
  rejectedCount: number;
  rejected: readonly RejectedFeature[];
  /** What was read differently from what the file says, and what was not read. */
  notes: readonly Problem[];
  questions: readonly FileQuestion[];
  table: TableInfo | null;
  /** The names of the attributes, and the one that became the name. */
  fields: { names: readonly string[]; name: string | null } | null;
  /** The character encoding of the text; null for binary formats. */
  encoding: string | null;
  first: readonly ImportedFeature[];
}
