import { Button, Checkbox, Group, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rule } from '../../../src-preload/contract/rules.ts';
import { areaKm2 } from '../../../src-shared/geometry/area.ts';
import { useApi } from '../../kit/client/api.tsx';
import { errorText } from '../../kit/i18n/error-text.ts';
import { formatBytes, formatUtc } from '../../kit/i18n/format.ts';
import { formatKm2 } from '../../kit/i18n/format-km2.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFocusBack } from '../../kit/ui/use-focus-back.ts';
import { ruleKindWords } from './rule-kind-words.ts';
import classes from './transfer.module.css';

function draftOf({
  id,
  createdAt,
  fileCount,
  bytes,
  withheldCount,
  queuedCount,
  leftOutCount,
  lastRanAt,
  error,
  ...draft
}: Rule) {
  return draft;
}

function RemoveRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { t } = useTranslation();
  useFocusBack();
  const { client } = useApi();
  const [dropsQueued, setDropsQueued] = useState(true);
  const remove = useCommand({
    mutationFn: () => client.rules.remove({ id: rule.id, dropsQueued }),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('rules.removeTitle')}
      confirmLabel={t('common.remove')}
      command={remove}
      onClose={onClose}
      choice={
        rule.queuedCount > 0 && (
          <Checkbox
            checked={dropsQueued}
            onChange={(event) => setDropsQueued(event.currentTarget.checked)}
            label={t('rules.dropQueued', { count: rule.queuedCount })}
          />
        )
      }
    >
      {t('rules.removeBody', { name: rule.name })}
    </ConfirmDialog>
  );
}

/** Shows the files and the folder of a rule, how much it has downloaded and when it last ran. */
function RuleFacts({ rule, whose }: { rule: Rule; whose: string }) {
  const { t, i18n } = useTranslation();
  const { match } = rule;
  const place = [
    whose,
    match.project ?? null,
    match.taskId === undefined ? null : `${t('rules.task')} ${match.taskId}`,
  ].filter(Boolean);
  const downloaded = t('library.onDisk', {
    count: rule.fileCount,
    size: formatBytes(i18n.language, rule.bytes),
  });
  const quota =
    rule.quotaBytes === null
      ? null
      : t('rules.quotaOf', { quota: formatBytes(i18n.language, rule.quotaBytes) });
  const ranAt = rule.lastRanAt;
  const facts = [
    [downloaded, quota].filter(Boolean).join(' '),
    ...(rule.withheldCount > 0 ? [t('rules.held', { count: rule.withheldCount })] : []),
    ...(rule.leftOutCount > 0 ? [t('rules.leftOut', { count: rule.leftOutCount })] : []),
  ];
  const hints = [
    ...(rule.withheldCount > 0 ? [t('rules.heldHint')] : []),
    ...(rule.leftOutCount > 0 ? [t('rules.leftOutHint')] : []),
  ];
  const limits = [
    ...(rule.mostClouds === null ? [] : [t('rules.upToClouds', { percent: rule.mostClouds })]),
    ...(rule.area === null
      ? []
      : [t('rules.inArea', { size: formatKm2(i18n.language, areaKm2([rule.area])) })]),
  ];
  const ranText =
    ranAt === null ? t('rules.neverRan') : t('rules.lastRan', { at: formatUtc(i18n.language, ranAt) });
  const kinds = rule.kinds.map((kind) => {
    const words = ruleKindWords(t, kind);
    return rule.unpack && kind === 'delivery_zip' ? t('rules.unpacked', { kind: words }) : words;
  });
  const error = rule.error ? errorText(t, rule.error) : null;
  return (
    <>
      <Text size="xs" c="var(--nadir-quiet)" truncate title={place.join(' · ')}>
        {place.join(' · ')}
      </Text>
      <Text size="xs" mt={2}>
        {kinds.join(', ')}
      </Text>
      {limits.length > 0 && (
        <Text size="xs" mt={2}>
          {limits.join(' · ')}
        </Text>
      )}
      {rule.folder !== null && (
        <Text size="xs" mt={2} truncate title={rule.folder}>
          {t('rules.into', { folder: rule.folder })}
        </Text>
      )}
      <Text
        size="xs"
        c="var(--nadir-quiet)"
        mt={2}
        title={hints.length > 0 ? hints.join('\n') : undefined}
        data-testid="rule-facts"
      >
        {facts.join(' · ')}
      </Text>
      <Text size="xs" c="var(--nadir-quiet)" mt={2}>
        {rule.enabled ? ranText : t('rules.off')}
      </Text>
      {error && (
        <Text size="xs" c="var(--nadir-warning)" mt={2} title={error.hint}>
          {error.title}
        </Text>
      )}
    </>
  );
}

interface RuleCardProps {
  rule: Rule;
  /** The name of the contract or connection of the rule. */
  whose: string;
  onEdit: () => void;
  onHistory: () => void;
}

/** Shows a rule with its buttons. */
export function RuleCard({ rule, whose, onEdit, onHistory }: RuleCardProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const [removing, setRemoving] = useState(false);
  const run = useCommand({ mutationFn: () => client.rules.runNow({ id: rule.id }) });
  const { name } = rule;
  return (
    <article className={classes.rule} data-testid="rule" data-off={!rule.enabled || undefined}>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text className={classes.ruleName} truncate title={name} component="h3" m={0}>
          {name}
        </Text>
        <Switch
          size="xs"
          aria-label={t('rules.enabledRule', { name })}
          checked={rule.enabled}
          onChange={(event) => {
            const enabled = event.currentTarget.checked;
            act(() => client.rules.update({ ...draftOf(rule), id: rule.id, enabled }));
          }}
        />
      </Group>
      <RuleFacts rule={rule} whose={whose} />
      {run.isError && <ErrorNote error={run.error} />}
      <Group gap={4} mt={6}>
        <Button
          size="compact-xs"
          variant="default"
          loading={run.isPending}
          disabled={!rule.enabled}
          aria-label={t('rules.runRule', { name })}
          onClick={() => run.mutate()}
        >
          {t('common.checkNow')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('rules.historyRule', { name })}
          onClick={onHistory}
        >
          {t('tracking.history')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('rules.editRule', { name })}
          onClick={onEdit}
        >
          {t('common.edit')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={t('rules.removeRule', { name })}
          onClick={() => setRemoving(true)}
        >
          {t('common.remove')}
        </Button>
      </Group>
      {removing && <RemoveRule rule={rule} onClose={() => setRemoving(false)} />}
    </article>
  );
}
