import { Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import { clientOf, priorityRange } from './draft.ts';
import type { FieldsProps } from './fields-props.ts';

const numberOf = (value: number | string) => (typeof value === 'number' ? value : '');

/** For whom and how urgent: shown only where the service leaves a choice. */
export function ClientFields({ draft, set, errorOf, clients }: FieldsProps & { clients: readonly Client[] }) {
  const { t } = useTranslation();
  const client = clientOf(draft, clients);
  const range = priorityRange(client);
  const usual = client?.defaultPriority ?? '—';
  return (
    <>
      {clients.length > 1 && (
        <Select
          label={t('plan.client')}
          allowDeselect={false}
          data={[...new Set(clients.map((each) => each.name))]}
          value={draft.client}
          onChange={(value) => set({ client: value })}
          error={errorOf('client')}
          withAsterisk
        />
      )}
      {range && (
        <NumberInput
          label={t('plan.priority')}
          description={t('plan.priorityHint', { ...range, usual })}
          placeholder={String(usual)}
          value={draft.priority}
          allowDecimal={false}
          onChange={(value) => set({ priority: numberOf(value) })}
          error={errorOf('priority')}
        />
      )}
    </>
  );
}

/** How often and how many. */
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
        <Group grow gap={6} align="flex-start">
          <NumberInput
            label={t('plan.everyDays')}
            min={0}
            max={9999}
            allowDecimal={false}
            value={draft.everyDays}
            onChange={(value) => set({ everyDays: numberOf(value) })}
            error={errorOf('everyDays')}
          />
          <TextInput
            type="time"
            label={t('plan.everyTime')}
            value={draft.everyTime}
            onChange={(event) => set({ everyTime: event.currentTarget.value })}
          />
        </Group>
      )}
      <Group grow gap={6} align="flex-start">
        <NumberInput
          label={t('plan.maxCaptures')}
          description={t('plan.maxCapturesHint')}
          placeholder="1"
          min={1}
          allowDecimal={false}
          value={draft.maxCaptures}
          onChange={(value) => set({ maxCaptures: numberOf(value) })}
          error={errorOf('maxCaptures')}
        />
        <NumberInput
          label={t('plan.maxSimultaneous')}
          description={t('plan.maxSimultaneousHint')}
          min={1}
          allowDecimal={false}
          value={draft.maxSimultaneous}
          onChange={(value) => set({ maxSimultaneous: numberOf(value) })}
          error={errorOf('maxSimultaneous')}
        />
      </Group>
    </>
  );
}
