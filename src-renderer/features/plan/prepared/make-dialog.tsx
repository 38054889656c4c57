import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceId, Scope } from '../../../../src-preload/contract/ids.ts';
import { patternedName, readNamePattern } from '../../../../src-preload/contract/name-pattern.ts';
import { mostPreparedAtOnce } from '../../../../src-preload/contract/prepared.ts';
import type { Template } from '../../../../src-preload/contract/templates.ts';
import { useActiveScope, useApi, useContractName } from '../../../kit/client/api.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { useSay } from '../../../kit/ui/use-act.ts';
import { useCommand } from '../../../kit/ui/use-command.ts';
import { useFocusBack } from '../../../kit/ui/use-focus-back.ts';
import { preparedStore, showPrepared } from './prepared-store.ts';
import { TemplateEditor } from './template-editor.tsx';
import { templateText } from './template-words.ts';

const shownNames = 3;

/** Returns the names that the first places would get. */
function useFirstNames(template: Template | null, placeIds: readonly PlaceId[]): string[] {
  const { query } = useApi();
  const lists = useQuery(query.places.lists.queryOptions()).data ?? [];
  const places = useQuery(
    query.places.some.queryOptions({
      input: template === null ? skipToken : { placeIds: placeIds.slice(0, shownNames) },
    }),
  ).data;
  const pattern = template && readNamePattern(template.content.namePattern);
  if (!pattern || 'problem' in pattern) return [];
  return (places ?? []).map(({ name, attributes, listId }, i) => {
    const list = lists.find((each) => each.listId === listId)?.name ?? '';
    return patternedName(pattern.parts, { name, list, attributes, number: i + 1 }).name;
  });
}

interface TemplateChoiceProps {
  templates: readonly Template[];
  /** Null if there are no templates. */
  template: Template | null;
  scope: Scope;
  onPick: (templateId: string | null) => void;
  /** Opens the editor of a template; null for a new one. */
  onEdit: (template: Template | null) => void;
}

/** Selects a template and describes it. */
function TemplateChoice({ templates, template, scope, onPick, onEdit }: TemplateChoiceProps) {
  const { t } = useTranslation();
  const { query } = useApi();
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  return (
    <>
      <Select
        label={t('templates.one')}
        allowDeselect={false}
        data={templates.map(({ templateId, content }) => ({ value: templateId, label: content.name }))}
        value={template?.templateId ?? null}
        onChange={onPick}
        data-autofocus
      />
      <Group gap={6}>
        <Button size="compact-xs" variant="default" onClick={() => onEdit(null)}>
          {t('templates.newMore')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={template === null}
          onClick={() => onEdit(template)}
        >
          {t('templates.editMore')}
        </Button>
      </Group>
      {template && (
        <Text size="xs" c="var(--nadir-quiet)">
          {templateText(t, template.content, reference)}
        </Text>
      )}
    </>
  );
}

interface StepsProps {
  scope: Scope;
  placeIds: readonly PlaceId[];
  onClose: () => void;
}

/** Returns the mutation that prepares a task or order per place from a template, then shows them. */
function useMake({ scope, placeIds, onClose }: StepsProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  return useCommand({
    mutationFn: (used: Template) =>
      client.prepared.make({ scope, templateId: used.templateId, placeIds: [...placeIds] }),
    onSuccess({ made }) {
      say({ message: t('prepared.made', { count: made }), color: 'teal' });
      onClose();
      preparedStore.setState({ target: { index: 0, column: 'name' } });
      showPrepared();
    },
  });
}

interface MakeFormProps extends Pick<StepsProps, 'placeIds' | 'onClose'> {
  template: Template | null;
  make: ReturnType<typeof useMake>;
  /** The choice of the template. */
  children: ReactNode;
}

/** The form that shows the first names and prepares the tasks or orders. */
function MakeForm({ template, placeIds, make, children, onClose }: MakeFormProps) {
  const { t } = useTranslation();
  const contract = useContractName();
  const names = useFirstNames(template, placeIds);
  const count = placeIds.length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (template !== null && count <= mostPreparedAtOnce) make.mutate(template);
      }}
    >
      <Stack gap="sm">
        {children}
        {names.length > 0 && (
          <Text size="xs" data-testid="first-names" style={{ overflowWrap: 'anywhere' }}>
            {t('prepared.names', { names: names.join(' · ') })}
            {count > names.length ? ' …' : ''}
          </Text>
        )}
        <Text size="xs">{t('prepared.makeHint', { contract })}</Text>
        {count > mostPreparedAtOnce && (
          <Text size="xs" role="alert">
            {t('prepared.tooMany', { count: mostPreparedAtOnce })}
          </Text>
        )}
        {make.isError && <ErrorNote error={make.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={make.isPending}
            disabled={template === null || count > mostPreparedAtOnce}
          >
            {t('prepared.make', { count })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The dialog under a contract. The template editor replaces it while a template is edited, and at first if there are no templates. */
function MakeSteps({ scope, placeIds, onClose }: StepsProps) {
  const { t } = useTranslation();
  useFocusBack();
  const { query } = useApi();
  const templates = useQuery(query.templates.list.queryOptions()).data?.templates;
  const make = useMake({ scope, placeIds, onClose });
  const [picked, setPicked] = useState<string | null>(null);
  /** The template in the editor: null for a new one, undefined while the editor is closed. */
  const [edited, setEdited] = useState<Template | null | undefined>(undefined);
  const template = templates?.find(({ templateId }) => templateId === picked) ?? templates?.[0] ?? null;
  if (templates === undefined) return null;
  if (edited !== undefined || templates.length === 0)
    return (
      <TemplateEditor
        scope={scope}
        template={edited ?? null}
        onClose={() => (templates.length === 0 ? onClose() : setEdited(undefined))}
        onSaved={({ templateId }) => {
          setPicked(templateId);
          setEdited(undefined);
        }}
      />
    );
  return (
    <Dialog opened onClose={onClose} title={t('prepared.makeTitle', { count: placeIds.length })}>
      <MakeForm template={template} placeIds={placeIds} make={make} onClose={onClose}>
        <TemplateChoice
          templates={templates}
          template={template}
          scope={scope}
          onPick={setPicked}
          onEdit={setEdited}
        />
      </MakeForm>
    </Dialog>
  );
}

/** The dialog that prepares tasks or orders from places with a template. */
export function MakeDialog() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const placeIds = useStore(preparedStore, ({ making }) => making);
  const close = () => preparedStore.setState({ making: null });
  if (placeIds === null) return null;
  if (scope !== null) return <MakeSteps scope={scope} placeIds={placeIds} onClose={close} />;
  return (
    <Dialog opened onClose={close} title={t('prepared.makeTitle', { count: placeIds.length })}>
      <Text size="sm">{t('prepared.noContract')}</Text>
    </Dialog>
  );
}
