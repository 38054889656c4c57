import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../../../src-preload/contract/outbox.ts';
import { useSettings } from '../../../kit/client/api.tsx';
import { dropEdit, SavedEdits, useUnsavedEdits } from './unsaved-edits.tsx';

/** Says which commands were changed in their form without being saved, because they are sent without these changes. */
export function UnsavedEditNote({ commands }: { commands: readonly Command[] }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const unsaved = useUnsavedEdits(commands);
  return (
    <>
      {settings && <SavedEdits settings={settings} />}
      {unsaved.length > 0 && (
        <Alert role="note" color="orange" p="xs">
          <Group justify="space-between" gap={6} wrap="nowrap">
            <Text size="xs" flex={1}>
              {commands.length === 1
                ? t('outbox.unsaved.one')
                : t('outbox.unsaved.many', { count: unsaved.length })}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              style={{ flex: 'none' }}
              onClick={() => unsaved.map(({ id }) => dropEdit(id))}
            >
              {t('outbox.unsaved.discard')}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}
