import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../i18n/format.ts';
import type { SavedExport } from './use-export.ts';

/** Says what was saved, and what the file lacks. */
export function ExportResult({ saved: { fileName, count, sizeBytes, losses } }: { saved: SavedExport }) {
  const { t, i18n } = useTranslation();
  const whole = losses.length === 0;
  return (
    <Alert
      role="status"
      icon={
        whole ? (
          <IconCircleCheck size={16} aria-hidden color="var(--nadir-accent)" />
        ) : (
          <IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />
        )
      }
      title={t('export.saved', { count, fileName, size: formatBytes(i18n.language, sizeBytes) })}
    >
      {whole ? (
        <Text size="xs">{t('export.whole')}</Text>
      ) : (
        <List size="xs">
          {losses.map(({ kind, count: lost }) => (
            <List.Item key={kind}>{t(`export.loss.${kind}`, { count: lost })}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
