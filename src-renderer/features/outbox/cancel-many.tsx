import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type CancelPlan, type CommandState, mostCancelled } from '../../../src-preload/contract/outbox.ts';
import { useActiveScope, useApi, useContractName } from '../../kit/client/api.tsx';
import { formatDuration, formatNumber } from '../../kit/i18n/format.ts';
import { type CancelSelection, cancelStore } from '../../kit/state/cancel-store.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { Tool } from '../../kit/ui/tool-button.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { outboxStore } from './outbox-store.ts';
import { scopeKey } from './use-products.ts';

/** The maximum number of commands that the outbox sends per second. */
const perSecond = 4;

const close = () => cancelStore.setState({ asked: null });

/** Lists the verdicts, each with its number of rows and the names of some of them. */
function Verdicts({ plan }: { plan: CancelPlan }) {
  const { t, i18n } = useTranslation();
  return (
    <Stack gap={6} component="dl" m={0}>
      {plan.verdicts.map(({ verdict, count, first }) => {
        const others = count - first.length;
        const names = first.join(', ');
        return (
          <div key={verdict} data-testid="cancel-verdict" data-verdict={verdict}>
            <Text component="dt" size="sm" fw={verdict === 'cancellable' ? 600 : 400}>
              {t(`lists.verdict.${verdict}`, { count })}
            </Text>
            {first.length > 0 && (
              <Text
                component="dd"
                m={0}
                size="xs"
                c="var(--nadir-quiet)"
                style={{ overflowWrap: 'anywhere' }}
              >
                {others > 0
                  ? t('lists.namesAndMore', {
                      names,
                      count: others,
                      more: formatNumber(i18n.language, others),
                    })
                  : names}
              </Text>
            )}
          </div>
        );
      })}
    </Stack>
  );
}

/** Says what a cancellation does not undo at the service, and how long the sending takes. */
function Consequences({ plan, count }: { plan: CancelPlan; count: number }) {
  const { t, i18n } = useTranslation();
  const { captures, published, leftOut } = plan;
  const time = formatDuration(i18n.language, Math.max(1, Math.ceil(count / perSecond)));
  return (
    <Stack gap={6}>
      <Text size="sm">
        {captures === 0
          ? t('lists.cancelNothingTaken')
          : t('lists.cancelTaken', { count: captures, published })}
      </Text>
      <Text size="sm">{t('lists.cancelTime', { time })}</Text>
      {leftOut > 0 && (
        <Text size="sm" role="alert">
          {t('lists.cancelLeftOut', { count: leftOut, most: mostCancelled })}
        </Text>
      )}
    </Stack>
  );
}

/** The summary with its two buttons. The button that cancels nothing has the focus. */
function Decision({ plan, asked, onDone }: { plan: CancelPlan; asked: CancelSelection; onDone: () => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const contract = useContractName();
  const keep = useRef<HTMLButtonElement>(null);
  // The dialog opened before the summary was loaded, so it could not focus this button itself.
  useEffect(() => keep.current?.focus(), []);
  const { scope } = asked;
  const cancel = useCommand({
    mutationFn: (taskIds: string) => client.outbox.cancelTasks({ scope, taskIds }),
    onSuccess(batch) {
      cancelStore.setState({ asked: null, batch: { scope, batch } });
      client.settings.set({ workspace: { cancelled: { scope, batch } } }).catch(() => undefined);
      onDone();
    },
  });
  const { taskIds, verdicts, leftOut } = plan;
  const count = (verdicts.find(({ verdict }) => verdict === 'cancellable')?.count ?? 0) - leftOut;
  return (
    <Stack gap="md">
      <Verdicts plan={plan} />
      {count > 0 && <Consequences plan={plan} count={count} />}
      {cancel.isError && <ErrorNote error={cancel.error} />}
      <Group justify="flex-end">
        <Button ref={keep} variant="default" onClick={close}>
          {count > 0 ? t('lists.keepTasks') : t('common.close')}
        </Button>
        {count > 0 && (
          <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate(taskIds)}>
            {t('lists.cancelConfirm', { count, contract })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function PlanStep({ asked, onDone }: { asked: CancelSelection; onDone: () => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  // Asked once per opening of the dialog: a hundred thousand ids would be too long for a cache key.
  const plan = useQuery({
    queryKey: ['cancellation of many', asked.kind, asked.ids.length, asked.ids.slice(0, 200)],
    queryFn: ({ signal }) => client.outbox.planCancel(asked, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  if (plan.isError) return <ErrorNote error={plan.error} onRetry={() => void plan.refetch()} />;
  if (plan.data === undefined) return <Busy label={t('common.loading')} />;
  return <Decision plan={plan.data} asked={asked} onDone={onDone} />;
}

const underWay: readonly CommandState[] = ['waiting', 'sending'];
const open: readonly CommandState[] = ['draft', 'unknown', 'failed'];

/** Shows how many commands of the last bulk cancellation are done, refused or waiting; follows the outbox. */
function Outcome() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const active = useActiveScope();
  const cancelled = useStore(cancelStore, ({ batch }) => batch);
  const states = useQuery({
    ...query.outbox.batchStates.queryOptions({ input: cancelled ?? skipToken }),
    placeholderData: keepPreviousData,
  }).data;
  if (
    cancelled === null ||
    states === undefined ||
    active === null ||
    scopeKey(active) !== scopeKey(cancelled.scope)
  )
    return null;
  const { count } = cancelled.batch;
  const sum = (of: readonly CommandState[]) => of.reduce((total, state) => total + states[state], 0);
  const isOver = sum(underWay) === 0;
  const parts = [
    t('lists.outcome.done', { count: states.sent }),
    ...(sum(underWay) > 0 ? [t('lists.outcome.waiting', { count: sum(underWay) })] : []),
    ...(states.refused > 0 ? [t('lists.outcome.refused', { count: states.refused })] : []),
    ...(sum(open) > 0 ? [t('outbox.status.decide', { count: sum(open) })] : []),
  ];
  const forget = () => {
    cancelStore.setState({ batch: null });
    client.settings.set({ workspace: { cancelled: null } }).catch(() => undefined);
  };
  return (
    <Stack gap={4} role="group" aria-label={t('lists.outcome.title')} data-testid="cancel-outcome">
      <Group gap={4} wrap="nowrap">
        <Text size="xs" flex={1} role="status">
          {t('lists.outcome.of', { count })} {parts.join(' · ')}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            outboxStore.setState({ states: [], order: 'attention', everywhere: false });
            showWorkspace('outbox');
          }}
        >
          {t('outbox.showIn')}
        </Button>
        <Tool label={t('lists.outcome.forget')} icon={IconX} onClick={forget} />
      </Group>
      {!isOver && (
        <Progress
          size={4}
          value={(100 * (count - sum(underWay))) / Math.max(1, count)}
          aria-label={t('lists.outcome.progress')}
        />
      )}
    </Stack>
  );
}

/** Cancels many tasks: shows a summary before anything is written, and the outcome afterwards. */
export function CancelMany({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const asked = useStore(cancelStore, (state) => state.asked);
  return (
    <>
      <Outcome />
      <Dialog opened={asked !== null} onClose={close} title={t('lists.cancelTitle')} size="lg">
        {asked !== null && <PlanStep asked={asked} onDone={onDone} />}
      </Dialog>
    </>
  );
}
