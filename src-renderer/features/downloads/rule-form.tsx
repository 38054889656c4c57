import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { type Rule, type RuleDraft, ruleKindSchema } from '../../../src-preload/contract/rules.ts';
import { useActiveScope, useApi, useConnections } from '../../kit/client/api.tsx';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { ArchiveOrderNote, isImageryKind } from '../library/archive-order-note.tsx';
import { RuleAreaField } from './rule-area-field.tsx';
import { type RuleValues, readRule, scopeKey, valuesOf } from './rule-draft.ts';
import { ruleKindWords } from './rule-kind-words.ts';

interface ScopeChoice {
  value: string;
  label: string;
  scope: Scope;
}

/** Returns all known contracts, and the connections that need none. */
function useScopeChoices(): ScopeChoice[] {
  const { query } = useApi();
  const connections = useConnections();
  const lists = useQueries({
    queries: connections.map(({ id }) => query.contracts.list.queryOptions({ input: { connectionId: id } })),
  });
  return connections.flatMap((connection, index): ScopeChoice[] => {
    const connectionId = connection.id;
    if (connection.credentialKind === 'legacy') {
      const scope = { connectionId, contractId: null };
      return [{ scope, value: scopeKey(scope), label: connection.name }];
    }
    return (lists[index]?.data ?? []).map(({ contractId, name }) => {
      const scope = { connectionId, contractId };
      return { scope, value: scopeKey(scope), label: `${name} · ${connection.name}` };
    });
  });
}

type RuleFormValues = UseFormReturnType<RuleValues>;

/** Selects which kinds of files are downloaded and whether archives are unpacked. */
function KindFields({ form }: { form: RuleFormValues }) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox.Group size="xs" label={t('rules.kinds')} required {...form.getInputProps('kinds')}>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 6, marginTop: 6 }}>
          {ruleKindSchema.options.map((kind) => (
            <Checkbox key={kind} value={kind} label={ruleKindWords(t, kind)} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label={t('rules.unpack')}
        disabled={!form.values.kinds.includes('delivery_zip')}
        {...form.getInputProps('unpack', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('rules.showNew')}
        description={t('rules.showNewHint')}
        {...form.getInputProps('showNew', { type: 'checkbox' })}
      />
      <Checkbox label={t('rules.earlier')} {...form.getInputProps('includeEarlier', { type: 'checkbox' })} />
    </>
  );
}

/** The folder for the files; it can be selected in a dialog if the host supports it. */
function FolderField({ form }: { form: RuleFormValues }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const picks = useQuery(query.app.info.queryOptions()).data?.capabilities.pickFolder ?? false;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        style={{ flex: 1 }}
        label={t('rules.folder')}
        description={t('rules.folderHint')}
        spellCheck={false}
        {...form.getInputProps('folder')}
      />
      {picks && (
        <Button
          variant="default"
          onClick={() =>
            act(async () => {
              const folder = await client.app.pickFolder();
              if (folder !== null) form.setFieldValue('folder', folder);
            })
          }
        >
          {t('rules.pickFolder')}
        </Button>
      )}
    </Group>
  );
}

/**
 * Returns of how many captures that are published already the rule would download imagery at once; 0 while that is unknown, and where the
 * form is not complete.
 */
function useForeseenCaptures(rule: Rule | null, values: RuleValues, enabled: boolean): number {
  const { query } = useApi();
  // Without a name, which says nothing of the search and may still be missing.
  const { draft } = readRule({ ...values, name: values.name === '' ? '-' : values.name }, enabled);
  const isAsked = draft !== null && enabled && draft.kinds.some(isImageryKind);
  const input = isAsked
    ? {
        id: rule?.id ?? null,
        scope: draft.scope,
        match: draft.match,
        kinds: draft.kinds,
        mostClouds: draft.mostClouds,
        area: draft.area,
        includeEarlier: draft.includeEarlier,
      }
    : skipToken;
  return useQuery(query.rules.foresee.queryOptions({ input })).data?.captures ?? 0;
}

/** The form for a new or an existing rule. */
export function RuleForm({ rule, onDone }: { rule: Rule | null; onDone: () => void }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const active = useActiveScope();
  const choices = useScopeChoices();
  const enabled = rule?.enabled ?? true;
  const form = useForm<RuleValues>({
    initialValues: valuesOf(rule, active),
    validate(values) {
      const read = readRule(values, enabled);
      if (read.problems === null) return {};
      const messageValues = new Map(Object.entries(read.messageValues));
      return Object.fromEntries(
        Object.entries(read.problems).map(([field, message]) => [
          field,
          validationMessage(t, message, messageValues.get(field)),
        ]),
      );
    },
  });
  const scope = choices.find(({ value }) => value === form.values.scope)?.scope;
  const projects = useQuery(query.tasking.reference.queryOptions({ input: scope ? { scope } : skipToken }))
    .data?.projects;
  const save = useCommand({
    mutationFn: (draft: RuleDraft) =>
      rule ? client.rules.update({ ...draft, id: rule.id }) : client.rules.add(draft),
    onSuccess: onDone,
  });
  const foreseen = useForeseenCaptures(rule, form.values, enabled);
  const isLimited = form.values.clouds.trim() !== '' || form.values.area.trim() !== '';
  const saveAndDownload = isLimited
    ? t('rules.saveAndDownloadMost', { count: foreseen })
    : t('rules.saveAndDownload', { count: foreseen });
  const saveLabel = foreseen > 0 ? saveAndDownload : t('common.save');
  const { project } = form.values;
  const offered = [...new Set([...(project === '' ? [] : [project]), ...(projects ?? [])])];
  return (
    <form
      noValidate
      aria-label={t('rules.form')}
      onSubmit={form.onSubmit((values) => {
        const { draft } = readRule(values, enabled);
        if (draft) save.mutate(draft);
      })}
    >
      <Stack gap="xs">
        <TextInput label={t('label.name')} required data-autofocus {...form.getInputProps('name')} />
        <Select
          label={t('rules.whose')}
          required
          allowDeselect={false}
          data={choices.map(({ value, label }) => ({ value, label }))}
          {...form.getInputProps('scope')}
        />
        <Group gap="xs" grow align="flex-start">
          <Select
            label={t('label.project')}
            placeholder={t('common.allProjects')}
            clearable
            clearButtonProps={{ 'aria-label': t('common.allProjects') }}
            searchable
            data={offered}
            value={project === '' ? null : project}
            onChange={(value) => form.setFieldValue('project', value ?? '')}
          />
          <TextInput
            label={t('rules.task')}
            placeholder={t('rules.taskHint')}
            inputMode="numeric"
            {...form.getInputProps('task')}
          />
        </Group>
        <KindFields form={form} />
        <TextInput
          label={t('rules.clouds')}
          description={t('rules.cloudsHint')}
          inputMode="decimal"
          {...form.getInputProps('clouds')}
        />
        <RuleAreaField
          value={form.values.area}
          onChange={(text) => form.setFieldValue('area', text)}
          error={form.errors.area}
        />
        <FolderField form={form} />
        <TextInput
          label={t('rules.quota')}
          description={t('rules.quotaHint')}
          inputMode="decimal"
          {...form.getInputProps('quotaGigabytes')}
        />
        {form.values.kinds.some(isImageryKind) && <ArchiveOrderNote />}
        {foreseen > 0 && (
          <Text size="sm" data-testid="foreseen-orders">
            {isLimited
              ? t('rules.foreseenMost', { count: foreseen })
              : t('rules.foreseen', { count: foreseen })}
          </Text>
        )}
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t('common.back')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
