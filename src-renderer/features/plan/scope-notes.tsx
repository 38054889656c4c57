import { Button, Group, Text } from '@mantine/core';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useActiveConnection, useApi } from '../../kit/client/api.tsx';
import { errorText } from '../../kit/i18n/error-text.ts';
import { formatUtc } from '../../kit/i18n/format.ts';

/** Shows what a planner must know about this contract: it has no tasking, or products or clients could not be read. */
export function ScopeNotes({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const active = useActiveConnection();
  const contracts = useQuery(
    query.contracts.list.queryOptions({ input: active ? { connectionId: active.id } : skipToken }),
  ).data;
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  // `problems` shows a failure of this request.
  const refresh = useMutation({ mutationFn: () => client.tasking.refreshReference({ scope }) });
  const contract = contracts?.find(({ contractId }) => contractId === scope.contractId);
  const said = (what: 'productsNotRead' | 'clientsNotRead', error: StoredError | null) => {
    if (error === null) return null;
    const { title, hint } = errorText(t, error);
    return (
      <Text size="xs" role="note">
        {t(`plan.${what}`, { why: `${title}. ${hint}` })}
      </Text>
    );
  };
  return (
    <>
      {contract?.taskingHasCredentials === false && (
        <Text size="xs" mt={4} role="note">
          {t('contracts.noTasking')}
        </Text>
      )}
      <Group gap={6} mt={4} justify="space-between" wrap="nowrap">
        <Text size="xs" c="var(--nadir-quiet)">
          {reference?.fetchedAt
            ? t('plan.referenceAsOf', { at: formatUtc(i18n.language, reference.fetchedAt) })
            : t('plan.referenceNotRead')}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          loading={refresh.isPending}
          aria-label={t('plan.refreshReference')}
          onClick={() => refresh.mutate()}
        >
          {t('plan.refresh')}
        </Button>
      </Group>
      {reference && said('productsNotRead', reference.problems.products)}
      {reference && said('clientsNotRead', reference.problems.clients)}
    </>
  );
}
