import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SceneFacets } from '../../../../src-preload/contract/scene-filter.ts';
import { formatNumber } from '../../../kit/i18n/format.ts';
import classes from './find.module.css';

interface ValuesFieldProps {
  name: string;
  values: readonly string[];
  counted: SceneFacets['projects'];
  onChange: (values: string[]) => void;
  /** Formats a value; left out if values are displayed as they are. */
  textOf?: (value: string) => string;
}

/** The filter by values of a column, each with the number of scenes under the other filters. */
export function ValuesField({
  name,
  values,
  counted,
  onChange,
  textOf = (value) => value,
}: ValuesFieldProps) {
  const { t, i18n } = useTranslation();
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  return (
    <div className={classes.values}>
      <span className={classes.label} aria-hidden>
        {name}
      </span>
      <MultiSelect
        size="xs"
        aria-label={name}
        placeholder={values.length === 0 ? t('find.any') : ''}
        data={[...new Set([...values, ...counts.keys()])].map((value) => ({ value, label: textOf(value) }))}
        value={[...values]}
        onChange={onChange}
        limit={100}
        searchable
        clearable
        hidePickedOptions
        clearButtonProps={{ 'aria-label': t('find.clear', { name }) }}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <span className={classes.optionName}>{option.label}</span>
            <span className={classes.optionCount}>
              {formatNumber(i18n.language, counts.get(option.value) ?? 0)}
            </span>
          </span>
        )}
      />
    </div>
  );
}
