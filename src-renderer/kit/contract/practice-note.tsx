import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showSettings, uiStore } from '../state/ui-store.ts';

/** Explains the practice service to a new user, with a button to connect to a real one. */
export function PracticeNote() {
  const { t } = useTranslation();
  return (
    <Alert role="note" p="xs" data-testid="practice-note">
      <Stack gap={4} align="flex-start">
        <Text size="xs">{t('contracts.practiceWorld')}</Text>
        <Text size="xs">{t('contracts.practiceClock')}</Text>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            uiStore.setState({ contractPicker: false });
            showSettings('connections');
          }}
        >
          {t('contracts.ownService')}
        </Button>
      </Stack>
    </Alert>
  );
}
