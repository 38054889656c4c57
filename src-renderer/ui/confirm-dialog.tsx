import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from './error-note.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What will be done, and what is lost by it. */
  children: ReactNode;
  /** On the button that does it. */
  confirmLabel: string;
  /** On the button that does nothing; "Back" where it is left out. */
  backLabel?: string;
  /** Of the command that is confirmed. */
  command: { isPending: boolean; isError: boolean; error: unknown; mutate: () => void };
  onClose: () => void;
}

/** Asks before something is destroyed or cancelled. The keys are on the button that does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel, backLabel, command, onClose } = props;
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
        {command.isError && <ErrorNote error={command.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {backLabel ?? t('common.back')}
          </Button>
          <Button color="red" loading={command.isPending} onClick={() => command.mutate()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
