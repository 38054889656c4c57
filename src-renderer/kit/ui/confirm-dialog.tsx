import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** Says what will be done and what will be lost. */
  children: ReactNode;
  /** A choice that belongs to the question, below it. */
  choice?: ReactNode;
  /** The label of the button that runs the command. */
  confirmLabel: string;
  /** The label of the button that closes the dialog; the default is "Back". */
  backLabel?: string;
  /** The command (a mutation) that the user confirms. */
  command: { isPending: boolean; isError: boolean; error: unknown; mutate: () => void };
  onClose: () => void;
}

/**
 * Asks for confirmation before something is deleted or cancelled. The focus starts on the button that changes
 * nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, choice, confirmLabel, backLabel, command, onClose } = props;
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
        {choice}
        {command.isError && <ErrorNote error={command.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {backLabel ?? t('common.back')}
          </Button>
          {/* The dialog is still to be seen for a moment after the command: another press then would carry it out again. */}
          <Button color="red" loading={command.isPending} onClick={() => opened && command.mutate()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
