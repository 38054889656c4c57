import { skipToken, type UseQueryOptions } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { FlagKind } from '../../../src-preload/contract/tracking.ts';
import type { Api } from '../client/api.tsx';
import type { ListExport, PlacedRow } from '../export/list-export.ts';
import type { CoordinateFormat } from '../i18n/coordinates.ts';
import type { ListName } from '../state/list-store.ts';
import type { KeyOf, Subject } from '../state/selection.ts';
import type { SubjectMarks } from '../state/subject-marks.ts';
import type { PageRange } from '../ui/paged-list.ts';
import type { Page } from '../ui/paged-rows.ts';
import type { RowHeadings } from '../ui/virtual-rows.tsx';
import type { BaseTerms, FilterDeclaration } from './subject-filters.tsx';

/** The queries of a list: its pages, the index of the selected row, and its map marks. */
interface ListAccess<Row, Extra, Places> {
  page: (range: PageRange) => UseQueryOptions<Page<Row> & Extra>;
  load: (range: PageRange) => Promise<Page<Row>>;
  /** Returns the packed ids of a range of rows. */
  ids: (range: PageRange) => Promise<string>;
  /** Returns the index of the selected row. Left out if a row is found only when its page has arrived. */
  position?: UseQueryOptions<number | null>;
  marks: UseQueryOptions<Places>;
}

/** How the selected rows of a list are cancelled together. */
export interface BulkCancellation {
  kind: 'task' | 'order';
  /** Asks, cancels, and shows the outcome; `onDone` is called when the person is done with it. */
  Panel: ComponentType<{ onDone: () => void }>;
}

/**
 * The properties of a list row. Rows use plain elements, because each turn of the mouse wheel renders dozens of them.
 */
export interface ListRowProps<Row> {
  row: Row;
  flags: readonly FlagKind[] | undefined;
  t: TFunction;
  language: string;
  format: CoordinateFormat;
}

/** A procedure that returns pages of a list. */
interface PagedQuery<Query, Row, Extra> {
  queryOptions: (options: { input: Query & PageRange }) => UseQueryOptions<Page<Row> & Extra>;
  call: (input: Query & PageRange) => Promise<Page<Row>>;
}

/** A procedure that returns the packed ids of such a list. */
interface IdsQuery<Query> {
  call: (input: Query & PageRange) => Promise<string>;
}

/** Returns the functions that read a list: `page` for visible rows, `load` for a row beyond them, and `ids` for selecting many. */
export function pagesOf<Query, Row, Extra>(
  { list, ids }: { list: PagedQuery<Query, Row, Extra>; ids: IdsQuery<Query> },
  asked: Query,
) {
  return {
    ids: (range: PageRange) => ids.call({ ...asked, ...range }),
    page: (range: PageRange) => list.queryOptions({ input: { ...asked, ...range } }),
    load: (range: PageRange) => list.call({ ...asked, ...range }),
  };
}

/** Declares how the rows of a list are read and selected. */
export interface RowsDeclaration<S extends Subject, Row, Query, Extra, Places> {
  subject: S;
  /** The workspace of the list pane, whose name the list has. */
  workspace: ListName;
  keyOf: (row: Row) => KeyOf<S>;
  access: (api: Api, query: Query, selected: KeyOf<S> | null) => ListAccess<Row, Extra, Places>;
  /** Called after a row has been selected. */
  onSelect?: (row: Row) => void;
}

/** Declares everything that differs between the lists of the subjects. */
export interface ListDeclaration<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
> extends RowsDeclaration<S, Row, Query, Extra, Places> {
  /** In pixels; left out for the usual height. */
  rowHeight?: number;
  filters: FilterDeclaration<Terms, Sort, State, Page<Row> & Extra, unknown>;
  /**
   * Returns the input of the list query, without empty values. It is then the same as the map's own query, so it is
   * sent and answered once.
   */
  queryOf: (terms: Terms, scope: ListScope) => Query;
  /** Returns the query for the rows with these keys only, whatever the filters are; the keys are text. */
  named: (query: Query, keys: readonly string[]) => Query;
  /** The sort of each sortable column of the table, by column key; `name` is the first column. */
  columnSorts: Readonly<Partial<Record<string, Sort>>>;
  /** The bulk cancellation; left out if the rows cannot be cancelled. */
  cancellation?: BulkCancellation;
  /** The actions for the rows that are selected together, besides those of every list; `keys` are their keys as text. */
  ChosenTools?: ComponentType<{ keys: ReadonlySet<string> }>;
  /** Converts the answer of `marks` to map marks. */
  toMarks: (places: Places) => SubjectMarks;
  Row: ComponentType<ListRowProps<Row>>;
  /** Notes about the whole list, shown below its filters. */
  BelowFilters?: ComponentType<{
    scope: ListScope;
    terms: Terms;
    change: (patch: Partial<Terms>) => void;
  }>;
  /** Returns the headings between the rows of this query; null if there are none. */
  useHeadings?: (query: Query) => RowHeadings | null;
  /** Shown instead of rows once the list is known to be empty. */
  Empty: ComponentType<{ scope: ListScope; terms: Terms }>;
  /** Shown beside the title. */
  Actions?: ComponentType<{ scope: ListScope; terms: Terms; change: (patch: Partial<Terms>) => void }>;
  /** Shown above the rows, whether there are rows or not. */
  Note?: ComponentType<{ scope: ListScope }>;
  /** Declares how its rows are exported. */
  exported: ListExport<Row, Query, Places>;
  /** Returns the handler of Enter and a double click; if left out, the focus moves to the details. */
  useOpen?: () => () => void;
}

/** Returns the declaration unchanged; its parts are type-checked against each other where they are written. */
export function declareList<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
>(
  declared: ListDeclaration<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>,
): ListDeclaration<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope> {
  return declared;
}

/** The position query of a list that has none. */
export const noPosition: UseQueryOptions<number | null> = {
  queryKey: ['no position'],
  queryFn: skipToken,
};

/** The properties of the parts of a declared list: pane and table. */
export interface DeclaredProps<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
> {
  declared: ListDeclaration<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>;
  scope: ListScope;
}
