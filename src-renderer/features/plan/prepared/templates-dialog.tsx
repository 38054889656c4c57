import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { Template } from '../../../../src-preload/contract/templates.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { useAct } from '../../../kit/ui/use-act.ts';
import { useFocusBack } from '../../../kit/ui/use-focus-back.ts';
import { TemplateEditor } from './template-editor.tsx';
import { templateText } from './template-words.ts';

/** The dialog that lists all templates, to edit and remove them. */
export function TemplatesDialog({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const { t } = useTranslation();
  useFocusBack();
  const { client, query } = useApi();
  const act = useAct();
  const list = useQuery(query.templates.list.queryOptions()).data;
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const [edited, setEdited] = useState<Template | null | undefined>(undefined);
  if (edited !== undefined)
    return <TemplateEditor scope={scope} template={edited} onClose={() => setEdited(undefined)} />;
  return (
    <Dialog opened onClose={onClose} title={t('templates.title')} size="lg">
      <Stack gap="sm">
        {list?.templates.length === 0 && <Text size="sm">{t('templates.none')}</Text>}
        {(list?.damaged ?? 0) > 0 && (
          <Text size="xs" role="note">
            {t('templates.damaged', { count: list?.damaged ?? 0 })}
          </Text>
        )}
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {list?.templates.map((template) => (
            <Group key={template.templateId} component="li" justify="space-between" wrap="nowrap" gap="sm">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {template.content.name}
                </Text>
                <Text size="xs" c="var(--nadir-quiet)">
                  {templateText(t, template.content, reference)}
                </Text>
              </div>
              <Group gap={6} wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('templates.editOne', { name: template.content.name })}
                  onClick={() => setEdited(template)}
                >
                  {t('common.edit')}
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('templates.removeOne', { name: template.content.name })}
                  onClick={() => act(() => client.templates.remove({ templateId: template.templateId }))}
                >
                  {t('common.remove')}
                </Button>
              </Group>
            </Group>
          ))}
        </Stack>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setEdited(null)} data-autofocus>
            {t('templates.newMore')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
