import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  Command,
  CommandCandidate,
  CommandInput,
  CommandLookup,
} from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';

type CommandResolution = { how: 'send-again' | 'discard' } | { how: 'adopt'; remoteId: string };

/** Returns the name under which a task or an order was sent. */
function readName(input: CommandInput): string {
  if (input.kind === 'task') return input.request.task_name;
  return input.kind === 'order' ? input.request.properties.order_name : '';
}

/** A task or order at the service that may be this command, with the differences that speak against it. */
export function Candidate({
  candidate,
  sent,
  busy,
  onAdopt,
}: {
  candidate: CommandCandidate;
  /** The command that it is compared with. */
  sent: CommandInput;
  busy: boolean;
  onAdopt: () => void;
}) {
  const { t } = useTranslation();
  const { id, name, project, createdAt, older, differs, isUnchecked } = candidate;
  const kind = sent.kind === 'order' ? 'order' : 'task';
  const isRespelled = name.trim() !== readName(sent).trim();
  return (
    <Stack
      gap={4}
      p="xs"
      style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
      data-testid="candidate"
    >
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {t(`outbox.candidate.${kind}`, { id, name })}
        </Text>
        <Button size="compact-xs" disabled={busy} onClick={onAdopt} style={{ flex: 'none' }}>
          {t(`outbox.link.${kind}`)}
        </Button>
      </Group>
      <Text size="xs" c="var(--nadir-quiet)">
        {[project, t('outbox.made')].join(' · ')} <TimeText at={createdAt} fz="inherit" />
      </Text>
      <Text size="xs">
        {isUnchecked
          ? t('handover.elsewhere.unchecked')
          : differs.length === 0
            ? isRespelled
              ? t('outbox.respelled')
              : t('outbox.same')
            : t('outbox.differs', { fields: differs.join(', ') })}
      </Text>
      {older && <Text size="xs">{t('outbox.older')}</Text>}
    </Stack>
  );
}

/** A service may list what it has received some minutes later; the longest delay that was seen is below this. */
const lateMinutes = 15;

/** Says what the last look-up has read, and what it means that it has found nothing. */
function LookupNote({
  lookup,
  kind,
  isAbsent,
}: {
  lookup: CommandLookup;
  kind: 'task' | 'order';
  isAbsent: boolean;
}) {
  const { t } = useTranslation();
  const { read, total, isComplete, absentLookups, absentMs } = lookup;
  const minutes = Math.floor(absentMs / 60_000);
  if (!isComplete)
    return (
      <Text size="xs">
        {total === null || total <= read
          ? t(`outbox.lookup.unreadable.${kind}`, { count: read })
          : t(`outbox.lookup.incomplete.${kind}`, { read, count: total })}
      </Text>
    );
  return (
    <>
      <Text size="xs">{t(`outbox.lookup.complete.${kind}`, { count: read })}</Text>
      {isAbsent && (
        <Text size="xs">
          {t('outbox.lookup.absent', { count: absentLookups, minutes })}{' '}
          {minutes < lateMinutes ? t('outbox.lookup.mayBeLate') : t('outbox.lookup.probablyLost')}
        </Text>
      )}
    </>
  );
}

/** Says that only the user sends it again, and when Nadir looks for it next. */
function AutomaticPlan({ command }: { command: Command }) {
  const { t } = useTranslation();
  const { candidates, nextCheckAt } = command;
  return (
    <>
      <Text size="xs">{candidates.length > 0 ? t('outbox.plan.yours') : t('outbox.plan.never')}</Text>
      <Text size="xs">
        {t('outbox.plan.looks')}{' '}
        {nextCheckAt === null ? t('outbox.plan.soon') : <TimeText at={nextCheckAt} fz="inherit" />}
      </Text>
    </>
  );
}

/** Shows the evidence about a command whose answer was lost, and lets the user decide. */
export function UnknownEvidence({ command, contract }: { command: Command; contract: string }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [asked, setAsked] = useState<'send-again' | 'discard' | null>(null);
  const { id, input, candidates, checkedAt, lookup } = command;
  const kind = input.kind === 'order' ? 'order' : 'task';
  const reconcile = useCommand({ mutationFn: () => client.outbox.reconcile({ id }) });
  const resolve = useCommand({
    mutationFn: (how: CommandResolution) => client.outbox.resolve({ id, ...how }),
    onSettled: () => setAsked(null),
  });
  const busy = reconcile.isPending || resolve.isPending;
  const error = reconcile.error ?? resolve.error;
  return (
    <Stack gap={8} component="section" aria-label={t('outbox.evidence')} data-testid="evidence">
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('outbox.evidence')}
      </Text>
      <Text size="xs">{t('outbox.lost', { contract })}</Text>
      <Text size="xs">
        {checkedAt === null ? t('outbox.notChecked') : t('outbox.checked')}{' '}
        {checkedAt !== null && <TimeText at={checkedAt} fz="inherit" />}
      </Text>
      {lookup !== null && <LookupNote lookup={lookup} kind={kind} isAbsent={candidates.length === 0} />}
      {candidates.map((candidate) => (
        <Candidate
          key={candidate.id}
          candidate={candidate}
          sent={input}
          busy={busy}
          onAdopt={() => resolve.mutate({ how: 'adopt', remoteId: candidate.id })}
        />
      ))}
      <AutomaticPlan command={command} />
      {error && <ErrorNote error={error} />}
      <Group gap={6}>
        <Button
          size="compact-xs"
          loading={reconcile.isPending}
          disabled={busy}
          onClick={() => reconcile.mutate()}
        >
          {t('common.checkNow')}
        </Button>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => setAsked('send-again')}>
          {t('outbox.sendAgain')}
        </Button>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => setAsked('discard')}>
          {t('outbox.discard')}
        </Button>
      </Group>
      <Dialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'discard' ? t('outbox.discardTitle') : t('outbox.sendAgainTitle')}
      >
        <Stack>
          <Text size="sm">{asked === 'discard' ? t('outbox.discardRisk') : t('outbox.sendAgainRisk')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(null)} data-autofocus>
              {t('common.back')}
            </Button>
            <Button
              color="red"
              loading={resolve.isPending}
              onClick={() => asked !== null && resolve.mutate({ how: asked })}
            >
              {asked === 'discard' ? t('common.discard') : t('outbox.sendAgainUnder', { contract })}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </Stack>
  );
}
