import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceId, Scope } from '../../../src-preload/contract/ids.ts';
import { patternedName, readNamePattern } from '../../../src-preload/contract/name-pattern.ts';
import { mostPreparedAtOnce } from '../../../src-preload/contract/prepared.ts';
import type { Template } from '../../../src-preload/contract/templates.ts';
import { useActiveScope, useApi, useContractName } from '../../client/api.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useSay } from '../../ui/use-act.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { preparedStore, showPrepared } from './prepared-store.ts';
import { TemplateEditor } from './template-editor.tsx';
import { templateText } from './template-words.ts';

const shownNames = 3;

/** Returns the names that the first of these places would get. */
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

function MakeForm({
  scope,
  placeIds,
  onClose,
}: {
  scope: Scope;
  placeIds: readonly PlaceId[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  useFocusBack();
  const { client, query } = useApi();
  const say = useSay();
  const contract = useContractName();
  const templates = useQuery(query.templates.list.queryOptions()).data?.templates;
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const [picked, setPicked] = useState<string | null>(null);
  const [edited, setEdited] = useState<Template | null | undefined>(undefined);
  const template = templates?.find(({ templateId }) => templateId === picked) ?? templates?.[0] ?? null;
  const names = useFirstNames(template, placeIds);
  const count = placeIds.length;
  const make = useMutation({
    mutationFn: (used: Template) =>
      client.prepared.make({ scope, templateId: used.templateId, placeIds: [...placeIds] }),
    onSuccess({ made }) {
      say({ message: t('prepared.made', { count: made }), color: 'teal' });
      onClose();
      preparedStore.setState({ target: { index: 0, column: 'name' } });
      showPrepared();
    },
  });
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
    <Modal
      opened
      onClose={onClose}
      title={t('prepared.makeTitle', { count })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (template !== null && count <= mostPreparedAtOnce) make.mutate(template);
        }}
      >
        <Stack gap="sm">
          <Select
            label={t('templates.one')}
            allowDeselect={false}
            data={(templates ?? []).map(({ templateId, content }) => ({
              value: templateId,
              label: content.name,
            }))}
            value={template?.templateId ?? null}
            onChange={setPicked}
            data-autofocus
          />
          <Group gap={6}>
            <Button size="compact-xs" variant="default" onClick={() => setEdited(null)}>
              {t('templates.newMore')}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              disabled={template === null}
              onClick={() => setEdited(template)}
            >
              {t('templates.editMore')}
            </Button>
          </Group>
          {template && (
            <Text size="xs" c="var(--nadir-quiet)">
              {templateText(t, template.content, reference)}
            </Text>
          )}
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
    </Modal>
  );
}

/** Asks with which template tasks are made from the places for which that was asked. */
export function MakeDialog() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const placeIds = useStore(preparedStore, ({ making }) => making);
  const close = () => preparedStore.setState({ making: null });
  if (placeIds === null) return null;
  if (scope !== null) return <MakeForm scope={scope} placeIds={placeIds} onClose={close} />;
  return (
    <Modal
      opened
      onClose={close}
      title={t('prepared.makeTitle', { count: placeIds.length })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <Text size="sm">{t('prepared.noContract')}</Text>
    </Modal>
  );
}
