import { Group } from '@mantine/core';
import { keepPreviousData, skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mostNamed, type Scope } from '../../src-preload/contract/ids.ts';
import type { FlagKind } from '../../src-preload/contract/tracking.ts';
import { type Api, useApi, useSettings } from '../client/api.tsx';
import type { CoordinateFormat } from '../i18n/coordinates.ts';
import { type ListName, listOf, listStore } from '../state/list-store.ts';
import {
  hover,
  isOfOneContract,
  type KeyOf,
  type Subject,
  select,
  useHovered,
  useSelected,
} from '../state/selection.ts';
import type { SubjectMarks } from '../state/subject-marks.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ListHead } from '../ui/list-filters.tsx';
import type { PageRange } from '../ui/paged-list.ts';
import { type Page, useLastKnown } from '../ui/paged-rows.ts';
import { focusPane } from '../ui/panes.ts';
import { ListRows, useSelectableList } from '../ui/selectable-list.tsx';
import type { RowHeadings } from '../ui/virtual-rows.tsx';
import { type ListExport, type PlacedRow, sourceOf } from './export/list-export.ts';
import { ListMenu } from './export/list-menu.tsx';
import { useOffered } from './export/use-offered.ts';
import { useListTerms } from './list-terms.ts';
import { type BaseTerms, type FilterDeclaration, SubjectFilters } from './subject-filters.tsx';
import { useFlagsOf } from './tracking/flags.tsx';
import { useListChoice } from './use-list-choice.ts';
import { useListedMarks } from './use-listed-marks.ts';
import { useKeptLists } from './views/kept-lists.ts';

const ChosenBar = lazy(() => import('./chosen-bar.tsx').then((module) => ({ default: module.ChosenBar })));
const ListViewTools = lazy(() =>
  import('./views/list-view-tools.tsx').then((module) => ({ default: module.ListViewTools })),
);

/** The queries of a list: its pages, the index of the selected row, and its marks on the map. */
interface ListAccess<Row, Extra, Places> {
  page: (range: PageRange) => UseQueryOptions<Page<Row> & Extra>;
  load: (range: PageRange) => Promise<Page<Row>>;
  /** Returns the ids of a stretch of the list, packed. */
  ids: (range: PageRange) => Promise<string>;
  /** Returns the index of the selected row. Left out if a row is found only when its page has arrived. */
  position?: UseQueryOptions<number | null>;
  marks: UseQueryOptions<Places>;
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

/** A procedure that returns the ids of such a list, packed. */
interface IdsQuery<Query> {
  call: (input: Query & PageRange) => Promise<string>;
}

/**
 * Returns how to read the pages of a list: `page` for the rows on the screen, `load` for a row beyond them, and `ids` for many that
 * are selected.
 */
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
> {
  subject: S;
  /** Whose list pane it is; the list has its name. */
  workspace: ListName;
  /** In pixels, where the rows have another height than most. */
  rowHeight?: number;
  filters: FilterDeclaration<Terms, Sort, State, Page<Row> & Extra, unknown>;
  keyOf: (row: Row) => KeyOf<S>;
  /**
   * Returns the input of the list query, without empty values. It is then the same as the map's own query, so it is
   * sent and answered once.
   */
  queryOf: (terms: Terms, scope: ListScope) => Query;
  access: (api: Api, query: Query, selected: KeyOf<S> | null) => ListAccess<Row, Extra, Places>;
  /** Returns the query for these rows alone, whatever the filters are; the keys are texts. */
  named: (query: Query, keys: readonly string[]) => Query;
  /** The orders of the columns of the table, by the keys of those columns; `name` is the first one. */
  columnSorts: Readonly<Partial<Record<string, Sort>>>;
  /** What a cancellation of the selected rows is about; left out if they cannot be cancelled. */
  cancels?: 'task' | 'order';
  /** Returns what the map draws of the answer of `marks`. */
  toMarks: (places: Places) => SubjectMarks;
  Row: ComponentType<ListRowProps<Row>>;
  /** Notes about the whole list, shown below its filters. */
  BelowFilters?: ComponentType<{
    scope: ListScope;
    terms: Terms;
    change: (patch: Partial<Terms>) => void;
  }>;
  /** Returns the headings between the rows of this query, if it has any. */
  useHeadings?: (query: Query) => RowHeadings | null;
  /** Shown instead of rows as soon as the list is known to be empty. */
  Empty: ComponentType<{ scope: ListScope; terms: Terms }>;
  /** Shown beside the title. */
  Actions?: ComponentType<{ scope: ListScope; terms: Terms; change: (patch: Partial<Terms>) => void }>;
  /** Shown above the rows, whether there are rows or not. */
  Note?: ComponentType<{ scope: ListScope }>;
  /** How its rows are written to a file. */
  exported: ListExport<Row, Query, Places>;
  /** Called after a row has been selected. */
  onSelect?: (row: Row) => void;
  /** Returns what Enter or a double click does; if it is left out, the focus moves to the details. */
  useOpen?: () => () => void;
}

/**
 * Returns the declaration unchanged. Its only use is type checking: the parts are checked against each other where
 * they are written.
 */
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

/** The height of a row with two lines. In pixels. */
const twoLines = 52;

const openDetails = () => () => focusPane('details');
const noHeadings = () => null;
/** The place of a row in a list that does not tell it. */
export const unknownPosition: UseQueryOptions<number | null> = {
  queryKey: ['no position'],
  queryFn: skipToken,
};

/** The properties of the parts of a declared list. */
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

/** Returns the terms of a declared list, and the query that they make. */
export function useDeclaredTerms<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
>({ declared, scope }: DeclaredProps<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>) {
  const contract =
    isOfOneContract(declared.subject) && scope !== null
      ? `${scope.connectionId} ${scope.contractId ?? ''}`
      : '';
  const termed = useListTerms<Terms, Sort>(declared.workspace, { declared: declared.filters, contract });
  return { ...termed, query: declared.queryOf(termed.terms, scope) };
}

interface PaneHeadProps {
  name: ListName;
  title: string;
  /** The number of rows that match. */
  total: number;
  scope: Scope | null;
  cancels: 'task' | 'order' | null;
  /** Shown beside the title. */
  actions: ReactNode;
  /** Selects all rows that match. */
  onAll: () => void;
  /** The filters and notes about the whole list. */
  children: ReactNode;
}

/** The head of a list pane: its title and tools, its filters, and what can be done with the selected rows. */
function PaneHead({ name, title, total, scope, cancels, actions, onAll, children }: PaneHeadProps) {
  return (
    <ListHead
      title={title}
      count={total}
      actions={
        <Group gap={8} wrap="nowrap">
          {actions}
          <Suspense>
            <ListViewTools name={name} />
          </Suspense>
          <ListMenu title={title} isEmpty={total === 0} />
        </Group>
      }
    >
      {children}
      <Suspense>
        <ChosenBar {...{ name, scope, total, cancels, onAll }} />
      </Suspense>
    </ListHead>
  );
}

function RestoredList<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
>({ declared, scope }: DeclaredProps<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>) {
  const { subject, keyOf, filters, BelowFilters, Empty, Actions, Note } = declared;
  const { t, i18n } = useTranslation();
  const api = useApi();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { typed, terms, change, query } = useDeclaredTerms({ declared, scope });
  const flags = useFlagsOf(scope, subject);
  const open = (declared.useOpen ?? openDetails)();
  const headings = (declared.useHeadings ?? noHeadings)(query);
  const selected = useSelected(subject);
  const hovered = useHovered(subject);
  const access = declared.access(api, query, selected);
  // Keys are converted to text, because the list only compares them.
  const keyText = (row: Row) => String(keyOf(row));
  const list = useSelectableList({
    terms: query,
    page: access.page,
    load: access.load,
    keyOf: keyText,
    selected: selected === null ? null : String(selected),
    hovered: hovered === null ? null : String(hovered),
    onSelect(row) {
      select(subject, keyOf(row));
      declared.onSelect?.(row);
    },
    onHover: (row) => hover(subject, row === null ? null : keyOf(row)),
  });
  const position = useQuery(access.position ?? unknownPosition).data;
  const places = useQuery({ ...access.marks, placeholderData: keepPreviousData }).data;
  const { toMarks } = declared;
  const marks = useMemo(() => (places === undefined ? undefined : toMarks(places)), [places, toMarks]);
  useListedMarks(subject, marks);
  const answer = useLastKnown(list.answered[0]);
  // Memoised, because the list is rendered again for each row under the pointer.
  const bar = useMemo(
    () => (
      <SubjectFilters declared={filters} {...{ scope, change, answer }} terms={typed} flagged={flags.size} />
    ),
    [filters, scope, change, answer, typed, flags.size],
  );
  const title = t(`shell.workspace.${declared.workspace}`);
  const total = list.total ?? 0;
  const choice = useListChoice({
    ...{ name: declared.workspace, total, selected: list.selected, selectedIndex: list.selectedIndex },
    keyAt(index) {
      const row = list.rowAt(index);
      return row && keyText(row);
    },
    ids: access.ids,
  });
  const columns = useStore(listStore, (all) => listOf(all, declared.workspace).columns);
  const several = choice.chosen.size > 0 ? [...choice.chosen] : null;
  useOffered(() =>
    sourceOf({
      declared: declared.exported,
      ...{ t, client: api.client, query, title, total, places, load: access.load, keyOf: keyText },
      // The details may be of something that the filters leave out.
      selected: several ?? (list.selected === null || list.selectedIndex === null ? [] : [list.selected]),
      loadNamed: async (keys) =>
        (await declared.access(api, declared.named(query, keys), null).load({ offset: 0, limit: mostNamed }))
          .rows,
      shown: columns === null ? null : columns.map(({ key }) => key),
    }),
  );
  return (
    <>
      <PaneHead
        name={declared.workspace}
        {...{ title, total, scope, cancels: declared.cancels ?? null }}
        actions={Actions && <Actions scope={scope} terms={typed} change={change} />}
        onAll={() => choice.table.choose('all', 0)}
      >
        {bar}
        {BelowFilters && <BelowFilters scope={scope} terms={typed} change={change} />}
      </PaneHead>
      {list.error && <ErrorNote error={list.error} />}
      {list.total === 0 && <Empty scope={scope} terms={terms} />}
      {Note && <Note scope={scope} />}
      <ListRows
        label={title}
        rowHeight={declared.rowHeight ?? twoLines}
        list={list}
        position={position}
        onOpen={open}
        choice={choice.rows}
        headings={headings}
        render={(row) => (
          <declared.Row
            row={row}
            flags={flags.get(String(keyOf(row)))}
            t={t}
            language={i18n.language}
            format={format}
          />
        )}
      />
    </>
  );
}

/** The list pane of a declared subject; its selection and hover are shared with the map and the details. */
export function SubjectList<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
>(props: DeclaredProps<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>) {
  return useKeptLists(useSettings()) ? <RestoredList {...props} /> : null;
}
