import { useTranslation } from 'react-i18next';
import { FilterBar, StateChips, type StateChipsProps, type ValueFilterProps } from '../ui/filter-bar.tsx';
import { NeedsAttentionChip } from './tracking/flags.tsx';

/** What every list can be filtered and sorted by. */
export interface BaseTerms<Sort extends string> {
  search: string;
  /** Only those that need attention. */
  needsAttention: boolean;
  sort: Sort;
  /** Left out where the direction follows from what is sorted by. */
  descending?: boolean;
}

interface SubjectFiltersProps<Sort extends string, State extends string> {
  terms: BaseTerms<Sort>;
  change: (patch: Partial<BaseTerms<Sort>>) => void;
  flagged: number;
  searchLabel: string;
  /** In pixels. */
  sortWidth: number;
  sorts: readonly { value: Sort; label: string }[];
  value?: ValueFilterProps;
  states?: StateChipsProps<State>;
}

/** Search, one value, sort, direction, states and what needs attention, in the same places for every subject. */
export function SubjectFilters<Sort extends string, State extends string = never>({
  terms,
  change,
  flagged,
  searchLabel,
  sortWidth,
  sorts,
  value,
  states,
}: SubjectFiltersProps<Sort, State>) {
  const { search, needsAttention, sort, descending } = terms;
  const direction =
    descending === undefined
      ? {}
      : { descending, onDirection: (turned: boolean) => change({ descending: turned }) };
  return (
    <FilterBar
      search={{ label: searchLabel, value: search, onChange: (typed) => change({ search: typed }) }}
      {...(value ? { filter: value } : {})}
      sort={{
        width: sortWidth,
        options: sorts,
        value: sort,
        onChange: (selected: Sort) => change({ sort: selected }),
        ...direction,
      }}
    >
      {states && <StateChips {...states} />}
      <NeedsAttentionChip
        count={flagged}
        checked={needsAttention}
        onChange={(only) => change({ needsAttention: only })}
      />
    </FilterBar>
  );
}

type SortWord = 'acquired' | 'created' | 'end' | 'modified' | 'name' | 'saved' | 'start' | 'status';

/** The sorts of a list with their names on screen, in the sequence of `words`. */
export function useSorts<Sort extends string>(
  words: readonly (readonly [sort: Sort, word: SortWord])[],
): { value: Sort; label: string }[] {
  const { t } = useTranslation();
  return words.map(([value, word]) => ({ value, label: t(`label.${word}`) }));
}
