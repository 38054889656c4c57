import type { TFunction } from 'i18next';
import type { MainClient } from '../../client/connect.ts';
import type {
  AttributeValue,
  ExportColumn,
  ExportedFeature,
  ExportedGeometry,
} from '../../formats/exported-feature.ts';
import type { PageRange } from '../../ui/paged-list.ts';
import type { Page } from '../../ui/paged-rows.ts';
import { placeOf } from '../use-place-text.ts';
import { type ReadPage, readListed } from './read-listed.ts';

/** A column of attributes that can also be shown to people. */
export interface OutputColumn extends ExportColumn {
  /** Returns a value as people read it, in the user's language. Left out if the value itself is readable. */
  wordOf?: (value: AttributeValue) => string;
  /** True if it is on a field sheet unless the user leaves it out. */
  isOnSheet?: true;
}

/** How many points and areas a list has; places of other rows are missing. */
export interface PlaceCounts {
  points: number;
  areas: number;
}

/** Declares how the rows of a list become objects of a file. */
export interface ListExport<Row, Key, Query, Places> {
  /** The name of the layer and the file; the same in every language. */
  layer: string;
  columns: (t: TFunction) => OutputColumn[];
  /** The column by which a KML file has its folders. */
  folderColumn: string | null;
  /** True if the objects have notes; left out if they have none. */
  hasNotes?: true;
  /** Returns the objects of rows, in their order. */
  toFeatures: (
    client: MainClient,
    rows: readonly Row[],
    query: Query,
    signal: AbortSignal,
  ) => Promise<ExportedFeature[]>;
  /** Loads the row of a selected object. */
  loadSelected: (client: MainClient, key: Key, query: Query) => Promise<Row>;
  /** Counts the places that the map shows of the list. */
  countPlaces: (places: Places) => PlaceCounts;
}

/** The rows that a file or a field sheet contains: all that a list shows, or what is selected in it. */
export type OutputRows = 'listed' | 'selected';

/**
 * A list whose rows can be written to a file or a field sheet. A list that is not declared with `declareList` offers one of
 * its own (`useOffered`).
 */
export interface ExportSource {
  /** A word in small Latin letters, such as `tasks`: it is in the names of files, layers and tables. */
  layer: string;
  /** The name of the list on the screen. */
  title: string;
  columns: readonly OutputColumn[];
  folderColumn: string | null;
  hasNotes: boolean;
  /** The number of rows of each choice. */
  counts: Readonly<Record<OutputRows, number>>;
  /** How many points and areas are listed; null if that is not known. */
  places: PlaceCounts | null;
  pages: (rows: OutputRows, signal: AbortSignal) => AsyncGenerator<ReadPage>;
}

/** The most rows that a list returns at once. */
const pageRows = 500;

interface SourceOptions<Row, Key, Query, Places> {
  declared: ListExport<Row, Key, Query, Places>;
  t: TFunction;
  client: MainClient;
  query: Query;
  title: string;
  total: number;
  selected: Key | null;
  places: Places | undefined;
  load: (range: PageRange) => Promise<Page<Row>>;
  keyOf: (row: Row) => Key;
}

/** Returns a declared list as it is on the screen now, for a file or a field sheet. */
export function sourceOf<Row, Key, Query, Places>(
  options: SourceOptions<Row, Key, Query, Places>,
): ExportSource {
  const { declared, t, client, query, title, total, selected, places, load, keyOf } = options;

  async function* readSelected(signal: AbortSignal): AsyncGenerator<ReadPage> {
    if (selected === null) return;
    const row = await declared.loadSelected(client, selected, query);
    yield { features: await declared.toFeatures(client, [row], query, signal), read: 1, total: 1 };
  }

  return {
    layer: declared.layer,
    title,
    columns: declared.columns(t),
    folderColumn: declared.folderColumn,
    hasNotes: declared.hasNotes ?? false,
    counts: { listed: total, selected: selected === null ? 0 : 1 },
    places: places === undefined ? null : declared.countPlaces(places),
    pages: (rows, signal) =>
      rows === 'selected'
        ? readSelected(signal)
        : readListed({
            ...{ pageRows, load, signal },
            keyOf: (row) => String(keyOf(row)),
            toFeatures: (page) => declared.toFeatures(client, page, query, signal),
          }),
  };
}

/** Returns all texts of geometries, although an answer may end before the last of the ids. */
export async function textsOf<Id>(
  ids: readonly Id[],
  ask: (ids: Id[]) => Promise<(string | null)[]>,
): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  while (texts.length < ids.length) {
    const answer = await ask(ids.slice(texts.length));
    if (answer.length === 0) throw new Error('no geometry was answered');
    texts.push(...answer);
  }
  return texts;
}

/** Returns the place of a row: its geometry as the service sent it, or else its centre. */
export function geometryOf(
  text: string | null | undefined,
  row: { longitude: number | null; latitude: number | null },
): ExportedGeometry | null {
  const centre = placeOf(row);
  if (typeof text === 'string') return { kind: 'geoJson', text, otherwise: centre };
  return centre === null ? null : { kind: 'point', at: centre };
}
