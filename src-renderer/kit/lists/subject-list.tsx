import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useSettings } from '../client/api.tsx';
import type { PlacedRow } from '../export/list-export.ts';
import { ListMenu } from '../export/list-menu.tsx';
import { useListOutput } from '../export/use-list-output.ts';
import type { ListName } from '../state/list-store.ts';
import type { Subject } from '../state/selection.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ListHead } from '../ui/list-filters.tsx';
import { useLastKnown } from '../ui/paged-rows.ts';
import { focusPane } from '../ui/panes.ts';
import { ListRows } from '../ui/selectable-list.tsx';
import { useSavedLists } from '../views/use-saved-lists.ts';
import { useFlagsOf } from './flags.tsx';
import { type BulkCancellation, type DeclaredProps, noPosition } from './list-declaration.ts';
import { type BaseTerms, SubjectFilters } from './subject-filters.tsx';
import { useDeclaredRows } from './use-declared-rows.ts';
import { useDeclaredTerms } from './use-declared-terms.ts';
import { useListedPlaces } from './use-listed-places.ts';

const SelectionBar = lazy(() =>
  import('./selection-bar.tsx').then((module) => ({ default: module.SelectionBar })),
);
const ListViewTools = lazy(() =>
  import('../views/list-view-tools.tsx').then((module) => ({ default: module.ListViewTools })),
);

/** The height of a two-line row, in pixels. */
const twoLines = 52;

const openDetails = () => () => focusPane('details');
const noHeadings = () => null;

interface PaneHeadProps {
  name: ListName;
  title: string;
  /** The number of rows that match. */
  total: number;
  scope: Scope | null;
  cancellation: BulkCancellation | null;
  /** The actions of this list for the selected rows. */
  Tools: ComponentType<{ keys: ReadonlySet<string> }> | null;
  /** Shown beside the title. */
  actions: ReactNode;
  /** Selects all rows that match. */
  onAll: () => void;
  /** The filters and notes about the whole list. */
  children: ReactNode;
}

/** The head of a list pane: title, tools, filters, and actions for the selected rows. */
function PaneHead({
  name,
  title,
  total,
  scope,
  cancellation,
  Tools,
  actions,
  onAll,
  children,
}: PaneHeadProps) {
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
        <SelectionBar
          name={name}
          scope={scope}
          total={total}
          cancellation={cancellation}
          Tools={Tools}
          onAll={onAll}
        />
      </Suspense>
    </ListHead>
  );
}

/** The list pane after the filters and the sort of the previous run have been restored. */
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
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { typed, terms, change, query } = useDeclaredTerms({ declared, scope });
  const flags = useFlagsOf(scope, subject);
  const open = (declared.useOpen ?? openDetails)();
  const headings = (declared.useHeadings ?? noHeadings)(query);
  const { access, list, choice } = useDeclaredRows({ declared, query });
  const position = useQuery(access.position ?? noPosition).data;
  const places = useListedPlaces({ subject, query: access.marks, toMarks: declared.toMarks });
  const answer = useLastKnown(list.answered[0]);
  // Memoised, because the list is rendered again for each row under the pointer.
  const bar = useMemo(
    () => (
      <SubjectFilters
        declared={filters}
        scope={scope}
        change={change}
        answer={answer}
        terms={typed}
        flagged={flags.size}
      />
    ),
    [filters, scope, change, answer, typed, flags.size],
  );
  const title = t(`shell.workspace.${declared.workspace}`);
  const total = list.total ?? 0;
  // The details may be of something that the filters leave out.
  const opened = list.selected === null || list.selectedIndex === null ? [] : [list.selected];
  useListOutput({
    declared,
    query,
    total,
    places,
    load: access.load,
    selected: choice.chosen.size > 0 ? [...choice.chosen] : opened,
  });
  return (
    <>
      <PaneHead
        name={declared.workspace}
        title={title}
        total={total}
        scope={scope}
        cancellation={declared.cancellation ?? null}
        Tools={declared.ChosenTools ?? null}
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

/** The list pane of a declared subject. Selection and hover are shared with the map and the details. */
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
  return useSavedLists(useSettings()) ? <RestoredList {...props} /> : null;
}
