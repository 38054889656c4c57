import { Autocomplete, type AutocompleteProps, type OptionsFilter } from '@mantine/core';
import { useState } from 'react';

/**
 * Filters options by what is typed, and offers all of them while the text is one of them: a field that has a value would otherwise offer this
 * value alone.
 */
const offerOthers: OptionsFilter = ({ options, search, limit }) => {
  const typed = search.trim().toLowerCase();
  const values = options.map((option) => ('value' in option ? option.value.toLowerCase() : ''));
  const found = values.includes(typed)
    ? options
    : options.filter((_, index) => values[index]?.includes(typed));
  return found.slice(0, limit);
};

interface TextWithOffersProps extends Omit<AutocompleteProps, 'data' | 'filter' | 'onChange'> {
  /** The texts that are offered; one may be there twice. */
  offers: readonly string[];
  onChange: (text: string) => void;
}

/** A text that is new, or one of those that are offered. */
export function TextWithOffers({ offers, onChange, ...props }: TextWithOffersProps) {
  const [isOffering, setOffering] = useState(false);
  return (
    <Autocomplete
      {...props}
      data={[...new Set(offers)]}
      filter={offerOthers}
      dropdownOpened={isOffering}
      onDropdownOpen={() => setOffering(true)}
      onDropdownClose={() => setOffering(false)}
      onChange={(text) => {
        onChange(text);
        // The list would cover the next field, and a click there would select another text.
        if (offers.includes(text)) setOffering(false);
      }}
    />
  );
}
