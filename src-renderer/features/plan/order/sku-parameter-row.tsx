import { ActionIcon, Checkbox, Group, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ParameterType } from '../../../../src-preload/contract/settings.ts';
import { knownTypes } from '../../../../src-preload/contract/sku-catalogue.ts';
import { TextWithOffers } from '../../../kit/ui/text-with-offers.tsx';
import type { SkuParameter } from './use-sku-form.ts';

const freeTypes = ['text', 'number', 'yes-no', 'json', 'time', 'duration'] as const;
const isFreeType = (value: string | null): value is (typeof freeTypes)[number] =>
  freeTypes.some((type) => type === value);

/** The fields of one parameter of a SKU. The type of a known parameter is fixed. */
export function SkuParameterRow({
  row,
  number,
  error,
  onChange,
  onRemove,
}: {
  row: SkuParameter;
  number: number;
  error: string | undefined;
  onChange: (row: SkuParameter) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const known: ParameterType | undefined = Object.hasOwn(knownTypes, row.name)
    ? knownTypes[row.name]
    : undefined;
  return (
    <Group
      gap={6}
      wrap="nowrap"
      align="flex-start"
      role="group"
      aria-label={t('orderForm.parameterNumber', { number })}
    >
      <TextWithOffers
        style={{ flex: 1 }}
        aria-label={t('orderForm.parameterName')}
        placeholder={t('orderForm.parameterName')}
        offers={Object.keys(knownTypes)}
        value={row.name}
        onChange={(name) => onChange({ ...row, name, type: knownTypes[name] ?? (known ? 'text' : row.type) })}
        error={error}
      />
      <Select
        w={120}
        aria-label={t('label.type')}
        data={[...freeTypes, ...(isFreeType(row.type) ? [] : [row.type])].map((type) => ({
          value: type,
          label: t(`orderForm.type.${type}`),
        }))}
        value={row.type}
        disabled={known !== undefined}
        allowDeselect={false}
        onChange={(type) => isFreeType(type) && onChange({ ...row, type })}
      />
      <Checkbox
        mt={8}
        label={t('orderForm.isRequired')}
        checked={row.required}
        onChange={(event) => onChange({ ...row, required: event.currentTarget.checked })}
      />
      <ActionIcon
        mt={1}
        variant="subtle"
        color="gray"
        aria-label={t('orderForm.removeParameter', { name: row.name || number })}
        title={t('orderForm.removeParameter', { name: row.name || number })}
        onClick={onRemove}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
