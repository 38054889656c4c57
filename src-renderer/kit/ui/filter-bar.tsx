import { Chip, Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountChip, DirectionButton, SearchField } from './list-filters.tsx';
import classes from './panes.module.css';

interface SearchProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A filter that selects one value from a list; null means no filter. */
export interface ValueFilterProps {
  label: string;
  /** The placeholder that is shown while no value is selected. */
  all: string;
  /** In pixels. */
  width: number;
  /** The width of the drop-down list if it is wider than the field. In pixels. */
  listWidth?: number;
  values: readonly string[];
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Selects one value of a column, or all values. */
export function ValueFilter({ label, all, width, listWidth, values, value, onChange }: ValueFilterProps) {
  return (
    <Select
      w={width}
      aria-label={label}
      placeholder={all}
      data={[...new Set(values)]}
      limit={100}
      value={value}
      onChange={onChange}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': all }}
      comboboxProps={{
        withinPortal: true,
        ...(listWidth === undefined ? {} : { width: listWidth, position: 'bottom-end' }),
      }}
    />
  );
}

interface SortProps<Sort extends string> {
  /** In pixels. */
  width: number;
  options: readonly { value: Sort; label: string }[];
  value: Sort;
  onChange: (value: Sort) => void;
  /** Undefined if the sort key already decides the direction. */
  descending?: boolean;
  onDirection?: (descending: boolean) => void;
}

/** Selects the key that a list is sorted by. */
export function SortSelect<Sort extends string>({ width, options, value, onChange }: SortProps<Sort>) {
  const { t } = useTranslation();
  return (
    <Select
      w={width}
      aria-label={t('tasks.sortBy')}
      data={[...options]}
      value={value}
      allowDeselect={false}
      onChange={(name) => {
        const selected = options.find((option) => option.value === name);
        if (selected) onChange(selected.value);
      }}
    />
  );
}

/** The properties of chips that show how many rows each state has, and that filter by the selected states. */
export interface StateChipsProps<State extends string> {
  states: readonly State[];
  /** States that are shown even if no row has them. */
  always: readonly State[];
  counts: Partial<Record<State, number>>;
  selected: readonly State[];
  onChange: (states: State[]) => void;
  mark: (state: State) => ReactNode;
  /** Undefined if the mark already contains the text. */
  label?: (state: State) => string;
}

/** Shows one chip with its count for each state. Several may be selected; none selected means all. */
export function StateChips<State extends string>(props: StateChipsProps<State>) {
  const { states, always, counts, selected, onChange, mark, label } = props;
  const { t } = useTranslation();
  const shown = states.filter(
    (state) => always.includes(state) || (counts[state] ?? 0) > 0 || selected.includes(state),
  );
  return (
    <Chip.Group
      multiple
      value={[...selected]}
      onChange={(names) => onChange(states.filter((state) => names.includes(state)))}
    >
      <Group gap={4} role="group" aria-label={t('label.status')}>
        {shown.map((state) => (
          <CountChip
            key={state}
            value={state}
            count={counts[state] ?? 0}
            mark={mark(state)}
            {...(label ? { label: label(state) } : {})}
          />
        ))}
      </Group>
    </Chip.Group>
  );
}

interface FilterBarProps<Sort extends string> {
  search: SearchProps;
  /** The fields that filter by one value each. */
  filter?: ReactNode;
  sort: SortProps<Sort>;
  /** Chips below the fields. */
  children?: ReactNode;
}

/**
 * The search, filter and sort fields of a list, with chips below them. If there is a filter, the search has
 * its own row, because it would otherwise be too narrow for a word.
 */
export function FilterBar<Sort extends string>({ search, filter, sort, children }: FilterBarProps<Sort>) {
  const { descending, onDirection } = sort;
  return (
    <>
      <div className={classes.filterFields} data-rows={filter ? 2 : 1}>
        <SearchField {...search} />
        {filter}
        <SortSelect {...sort} />
        {descending !== undefined && onDirection && (
          <DirectionButton descending={descending} onChange={onDirection} />
        )}
      </div>
      <div className={classes.chips}>{children}</div>
    </>
  );
}
