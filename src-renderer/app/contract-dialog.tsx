import { Badge, Button, Group, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ConnectionView, ContractView } from '../../src-preload/contract/connections.ts';
import { useApi } from '../kit/client/api.tsx';
import { PracticeNote } from '../kit/contract/practice-note.tsx';
import { formatUtcDay } from '../kit/i18n/format.ts';
import { serviceWord } from '../kit/i18n/service-word.ts';
import { clearMapSelection } from '../kit/state/map-store.ts';
import { uiStore } from '../kit/state/ui-store.ts';
import { Busy } from '../kit/ui/busy.tsx';
import { Dialog } from '../kit/ui/dialog.tsx';
import { ErrorNote } from '../kit/ui/error-note.tsx';

const isUsable = (contract: ContractView) =>
  contract.status.toUpperCase() === 'ACTIVE' || contract.status === '';

function ContractCard({
  contract,
  selected,
  onSelect,
}: {
  contract: ContractView;
  selected: boolean;
  onSelect: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { archive, contractId, account, createdAt, updatedAt } = contract;
  const id = useId();
  const listed = (names: readonly string[] | null) =>
    names === null ? t('common.unknown') : names.join(', ') || t('common.none');
  const facts = [
    createdAt === null ? null : t('contracts.created', { at: formatUtcDay(i18n.language, createdAt) }),
    updatedAt === null ? null : t('contracts.updated', { at: formatUtcDay(i18n.language, updatedAt) }),
    t('contracts.id', { id: contractId }),
    account === null ? null : t('contracts.account', { account }),
  ].filter((fact) => fact !== null);
  return (
    <UnstyledButton
      onClick={onSelect}
      p="sm"
      style={{
        border: `1px solid ${selected ? 'var(--nadir-accent)' : 'var(--nadir-line)'}`,
        borderRadius: 6,
      }}
      aria-pressed={selected}
      aria-label={t('contracts.choose', { name: contract.name })}
      aria-describedby={id}
    >
      <div id={id}>
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} size="sm">
            {contract.name}
          </Text>
          <Group gap={6} wrap="nowrap">
            {selected && <IconCheck size={16} aria-hidden />}
            <Badge size="sm" variant="outline" color={isUsable(contract) ? 'tide' : 'gray'}>
              {serviceWord(t, contract.status)}
            </Badge>
          </Group>
        </Group>
        <Text size="xs" c="var(--nadir-quiet)" mt={4}>
          {archive === null
            ? t('contracts.noArchive')
            : t('contracts.archive', {
                collections: listed(archive.collections),
                restrictions: listed(archive.restrictions),
              })}
        </Text>
        <Text size="xs" c="var(--nadir-quiet)">
          <TaskingWords hasCredentials={contract.taskingHasCredentials} />
        </Text>
        {facts.map((fact) => (
          <Text key={fact} size="xs" c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
            {fact}
          </Text>
        ))}
        {!isUsable(contract) && (
          <Text size="xs" mt={2}>
            {t('contracts.notActive')}
          </Text>
        )}
      </div>
    </UnstyledButton>
  );
}

/** Shows whether a contract allows tasking. If the service does not say so, this is unknown (service §2.4). */
function TaskingWords({ hasCredentials }: { hasCredentials: boolean | null }) {
  const { t } = useTranslation();
  if (hasCredentials === null) return t('contracts.taskingUnknown');
  return hasCredentials ? t('contracts.tasking') : t('contracts.noTasking');
}

function ContractList({ connection, close }: { connection: ConnectionView; close: () => void }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const [search, setSearch] = useState('');
  const stored = useQuery(query.contracts.list.queryOptions({ input: { connectionId: connection.id } }));
  const refresh = useMutation({
    mutationFn: () => client.contracts.refresh({ connectionId: connection.id }),
  });
  const unreadable = useQuery(
    query.contracts.unreadable.queryOptions({ input: { connectionId: connection.id } }),
  );
  const { mutate } = refresh;
  useEffect(() => mutate(), [mutate]);
  const select = useMutation({
    mutationFn: (contract: ContractView) =>
      client.contracts.select({ connectionId: connection.id, contractId: contract.contractId }),
    onSuccess: () => {
      clearMapSelection();
      close();
    },
  });
  const contracts = (stored.data ?? []).filter((contract) =>
    contract.name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <Stack gap="xs">
      {connection.practice && <PracticeNote />}
      <TextInput
        data-autofocus
        label={t('contracts.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {refresh.isError && <ErrorNote error={refresh.error} onRetry={() => refresh.mutate()} />}
      {select.isError && <ErrorNote error={select.error} />}
      {refresh.isPending && contracts.length === 0 && <Busy size={22} label={t('common.loading')} />}
      {!refresh.isPending && !refresh.isError && contracts.length === 0 && (
        <Text size="sm">{t('contracts.empty')}</Text>
      )}
      {(unreadable.data ?? 0) > 0 && (
        <Text size="sm" role="status">
          {t('contracts.unreadable', { count: unreadable.data })}
        </Text>
      )}
      <ScrollArea.Autosize mah={420}>
        <Stack gap="xs">
          {contracts.map((contract) => (
            <ContractCard
              key={contract.contractId}
              contract={contract}
              selected={contract.contractId === connection.selectedContractId}
              onSelect={() => select.mutate(contract)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => refresh.mutate()} loading={refresh.isPending}>
          {t('contracts.refresh')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The dialog that selects a contract. */
export function ContractDialog({ active }: { active: ConnectionView | null }) {
  const { t } = useTranslation();
  const opened = useStore(uiStore, (state) => state.contractPicker);
  const close = () => uiStore.setState({ contractPicker: false });
  return (
    <Dialog
      givesWay
      opened={opened && active?.credentialKind === 'oauth'}
      onClose={close}
      title={t('contracts.title', { connection: active?.name ?? '' })}
    >
      {active && <ContractList connection={active} close={close} />}
    </Dialog>
  );
}
