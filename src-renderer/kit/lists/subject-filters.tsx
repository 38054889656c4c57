import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type en from '../../../resources/messages/en.json';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { FilterBar, StateChips, ValueFilter, type ValueFilterProps } from '../ui/filter-bar.tsx';
import { NeedsAttentionChip } from './flags.tsx';

/** The terms that every list can be filtered and sorted by. */
export interface BaseTerms<Sort extends string> {
  search: string;
  /** True to show only rows that need attention. */
  needsAttention: boolean;
  sort: Sort;
  /** Left out if the sort key already decides the direction. */
  descending?: boolean;
}

/** The terms of a list whose sort direction can be chosen. */
export interface DirectedTerms<Sort extends string> extends BaseTerms<Sort> {
  descending: boolean;
}

/** The label of a sort: a key of the catalogue's `label`. */
type SortWord = keyof typeof en.label;

/** A filter that selects one value of a column. */
interface ValueDeclaration<Terms> extends Pick<ValueFilterProps, 'width' | 'listWidth'> {
  words: (t: TFunction) => { label: string; all: string };
  of: (terms: Terms) => string | null;
  to: (value: string | null) => Partial<Terms>;
  /** Returns the existing values in the order of the list. */
  useValues: (scope: Scope) => readonly string[];
}

/** A filter by states: each state has a chip with its count, and any number may be selected. */
interface StatesDeclaration<Terms, Answer, State extends string> {
  options: readonly State[];
  /** States that are shown even if no row has them. */
  always: readonly State[];
  of: (terms: Terms) => readonly State[];
  to: (states: State[]) => Partial<Terms>;
  counts: (answer: Answer) => Partial<Record<State, number>>;
  mark: (state: State) => ReactNode;
  label: (t: TFunction, state: State) => string;
}

/** Declares what a list can be filtered and sorted by. */
export interface FilterDeclaration<
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Answer,
  Filter,
> {
  /** The schema of the filter that the main process accepts. */
  schema: z.ZodType<Filter>;
  /** The terms before the user filters anything. */
  initial: Terms;
  searchLabel: (t: TFunction) => string;
  /** The sort keys in the order of the list, each with the key of its label. */
  sorts: Readonly<Record<Sort, SortWord>>;
  /** In pixels. */
  sortWidth: number;
  /** In display order. */
  values?: readonly ValueDeclaration<Terms>[];
  states?: StatesDeclaration<Terms, Answer, State>;
}

/** Returns the declaration unchanged; its parts are type-checked against each other where they are written. */
export function declareFilters<
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Answer,
  Filter,
>(
  declared: FilterDeclaration<Terms, Sort, State, Answer, Filter>,
): FilterDeclaration<Terms, Sort, State, Answer, Filter> {
  return declared;
}

/** The maximum length of a filter value that the main process accepts; rows cannot be filtered by a longer value of the service. */
const maxValueLength = 200;

/** The input of a list query for one contract. */
interface ListQuery<Sort, Filter> {
  scope: Scope;
  filter: Filter;
  sort: Sort;
  descending: boolean;
}

const sortsOf = <Sort extends string>(sorts: Readonly<Record<Sort, SortWord>>): Sort[] => {
  const names: Sort[] = [];
  for (const name in sorts) names.push(name);
  return names;
};

const filtersNothing = (value: unknown) =>
  value === '' || value === null || value === false || (Array.isArray(value) && value.length === 0);

/**
 * Converts terms to the filter that the main process accepts, without empty values and without terms outside of the filter, such as the
 * sort. The query then equals the map's own query, so it is sent once.
 */
export function filterOf<Filter>({ schema }: { schema: z.ZodType<Filter> }, terms: object): Filter {
  return schema.parse(
    Object.fromEntries(Object.entries(terms).filter(([, value]) => !filtersNothing(value))),
  );
}

/** Returns a function that builds the input of a list query for a contract. */
export const queryInScope =
  <Terms extends DirectedTerms<string>, Filter>(filters: { initial: Terms; schema: z.ZodType<Filter> }) =>
  (terms: Terms, scope: Scope): ListQuery<Terms['sort'], Filter> => ({
    scope,
    filter: filterOf(filters, terms),
    sort: terms.sort,
    descending: terms.descending,
  });

function DeclaredValueFilter<Terms>({
  declared,
  scope,
  terms,
  change,
}: {
  declared: ValueDeclaration<Terms>;
  scope: Scope;
  terms: Terms;
  change: (patch: Partial<Terms>) => void;
}) {
  const { t } = useTranslation();
  const { width, listWidth } = declared;
  return (
    <ValueFilter
      {...declared.words(t)}
      width={width}
      {...(listWidth === undefined ? {} : { listWidth })}
      values={declared.useValues(scope).filter((each) => each.length <= maxValueLength)}
      value={declared.of(terms)}
      onChange={(value) => change(declared.to(value))}
    />
  );
}

/** The properties of the filters of a list. */
export interface SubjectFiltersProps<
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Answer,
> {
  declared: Omit<FilterDeclaration<Terms, Sort, State, Answer, unknown>, 'schema'>;
  /** Null if no contract is selected. */
  scope: Scope | null;
  terms: Terms;
  change: (patch: Partial<Terms>) => void;
  /** The last answered page, with its counts. */
  answer: Answer | undefined;
  /** The number of rows that need attention. */
  flagged: number;
}

/** The filters of a list, in the same places for every subject: search, values, sort, direction, states, and rows that need attention. */
export function SubjectFilters<
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Answer,
>({ declared, scope, terms, change, answer, flagged }: SubjectFiltersProps<Terms, Sort, State, Answer>) {
  const { t } = useTranslation();
  const { values = [], states } = declared;
  // The terms that every list has are part of the terms of this one.
  const changeBase = (patch: Partial<BaseTerms<Sort>>) => change({ ...terms, ...patch });
  const { search, needsAttention, sort, descending } = terms;
  return (
    <FilterBar
      search={{
        label: declared.searchLabel(t),
        value: search,
        onChange: (typed) => changeBase({ search: typed }),
      }}
      filter={
        scope &&
        values.map((value) => (
          <DeclaredValueFilter
            key={value.words(t).label}
            declared={value}
            scope={scope}
            terms={terms}
            change={change}
          />
        ))
      }
      sort={{
        width: declared.sortWidth,
        options: sortsOf(declared.sorts).map((name) => {
          const word: SortWord = declared.sorts[name];
          return { value: name, label: t(`label.${word}`) };
        }),
        value: sort,
        onChange: (selected: Sort) => changeBase({ sort: selected }),
        ...(descending === undefined
          ? {}
          : { descending, onDirection: (turned: boolean) => changeBase({ descending: turned }) }),
      }}
    >
      {states && (
        <StateChips
          states={states.options}
          always={states.always}
          counts={answer === undefined ? {} : states.counts(answer)}
          selected={states.of(terms)}
          onChange={(selected) => change(states.to(selected))}
          mark={states.mark}
          label={(state) => states.label(t, state)}
        />
      )}
      <NeedsAttentionChip
        count={flagged}
        checked={needsAttention}
        onChange={(only) => changeBase({ needsAttention: only })}
      />
    </FilterBar>
  );
}
