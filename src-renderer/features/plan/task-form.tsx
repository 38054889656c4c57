import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useSettings } from '../../kit/client/api.tsx';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { NoonSunLine } from '../../kit/ui/noon-sun-line.tsx';
import { TextWithOffers } from '../../kit/ui/text-with-offers.tsx';
import { useNominalFootprint } from '../tasks/nominal-footprints.tsx';
import { CaptureFields, ClientFields } from './demand-fields.tsx';
import {
  clientOf,
  type DraftErrors,
  type DraftField,
  type MessageValues,
  priorityRange,
  zoned,
} from './draft/draft.ts';
import type { FieldsProps } from './fields-props.ts';
import { keptProjectWords } from './kept-project-words.ts';
import { PeriodFields } from './period-fields.tsx';
import { PlaceField } from './place-field.tsx';

interface TaskFormProps extends Pick<FieldsProps, 'draft' | 'set'> {
  reference: TaskingReference | undefined;
  /** The error of fetching products and clients. */
  referenceError: unknown;
  onFetchReference: () => void;
  /** Message keys by field; empty until the user has submitted the form. */
  errors: DraftErrors;
  messageValues: MessageValues;
  /** The service's reasons for rejecting the last attempt. */
  refused: { error: unknown; fields: DraftErrors } | null;
  /** The number of failed attempts; each moves the focus to the first field with an error. */
  failedTries: number;
  onReview: () => void;
  submitLabel: string;
  /** Further buttons beside the one that submits the form. */
  children?: ReactNode;
}

/** Returns the products by number without duplicates: a service that lists one twice must not break the form. */
function productChoices(reference: TaskingReference | undefined) {
  const labels = new Map(
    (reference?.products ?? []).map(({ pk, name }) => [String(pk), `${name} (${pk})`] as const),
  );
  return [...labels].map(([value, label]) => ({ value, label }));
}

/** The form of a V1 task. Errors of the service are shown at the fields that it names. */
export function TaskForm(props: TaskFormProps) {
  const { draft, set, reference, errors, messageValues, refused, failedTries } = props;
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const form = useRef<HTMLFormElement>(null);
  const clients = reference?.clients ?? [];
  const errorOf = (field: DraftField) => {
    const said = refused?.fields[field];
    const key = errors[field];
    if (said !== undefined || key === undefined) return said;
    return validationMessage(t, key, { ...priorityRange(clientOf(draft, clients)), ...messageValues[field] });
  };
  useEffect(() => {
    if (failedTries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failedTries]);
  // The place of the form, once it can be read.
  const marked = useStore(mapStore, ({ pickedPoint }) => pickedPoint);
  useNominalFootprint('form', { at: marked, product: draft.product });
  const fields = { draft, set, errorOf };
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('plan.title')}
      onSubmit={(event) => {
        event.preventDefault();
        props.onReview();
      }}
    >
      <Stack gap="xs" p="sm">
        <PlaceField {...fields} format={format} />
        <TextInput
          label={t('plan.name')}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={errorOf('name')}
          withAsterisk
        />
        <TextWithOffers
          label={t('label.project')}
          offers={reference?.projects ?? []}
          limit={12}
          value={draft.project}
          onChange={(project) => set({ project })}
          description={keptProjectWords(t, draft)}
          error={errorOf('project')}
          withAsterisk
        />
        <Select
          label={t('label.product')}
          allowDeselect={false}
          data={productChoices(reference)}
          value={draft.product}
          onChange={(product) => set({ product })}
          error={errorOf('product')}
          nothingFoundMessage={t('plan.noProducts')}
          searchable
          withAsterisk
        />
        {props.referenceError !== null && (
          <ErrorNote error={props.referenceError} onRetry={props.onFetchReference} />
        )}
        <PeriodFields {...fields} />
        <NoonSunLine
          place={marked}
          start={zoned(draft.start, draft.offsetMinutes) ?? ''}
          end={zoned(draft.end, draft.offsetMinutes) ?? ''}
        />
        <ClientFields {...fields} clients={clients} />
        <CaptureFields {...fields} />
        {refused && <ErrorNote error={refused.error} />}
        {Object.keys(errors).length > 0 && (
          <Text size="xs" role="alert">
            {t('plan.correct')}
          </Text>
        )}
        <Group justify="flex-end" mt={4} gap={6}>
          {props.children}
          <Button type="submit">{props.submitLabel}</Button>
        </Group>
      </Stack>
    </form>
  );
}
