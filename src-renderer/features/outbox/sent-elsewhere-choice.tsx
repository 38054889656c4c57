import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { Candidate } from './unknown-evidence.tsx';

/** Returns true for a command that Nadir did not send because another Nadir seems to have sent it. */
export const isSentElsewhere = ({ state, error }: Pick<Command, 'state' | 'error'>) =>
  state === 'failed' && hasErrorCode(error, 'SENT_ELSEWHERE');

/** Shows what another Nadir has sent, and lets the user decide: link to it, or send a second one. */
export function SentElsewhereChoice({ command, contract }: { command: Command; contract: string }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [isAsking, setAsking] = useState(false);
  const { id, input, candidates } = command;
  const link = useCommand({
    mutationFn: (remoteId: string) => client.outbox.resolve({ id, how: 'adopt', remoteId }),
  });
  const send = useCommand({
    mutationFn: () => client.outbox.resolve({ id, how: 'send-again' }),
    onSettled: () => setAsking(false),
  });
  const busy = link.isPending || send.isPending;
  return (
    <Stack gap={8} component="section" aria-label={t('handover.elsewhere.title')} data-testid="elsewhere">
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('handover.elsewhere.title')}
      </Text>
      {candidates.map((candidate) => (
        <Candidate
          key={candidate.id}
          candidate={candidate}
          sent={input}
          busy={busy}
          onAdopt={() => link.mutate(candidate.id)}
        />
      ))}
      {link.isError && <ErrorNote error={link.error} />}
      <Group gap={6}>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => setAsking(true)}>
          {t('handover.elsewhere.sendAnyway')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title={t('handover.elsewhere.sendTitle')}
        confirmLabel={t('handover.elsewhere.sendUnder', { contract })}
        command={{ ...send, mutate: () => send.mutate() }}
        onClose={() => setAsking(false)}
      >
        {t('handover.elsewhere.sendRisk')}
      </ConfirmDialog>
    </Stack>
  );
}
