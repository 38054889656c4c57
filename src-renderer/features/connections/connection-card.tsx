import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionCheck, ConnectionView } from '../../../src-preload/contract/connections.ts';
import { useApi } from '../../kit/client/api.tsx';
import { errorText } from '../../kit/i18n/error-text.ts';
import { clearMapSelection } from '../../kit/state/map-store.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { ConnectionForm, CredentialsForm } from './connection-form.tsx';

const marks = { ok: IconCheck, failed: IconX, skipped: IconMinus };

/** The open dialog of a connection. `moved`: its address has changed, so its credentials must be entered again. */
type OpenDialog = 'edit' | 'credentials' | 'moved' | 'remove' | null;

/** Shows the steps of a check, each with its outcome and what to do. */
function CheckSteps({ steps }: { steps: ConnectionCheck['steps'] }) {
  const { t } = useTranslation();
  return steps.map((step) => {
    const Mark = marks[step.outcome];
    const error = step.error ? errorText(t, step.error) : null;
    return (
      <Group
        key={step.step}
        gap={6}
        fz="xs"
        wrap="nowrap"
        align="flex-start"
        data-testid={`step-${step.step}`}
        data-outcome={step.outcome}
      >
        <Mark size={14} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
        <span>
          {t('connections.stepOutcome', {
            step: t(`connections.step.${step.step}`),
            outcome: t(`connections.outcome.${step.outcome}`),
          })}
          {error && ` — ${error.title}. ${error.hint}`}
          {(step.step === 'token' || step.step === 'accounts-token') && step.outcome === 'ok' && (
            <Text
              component="span"
              display="block"
              fz="xs"
              c="var(--nadir-quiet)"
              style={{ overflowWrap: 'anywhere' }}
            >
              {step.scopes === null
                ? t('connections.scopesUnknown')
                : t('connections.scopes', { scopes: step.scopes })}
            </Text>
          )}
        </span>
      </Group>
    );
  });
}

interface CardPartProps {
  connection: ConnectionView;
  setOpen: (open: OpenDialog) => void;
}

/** The dialogs to edit, to enter credentials and to remove; at most one is open. */
function ConnectionDialogs({ connection, open, setOpen }: CardPartProps & { open: OpenDialog }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const remove = useMutation({
    mutationFn: () => client.connections.remove({ id: connection.id }),
    onSuccess: () => setOpen(null),
  });
  return (
    <>
      <Dialog opened={open === 'edit'} onClose={() => setOpen(null)} size="xl" title={t('common.edit')}>
        <ConnectionForm
          connection={connection}
          onDone={(saved) =>
            setOpen(saved?.credentials === 'none' && connection.credentials !== 'none' ? 'moved' : null)
          }
        />
      </Dialog>
      <Dialog
        opened={open === 'credentials' || open === 'moved'}
        onClose={() => setOpen(null)}
        title={t('connections.setCredentials')}
      >
        <CredentialsForm connection={connection} moved={open === 'moved'} onDone={() => setOpen(null)} />
      </Dialog>
      <ConfirmDialog
        opened={open === 'remove'}
        title={t('connections.removeTitle')}
        confirmLabel={t('common.remove')}
        command={remove}
        onClose={() => setOpen(null)}
      >
        {t('connections.removeBody', { name: connection.name })}
      </ConfirmDialog>
    </>
  );
}

/** The buttons of a connection. The connection of the practice service cannot be edited. */
function ConnectionButtons({
  connection,
  setOpen,
  check,
}: CardPartProps & { check: { isPending: boolean; mutate: () => void } }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const activate = () => {
    clearMapSelection();
    act(() => client.connections.activate({ id: connection.id }));
  };
  return (
    <Group gap={6}>
      {!connection.active && <Button onClick={activate}>{t('common.use')}</Button>}
      {connection.active && connection.credentialKind === 'oauth' && (
        <Button variant="default" onClick={() => uiStore.setState({ contractPicker: true })}>
          {t('shell.command.contract')}
        </Button>
      )}
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        {t('connections.check')}
      </Button>
      {!connection.practice && (
        <>
          <Button variant="default" onClick={() => setOpen('credentials')}>
            {t('connections.setCredentials')}
          </Button>
          {connection.credentials !== 'none' && (
            <Button
              variant="default"
              onClick={() => act(() => client.connections.clearCredentials({ id: connection.id }))}
            >
              {t('connections.clearCredentials')}
            </Button>
          )}
          <Button variant="default" onClick={() => setOpen('edit')}>
            {t('common.edit')}
          </Button>
          <Button variant="default" color="red" onClick={() => setOpen('remove')}>
            {t('common.remove')}
          </Button>
        </>
      )}
    </Group>
  );
}

/** Shows a connection: its name and credentials, whether it is active, and whether the service answers. */
export function ConnectionCard({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [open, setOpen] = useState<OpenDialog>(null);
  const check = useMutation({ mutationFn: () => client.connections.check({ id: connection.id }) });
  const kind = t(`connections.${connection.credentialKind}`);
  return (
    <Stack
      gap="xs"
      p="sm"
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
      maw={720}
      data-testid="connection"
    >
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{connection.name}</Text>
          {connection.active && <Badge size="sm">{t('connections.active')}</Badge>}
          {connection.practice && (
            <Badge size="sm" variant="outline" color="gray">
              {t('connections.practice')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="var(--nadir-quiet)">
          {t(`connections.whereabouts.${connection.credentials}`)}
        </Text>
      </Group>
      <Text size="xs" c="var(--nadir-quiet)">
        {`${connection.addresses.baseUrl} · ${kind}`}
      </Text>
      <ConnectionButtons connection={connection} setOpen={setOpen} check={check} />
      {check.isError && <ErrorNote error={check.error} />}
      {check.data && <CheckSteps steps={check.data.steps} />}
      <ConnectionDialogs connection={connection} open={open} setOpen={setOpen} />
    </Stack>
  );
}
