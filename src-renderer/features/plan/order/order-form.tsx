import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddedSku } from '../../../../src-preload/contract/settings.ts';
import type { Sku } from '../../../../src-preload/contract/sku-catalogue.ts';
import type { CoordinateFormat } from '../../../kit/i18n/coordinates.ts';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';
import { mapStore } from '../../../kit/state/map-store.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { TextWithOffers } from '../../../kit/ui/text-with-offers.tsx';
import { geometryOf, type OrderErrors } from '../draft/order-draft.ts';
import type { OrderRefusal } from '../draft/order-store.ts';
import { keptProjectWords } from '../kept-project-words.ts';
import { PlaceField } from '../place-field.tsx';
import { AreaField } from './area-field.tsx';
import type { OrderFieldsProps } from './order-fields-props.ts';
import { OtherParameters, ParameterFields } from './parameter-fields.tsx';
import { SkuField } from './sku-field.tsx';

interface OrderFormProps extends Pick<OrderFieldsProps, 'draft' | 'set'> {
  sku: Sku;
  added: readonly AddedSku[];
  seenSkus: readonly string[];
  names: readonly string[];
  projects: readonly string[];
  format: CoordinateFormat;
  /** Empty until the user has submitted the form. */
  errors: OrderErrors;
  refused: OrderRefusal | null;
  /** The number of failed attempts; each moves the focus to the first field with an error. */
  failedTries: number;
  /** True if the edited order belongs to another contract than the active one. */
  isForeign: boolean;
  onReview: () => void;
  /** Stops editing; the row of the outbox is unchanged. */
  onLeave: () => void;
}

/** The form of an order of any SKU; its fields are the parameters of the SKU. */
export function OrderForm(props: OrderFormProps) {
  const { draft, set, sku, added, errors, refused, failedTries, format } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const errorOf = (field: string) => {
    const problem = errors[field];
    return refused?.fields[field] ?? (problem && validationMessage(t, problem.message, problem.values));
  };
  useEffect(() => {
    if (failedTries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failedTries]);
  const isPoint = geometryOf(draft, sku) === 'Point';
  // An order for an area has no point on the map.
  useEffect(() => {
    if (!isPoint) mapStore.setState({ pickedPoint: null, picking: false });
  }, [isPoint]);
  const fields = { draft, set, errorOf };
  const isArchive = sku.fields.some(({ type }) => type === 'capture') && sku.kind !== 'unknown';
  const geometry = isPoint ? (
    <PlaceField {...fields} format={format} />
  ) : (
    <AreaField {...fields} format={format} />
  );
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('orderForm.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.isForeign) props.onReview();
      }}
    >
      <Stack gap="xs" p="sm">
        {draft.commandId !== null && (
          <Alert role="note" p="xs">
            <Group justify="space-between" gap={6} wrap="nowrap">
              <Text size="xs" flex={1}>
                {props.isForeign ? t('orderForm.otherContract') : t('orderForm.editing')}
              </Text>
              <Button size="compact-xs" variant="default" onClick={props.onLeave} style={{ flex: 'none' }}>
                {t('orderForm.leave')}
              </Button>
            </Group>
          </Alert>
        )}
        {refused && <ErrorNote error={refused.error} />}
        <SkuField {...fields} sku={sku} added={added} seen={props.seenSkus} />
        {!isArchive && geometry}
        <TextWithOffers
          label={t('label.orderName')}
          offers={props.names}
          limit={8}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errorOf('name')}
          withAsterisk
        />
        <TextWithOffers
          label={t('label.project')}
          offers={props.projects}
          limit={12}
          value={draft.project}
          onChange={(project) => set({ project })}
          description={keptProjectWords(t, draft)}
          error={errorOf('project')}
          withAsterisk
        />
        <ParameterFields {...fields} sku={sku} />
        {isArchive && geometry}
        <OtherParameters {...fields} />
        {Object.keys(errors).length > 0 && (
          <Text size="xs" role="alert">
            {t('plan.correct')}
          </Text>
        )}
        <Group justify="flex-end" mt={4}>
          <Button type="submit" disabled={props.isForeign}>
            {t('plan.review')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
