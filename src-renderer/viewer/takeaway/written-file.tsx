import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportedFile } from '../../../src-preload/contract/takeaway.ts';
import { formatBytes } from '../../kit/i18n/format.ts';
import { useCapabilities, useFileActions } from './file-actions.tsx';

/** Shows which file was written and where, with the actions on it. */
export function WrittenFile({ file, children }: { file: ExportedFile; children?: React.ReactNode }) {
  const { t, i18n } = useTranslation();
  const can = useCapabilities();
  const actions = useFileActions();
  const exported = { exported: file.name };
  return (
    <Stack gap={6} role="status">
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {t('takeaway.written', { name: file.name, size: formatBytes(i18n.language, file.sizeBytes) })}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} data-testid="written-path">
        {file.path}
      </Code>
      <Group gap={6}>
        <Button size="compact-sm" variant="default" onClick={() => actions.copyPath(exported)}>
          {t('takeaway.file.copyPath')}
        </Button>
        {can?.revealInFolder && (
          <Button size="compact-sm" variant="default" onClick={() => actions.reveal(exported)}>
            {t('library.reveal')}
          </Button>
        )}
        {children}
      </Group>
    </Stack>
  );
}
