import { Button, Group, Stack, Text } from '@mantine/core';
import { IconTemplate, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { useApi, useContractName } from '../../../kit/client/api.tsx';
import { hasErrorCode, isDeclared } from '../../../kit/i18n/error-text.ts';
import { showWorkspace } from '../../../kit/state/ui-store.ts';
import { ConfirmDialog } from '../../../kit/ui/confirm-dialog.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { HistoryTools } from '../../../kit/ui/history-tools.tsx';
import classes from '../../../kit/ui/panes.module.css';
import { Tool } from '../../../kit/ui/tool-button.tsx';
import { useAct, useSay } from '../../../kit/ui/use-act.ts';
import { useCommand } from '../../../kit/ui/use-command.ts';
import { createSwapQueue } from '../../../kit/ui/use-history-keys.ts';
import { useKeptPress } from '../../../kit/ui/use-kept-press.ts';
import { outboxStore } from '../../outbox/outbox-store.ts';
import { HandoverTools } from '../../packages/handover-tools.tsx';
import { ReportedNote, useReportedPrepared } from '../../packages/reported-sendings.tsx';
import { UnapprovedNote } from '../../packages/unapproved-note.tsx';
import { sumOfGroups } from '../draft/spending.ts';
import { SpendingNote } from '../draft/spending-note.tsx';
import { usePreparedEdits } from './edit-prepared.ts';
import { IssueGroups } from './issue-groups.tsx';
import paneClasses from './prepared.module.css';
import { findEditedRevision, preparedStore } from './prepared-store.ts';
import { preparedStepText } from './prepared-words.ts';
import { TemplatesDialog } from './templates-dialog.tsx';
import { useNeededApprovals } from './use-needed-approvals.ts';
import { type PreparedCheck, usePreparedCheck } from './use-prepared-rows.ts';

/** Steps run one after another, because an undo may remove the step that the next one names. */
const runExclusive = createSwapQueue();

/** Returns the last step and the last undone one, with the functions for undo and redo. */
function usePreparedHistory(scope: Scope) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const known = useQuery(query.prepared.history.queryOptions({ input: { scope } })).data;
  const { undo = null, redo = null } = known ?? {};
  const swap = (how: 'undo' | 'redo') =>
    act(() =>
      runExclusive(async () => {
        const step = (await client.prepared.history({ scope }))[how];
        if (step === null) {
          say({ message: t(`places.nothingTo.${how}`), color: 'gray' });
          return;
        }
        const { skipped } = await client.prepared[how]({ scope, stepId: step.stepId });
        const message = t(`places.swapped.${how}`, { what: preparedStepText(t, step) });
        if (skipped === 0) say({ message, color: 'teal' });
        else say({ title: message, message: t('prepared.skipped', { count: skipped }), color: 'orange' });
      }),
    );
  return {
    undo: { text: undo && preparedStepText(t, undo), run: () => swap('undo') },
    redo: { text: redo && preparedStepText(t, redo), run: () => swap('redo') },
  };
}

/** Removes the selected rows, or all of them after a confirmation. */
function RemoveTool({ scope, total }: { scope: Scope; total: number }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const edits = usePreparedEdits(scope);
  const chosen = useStore(preparedStore, (state) => state.chosen);
  const [isAsking, setAsking] = useState(false);
  const clear = useCommand({
    mutationFn: async () => {
      await client.prepared.clear({ scope });
      setAsking(false);
    },
  });
  const label = chosen.size > 0 ? t('prepared.remove', { count: chosen.size }) : t('prepared.removeAll');
  return (
    <>
      <Tool
        label={label}
        icon={IconTrash}
        isDisabled={total === 0}
        onClick={() => (chosen.size > 0 ? edits.remove([...chosen]) : setAsking(true))}
      />
      <ConfirmDialog
        opened={isAsking}
        title={t('prepared.removeTitle', { count: total })}
        confirmLabel={t('common.remove')}
        command={clear}
        onClose={() => setAsking(false)}
      >
        {t('prepared.removeHint')}
      </ConfirmDialog>
    </>
  );
}

function Tools({ scope, total }: { scope: Scope; total: number }) {
  const { t } = useTranslation();
  const history = usePreparedHistory(scope);
  const [isOpen, setOpen] = useState(false);
  return (
    <Group gap={4} role="toolbar" aria-label={t('prepared.tools')}>
      <HistoryTools {...history} />
      <RemoveTool scope={scope} total={total} />
      <Tool label={t('templates.open')} icon={IconTemplate} onClick={() => setOpen(true)} />
      <HandoverTools />
      {isOpen && <TemplatesDialog scope={scope} onClose={() => setOpen(false)} />}
    </Group>
  );
}

/** What a press of Send meant: what was shown then, and the edits that were begun before it. */
interface Press {
  check: PreparedCheck;
  begun: number;
}

/** Writes what Send would order as a text that is equal for equal orders. */
const formatOrdered = ({ readyCount, ready }: PreparedCheck) =>
  JSON.stringify([readyCount, sumOfGroups(ready)]);

interface SendPressOptions {
  scope: Scope;
  check: PreparedCheck;
  /** True while an edit or the checks are under way. */
  isWaiting: boolean;
  onSend: () => void;
}

/**
 * Keeps a press of Send until main has checked the rows again. It counts then only if nothing but the user's own edits
 * of before the press has changed the rows, and if they order what the button has shown.
 */
function useSendPress({ scope, check, isWaiting, onSend }: SendPressOptions) {
  const begun = useStore(preparedStore, (state) => state.begun);
  return useKeptPress<Press>({
    isWaiting,
    shown: { check, begun },
    isStillMeant(pressed) {
      const state = preparedStore.getState();
      return (
        state.begun === pressed.begun &&
        check.revision === Math.max(pressed.check.revision, findEditedRevision(state, scope)) &&
        formatOrdered(check) === formatOrdered(pressed.check)
      );
    },
    run: onSend,
  });
}

/** Sends all rows without an error; shows above the button what that orders. */
function SendPrepared({
  scope,
  check,
  needed,
}: {
  scope: Scope;
  check: PreparedCheck;
  /** The number of rows that have to be approved before any is sent. */
  needed: number;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const contract = useContractName();
  const { readyCount, revision, total } = check;
  /** The rows that a press has sent. The second press of a double click comes before the button shows that. */
  const sentRevision = useRef<number | null>(null);
  const send = useCommand({
    mutationFn: () => client.prepared.send({ scope, revision, contractId: scope.contractId }),
    onError() {
      sentRevision.current = null;
    },
    onSuccess({ ids }) {
      outboxStore.setState({ made: ids });
      preparedStore.setState({ chosen: new Set() });
      say({ message: t('outbox.released', { count: ids.length, contract }), color: 'teal' });
    },
  });
  const kept = total - readyCount;
  const isEditing = useStore(preparedStore, ({ editing }) => editing > 0);
  // The end of an edit is known a moment before the query reports that it reads again.
  const isOutdated = useStore(preparedStore, (state) => check.revision < findEditedRevision(state, scope));
  const isWaiting = check.isFetching || isEditing || isOutdated;
  const onSend = () => {
    if (sentRevision.current === revision) return;
    sentRevision.current = revision;
    send.mutate();
  };
  const press = useSendPress({ scope, check, isWaiting, onSend });
  const isOff = (readyCount === 0 && !isWaiting) || needed > 0;
  // An approval that was missing is there now.
  const isOutdatedError = needed === 0 && hasErrorCode(send.error, 'NOT_APPROVED');
  return (
    <Stack gap="xs">
      <SpendingNote spending={sumOfGroups(check.ready)} contract={contract} />
      {kept > 0 && (
        <Text size="xs" role="note">
          {t('prepared.kept', { count: kept })}
        </Text>
      )}
      {needed > 0 && (
        <Text size="xs" role="note" c="var(--nadir-warning)">
          {t('prepared.approveFirst', { count: needed })}
        </Text>
      )}
      {send.isError && isDeclared(send.error) && !isOutdatedError && <ErrorNote error={send.error} />}
      {send.isError && !isDeclared(send.error) && (
        <Text size="xs" role="alert">
          {t('outbox.mainLost')}
        </Text>
      )}
      <Text size="xs" role="status" style={{ alignSelf: 'flex-end' }}>
        {press.isKept && t('prepared.checkingThenSending')}
        {press.isRefused && t('prepared.pressRefused')}
      </Text>
      <Group gap="xs" justify="flex-end">
        {press.isKept && (
          <Button variant="default" onClick={press.drop}>
            {t('prepared.dropPress')}
          </Button>
        )}
        <Button
          loading={send.isPending}
          // The button keeps the focus while the checks run again.
          aria-disabled={isOff || undefined}
          data-disabled={isOff}
          aria-busy={isWaiting}
          onClick={() => {
            if (!isOff) press.press();
          }}
          style={{ maxWidth: '100%' }}
        >
          {t('outbox.sendUnder', { count: readyCount, contract })}
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * The rows that are prepared from places: the issues that the checks found, what sending would order, and the button
 * that sends.
 */
export function PreparedPlan({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const check = usePreparedCheck(scope);
  const total = check?.total ?? 0;
  const needed = useNeededApprovals(scope, check).size;
  return (
    <div className={paneClasses.pane} data-testid="prepared">
      <Stack className={classes.scroll} gap="sm" p="sm">
        <Tools scope={scope} total={total} />
        <UnapprovedNote scope={scope} />
        <ReportedNote sendings={[...useReportedPrepared(scope).values()]} />
        {check !== null && check.damaged > 0 && (
          <Text size="xs" role="note" c="var(--nadir-warning)">
            {t('prepared.damaged', { count: check.damaged })}
          </Text>
        )}
        {check !== null && total === 0 && (
          <Stack gap="xs">
            <Text size="sm">{t('prepared.empty')}</Text>
            <Group>
              <Button variant="default" onClick={() => showWorkspace('places')}>
                {t('prepared.toPlaces')}
              </Button>
            </Group>
          </Stack>
        )}
        {check !== null && total > 0 && (
          <>
            <Text size="sm" role="status">
              {t('prepared.summary', { count: total })}{' '}
              {t('prepared.canBeSent', { count: needed > 0 ? 0 : check.readyCount })}
            </Text>
            <IssueGroups scope={scope} check={check} />
          </>
        )}
      </Stack>
      {check !== null && total > 0 && (
        <div className={paneClasses.send}>
          <SendPrepared scope={scope} check={check} needed={needed} />
        </div>
      )}
    </div>
  );
}
