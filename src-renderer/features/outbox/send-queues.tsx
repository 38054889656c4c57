import { Button, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { CommandState, SendQueueState } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';
import { errorText } from '../../kit/i18n/error-text.ts';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { scopeKey } from './use-products.ts';

interface QueueOf {
  scope: Scope;
  contractName: string | null;
  states: Record<CommandState, number>;
  queue: SendQueueState;
}

function QueueText({ scope, contractName, states, queue }: QueueOf) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const left = states.waiting + states.sending;
  const total = queue.done + left;
  const contract = contractName ?? t('contracts.legacy');
  return (
    <div data-testid="send-queue" style={{ marginTop: 8 }}>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text size="xs" role="status" style={{ overflowWrap: 'anywhere' }}>
          {queue.resumesAt === null
            ? t('outbox.queue.sending', { done: queue.done, total, contract })
            : left === 0
              ? t('outbox.queue.checking', { contract })
              : t('outbox.queue.paused', { count: left, contract })}{' '}
          {queue.resumesAt !== null && <TimeText at={queue.resumesAt} size="xs" />}
        </Text>
        {queue.canTryNow && (
          <Button
            size="compact-xs"
            variant="default"
            style={{ flex: 'none' }}
            onClick={() => act(() => client.tasking.sync({ scope }))}
          >
            {t('outbox.queue.tryNow')}
          </Button>
        )}
      </Group>
      {queue.error && (
        <Text size="xs" c="var(--nadir-warning)" style={{ overflowWrap: 'anywhere' }}>
          {[errorText(t, queue.error).title, errorText(t, queue.error).hint].join('. ')}
        </Text>
      )}
      {queue.resumesAt !== null && !queue.canTryNow && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('outbox.queue.keptPause')}
        </Text>
      )}
      {left > 0 && (
        <Progress
          mt={4}
          size={4}
          value={(100 * queue.done) / total}
          aria-label={t('outbox.queue.progress', { contract })}
        />
      )}
    </div>
  );
}

/** Shows the progress of sending under each contract of the list, while there is something to send. */
export function SendQueues({ scope }: { scope: Scope | null }) {
  const { query } = useApi();
  const overview = useQuery(query.outbox.overview.queryOptions()).data ?? [];
  const key = scope === null ? null : scopeKey(scope);
  const busy = overview.filter(
    (each) =>
      (key === null || scopeKey(each.scope) === key) &&
      (each.states.waiting + each.states.sending > 0 || each.queue.resumesAt !== null),
  );
  return busy.map((each) => <QueueText key={scopeKey(each.scope)} {...each} />);
}
