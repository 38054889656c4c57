import type { Area, Problem } from '../../src-shared/geometry/area.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { ImportFormat } from './sniff.ts';

/** A cell as the file has it: text, or a number or truth value of a workbook. */
export type Cell = string | number | boolean | null;

/** A value of an attribute of a feature. Dates are texts in ISO 8601. */
export type AttributeValue = string | number | boolean | null;

/** Everything that a file says about a feature besides its place. */
export interface ImportedText {
  name: string | null;
  notes: string | null;
  tags: readonly string[];
  attributes: Readonly<Record<string, AttributeValue>>;
}

/** The position of a feature in its file. */
export interface Where {
  /** The layer, the sheet, the path of folders or the file of an archive; null if the file has none of these. */
  layer: string | null;
  /** The number of the feature in its file or layer, from 1. */
  number: number;
  /** The line where it starts, from 1; null for formats without lines. */
  line: number | null;
}

/**
 * The place of a feature in degrees on WGS 84. The rings of an area are those of `geometry/area.ts`. Only imports that
 * accept `drawn` have lines; their longitudes continue over the antimeridian.
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

/** A feature that cannot be imported unchanged, with the reason. */
export interface RejectedFeature {
  where: Where;
  name: string | null;
  problem: Problem;
  /** The beginning of its text in the file, for the list of problems. */
  raw: string;
  /** The text of its place and its other texts, if it can be corrected by retyping the place; else null. */
  mend: { place: string; text: ImportedText } | null;
}

/** The kinds of ambiguities in a file. Each kind is asked once for a whole file. */
export type QuestionKind =
  | 'order'
  | 'letter'
  | 'hemisphere'
  | 'side'
  | 'square'
  | 'near'
  | 'number'
  | 'encoding'
  | 'datum'
  | 'system'
  | 'crs';

/**
 * How a text of the file is read with one of the answers. If the text is not a place with this answer, it has no
 * position.
 */
export interface QuestionSample {
  text: string;
  longitude?: number;
  latitude?: number;
}

/** The answer to `near` that leaves short Plus Codes out; others are a place that `parseCoordinate` reads. */
export const noPlaceNear = 'none';

/**
 * A question about a whole file. `crs` and `near` have no choices, because the user types an EPSG code or a place;
 * those of `near` show what the answer in force means.
 */
export interface FileQuestion {
  kind: QuestionKind;
  /** The answer in force, from the user or from the file itself; null if there is none yet. */
  answer: string | null;
  /** The number of features that the question concerns; 0 if it concerns all of them. */
  count: number;
  values: Readonly<Record<string, string | number>>;
  choices: readonly { answer: string; samples: readonly QuestionSample[] }[];
}

/** The answers to the questions of a file. */
export type Answers = Partial<Record<QuestionKind, string>>;

/** The index of the column of each kind in a record of a table; null if the table does not have it. */
export interface Columns {
  name: number | null;
  latitude: number | null;
  longitude: number | null;
  /**
   * A whole place in any notation, or a geometry. Beside latitude and longitude, only its lines and areas are used; they
   * have priority.
   */
  place: number | null;
  altitude: number | null;
  notes: number | null;
  tags: number | null;
  /** What completes the degrees, if the file has it in columns of their own. */
  latitudeMinutes: number | null;
  latitudeSeconds: number | null;
  latitudeHemisphere: number | null;
  longitudeMinutes: number | null;
  longitudeSeconds: number | null;
  longitudeHemisphere: number | null;
}

/** How a table is read. In `lines`, each line is read separately: a name and a place in any notation. */
export interface TableLayout {
  layout: 'columns' | 'lines';
  hasHeader: boolean;
  /** The character between cells; null in a workbook. */
  delimiter: string | null;
  columns: Columns;
  /** The sheet of a workbook; null for other tables. */
  sheet: string | null;
  /**
   * The EPSG code of degrees on the datum of the coordinates: WGS 84 unless the user selects another. Null for a table
   * that names its datums in a column, or whose coordinate system was typed.
   */
  datum: number | null;
  /** The column with the datum of each row; null if there is none. */
  datumColumn: number | null;
}

/** A table with its first rows, for the preview and for selecting columns. */
export interface TableInfo extends TableLayout {
  headings: readonly string[];
  rows: readonly { line: number; cells: readonly string[] }[];
  sheets: readonly string[];
}

/** The user's decisions about reading a file. Everything else is guessed from its content. */
export interface ReadChoices {
  answers: Answers;
  table: Partial<TableLayout>;
  /** The attribute that becomes the name; null for none, undefined to guess it. */
  nameField?: string | null | undefined;
  /**
   * The accepted kind of place; features of other kinds are rejected. `drawn` accepts lines too, and areas unchanged:
   * shapes that are only drawn need not be valid.
   */
  accepts: 'point' | 'area' | 'all' | 'drawn';
}

/** All points and outlines of an import in EPSG:3857, for the map. The buffers can be transferred between threads. */
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

/** The result of reading a file, without the features, which stay in the worker until they are requested. */
export interface ReadOutcome {
  format: ImportFormat | null;
  /** Why nothing, or nothing further, can be read; else null. */
  problem: Problem | null;
  count: number;
  points: number;
  lines: number;
  areas: number;
  /** The number of rejected features; `rejected` contains the first of them. */
  rejectedCount: number;
  rejected: readonly RejectedFeature[];
  /** Messages about content that was changed or left out. */
  notes: readonly Problem[];
  questions: readonly FileQuestion[];
  table: TableInfo | null;
  /** The names of the attributes, the one that became the name, and whether the format itself names features. */
  fields: { names: readonly string[]; name: string | null; hasOwnNames: boolean } | null;
  /** The character encoding of the text; null for binary formats. */
  encoding: string | null;
  first: readonly ImportedFeature[];
}
