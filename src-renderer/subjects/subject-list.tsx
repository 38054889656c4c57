import { Group } from '@mantine/core';
import { keepPreviousData, skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { FlagKind } from '../../src-preload/contract/tracking.ts';
import { type Api, useApi, useSettings } from '../client/api.tsx';
import type { CoordinateFormat } from '../i18n/coordinates.ts';
import { hover, type KeyOf, type Subject, select, useHovered, useSelected } from '../state/selection.ts';
import type { SubjectMarks } from '../state/subject-marks.ts';
import type { Workspace } from '../state/ui-store.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { useListTerms } from '../ui/filter-bar.tsx';
import { ListHead } from '../ui/list-filters.tsx';
import type { PageRange } from '../ui/paged-list.ts';
import { type Page, useLastKnown } from '../ui/paged-rows.ts';
import { focusPane } from '../ui/panes.ts';
import { ListRows, useSelectableList } from '../ui/selectable-list.tsx';
import { type ListExport, sourceOf } from './export/list-export.ts';
import { ListMenu } from './export/list-menu.tsx';
import { useOffered } from './export/use-offered.ts';
import { type BaseTerms, type FilterDeclaration, SubjectFilters } from './subject-filters.tsx';
import { useFlagsOf } from './tracking/flags.tsx';
import { useListedMarks } from './use-listed-marks.ts';

/** The queries of a list: its pages, the index of the selected row, and its marks on the map. */
interface ListAccess<Row, Extra, Places> {
  page: (range: PageRange) => UseQueryOptions<Page<Row> & Extra>;
  load: (range: PageRange) => Promise<Page<Row>>;
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

/** Returns how to read the pages of a list: `page` for the rows on the screen, and `load` for a row beyond them. */
export function pagesOf<Query, Row, Extra>(list: PagedQuery<Query, Row, Extra>, asked: Query) {
  return {
    page: (range: PageRange) => list.queryOptions({ input: { ...asked, ...range } }),
    load: (range: PageRange) => list.call({ ...asked, ...range }),
  };
}

/** Declares everything that differs between the lists of the subjects. */
export interface ListDeclaration<
  S extends Subject,
  Row,
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
  workspace: Workspace;
  /** In pixels, where the rows have another height than most. */
  rowHeight?: number;
  filters: Omit<FilterDeclaration<Terms, Sort, State, Page<Row> & Extra, unknown>, 'schema'>;
  keyOf: (row: Row) => KeyOf<S>;
  /**
   * Returns the input of the list query, without empty values. It is then the same as the map's own query, so it is
   * sent and answered once.
   */
  queryOf: (terms: Terms, scope: ListScope) => Query;
  access: (api: Api, query: Query, selected: KeyOf<S> | null) => ListAccess<Row, Extra, Places>;
  /** Returns what the map draws of the answer of `marks`. */
  toMarks: (places: Places) => SubjectMarks;
  Row: ComponentType<ListRowProps<Row>>;
  /** Notes about the whole list, shown below its filters. */
  BelowFilters?: ComponentType<{ scope: ListScope }>;
  /** Shown instead of rows as soon as the list is known to be empty. */
  Empty: ComponentType<{ scope: ListScope; terms: Terms }>;
  /** Shown beside the title. */
  Actions?: ComponentType<{ scope: ListScope; terms: Terms; change: (patch: Partial<Terms>) => void }>;
  /** Shown above the rows, whether there are rows or not. */
  Note?: ComponentType<{ scope: ListScope }>;
  /** How its rows are written to a file. */
  exported: ListExport<Row, KeyOf<S>, Query, Places>;
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
  Row,
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
const unknownPosition: UseQueryOptions<number | null> = { queryKey: ['no position'], queryFn: skipToken };

/** The list pane of a declared subject; its selection and hover are shared with the map and the details. */
export function SubjectList<
  S extends Subject,
  Row,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
>({
  declared,
  scope,
}: {
  declared: ListDeclaration<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>;
  scope: ListScope;
}) {
  const { subject, keyOf, filters, BelowFilters, Empty, Actions, Note } = declared;
  const { t, i18n } = useTranslation();
  const api = useApi();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { typed, terms, change } = useListTerms(filters.initial);
  const flags = useFlagsOf(scope, subject);
  const open = (declared.useOpen ?? openDetails)();
  const selected = useSelected(subject);
  const hovered = useHovered(subject);
  const query = declared.queryOf(terms, scope);
  const access = declared.access(api, query, selected);
  const list = useSelectableList({
    terms: query,
    page: access.page,
    load: access.load,
    // The keys are converted to text, because the list only compares them.
    keyOf: (row) => String(keyOf(row)),
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
  useOffered(() =>
    sourceOf({
      declared: declared.exported,
      ...{ t, client: api.client, query, title, total, selected, places, load: access.load, keyOf },
    }),
  );
  return (
    <>
      <ListHead
        title={title}
        count={total}
        actions={
          <Group gap={8} wrap="nowrap">
            {Actions && <Actions scope={scope} terms={typed} change={change} />}
            <ListMenu title={title} isEmpty={total === 0} />
          </Group>
        }
      >
        {bar}
        {BelowFilters && <BelowFilters scope={scope} />}
      </ListHead>
      {list.error && <ErrorNote error={list.error} />}
      {list.total === 0 && <Empty scope={scope} terms={terms} />}
      {Note && <Note scope={scope} />}
      <ListRows
        label={title}
        rowHeight={declared.rowHeight ?? twoLines}
        list={list}
        position={position}
        onOpen={open}
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
