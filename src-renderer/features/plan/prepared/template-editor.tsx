import { Button, Group, Stack } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { Template, TemplateContent } from '../../../../src-preload/contract/templates.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { useCommand } from '../../../kit/ui/use-command.ts';
import { placeStore } from '../../places/place-store.ts';
import { TemplateFields } from './template-fields.tsx';
import { emptyTemplateForm, formOfTemplate, readTemplateForm } from './template-form.ts';

interface TemplateEditorProps {
  scope: Scope;
  /** The template to edit; null for a new one. */
  template: Template | null;
  onClose: () => void;
  /** Called instead of `onClose` after the template was saved. */
  onSaved?: (template: Template) => void;
}

/** The editor of a template. Products and clients are those of the active contract. */
export function TemplateEditor({ scope, template, onClose, onSaved }: TemplateEditorProps) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const attributes = useQuery(query.templates.fields.queryOptions()).data ?? [];
  // A template may have fields of any list; those of the lists on screen are offered, because it is made for these.
  const listIds = useStore(placeStore, (state) => state.listIds);
  const ofLists = useQuery(
    query.places.facets.queryOptions({
      input: listIds.length === 0 ? skipToken : { filter: { listIds: [...listIds] } },
    }),
  ).data;
  const offered = ofLists?.attributes.map(({ name }) => name) ?? attributes;
  const [form, setForm] = useState(() => (template ? formOfTemplate(template.content) : emptyTemplateForm));
  const [hasTried, setTried] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  const read = readTemplateForm(form, attributes);
  const save = useCommand({
    mutationFn: (content: TemplateContent) =>
      client.templates.save({
        content,
        change: template && { templateId: template.templateId, version: template.version },
      }),
    onSuccess: onSaved ?? onClose,
  });
  const submit = () => {
    setTried(true);
    if ('content' in read) save.mutate(read.content);
    else
      requestAnimationFrame(() =>
        fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
  };
  return (
    <Dialog opened onClose={onClose} title={template ? t('templates.change') : t('templates.new')} size="lg">
      <form
        ref={fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // In React's tree this form may be inside another one, which must not be submitted.
          event.stopPropagation();
          submit();
        }}
      >
        <Stack gap="sm">
          <TemplateFields
            form={form}
            set={(patch) => setForm((before) => ({ ...before, ...patch }))}
            problems={hasTried && 'problems' in read ? read.problems : {}}
            reference={reference}
            attributes={offered}
          />
          {save.isError && <ErrorNote error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
