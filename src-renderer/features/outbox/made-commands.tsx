import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { CommandStateMark } from './command-state.tsx';
import { commandTitle } from './command-words.ts';
import { editCommand } from './edit-command.ts';
import { outboxStore } from './outbox-store.ts';
import { ShowRemote } from './show-remote.tsx';

/** The maximum number of commands shown; the others are in the outbox. */
const maxShown = 100;

function MadeCommand({ command }: { command: Command }) {
  const { t } = useTranslation();
  const { state, error } = command;
  const title = commandTitle(t, command);
  const edit = state === 'waiting' ? null : editCommand(command);
  return (
    <Stack gap={4} role="listitem" data-testid="made-command" data-state={state}>
      <Group justify="space-between" gap={6} wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <CommandStateMark state={state} />
      </Group>
      {/* The error of an unconfirmed command is hidden: it suggests a retry, which could order twice. */}
      {state === 'unknown' && <Text size="xs">{t('outbox.stateHint.unknown')}</Text>}
      {state !== 'sent' && state !== 'unknown' && error && <ErrorNote error={error} />}
      <Group gap={6}>
        <ShowRemote command={command} size="compact-xs" />
        {edit !== null && (
          <Button size="compact-xs" variant="default" onClick={edit} aria-label={t('outbox.edit', { title })}>
            {t('common.edit')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            select('command', command.id);
            showWorkspace('outbox');
          }}
        >
          {t('outbox.showIn')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Shows the current state of the commands that the last review of this contract added to the outbox. */
export function MadeCommands({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const ids = useStore(outboxStore, ({ made }) => made);
  const commands =
    useQuery(
      query.outbox.get.queryOptions({
        input: ids.length === 0 ? skipToken : { ids: ids.slice(0, maxShown) },
      }),
    ).data?.filter(
      (command) =>
        command.scope.connectionId === scope.connectionId && command.scope.contractId === scope.contractId,
    ) ?? [];
  if (commands.length === 0) return null;
  return (
    <Stack
      gap={6}
      m="sm"
      p="xs"
      component="section"
      aria-label={t('outbox.justAdded')}
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
    >
      <Group justify="space-between" wrap="nowrap" gap={6}>
        <Text fw={600} size="sm" component="h3" m={0}>
          {t('outbox.justAdded')}
        </Text>
        <CloseButton
          size="sm"
          aria-label={t('outbox.closeJustAdded')}
          onClick={() => outboxStore.setState({ made: [] })}
        />
      </Group>
      <Stack gap={8} mah={260} style={{ overflow: 'auto' }} tabIndex={0} role="list">
        {commands.map((command) => (
          <MadeCommand key={command.id} command={command} />
        ))}
      </Stack>
    </Stack>
  );
}
