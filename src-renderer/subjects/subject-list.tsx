import { keepPreviousData, skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type { FlagKind } from '../../src-preload/contract/tracking.ts';
import { type Api, useApi, useSettings } from '../client/api.tsx';
import type { CoordinateFormat } from '../i18n/coordinates.ts';
import {
  hover,
  type KeysBySubject,
  type Subject,
  select,
  useHovered,
  useSelected,
} from '../state/selection.ts';
import type { Workspace } from '../state/ui-store.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { useListTerms } from '../ui/filter-bar.tsx';
import { ListHead } from '../ui/list-filters.tsx';
import type { PageRange } from '../ui/paged-list.ts';
import { type Page, useLastKnown } from '../ui/paged-rows.ts';
import { focusPane } from '../ui/panes.ts';
import { ListRows, useSelectableList } from '../ui/selectable-list.tsx';
import { type BaseTerms, type FilterDeclaration, SubjectFilters } from './subject-filters.tsx';
import { useFlagsOf } from './tracking/flags.tsx';
import { type ListedMarks, useListedMarks } from './use-listed-marks.ts';

type KeyOf<S extends Subject> = KeysBySubject[S];

/** How main is asked for a list: its pages, where the selected row stands in it, and its marks on the map. */
interface ListAccess<Row, Extra, Mark extends keyof ListedMarks> {
  page: (range: PageRange) => UseQueryOptions<Page<Row> & Extra>;
  load: (range: PageRange) => Promise<Page<Row>>;
  /** Left out where a row is found only once its page is there. */
  position?: UseQueryOptions<number | null>;
  marks: UseQueryOptions<ListedMarks[Mark]>;
}

/** What a row of a list is drawn from. Plain elements: rows come by the dozen with each turn of the wheel. */
export interface ListRowProps<Row> {
  row: Row;
  flags: readonly FlagKind[] | undefined;
  t: TFunction;
  language: string;
  format: CoordinateFormat;
}

/** A procedure that answers pages of a list. */
interface PagedQuery<Query, Row, Extra> {
  queryOptions: (options: { input: Query & PageRange }) => UseQueryOptions<Page<Row> & Extra>;
  call: (input: Query & PageRange) => Promise<Page<Row>>;
}

/** How main is asked for the pages of a list: for the rows on screen, and for a step beyond them. */
export function pagesOf<Query, Row, Extra>(list: PagedQuery<Query, Row, Extra>, asked: Query) {
  return {
    page: (range: PageRange) => list.queryOptions({ input: { ...asked, ...range } }),
    load: (range: PageRange) => list.call({ ...asked, ...range }),
  };
}

/** Everything that tells the list of one subject from that of another. */
export interface ListDeclaration<
  S extends Subject,
  Row,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Mark extends keyof ListedMarks,
  ListScope extends Scope | null,
> {
  subject: S;
  /** Whose list pane it is; the list has its name. */
  workspace: Workspace;
  /** In pixels, where the rows have another height than most. */
  rowHeight?: number;
  filters: Omit<FilterDeclaration<Terms, Sort, State, Page<Row> & Extra, unknown>, 'schema'>;
  keyOf: (row: Row) => KeyOf<S>;
  /** What main is asked for, without what does not filter: then it is the map's own question too, asked and answered once. */
  queryOf: (terms: Terms, scope: ListScope) => Query;
  access: (api: Api, query: Query, selected: KeyOf<S> | null) => ListAccess<Row, Extra, Mark>;
  marks: Mark;
  Row: ComponentType<ListRowProps<Row>>;
  /** What is said of the whole list, below its filters. */
  BelowFilters?: ComponentType<{ scope: ListScope }>;
  /** Said instead of rows, once it is known that there are none. */
  Empty: ComponentType<{ scope: ListScope; terms: Terms }>;
  /** Beside the title. */
  Actions?: ComponentType<{ scope: ListScope; terms: Terms; change: (patch: Partial<Terms>) => void }>;
  /** Said above the rows, whether there are any or not. */
  Note?: ComponentType<{ scope: ListScope }>;
  /** Besides being selected. */
  onSelect?: (row: Row) => void;
  /** Enter or a double click; the keys go to the details where it is left out. */
  useOpen?: () => () => void;
}

/** The declaration as it is: written through this, its parts are checked against each other where they stand. */
export function declareList<
  S extends Subject,
  Row,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Mark extends keyof ListedMarks,
  ListScope extends Scope | null,
>(
  declared: ListDeclaration<S, Row, Terms, Sort, State, Query, Extra, Mark, ListScope>,
): ListDeclaration<S, Row, Terms, Sort, State, Query, Extra, Mark, ListScope> {
  return declared;
}

/** The height of a row of two lines. In pixels. */
const twoLines = 52;

const openDetails = () => () => focusPane('details');
const unknownPosition: UseQueryOptions<number | null> = { queryKey: ['no position'], queryFn: skipToken };

/** The list pane of a subject as it is declared; in step with the map and the details. */
export function SubjectList<
  S extends Subject,
  Row,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Mark extends keyof ListedMarks,
  ListScope extends Scope | null,
>({
  declared,
  scope,
}: {
  declared: ListDeclaration<S, Row, Terms, Sort, State, Query, Extra, Mark, ListScope>;
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
    // As text: the list only compares them.
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
  const marks = useQuery({ ...access.marks, placeholderData: keepPreviousData }).data;
  useListedMarks(declared.marks, subject, marks);
  const answer = useLastKnown(list.answered[0]);
  // Kept while nothing of it changes: the list is drawn again with every row that is pointed at.
  const bar = useMemo(
    () => (
      <SubjectFilters declared={filters} {...{ scope, change, answer }} terms={typed} flagged={flags.size} />
    ),
    [filters, scope, change, answer, typed, flags.size],
  );
  const title = t(`shell.workspace.${declared.workspace}`);
  return (
    <>
      <ListHead
        title={title}
        count={list.total ?? 0}
        actions={Actions && <Actions scope={scope} terms={typed} change={change} />}
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
