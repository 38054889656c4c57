import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AddedSku } from '../../../../src-preload/contract/settings.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { SkuParameterRow } from './sku-parameter-row.tsx';
import { useSkuForm } from './use-sku-form.ts';

/** The form for a SKU that the user defines. */
export function SkuEditor({
  start,
  added,
  onDone,
  onUse,
}: {
  start: AddedSku;
  added: readonly AddedSku[];
  onDone: () => void;
  onUse: (code: string) => void;
}) {
  const { t } = useTranslation();
  const { sku, saving, change, setParameter, errorOf, submit } = useSkuForm({
    start,
    stored: added,
    onSaved: onUse,
  });
  return (
    <form
      noValidate
      aria-label={t('orderForm.skuForm')}
      onSubmit={(event) => {
        event.preventDefault();
        // Otherwise the order form around the dialog would be submitted too.
        event.stopPropagation();
        submit();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('orderForm.skuCode')}
          value={sku.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
          error={errorOf('code')}
          spellCheck={false}
          withAsterisk
          data-autofocus
        />
        <TextInput
          label={t('orderForm.skuLabel')}
          value={sku.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
          error={errorOf('label')}
        />
        <SegmentedControl
          aria-label={t('orderForm.geometry')}
          data={[
            { value: 'Point', label: t('plan.choice.point') },
            { value: 'Polygon', label: t('plan.choice.area') },
          ]}
          value={sku.geometry}
          onChange={(value) => change({ geometry: value === 'Polygon' ? value : 'Point' })}
        />
        <Stack gap={6}>
          <Text size="sm" fw={500}>
            {t('orderForm.parameters')}
          </Text>
          {sku.parameters.map((row, i) => (
            <SkuParameterRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are typed
              key={i}
              row={row}
              number={i + 1}
              error={errorOf(`parameters.${i}.name`)}
              onChange={(next) => setParameter(i, next)}
              onRemove={() => setParameter(i, null)}
            />
          ))}
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              disabled={sku.parameters.length >= 50}
              onClick={() =>
                change({ parameters: [...sku.parameters, { name: '', type: 'text', required: false }] })
              }
            >
              {t('orderForm.addParameter')}
            </Button>
          </Group>
        </Stack>
        {saving.isError && <ErrorNote error={saving.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('common.back')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('orderForm.saveSku')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
