import type { OptionsFilter } from '@mantine/core';

/**
 * Filters the options of an `Autocomplete` without groups by what is typed, and offers all of them while the text is one of them: a field that
 * has a value would otherwise offer this value alone.
 */
export const offerOthers: OptionsFilter = ({ options, search, limit }) => {
  const typed = search.trim().toLowerCase();
  const values = options.map((option) => ('value' in option ? option.value.toLowerCase() : ''));
  const found = values.includes(typed)
    ? options
    : options.filter((_, index) => values[index]?.includes(typed));
  return found.slice(0, limit);
};
