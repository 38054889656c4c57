import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import type { RuleId } from '../../../src-preload/contract/ids.ts';
import type { Rule } from '../../../src-preload/contract/rules.ts';
import { useApi, useConnections } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import shell from '../../kit/ui/panes.module.css';
import { RuleCard } from './rule-card.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleHistory } from './rule-history.tsx';

/** Returns the names of the contracts by id, for the given connections. */
function useContractNames(connections: readonly ConnectionView[]): Map<string, string> {
  const { query } = useApi();
  const lists = useQueries({
    queries: connections.map(({ id }) => query.contracts.list.queryOptions({ input: { connectionId: id } })),
  });
  return new Map(
    lists.flatMap((list) => (list.data ?? []).map(({ contractId, name }) => [contractId, name] as const)),
  );
}

/** Shows the rules: what they download, what they have done, and how to change them. */
export function RulesView() {
  const { t } = useTranslation();
  const { query } = useApi();
  const list = useQuery(query.rules.list.queryOptions());
  const connections = useConnections();
  const contracts = useContractNames(connections);
  const [form, setForm] = useState<{ rule: Rule | null } | null>(null);
  const [historyId, setHistoryId] = useState<RuleId | null>(null);
  const historyOf = list.data?.find(({ id }) => id === historyId);
  const whoseOf = ({ scope }: Rule) => {
    const connection = connections.find(({ id }) => id === scope.connectionId)?.name ?? scope.connectionId;
    return scope.contractId === null
      ? connection
      : `${connection}, ${contracts.get(scope.contractId) ?? scope.contractId}`;
  };
  if (historyOf) return <RuleHistory rule={historyOf} onBack={() => setHistoryId(null)} />;
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
          onHistory={() => setHistoryId(rule.id)}
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
      <Dialog
        opened={form !== null}
        onClose={() => setForm(null)}
        title={form?.rule ? t('rules.editTitle') : t('rules.addTitle')}
        size="md"
      >
        {form && <RuleForm rule={form.rule} onDone={() => setForm(null)} />}
      </Dialog>
    </div>
  );
}
