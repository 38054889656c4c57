import { Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DurationUnit, durationText, durationUnits, shownDuration } from '../draft/duration-text.ts';
import { NumberField } from '../number-field.tsx';

interface DurationFieldProps {
  label: string;
  /** The text that `durationText` returns. */
  value: string;
  error: string | undefined;
  withAsterisk: boolean;
  onChange: (value: string) => void;
}

const isUnit = (text: string | null): text is DurationUnit => durationUnits.some((unit) => unit === text);

/**
 * A field for a duration as a number and a unit. ISO 8601 text that one unit cannot express is shown and accepted
 * unchanged.
 */
export function DurationField({ label, value, error, withAsterisk, onChange }: DurationFieldProps) {
  const { t } = useTranslation();
  const { count, unit } = shownDuration(value);
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <div style={{ flex: 1 }}>
        <NumberField
          label={label}
          description={unit === null ? t('orderForm.durationIso') : t('orderForm.durationHint')}
          placeholder={t('tasks.once')}
          value={count}
          error={error}
          withAsterisk={withAsterisk}
          onChange={(next) => onChange(durationText(next, unit ?? 'days'))}
        />
      </div>
      {unit !== null && (
        <Select
          w={104}
          label={t('label.unit')}
          description={'\u00A0'}
          aria-label={t('orderForm.unitOf', { name: label })}
          data={durationUnits.map((each) => ({ value: each, label: t(`orderForm.unit.${each}`) }))}
          value={unit}
          allowDeselect={false}
          disabled={count === ''}
          onChange={(next) => isUnit(next) && onChange(durationText(count, next))}
        />
      )}
    </Group>
  );
}
