import { Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Draft, isStartPassed, offsetText } from './draft/draft.ts';
import { MinuteField } from './minute-field.tsx';

const wholeHours = Array.from({ length: 27 }, (_, i) => (i - 12) * 60);
const oddOffsets = [-570, -210, 210, 270, 330, 345, 390, 570, 630, 765];
const offsets = [...wholeHours, ...oddOffsets].sort((a, b) => a - b);
const zones = offsets.map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'UTC' : `UTC${offsetText(minutes)}`,
}));

type Period = Pick<Draft, 'start' | 'end' | 'offsetMinutes'>;

interface PeriodFieldsProps {
  draft: Period;
  set: (patch: Partial<Period>) => void;
  errorOf: (field: 'start' | 'end') => string | undefined;
  /** Returns true if a field is required; by default both are. */
  isRequired?: (field: 'start' | 'end') => boolean;
}

/** The start and end of a period, in a time zone that the user selects. */
export function PeriodFields({ draft, set, errorOf, isRequired = () => true }: PeriodFieldsProps) {
  const { t } = useTranslation();
  const time = (field: 'start' | 'end') => (
    <MinuteField
      label={t(`label.${field}`)}
      value={draft[field]}
      onChange={(value) => set({ [field]: value })}
      error={errorOf(field)}
      required={isRequired(field)}
      note={field === 'start' && isStartPassed(draft, Date.now()) ? t('plan.startPassed') : undefined}
    />
  );
  return (
    <>
      <Group grow gap={6} align="flex-start">
        {time('start')}
        {time('end')}
      </Group>
      <Select
        label={t('plan.zone')}
        data={zones}
        value={String(draft.offsetMinutes)}
        allowDeselect={false}
        searchable
        onChange={(value) => value !== null && set({ offsetMinutes: Number(value) })}
      />
    </>
  );
}
