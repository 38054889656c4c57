import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import { useApi, useConnections } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm, CredentialsForm } from './connection-form.tsx';

/** The connections with their credentials, and the form for a new one. Warns if no keychain is available. */
export function ConnectionsSection() {
  const { t } = useTranslation();
  const { query } = useApi();
  const connections = useConnections();
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<ConnectionView | null>(null);
  const keychain = useQuery(query.connections.keychain.queryOptions()).data;
  return (
    <Stack gap="sm">
      {connections.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} />
      ))}
      <Group>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('connections.add')}
        </Button>
      </Group>
      {/* Below the connections, because it arrives later and would move their buttons away from the pointer. */}
      {keychain && keychain.state !== 'ok' && (
        <ErrorNote error={{ code: 'KEYCHAIN_UNAVAILABLE', data: { reason: keychain.state } }} />
      )}
      <Dialog opened={adding} onClose={() => setAdding(false)} size="xl" title={t('connections.add')}>
        <ConnectionForm
          connection={null}
          onDone={(saved) => {
            setAdding(false);
            setAdded(saved);
          }}
        />
      </Dialog>
      <Dialog opened={added !== null} onClose={() => setAdded(null)} title={t('connections.setCredentials')}>
        {added && <CredentialsForm connection={added} onDone={() => setAdded(null)} />}
      </Dialog>
    </Stack>
  );
}
