import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBuilding,
  IconCircle,
  IconCircleFilled,
  IconRefresh,
} from '@tabler/icons-react';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useActiveConnection,
  useActiveScope,
  useApi,
  useConnections,
  useSettings,
} from '../kit/client/api.tsx';
import type { ConnectionState } from '../kit/client/connect.ts';
import { coordinateFormats, formatCoordinate } from '../kit/i18n/coordinates.ts';
import { errorText } from '../kit/i18n/error-text.ts';
import { formatNumber, formatUtc } from '../kit/i18n/format.ts';
import { clearMapSelection, mapStore } from '../kit/state/map-store.ts';
import { showWorkspace, uiStore } from '../kit/state/ui-store.ts';
import classes from '../kit/ui/panes.module.css';
import { useAct } from '../kit/ui/use-act.ts';
import { OutboxStatus } from './outbox-status.tsx';
import { PreparedStatus } from './prepared-status.tsx';
import { TransferTray } from './transfer-tray.tsx';

/** Shows the coordinates under the pointer without a React render. */
function Cursor() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      const { cursor } = mapStore.getState();
      if (text.current) text.current.textContent = cursor ? formatCoordinate(cursor, format) : '—';
    };
    write();
    return mapStore.subscribe(write);
  }, [format]);
  const next = coordinateFormats[(coordinateFormats.indexOf(format) + 1) % coordinateFormats.length] ?? 'dd';
  return (
    <Tooltip label={t('shell.coordinateFormat', { format: format.toUpperCase() })}>
      <UnstyledButton
        className={classes.statusButton}
        style={{ fontVariantNumeric: 'tabular-nums' }}
        aria-label={t('shell.coordinateFormat', { format: format.toUpperCase() })}
        onClick={() => act(() => client.settings.set({ coordinateFormat: next }))}
      >
        <span ref={text} data-testid="cursor" />
      </UnstyledButton>
    </Tooltip>
  );
}

function SyncState() {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const scope = useActiveScope();
  const state = useQuery(query.tasking.syncState.queryOptions({ input: scope ? { scope } : skipToken })).data;
  const sync = useMutation({ mutationFn: async () => scope && client.tasking.sync({ scope }) });
  if (!scope || !state) return null;
  const error = state.error ? errorText(t, state.error) : null;
  const label = state.running
    ? t('shell.syncing', {
        received: formatNumber(i18n.language, state.received),
        total: state.total === null ? '…' : formatNumber(i18n.language, state.total),
      })
    : error
      ? error.title
      : state.lastFinishedAt
        ? t('shell.synced', { at: formatUtc(i18n.language, state.lastFinishedAt) })
        : t('shell.neverSynced');
  return (
    <Tooltip label={error ? error.hint : t('shell.syncNow')}>
      <UnstyledButton className={classes.statusButton} onClick={() => sync.mutate()}>
        {error ? (
          <IconAlertTriangle size={13} aria-hidden color="var(--nadir-warning)" />
        ) : (
          <IconRefresh size={13} aria-hidden />
        )}
        {label}
      </UnstyledButton>
    </Tooltip>
  );
}

/** Returns whether the last request to the service succeeded, with a text. */
function useStanding(): { kind: 'none' | 'untried' | 'answers' | 'fails'; words: string } {
  const { t } = useTranslation();
  const { query } = useApi();
  const active = useActiveConnection();
  const scope = useActiveScope();
  const state = useQuery(query.tasking.syncState.queryOptions({ input: scope ? { scope } : skipToken })).data;
  if (!active) return { kind: 'none', words: t('shell.noConnection') };
  if (state?.error) {
    const { title, hint } = errorText(t, state.error);
    return { kind: 'fails', words: t('shell.serviceFails', { why: `${title}. ${hint}` }) };
  }
  if (!state || state.lastFinishedAt === null) return { kind: 'untried', words: t('shell.serviceUntried') };
  return { kind: 'answers', words: t('shell.serviceAnswers') };
}

function ConnectionMark({ kind }: { kind: ReturnType<typeof useStanding>['kind'] }) {
  if (kind === 'fails') return <IconAlertTriangle size={13} aria-hidden color="var(--nadir-warning)" />;
  if (kind === 'answers') return <IconCircleFilled size={8} aria-hidden color="var(--nadir-accent)" />;
  return <IconCircle size={8} aria-hidden color="var(--nadir-quiet)" />;
}

function ConnectionMenu() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const active = useActiveConnection();
  const connections = useConnections();
  const standing = useStanding();
  const contracts = useQuery(
    query.contracts.list.queryOptions({ input: active ? { connectionId: active.id } : skipToken }),
  ).data;
  const contract = contracts?.find((each) => each.contractId === active?.selectedContractId);
  return (
    <>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <UnstyledButton
            className={classes.statusButton}
            aria-label={t('shell.switchConnection')}
            aria-description={standing.words}
            title={standing.words}
            data-testid="connection-status"
            data-standing={standing.kind}
          >
            <ConnectionMark kind={standing.kind} />
            {active?.name ?? t('shell.noConnection')}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('settings.tab.connections')}</Menu.Label>
          {connections.map((connection) => (
            <Menu.Item
              key={connection.id}
              onClick={() => {
                clearMapSelection();
                act(() => client.connections.activate({ id: connection.id }));
              }}
            >
              {connection.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => showWorkspace('settings')}>{t('connections.manage')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {active?.credentialKind === 'oauth' && (
        <UnstyledButton
          className={classes.statusButton}
          onClick={() => uiStore.setState({ contractPicker: true })}
          data-testid="contract"
        >
          <IconBuilding size={13} aria-hidden />
          {contract?.name ?? t('contracts.none')}
        </UnstyledButton>
      )}
      {active?.credentialKind === 'legacy' && <span>{t('contracts.legacy')}</span>}
    </>
  );
}

/** Shows the connection, contract, sync, downloads and the coordinates under the pointer. */
export function StatusBar({ connection }: { connection: ConnectionState }) {
  const { t } = useTranslation();
  return (
    <section className={classes.status} aria-label={t('shell.status')} data-pane="status">
      <ConnectionMenu />
      <SyncState />
      <PreparedStatus />
      <OutboxStatus />
      <TransferTray />
      <span style={{ flex: 1 }} />
      {connection === 'lost' && <span role="alert">{t('shell.reconnecting')}</span>}
      <Cursor />
    </section>
  );
}
