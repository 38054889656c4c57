import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import type { Rule } from '../../../src-preload/contract/rules.ts';
import { useApi, useConnections } from '../../client/api.tsx';
import { errorText } from '../../i18n/error-text.ts';
import { formatBytes, formatUtc } from '../../i18n/format.ts';
import classes from '../../subjects/transfer/transfer.module.css';
import { ErrorNote } from '../../ui/error-note.tsx';
import shell from '../../ui/panes.module.css';
import { useAct } from '../../ui/use-act.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleHistory } from './rule-history.tsx';
import { ruleKindWords } from './rule-kind-words.ts';

/** Contracts by id, of the connections that rules name. */
function useContractNames(connections: readonly ConnectionView[]): Map<string, string> {
  const { query } = useApi();
  const lists = useQueries({
    queries: connections.map(({ id }) => query.contracts.list.queryOptions({ input: { connectionId: id } })),
  });
  return new Map(
    lists.flatMap((list) => (list.data ?? []).map(({ contractId, name }) => [contractId, name] as const)),
  );
}

function draftOf({ id, createdAt, fileCount, bytes, heldCount, lastRanAt, error, ...draft }: Rule) {
  return draft;
}

function RemoveRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const remove = useMutation({
    mutationFn: () => client.rules.remove({ id: rule.id }),
    onSuccess: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rules.removeTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <Stack>
        <Text size="sm">{t('rules.removeBody', { name: rule.name })}</Text>
        {remove.isError && <ErrorNote error={remove.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.back')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('common.remove')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function RuleCard({
  rule,
  whose,
  onEdit,
  onHistory,
}: {
  rule: Rule;
  whose: string;
  onEdit: () => void;
  onHistory: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const [removing, setRemoving] = useState(false);
  const run = useMutation({ mutationFn: () => client.rules.runNow({ id: rule.id }) });
  const { name, match } = rule;
  const place = [
    whose,
    match.project ?? null,
    match.taskId === undefined ? null : `${t('rules.task')} ${match.taskId}`,
  ].filter(Boolean);
  const brought = t('library.onDisk', {
    count: rule.fileCount,
    size: formatBytes(i18n.language, rule.bytes),
  });
  const quota =
    rule.quotaBytes === null
      ? null
      : t('rules.quotaOf', { quota: formatBytes(i18n.language, rule.quotaBytes) });
  const looked = rule.lastRanAt;
  const facts = [
    [brought, quota].filter(Boolean).join(' '),
    ...(rule.heldCount > 0 ? [t('rules.held', { count: rule.heldCount })] : []),
  ];
  const lookedText =
    looked === null ? t('rules.neverRan') : t('rules.lastRan', { at: formatUtc(i18n.language, looked) });
  const kinds = rule.kinds.map((kind) => {
    const words = ruleKindWords(t, kind);
    return rule.unpack && kind === 'delivery_zip' ? t('rules.unpacked', { kind: words }) : words;
  });
  const error = rule.error ? errorText(t, rule.error) : null;
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
      <Text size="xs" c="var(--nadir-quiet)" truncate title={place.join(' · ')}>
        {place.join(' · ')}
      </Text>
      <Text size="xs" mt={2}>
        {kinds.join(', ')}
      </Text>
      {rule.folder !== null && (
        <Text size="xs" mt={2} truncate title={rule.folder}>
          {t('rules.into', { folder: rule.folder })}
        </Text>
      )}
      <Text
        size="xs"
        c="var(--nadir-quiet)"
        mt={2}
        title={rule.heldCount > 0 ? t('rules.heldHint') : undefined}
        data-testid="rule-facts"
      >
        {facts.join(' · ')}
      </Text>
      <Text size="xs" c="var(--nadir-quiet)" mt={2}>
        {rule.enabled ? lookedText : t('rules.off')}
      </Text>
      {error && (
        <Text size="xs" c="var(--nadir-warning)" mt={2} title={error.hint}>
          {error.title}
        </Text>
      )}
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

/** Rules: what they fetch, what they did, and how to change them. */
export function RulesView() {
  const { t } = useTranslation();
  const { query } = useApi();
  const list = useQuery(query.rules.list.queryOptions());
  const connections = useConnections();
  const contracts = useContractNames(connections);
  const [form, setForm] = useState<{ rule: Rule | null } | null>(null);
  const [historyOf, setHistoryOf] = useState<Rule | null>(null);
  const whoseOf = ({ scope }: Rule) => {
    const connection = connections.find(({ id }) => id === scope.connectionId)?.name ?? scope.connectionId;
    return scope.contractId === null
      ? connection
      : `${connection}, ${contracts.get(scope.contractId) ?? scope.contractId}`;
  };
  if (historyOf) return <RuleHistory rule={historyOf} onBack={() => setHistoryOf(null)} />;
  return (
    <div className={shell.scroll}>
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <Text px={12} pt="md" size="sm" c="var(--nadir-quiet)">
          {t('rules.empty')}
        </Text>
      )}
      {list.data?.map((rule) => (
        <RuleCard
          key={rule.id}
          rule={rule}
          whose={whoseOf(rule)}
          onEdit={() => setForm({ rule })}
          onHistory={() => setHistoryOf(rule)}
        />
      ))}
      <Button
        m={12}
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setForm({ rule: null })}
      >
        {t('rules.add')}
      </Button>
      <Modal
        opened={form !== null}
        onClose={() => setForm(null)}
        title={form?.rule ? t('rules.editTitle') : t('rules.addTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        size="md"
        centered
      >
        {form && <RuleForm rule={form.rule} onDone={() => setForm(null)} />}
      </Modal>
    </div>
  );
}
