import { Checkbox, Group, Select, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import { clientOf, priorityRange } from './draft/draft.ts';
import type { FieldsProps } from './fields-props.ts';
import { NumberField } from './number-field.tsx';

/** The fields for client and priority; each is shown only if the service allows a choice. */
export function ClientFields({ draft, set, errorOf, clients }: FieldsProps & { clients: readonly Client[] }) {
  const { t } = useTranslation();
  const client = clientOf(draft, clients);
  const range = priorityRange(client);
  const usual = client?.defaultPriority ?? '—';
  return (
    <>
      {clients.length > 1 && (
        <Select
          label={t('label.client')}
          allowDeselect={false}
          data={[...new Set(clients.map((each) => each.name))]}
          value={draft.client}
          onChange={(value) => set({ client: value })}
          error={errorOf('client')}
          withAsterisk
        />
      )}
      {range && (
        <NumberField
          label={t('label.priority')}
          description={t('plan.priorityHint', { ...range, usual })}
          placeholder={String(usual)}
          value={draft.priority}
          onChange={(priority) => set({ priority })}
          error={errorOf('priority')}
        />
      )}
    </>
  );
}

/** Two fields beside each other stay on one line, however many lines their hints take. */
const hintBelow: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];

/** The fields for the recurrence and the number of captures. */
export function CaptureFields({ draft, set, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        label={t('plan.recurrent')}
        checked={draft.recurrent}
        onChange={(event) => set({ recurrent: event.currentTarget.checked })}
      />
      {draft.recurrent && (
        <Group
          grow
          gap={6}
          align="flex-start"
          role="group"
          aria-label={t('plan.every.group')}
          data-testid="recurrence"
        >
          {(['everyDays', 'everyHours', 'everyMinutes'] as const).map((field) => (
            <NumberField
              key={field}
              label={t(`plan.every.${field}`)}
              placeholder="0"
              value={draft[field]}
              onChange={(value) => set({ [field]: value })}
              error={errorOf(field)}
            />
          ))}
        </Group>
      )}
      <Group grow gap={6} align="flex-start">
        <NumberField
          label={t('label.captures')}
          inputWrapperOrder={hintBelow}
          description={draft.recurrent ? t('plan.maxCapturesRecurrent') : t('plan.maxCapturesHint')}
          placeholder="1"
          value={draft.maxCaptures}
          onChange={(maxCaptures) => set({ maxCaptures })}
          error={errorOf('maxCaptures')}
        />
        <NumberField
          label={t('label.maxSimultaneous')}
          inputWrapperOrder={hintBelow}
          description={t('validation.simultaneous')}
          placeholder={draft.maxCaptures || '1'}
          value={draft.maxSimultaneous}
          onChange={(maxSimultaneous) => set({ maxSimultaneous })}
          error={errorOf('maxSimultaneous')}
        />
      </Group>
    </>
  );
}
