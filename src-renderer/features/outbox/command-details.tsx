import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { useActiveConnection, useActiveScope, useApi } from '../../kit/client/api.tsx';
import { closeDetails } from '../../kit/lists/close-details.ts';
import { zoomToPoint } from '../../kit/state/map-store.ts';
import { DetailsHead } from '../../kit/ui/details-head.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { Facts } from '../../kit/ui/facts.tsx';
import { RawData } from '../../kit/ui/raw-data.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useKeptFocus } from '../../kit/ui/use-kept-focus.ts';
import { HandOverTrail } from '../packages/hand-over-trail.tsx';
import { type ReportedSending, useReportedSendings } from '../packages/reported-sendings.tsx';
import { UnsavedEditNote } from '../plan/draft/unsaved-edit-note.tsx';
import { CommandFacts } from './command-facts.tsx';
import { CommandStateMark } from './command-state.tsx';
import { commandTitle } from './command-words.ts';
import { editCommand } from './edit-command.ts';
import { outboxStore } from './outbox-store.ts';
import { RemoveCommands } from './remove-commands.tsx';
import { isSentElsewhere, SentElsewhereChoice } from './sent-elsewhere-choice.tsx';
import { ShowRemote } from './show-remote.tsx';
import { UnknownEvidence } from './unknown-evidence.tsx';
import { scopeKey, useProductOf } from './use-products.ts';

/** Returns the service call (§4.5, §4.8, §4.11) that sends the command, and its body. */
function callOf({ input }: Command): { call: string; body: unknown } {
  if (input.kind === 'task') return { call: 'POST /tasking/tasks/', body: input.request };
  if (input.kind === 'order') return { call: 'POST /orders', body: input.request };
  return { call: `PATCH /tasking/tasks/${input.taskId}/cancel/`, body: {} };
}

/** The buttons for what the user can do with a command in its current state. */
function Actions({ command, isActive }: { command: Command; isActive: boolean }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [removing, setRemoving] = useState<readonly SubmissionId[] | null>(null);
  const { id, state } = command;
  const moveToDrafts = useCommand({ mutationFn: () => client.outbox.moveToDrafts({ ids: [id] }) });
  // The form offers the products and clients of the active contract only.
  const edit = isActive ? editCommand(command) : null;
  // A waiting command could be sent as it is while it is being edited, so it goes back to the drafts first.
  const beginEdit = useCommand({
    mutationFn: async (begin: () => void) => {
      if (state === 'waiting' && (await client.outbox.moveToDrafts({ ids: [id] })).movedCount === 0) return;
      begin();
    },
  });
  const focus = useKeptFocus<HTMLDivElement>(state);
  return (
    <>
      {moveToDrafts.isError && <ErrorNote error={moveToDrafts.error} />}
      {beginEdit.isError && <ErrorNote error={beginEdit.error} />}
      <div {...focus} style={{ display: 'flex', gap: 6, flexWrap: 'wrap' }}>
        {(state === 'draft' || state === 'failed') && !isSentElsewhere(command) && (
          <Button size="compact-sm" onClick={() => outboxStore.setState({ reviewed: [id] })}>
            {t('outbox.send')}
          </Button>
        )}
        {state === 'waiting' && (
          <Button
            size="compact-sm"
            variant="default"
            loading={moveToDrafts.isPending}
            onClick={() => moveToDrafts.mutate()}
          >
            {t('outbox.toDrafts')}
          </Button>
        )}
        {edit !== null && (
          <Button
            size="compact-sm"
            variant="default"
            loading={beginEdit.isPending}
            title={state === 'waiting' ? t('outbox.editWaiting') : undefined}
            onClick={() => beginEdit.mutate(edit)}
          >
            {t('common.edit')}
          </Button>
        )}
        {isActive && <ShowRemote command={command} size="compact-sm" />}
        {state !== 'unknown' && state !== 'sending' && (
          <Button size="compact-sm" variant="default" onClick={() => setRemoving([id])}>
            {t('common.removeMore')}
          </Button>
        )}
      </div>
      <RemoveCommands ids={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

/** Returns the explanation of a state. A waiting command that was reported as sent elsewhere has its own. */
function stateHint(t: TFunction, command: Command, reported: ReportedSending | undefined): string {
  const { state } = command;
  if (isSentElsewhere(command)) return t('handover.elsewhere.keptBack');
  if (command.waitsFor !== null) return t('outbox.waitsFor');
  return reported !== undefined && (state === 'draft' || state === 'failed')
    ? t('handover.elsewhere.reportedOne', { by: reported.by })
    : t(`outbox.stateHint.${state}`);
}

function placeOf({ input }: Command): readonly [number, number] | null {
  if (input.kind === 'cancel-task') return null;
  const geometry = input.kind === 'task' ? input.request.target : input.request.geometry;
  const [longitude, latitude] =
    geometry.type === 'Point' ? geometry.coordinates : (geometry.coordinates[0]?.[0] ?? []);
  return longitude === undefined || latitude === undefined ? null : [longitude, latitude];
}

function Details({ command }: { command: Command }) {
  const { t } = useTranslation();
  const active = useActiveScope();
  const connection = useActiveConnection();
  const product = useProductOf()(command);
  const { id, state, error, attempts, beganAt, createdAt, scope } = command;
  const isActive = active !== null && scopeKey(active) === scopeKey(scope);
  const contract = command.contractName ?? connection?.name ?? t('contracts.legacy');
  const place = placeOf(command);
  const { call, body } = callOf(command);
  return (
    <Stack gap="sm" p="sm">
      <DetailsHead
        title={commandTitle(t, command)}
        onZoom={place && (() => zoomToPoint(place))}
        onClose={() => closeDetails('command')}
      />
      <Text size="sm" component="div">
        <CommandStateMark state={state} />
        <Text size="xs" c="var(--nadir-quiet)">
          {stateHint(t, command, useReportedSendings([id]).get(id))}
        </Text>
      </Text>
      {error && <ErrorNote error={error} />}
      {!isActive && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('outbox.otherContract', { contract })}
        </Text>
      )}
      <UnsavedEditNote commands={[command]} />
      <Actions command={command} isActive={isActive} />
      {state === 'unknown' && <UnknownEvidence command={command} contract={contract} />}
      {isSentElsewhere(command) && <SentElsewhereChoice command={command} contract={contract} />}
      <CommandFacts command={command} contract={contract} product={product} />
      {command.input.kind !== 'cancel-task' && (
        <HandOverTrail
          id={command.id}
          canBeApproved={state === 'draft' || state === 'failed' || state === 'unknown'}
        />
      )}
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('outbox.submission')}
      </Text>
      <Facts
        facts={[
          [t('label.created'), <TimeText key="created" at={createdAt} fz="inherit" />],
          [t('outbox.attempts'), attempts],
          [t('outbox.began'), <TimeText key="began" at={beganAt} fz="inherit" />],
          ...(command.remoteId === null ? [] : ([[t('outbox.became'), command.remoteId]] as const)),
          [t('outbox.call'), call],
        ]}
      />
      <RawData value={body} label={t('label.requestBody')} />
    </Stack>
  );
}

/** The details of a command of the outbox. */
export function CommandDetailsPane({ id }: { id: SubmissionId }) {
  const { query } = useApi();
  const read = useQuery({
    ...query.outbox.get.queryOptions({ input: { ids: [id] } }),
    placeholderData: keepPreviousData,
  });
  const command = read.data?.[0];
  const isGone = read.data !== undefined && command === undefined;
  useEffect(() => {
    if (isGone) closeDetails('command');
  }, [isGone]);
  if (read.isError) return <ErrorNote error={read.error} onRetry={() => void read.refetch()} />;
  return command ? <Details key={id} command={command} /> : null;
}
