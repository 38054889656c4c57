import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { useApi } from '../../kit/client/api.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';

const colours = {
  feasible: 'teal',
  'not-feasible': 'orange',
  unclear: 'gray',
  'not-offered': 'gray',
} as const;

/**
 * Asks the service whether a task is feasible before it is ordered. The answer is valid for this request only and is
 * not saved.
 */
export function Feasibility({ scope, request }: { scope: Scope; request: TaskRequest }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const key = JSON.stringify(request);
  const check = useMutation({
    mutationFn: async () => ({ of: key, ...(await client.feasibility.check({ scope, request })) }),
  });
  // An answer to another request is not shown.
  const answer = check.data?.of === key ? check.data : null;
  return (
    <Stack gap={6}>
      <div>
        <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('plan.feasibility.check')}
        </Button>
      </div>
      <div role="status">
        {answer !== null && (
          <Alert color={colours[answer.outcome]} p="xs" title={t(`plan.feasibility.${answer.outcome}`)}>
            <Text size="xs">{answer.detail ?? t('plan.feasibility.momentary')}</Text>
          </Alert>
        )}
      </div>
      {check.isError && <ErrorNote error={check.error} onRetry={() => check.mutate()} />}
    </Stack>
  );
}
