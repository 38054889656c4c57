import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/error-text.ts';

/** Shows an error where it occurred: what happened and what the user can do. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const { title, hint } = errorText(t, error);
  return (
    <Alert
      icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
      title={title}
      role="alert"
    >
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {hint}
      </Text>
      {onRetry && (
        <Group mt={6}>
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
