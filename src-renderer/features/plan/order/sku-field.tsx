import {
  Autocomplete,
  Button,
  type ComboboxParsedItem,
  Group,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedSku } from '../../../../src-preload/contract/settings.ts';
import { offeredSkus, type Sku, skuOf } from '../../../../src-preload/contract/sku-catalogue.ts';
import type { OrderFieldsProps } from './order-fields-props.ts';
import { SkuDialog } from './sku-dialog.tsx';

interface SkuFieldProps extends OrderFieldsProps {
  sku: Sku;
  added: readonly AddedSku[];
  /** The SKUs of the orders at the service. */
  seen: readonly string[];
}

/** Returns the options of a group whose code or kind contains the typed text. */
function matching(
  option: ComboboxParsedItem,
  search: string,
  kindOf: (code: string) => string,
): ComboboxParsedItem[] {
  if (!('group' in option)) return [option];
  const typed = search.trim().toLowerCase();
  const items = option.items.filter(({ value }) => `${value} ${kindOf(value)}`.toLowerCase().includes(typed));
  return items.length === 0 ? [] : [{ ...option, items }];
}

/** Selects the SKU of the order: a known one or any other code. */
export function SkuField({ draft, set, errorOf, sku, added, seen }: SkuFieldProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState(false);
  const kindOf = (code: string) => {
    const { kind, label } = skuOf(code, added);
    return label ?? t(`orderForm.kind.${kind}`);
  };
  return (
    <Stack gap={4}>
      <Autocomplete
        label={t('label.sku')}
        description={draft.sku.trim() === '' ? undefined : kindOf(draft.sku)}
        data={offeredSkus(added, seen).map(({ kind, codes }) => ({
          group: t(`orderForm.kind.${kind}`),
          items: codes,
        }))}
        // All options are offered until an unknown code is typed: the field is never empty, and a filter would hide the
        // others.
        filter={({ options, search }) =>
          skuOf(search, added).kind === 'unknown' && search.trim() !== ''
            ? options.flatMap((option) => matching(option, search, kindOf))
            : options
        }
        renderOption={({ option }) => (
          <div>
            <Text size="sm">{option.value}</Text>
            <Text size="xs" c="var(--nadir-quiet)">
              {t(`orderForm.about.${skuOf(option.value, added).kind}`)}
            </Text>
          </div>
        )}
        maxDropdownHeight={360}
        value={draft.sku}
        onChange={(code) => set({ sku: code })}
        error={errorOf('sku')}
        spellCheck={false}
        autoComplete="off"
        withAsterisk
      />
      <Group justify="space-between" gap={6}>
        {sku.geometry === null ? (
          <SegmentedControl
            aria-label={t('orderForm.geometry')}
            size="xs"
            data={[
              { value: 'Point', label: t('plan.choice.point') },
              { value: 'Polygon', label: t('plan.choice.area') },
            ]}
            value={draft.geometry}
            onChange={(value) => set({ geometry: value === 'Polygon' ? value : 'Point' })}
          />
        ) : (
          <Text size="xs" c="var(--nadir-quiet)">
            {sku.geometry === 'Point' ? t('orderForm.takesPoint') : t('orderForm.takesArea')}
          </Text>
        )}
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => setDialog(true)}
        >
          {t('orderForm.addSku')}
        </Button>
      </Group>
      <SkuDialog
        opened={dialog}
        added={added}
        suggested={sku.kind === 'unknown' ? draft.sku : ''}
        onClose={() => setDialog(false)}
        onUse={(code) => {
          setDialog(false);
          set({ sku: code });
        }}
      />
    </Stack>
  );
}
