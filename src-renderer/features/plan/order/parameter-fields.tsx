import { ActionIcon, Button, Group, JsonInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ParameterField, Sku } from '../../../../src-preload/contract/sku-catalogue.ts';
import { parameterLabel } from '../../orders/order-parameters.ts';
import { type DurationUnit, durationText, durationUnits, shownDuration } from '../draft/duration-text.ts';
import { type OtherParameter, otherTypeSchema } from '../draft/order-draft.ts';
import { NumberField } from '../number-field.tsx';
import { PeriodFields } from '../period-fields.tsx';
import type { OrderFieldsProps } from './order-fields-props.ts';
import { SceneField } from './scene-field.tsx';

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
function DurationField({ label, value, error, withAsterisk, onChange }: DurationFieldProps) {
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

/** The levels of the interface (§9.4); another value in a draft is offered too. */
const levels = ['L0', 'L1A', 'L1B', 'L1C', 'L1D', 'L1D_SR'];

function YesNo(props: {
  label?: string;
  'aria-label'?: string;
  value: string;
  error: string | undefined;
  required: boolean;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const { value, required, onChange, error, ...named } = props;
  return (
    <Select
      {...named}
      data={[
        { value: 'yes', label: t('orderForm.yes') },
        { value: 'no', label: t('orderForm.no') },
      ]}
      value={value === '' ? null : value}
      clearable={!required}
      allowDeselect={!required}
      withAsterisk={required && named.label !== undefined}
      onChange={(next) => onChange(next ?? '')}
      error={error}
    />
  );
}

function ParameterInput({ field, draft, set, errorOf }: OrderFieldsProps & { field: ParameterField }) {
  const { t } = useTranslation();
  const { name, type, required } = field;
  const label = parameterLabel(t, name);
  const value = draft.values[name] ?? '';
  const change = (next: string) => set({ values: { ...draft.values, [name]: next } });
  const common = { label, value, error: errorOf(`value.${name}`), withAsterisk: required };
  if (type === 'capture') return <SceneField {...common} draft={draft} set={set} name={name} />;
  if (type === 'level')
    return (
      <Select
        {...common}
        value={value === '' ? null : value}
        data={[...new Set([...levels, ...(value === '' ? [] : [value])])]}
        placeholder={t('orderForm.serviceChoice')}
        clearable={!required}
        clearButtonProps={{ 'aria-label': t('orderForm.clear', { name: label }) }}
        onChange={(next) => change(next ?? '')}
      />
    );
  if (type === 'duration') return <DurationField {...common} onChange={change} />;
  if (type === 'yes-no')
    return <YesNo label={label} value={value} error={common.error} required={required} onChange={change} />;
  if (type === 'json') return <JsonInput {...common} autosize minRows={2} maxRows={8} onChange={change} />;
  return (
    <TextInput
      {...common}
      placeholder={type === 'time' ? t('orderForm.timeExample') : undefined}
      inputMode={type === 'number' ? 'decimal' : undefined}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** The parameters of the SKU; known ones have specialised fields. */
export function ParameterFields({ sku, ...fields }: OrderFieldsProps & { sku: Sku }) {
  const isPeriod = ({ name }: ParameterField) => name === 'start' || name === 'end';
  const period = sku.fields.filter(isPeriod);
  return (
    <>
      {period.length > 0 && (
        <PeriodFields
          {...fields}
          isRequired={(name) => period.some((field) => field.name === name && field.required)}
        />
      )}
      {sku.fields
        .filter((field) => !isPeriod(field))
        .map((field) => (
          <ParameterInput key={field.name} field={field} {...fields} />
        ))}
    </>
  );
}

const otherTypes = otherTypeSchema.options;

function OtherRow({
  other,
  at,
  errorOf,
  onChange,
  onRemove,
}: {
  other: OtherParameter;
  at: number;
  errorOf: OrderFieldsProps['errorOf'];
  onChange: (other: OtherParameter) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const value = {
    'aria-label': t('orderForm.parameterValue'),
    value: other.value,
    error: errorOf(`other.${at}.value`),
    required: true,
  };
  return (
    <Group
      gap={6}
      wrap="nowrap"
      align="flex-start"
      role="group"
      aria-label={t('orderForm.parameterNumber', { number: at + 1 })}
    >
      <TextInput
        style={{ flex: 1 }}
        aria-label={t('orderForm.parameterName')}
        placeholder={t('orderForm.parameterName')}
        value={other.key}
        onChange={(event) => onChange({ ...other, key: event.currentTarget.value })}
        error={errorOf(`other.${at}.key`)}
        spellCheck={false}
      />
      <Select
        w={92}
        aria-label={t('label.type')}
        data={otherTypes.map((type) => ({ value: type, label: t(`orderForm.type.${type}`) }))}
        value={other.type}
        allowDeselect={false}
        onChange={(type) =>
          onChange({
            ...other,
            type: otherTypeSchema.parse(type),
            value: type === 'yes-no' ? 'yes' : other.type === 'yes-no' ? '' : other.value,
          })
        }
      />
      <div style={{ flex: 1 }}>
        {other.type === 'yes-no' ? (
          <YesNo {...value} onChange={(next) => onChange({ ...other, value: next })} />
        ) : (
          <TextInput
            {...value}
            required={false}
            placeholder={t('orderForm.parameterValue')}
            spellCheck={false}
            onChange={(event) => onChange({ ...other, value: event.currentTarget.value })}
          />
        )}
      </div>
      <ActionIcon
        mt={4}
        variant="subtle"
        color="gray"
        aria-label={t('orderForm.removeParameter', { name: other.key || at + 1 })}
        title={t('orderForm.removeParameter', { name: other.key || at + 1 })}
        onClick={onRemove}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Other parameters with typed names, because the service accepts more than the known ones. */
export function OtherParameters({ draft, set, errorOf }: OrderFieldsProps) {
  const { t } = useTranslation();
  const { others } = draft;
  return (
    <Stack gap={6} component="section" aria-label={t('orderForm.others')}>
      <Text size="sm" fw={500} component="h3" m={0}>
        {t('orderForm.others')}
      </Text>
      {others.map((other, at) => (
        <OtherRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are typed
          key={at}
          other={other}
          at={at}
          errorOf={errorOf}
          onChange={(next) => set({ others: others.map((each, i) => (i === at ? next : each)) })}
          onRemove={() => set({ others: others.filter((_, i) => i !== at) })}
        />
      ))}
      <Group>
        <Button
          size="compact-xs"
          variant="default"
          disabled={others.length >= 100}
          onClick={() => set({ others: [...others, { key: '', type: 'text', value: '' }] })}
        >
          {t('orderForm.addParameter')}
        </Button>
      </Group>
    </Stack>
  );
}
