import { Button, Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import { boxOfPairs, widened } from '../../../src-shared/geometry/box-of-places.ts';
import { useActiveConnection, useApi, useSettings } from '../../kit/client/api.tsx';
import { countryName, useCountries } from '../../kit/state/countries-store.ts';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import classes from '../../kit/ui/panes.module.css';
import { focusPane } from '../../kit/ui/panes.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { VirtualList } from '../../kit/ui/virtual-rows.tsx';
import { OrderedSceneWords } from '../library/ordered-scene.tsx';
import { ReportedNote, type ReportedSending, useReportedSendings } from '../packages/reported-sendings.tsx';
import { spendingOf, sumOf } from '../plan/draft/spending.ts';
import { SpendingNote, spendingWords } from '../plan/draft/spending-note.tsx';
import { UnsavedEditNote } from '../plan/draft/unsaved-edit-note.tsx';
import { DraftChecks } from '../plan/prepared/check-notes.tsx';
import { commandAbout, commandPlace, commandTitle } from './command-words.ts';
import { choose, outboxStore } from './outbox-store.ts';
import { useCommands } from './use-commands.ts';
import { scopeKey, useProductOf } from './use-products.ts';

const rowHeight = 44;
const maxShown = 6;

/** Returns who sent a command from another computer; empty if no package reports that. */
function sentWords(t: TFunction, sent: ReportedSending | undefined): string {
  if (sent === undefined) return '';
  const number = sent.remoteId === null ? '' : t('handover.trail.number', { id: sent.remoteId });
  return [t('handover.trail.event.sent', { by: sent.by }), number].filter(Boolean).join(', ');
}

/** Returns the project of a task or an order; null for a cancellation. */
function projectOf({ input }: Command): string | null {
  if (input.kind === 'cancel-task') return null;
  return input.kind === 'task' ? input.request.project_name : input.request.properties.project_name;
}

interface UnderContractProps {
  commands: readonly Command[];
  onDone: () => void;
  /** Takes a command out of the review; it stays in the outbox as a draft. */
  onLeaveOut: (id: SubmissionId) => void;
}

/** Shows each command that will be sent under one contract, and the button that releases them. */
function UnderContract({ commands, onDone, onLeaveOut }: UnderContractProps) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const active = useActiveConnection();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const productOf = useProductOf();
  const countries = useCountries();
  const first = commands[0];
  const ids = useMemo(() => commands.map(({ id }) => id), [commands]);
  const release = useCommand({
    mutationFn: async () =>
      first &&
      client.outbox.release({
        ids,
        contractId: first.scope.contractId,
        // The list above shows each of them, also one that equals what was sent a moment ago.
        isRepeat: true,
      }),
    onSuccess: onDone,
  });
  const reported = useReportedSendings(ids);
  const spending = useMemo(() => sumOf(commands.map(({ input }) => input)), [commands]);
  if (!first) return null;
  const contract = first.contractName ?? active?.name ?? t('contracts.legacy');
  const countryOf = (command: Command) => {
    const at = commandPlace(command);
    if (at === null || countries === null || !countries.isOnLand(at)) return null;
    const near = countries.nearest(at);
    return near && countryName(near.country, i18n.language);
  };
  const showOnMap = () => {
    const places = commands.map(commandPlace).filter((place) => place !== null);
    const box = boxOfPairs(places);
    if (box === null) return;
    outboxStore.setState({ reviewed: null });
    zoomToBox(widened(box));
    focusPane('map');
  };
  const kinds = ['task', 'order', 'cancel-task'] as const;
  const sums = kinds
    .map((kind) => [kind, commands.filter(({ input }) => input.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => t(`outbox.sum.${kind}`, { count }));
  return (
    <Stack gap={8} component="section" aria-label={contract} data-testid="release-under">
      <Text size="sm">{t('outbox.willSend', { what: sums.join(', '), contract })}</Text>
      <div
        style={{
          height: rowHeight * Math.min(maxShown, commands.length) + 2,
          display: 'flex',
          flexDirection: 'column',
          border: '1px solid var(--nadir-line)',
          borderRadius: 6,
        }}
      >
        <VirtualList
          label={t('outbox.itemsToSend')}
          count={commands.length}
          rowHeight={rowHeight}
          keyOf={(index) => commands[index]?.id ?? index}
          onHover={() => undefined}
          focusable
          render={(index) => {
            const command = commands[index];
            if (!command) return null;
            const about = commandAbout(command, {
              t,
              language: i18n.language,
              format,
              product: productOf(command),
            });
            return (
              <>
                <div className={classes.rowName}>{commandTitle(t, command)}</div>
                <div className={classes.rowQuiet}>
                  {command.input.kind === 'order' && (
                    <OrderedSceneWords scope={command.scope} request={command.input.request} />
                  )}
                  {[
                    projectOf(command),
                    countryOf(command),
                    sentWords(t, reported.get(command.id)),
                    spendingWords(t, i18n.language, spendingOf(command.input)),
                    about,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </>
            );
          }}
        />
      </div>
      <DraftChecks scope={first.scope} ids={ids} onLeaveOut={onLeaveOut} />
      <UnsavedEditNote commands={commands} />
      <SpendingNote spending={spending} contract={contract} />
      <ReportedNote sendings={[...reported.values()]} />
      {release.isError && <ErrorNote error={release.error} />}
      <Group justify="space-between">
        <Button variant="default" onClick={showOnMap}>
          {t('library.showOnMap')}
        </Button>
        <Button loading={release.isPending} onClick={() => release.mutate()}>
          {t('outbox.sendUnder', { count: commands.length, contract })}
        </Button>
      </Group>
    </Stack>
  );
}

function Review({
  reviewed,
}: {
  reviewed: NonNullable<ReturnType<typeof outboxStore.getState>['reviewed']>;
}) {
  const { t } = useTranslation();
  const { commands, error } = useCommands(reviewed);
  if (error) return <ErrorNote error={error} />;
  if (!commands) return <Busy label={t('common.loading')} />;
  const ready = commands
    .filter(({ state }) => state === 'draft' || state === 'failed')
    .sort((a, b) => a.seq - b.seq);
  const others = commands.length - ready.length;
  const groups = [...Map.groupBy(ready, ({ scope }) => scopeKey(scope))];
  const takeOut = (ids: readonly SubmissionId[]) => {
    const gone = new Set(ids);
    const left = ready.filter(({ id }) => !gone.has(id)).map(({ id }) => id);
    choose(left);
    outboxStore.setState({ reviewed: left.length > 0 ? left : null });
  };
  return (
    <Stack gap="md">
      {ready.length === 0 && <Text size="sm">{t('outbox.nothingToSend')}</Text>}
      {groups.map(([key, group]) => (
        <UnderContract
          key={key}
          commands={group}
          onDone={() => takeOut(group.map(({ id }) => id))}
          onLeaveOut={(id) => takeOut([id])}
        />
      ))}
      {others > 0 && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('outbox.leftOut', { count: others })}
        </Text>
      )}
    </Stack>
  );
}

/** Shows exactly what will be sent, how many of each kind and under which contract, before anything is released. */
export function ReleaseReview() {
  const { t } = useTranslation();
  const reviewed = useStore(outboxStore, (state) => state.reviewed);
  return (
    <Dialog
      opened={reviewed !== null}
      onClose={() => outboxStore.setState({ reviewed: null })}
      title={t('plan.reviewTitle')}
      size="lg"
    >
      {reviewed !== null && <Review reviewed={reviewed} />}
    </Dialog>
  );
}
