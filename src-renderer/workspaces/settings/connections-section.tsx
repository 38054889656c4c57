import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import { useApi, useConnections } from '../../client/api.tsx';
import { errorText } from '../../i18n/error-text.ts';
import { clearMapSelection } from '../../state/map-store.ts';
import { uiStore } from '../../state/ui-store.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useAct } from '../../ui/use-act.ts';
import { ConnectionForm, CredentialsForm } from './connection-form.tsx';

const marks = { ok: IconCheck, failed: IconX, skipped: IconMinus };

function ConnectionCard({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const [open, setOpen] = useState<'edit' | 'credentials' | 'moved' | 'remove' | null>(null);
  const check = useMutation({ mutationFn: () => client.connections.check({ id: connection.id }) });
  const remove = useMutation({
    mutationFn: () => client.connections.remove({ id: connection.id }),
    onSuccess: () => setOpen(null),
  });
  const activate = () => {
    clearMapSelection();
    act(() => client.connections.activate({ id: connection.id }));
  };
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
      {check.isError && <ErrorNote error={check.error} />}
      {check.data?.steps.map((step) => {
        const Mark = marks[step.outcome];
        const error = step.error ? errorText(t, step.error) : null;
        return (
          <Group
            key={step.step}
            gap={6}
            fz="xs"
            data-testid={`step-${step.step}`}
            data-outcome={step.outcome}
          >
            <Mark size={14} aria-hidden />
            <span>
              {t('connections.stepOutcome', {
                step: t(`connections.step.${step.step}`),
                outcome: t(`connections.outcome.${step.outcome}`),
              })}
              {error && ` — ${error.title}. ${error.hint}`}
            </span>
          </Group>
        );
      })}
      <Modal
        opened={open === 'edit'}
        onClose={() => setOpen(null)}
        size="xl"
        title={t('common.edit')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <ConnectionForm
          connection={connection}
          onDone={(saved) =>
            setOpen(saved?.credentials === 'none' && connection.credentials !== 'none' ? 'moved' : null)
          }
        />
      </Modal>
      <Modal
        opened={open === 'credentials' || open === 'moved'}
        onClose={() => setOpen(null)}
        title={t('connections.setCredentials')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <CredentialsForm connection={connection} moved={open === 'moved'} onDone={() => setOpen(null)} />
      </Modal>
      <Modal
        opened={open === 'remove'}
        onClose={() => setOpen(null)}
        title={t('common.remove')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        centered
      >
        <Stack>
          <Text size="sm">{t('connections.removeBody', { name: connection.name })}</Text>
          {remove.isError && <ErrorNote error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(null)}>
              {t('common.back')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('common.remove')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

export function ConnectionsSection() {
  const { t } = useTranslation();
  const { query } = useApi();
  const connections = useConnections();
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<ConnectionView | null>(null);
  const keychain = useQuery(query.connections.keychain.queryOptions()).data;
  return (
    <Stack gap="sm">
      {keychain && keychain.state !== 'ok' && (
        <ErrorNote error={{ code: 'KEYCHAIN_UNAVAILABLE', data: { reason: keychain.state } }} />
      )}
      {connections.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} />
      ))}
      <Group>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('connections.add')}
        </Button>
      </Group>
      <Modal
        opened={adding}
        onClose={() => setAdding(false)}
        size="xl"
        title={t('connections.add')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <ConnectionForm
          connection={null}
          onDone={(saved) => {
            setAdding(false);
            setAdded(saved);
          }}
        />
      </Modal>
      <Modal
        opened={added !== null}
        onClose={() => setAdded(null)}
        title={t('connections.setCredentials')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {added && <CredentialsForm connection={added} onDone={() => setAdded(null)} />}
      </Modal>
    </Stack>
  );
}
