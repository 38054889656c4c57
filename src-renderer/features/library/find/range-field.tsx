import { NumberInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValueRange } from '../../../../src-preload/contract/scene-filter.ts';
import classes from './find.module.css';

interface RangeFieldProps {
  name: string;
  unit: string;
  /** The minimum and maximum input, and the step of the arrow keys. */
  min: number;
  max: number;
  step: number;
  range: ValueRange | null;
  onChange: (range: ValueRange | null) => void;
}

/** Milliseconds without a key press before a typed number is applied. */
const pauseMs = 350;

interface BoundProps extends Pick<RangeFieldProps, 'min' | 'max' | 'step' | 'unit'> {
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** An end of a range; an empty field is no limit. */
function Bound({ label, placeholder, value, onChange, min, max, step, unit }: BoundProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);
  const number = typeof typed === 'number' ? typed : null;
  useEffect(() => {
    if (number === value || (typed !== '' && number === null)) return;
    const timer = setTimeout(() => onChange(number), pauseMs);
    return () => clearTimeout(timer);
  }, [number, typed, value, onChange]);
  return (
    <NumberInput
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={setTyped}
      min={min}
      max={max}
      step={step}
      suffix={` ${unit}`}
      hideControls
    />
  );
}

/** The filter by minimum and maximum of a column. */
export function RangeField({ name, unit, min, max, step, range, onChange }: RangeFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { least: from, most: to } = range ?? { least: null, most: null };
  const set = (next: ValueRange) => onChange(next.least === null && next.most === null ? null : next);
  const bounds = { min, max, step, unit };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of the grid
    <div className={classes.range} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {name}
      </span>
      <Bound
        {...bounds}
        label={t('find.least', { name })}
        placeholder={t('find.leastHint')}
        value={from}
        onChange={(value) => set({ least: value, most: to })}
      />
      <Bound
        {...bounds}
        label={t('find.most', { name })}
        placeholder={t('find.mostHint')}
        value={to}
        onChange={(value) => set({ least: from, most: value })}
      />
    </div>
  );
}
