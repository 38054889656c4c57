import { Box, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useActiveConnection } from '../client/api.tsx';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import classes from '../ui/panes.module.css';
import { PracticeNote } from './practice-note.tsx';

/**
 * Says what to do if no contract is selected: open the connections if there are no credentials, else select a
 * contract.
 */
export function NoScope({ title }: { title: string }) {
  const { t } = useTranslation();
  const active = useActiveConnection();
  const noCredentials = active === null || active.credentials === 'none';
  return (
    <>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{title}</h2>
      </div>
      <Text p="md" size="sm">
        {noCredentials ? t('tasks.noCredentials') : t('tasks.noContract')}
      </Text>
      {active?.practice && (
        <Box px="md" pb="md">
          <PracticeNote />
        </Box>
      )}
      <Group px="md">
        {noCredentials ? (
          <Button variant="default" onClick={() => showWorkspace('settings')}>
            {t('connections.manage')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => uiStore.setState({ contractPicker: true })}>
            {t('shell.command.contract')}
          </Button>
        )}
      </Group>
    </>
  );
}
