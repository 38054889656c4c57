import { Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { placeFields } from '../../../../src-preload/contract/name-pattern.ts';
import { offeredSkus } from '../../../../src-preload/contract/sku-catalogue.ts';
import type { TaskingReference } from '../../../../src-preload/contract/tasking.ts';
import { useSettings } from '../../../kit/client/api.tsx';
import { validationMessage } from '../../../kit/i18n/validation-message.ts';
import { TextWithOffers } from '../../../kit/ui/text-with-offers.tsx';
import type { TemplateForm, TemplateProblems } from './template-form.ts';

interface TemplateFieldsProps {
  form: TemplateForm;
  set: (patch: Partial<TemplateForm>) => void;
  problems: TemplateProblems;
  reference: TaskingReference | undefined;
  /** The names of the attributes that are offered for the name. */
  attributes: readonly string[];
}

/** Returns the function that returns the message of a field. */
function useErrors(problems: TemplateProblems) {
  const { t } = useTranslation();
  return (field: keyof TemplateForm): ReactNode => {
    const problem = problems[field];
    if (!problem) return null;
    const message = validationMessage(t, problem.message, problem.values);
    if (problem.fields.length === 0) return message;
    return t('errors.field', { name: problem.fields.map((name) => `{${name}}`).join(' '), said: message });
  };
}

/** The requested product (task) or SKU (order). */
function RequestFields({ form, set, problems, reference }: TemplateFieldsProps) {
  const { t } = useTranslation();
  const errorOf = useErrors(problems);
  const added = useSettings()?.orderSkus ?? [];
  const products = new Map(
    (reference?.products ?? []).map(({ pk, name }) => [String(pk), `${name} (${pk})`] as const),
  );
  return (
    <>
      <SegmentedControl
        aria-label={t('templates.kind')}
        size="xs"
        data={[
          { value: 'task', label: t('label.task') },
          { value: 'order', label: t('label.order') },
        ]}
        value={form.kind}
        onChange={(kind) => set({ kind: kind === 'order' ? 'order' : 'task' })}
      />
      {form.kind === 'task' ? (
        <Select
          label={t('label.product')}
          allowDeselect={false}
          data={[...products].map(([value, label]) => ({ value, label }))}
          value={form.product}
          onChange={(product) => set({ product })}
          error={errorOf('product')}
          nothingFoundMessage={t('plan.noProducts')}
          searchable
          withAsterisk
        />
      ) : (
        <Group grow align="flex-start">
          <TextWithOffers
            label={t('label.sku')}
            offers={offeredSkus(added, []).flatMap(({ codes }) => codes)}
            value={form.sku}
            onChange={(sku) => set({ sku })}
            error={errorOf('sku')}
            withAsterisk
          />
          <TextInput
            label={t('label.level')}
            value={form.processingLevel}
            onChange={(event) => set({ processingLevel: event.currentTarget.value })}
            error={errorOf('processingLevel')}
          />
        </Group>
      )}
    </>
  );
}

/** The acquisition window: relative to the day of use, or between two fixed times. */
function WindowFields({ form, set, problems }: TemplateFieldsProps) {
  const { t } = useTranslation();
  const errorOf = useErrors(problems);
  const text = (field: 'startsInDays' | 'lastsDays' | 'start' | 'end', label: string) => (
    <TextInput
      label={label}
      value={form[field]}
      placeholder={field === 'start' || field === 'end' ? t('plan.timeFormat') : undefined}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={errorOf(field)}
      autoComplete="off"
      withAsterisk
    />
  );
  return (
    <Stack gap={6} role="group" aria-label={t('templates.window')}>
      <SegmentedControl
        aria-label={t('templates.window')}
        size="xs"
        data={[
          { value: 'relative', label: t('templates.relative') },
          { value: 'fixed', label: t('templates.fixed') },
        ]}
        value={form.window}
        onChange={(window) => set({ window: window === 'fixed' ? 'fixed' : 'relative' })}
      />
      <Group grow align="flex-start">
        {form.window === 'relative' ? (
          <>
            {text('startsInDays', t('templates.startsInDays'))}
            {text('lastsDays', t('templates.lastsDays'))}
          </>
        ) : (
          <>
            {text('start', t('prepared.column.start'))}
            {text('end', t('prepared.column.end'))}
          </>
        )}
      </Group>
    </Stack>
  );
}

/** The fields that only tasks have. */
function DemandFields({ form, set, problems, reference }: TemplateFieldsProps) {
  const { t } = useTranslation();
  const errorOf = useErrors(problems);
  const clients = reference?.clients ?? [];
  const number = (field: 'priority' | 'maxCaptures' | 'maxSimultaneous', label: string) => (
    <TextInput
      label={label}
      value={form[field]}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      error={errorOf(field)}
    />
  );
  return (
    <>
      {clients.length > 1 && (
        <Select
          label={t('label.client')}
          data={[...new Set(clients.map(({ name }) => name))]}
          value={form.client}
          onChange={(client) => set({ client })}
          error={errorOf('client')}
          clearable
        />
      )}
      <Group grow align="flex-end">
        {number('priority', t('label.priority'))}
        {number('maxCaptures', t('label.captures'))}
        {number('maxSimultaneous', t('label.maxSimultaneous'))}
      </Group>
    </>
  );
}

/** More names would push the other fields of the form out of the window. */
const mostFieldsShown = 40;

/** The fields of a template. */
export function TemplateFields(props: TemplateFieldsProps) {
  const { form, set, problems, reference, attributes } = props;
  const { t } = useTranslation();
  const errorOf = useErrors(problems);
  const fields = [...placeFields, ...attributes].map((name) => `{${name}}`);
  return (
    <Stack gap="xs">
      <TextInput
        label={t('templates.name')}
        value={form.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errorOf('name')}
        data-autofocus
        withAsterisk
      />
      <RequestFields {...props} />
      <TextWithOffers
        label={t('label.project')}
        offers={reference?.projects ?? []}
        limit={12}
        value={form.project}
        onChange={(project) => set({ project })}
        error={errorOf('project')}
        withAsterisk
      />
      <TextInput
        label={t('templates.pattern')}
        description={t('templates.patternHint', {
          fields: [
            ...fields.slice(0, mostFieldsShown),
            ...(fields.length > mostFieldsShown ? ['…'] : []),
          ].join(' '),
        })}
        value={form.namePattern}
        onChange={(event) => set({ namePattern: event.currentTarget.value })}
        error={errorOf('namePattern')}
        autoComplete="off"
        spellCheck={false}
        withAsterisk
      />
      <WindowFields {...props} />
      <TextInput
        label={t('plan.every.group')}
        description={t('templates.everyHint')}
        value={form.every}
        onChange={(event) => set({ every: event.currentTarget.value })}
        error={errorOf('every')}
        autoComplete="off"
      />
      {form.kind === 'task' && <DemandFields {...props} />}
    </Stack>
  );
}
