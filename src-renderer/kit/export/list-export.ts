import type { TFunction } from 'i18next';
import { mostNamed } from '../../../src-preload/contract/ids.ts';
import type {
  AttributeValue,
  ExportColumn,
  ExportedFeature,
  ExportedGeometry,
} from '../../formats/exported-feature.ts';
import type { MainClient } from '../client/connect.ts';
import { fileStem } from '../client/file-stem.ts';
import { placeOf } from '../lists/use-place-text.ts';
import type { PageRange } from '../ui/paged-list.ts';
import type { Page } from '../ui/paged-rows.ts';
import { type ReadPage, readListed } from './read-listed.ts';

/** A column of attributes that can also be displayed. */
export interface OutputColumn extends ExportColumn {
  /** Returns a value in the user's language. Left out if the value itself is readable. */
  wordOf?: (value: AttributeValue) => string;
  /** Returns the text for a screen or a sheet where the column has no value, from the other attributes. Left out if there is none. */
  whenEmpty?: (attributes: ExportedFeature['attributes'], language: string) => string;
  /** True if field sheets include the column by default. */
  isOnSheet?: true;
}

/** The number of points and areas of a list; rows without a place count as neither. */
export interface PlaceCounts {
  points: number;
  areas: number;
}

/** A row with its centre, in degrees; null if it has no place. */
export interface PlacedRow {
  longitude: number | null;
  latitude: number | null;
}

/** Declares how the rows of a list become features of a file. */
export interface ListExport<Row extends PlacedRow, Query, Places> {
  /** The name of the layer and the file; the same in every language. */
  layer: string;
  columns: (t: TFunction) => OutputColumn[];
  /** The column whose values become the folders of a KML file; null for none. */
  folderColumn: string | null;
  /** True if the features have notes; left out if they have none. */
  hasNotes?: true;
  nameOf: (row: Row) => string;
  /** Returns the values of the columns by key; the table of the list shows the same values. */
  attributesOf: (row: Row) => Record<string, AttributeValue>;
  /** Returns the geometries of rows as GeoJSON, in the order of the rows; the answer may cover only the first rows. */
  geometries: (
    client: MainClient,
    rows: readonly Row[],
    query: Query,
    signal: AbortSignal,
  ) => Promise<(string | null)[]>;
  /** Counts the points and areas among the places that the map shows. */
  countPlaces: (places: Places) => PlaceCounts;
}

/** The rows of a file or a field sheet: all listed rows, or the selected ones. */
export type OutputRows = 'listed' | 'selected';

/**
 * A list whose rows can be written to a file or a field sheet. A list that is not declared with `declareList` offers its own source
 * (`useOffered`).
 */
export interface ExportSource {
  /** A word in lower-case Latin letters, such as `tasks`, for the names of files, layers and tables. */
  layer: string;
  /** What tells this list from others of its kind in the name of a file; left out if there is only one. */
  fileStem?: string;
  /** The name of the list on the screen. */
  title: string;
  columns: readonly OutputColumn[];
  /** The columns that are left out by default: those that the table of the list does not show. */
  leftOut?: readonly string[];
  folderColumn: string | null;
  hasNotes: boolean;
  /** The number of rows, by which of them are written. */
  counts: Readonly<Record<OutputRows, number>>;
  /** The number of points and areas in the list; null if it is unknown. */
  places: PlaceCounts | null;
  pages: (rows: OutputRows, signal: AbortSignal) => AsyncGenerator<ReadPage>;
}

/** Returns the name of an exported file: the name of the list, if it has one, without what no system allows in names. */
export function exportFileName({ layer, fileStem: named = '' }: ExportSource, ending: string): string {
  const stem = fileStem(named);
  return `${stem === '' ? layer : `${layer}-${stem}`}.${ending}`;
}

/** The maximum number of rows that a list returns at once. */
const pageRows = 500;

interface SourceOptions<Row extends PlacedRow, Query, Places> {
  declared: ListExport<Row, Query, Places>;
  t: TFunction;
  client: MainClient;
  query: Query;
  title: string;
  total: number;
  /** The keys of the selected rows, in the order of selection. */
  selected: readonly string[];
  places: Places | undefined;
  load: (range: PageRange) => Promise<Page<Row>>;
  /** Fetches the rows with these keys, at most `mostNamed`, in any order. */
  loadNamed: (keys: readonly string[], signal: AbortSignal) => Promise<Row[]>;
  keyOf: (row: Row) => string;
  /** The keys of the columns of the list's table, in its order; null if the user has not chosen columns. */
  shown: readonly string[] | null;
}

/** Returns the columns in the order of the table; hidden columns come last. */
function inOrder(columns: readonly OutputColumn[], shown: readonly string[] | null): OutputColumn[] {
  if (shown === null) return [...columns];
  const at = new Map(shown.map((key, index) => [key, index]));
  return columns.toSorted(
    (one, other) => (at.get(one.key) ?? shown.length) - (at.get(other.key) ?? shown.length),
  );
}

/** Returns a declared list, as currently filtered and sorted, as the source of a file or a field sheet. */
export function sourceOf<Row extends PlacedRow, Query, Places>(
  options: SourceOptions<Row, Query, Places>,
): ExportSource {
  const { declared, t, client, query, title, total, selected, places, load, loadNamed, keyOf, shown } =
    options;

  async function toFeatures(rows: readonly Row[], signal: AbortSignal): Promise<ExportedFeature[]> {
    const texts = await textsOf(rows, (remaining) => declared.geometries(client, remaining, query, signal));
    return rows.map((row, i) => ({
      name: declared.nameOf(row),
      notes: '',
      attributes: declared.attributesOf(row),
      geometry: geometryOf(texts[i], row),
    }));
  }

  /** Reads the selected rows in the order of selection, without rows that no longer exist. */
  async function* readSelected(signal: AbortSignal): AsyncGenerator<ReadPage> {
    for (let from = 0; from < selected.length; from += mostNamed) {
      signal.throwIfAborted();
      const keys = selected.slice(from, from + mostNamed);
      const found = new Map((await loadNamed(keys, signal)).map((row) => [keyOf(row), row]));
      const rows = keys.map((key) => found.get(key)).filter((row) => row !== undefined);
      yield {
        features: await toFeatures(rows, signal),
        read: Math.min(from + mostNamed, selected.length),
        total: selected.length,
      };
    }
  }

  const columns = inOrder(declared.columns(t), shown);
  return {
    layer: declared.layer,
    title,
    columns,
    leftOut: shown === null ? [] : columns.map(({ key }) => key).filter((key) => !shown.includes(key)),
    folderColumn: declared.folderColumn,
    hasNotes: declared.hasNotes ?? false,
    counts: { listed: total, selected: selected.length },
    places: places === undefined ? null : declared.countPlaces(places),
    pages: (rows, signal) =>
      rows === 'selected'
        ? readSelected(signal)
        : readListed({
            pageRows,
            load,
            signal,
            keyOf,
            toFeatures: (page) => toFeatures(page, signal),
          }),
  };
}

/** Returns the geometries of all rows as text, calling `ask` again while an answer covers only the first rows. */
export async function textsOf<Row>(
  rows: readonly Row[],
  ask: (rows: readonly Row[]) => Promise<(string | null)[]>,
): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  while (texts.length < rows.length) {
    const answer = await ask(rows.slice(texts.length));
    if (answer.length === 0) throw new Error('no geometry was answered');
    texts.push(...answer);
  }
  return texts;
}

/** Returns the geometry of a row as the service sent it, or else its centre; null if it has no place. */
function geometryOf(text: string | null | undefined, row: PlacedRow): ExportedGeometry | null {
  const centre = placeOf(row);
  if (typeof text === 'string') return { kind: 'geoJson', text, otherwise: centre };
  return centre === null ? null : { kind: 'point', at: centre };
}
