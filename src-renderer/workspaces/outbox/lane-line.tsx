import { Button, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { CommandState, Lane } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../client/api.tsx';
import { errorText } from '../../i18n/error-text.ts';
import { scopeKey } from '../../subjects/command/use-products.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { useAct } from '../../ui/use-act.ts';

interface LaneOf {
  scope: Scope;
  contractName: string | null;
  states: Record<CommandState, number>;
  lane: Lane;
}

function LaneText({ scope, contractName, states, lane }: LaneOf) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const left = states.waiting + states.sending;
  const total = lane.done + left;
  const contract = contractName ?? t('contracts.legacy');
  return (
    <div data-testid="lane" style={{ marginTop: 8 }}>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Text size="xs" role="status" style={{ overflowWrap: 'anywhere' }}>
          {lane.resumesAt === null
            ? t('outbox.queue.sending', { done: lane.done, total, contract })
            : left === 0
              ? t('outbox.queue.checking', { contract })
              : t('outbox.queue.paused', { count: left, contract })}{' '}
          {lane.resumesAt !== null && <TimeText at={lane.resumesAt} size="xs" />}
        </Text>
        {lane.resumesAt !== null && (
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
      {lane.error && (
        <Text size="xs" c="var(--nadir-warning)" style={{ overflowWrap: 'anywhere' }}>
          {[errorText(t, lane.error).title, errorText(t, lane.error).hint].join('. ')}
        </Text>
      )}
      {left > 0 && (
        <Progress
          mt={4}
          size={4}
          value={(100 * lane.done) / total}
          aria-label={t('outbox.queue.progress', { contract })}
        />
      )}
    </div>
  );
}

/** How the sending goes under each contract of the list, while there is something to send. */
export function Lanes({ scope }: { scope: Scope | null }) {
  const { query } = useApi();
  const overview = useQuery(query.outbox.overview.queryOptions()).data ?? [];
  const key = scope === null ? null : scopeKey(scope);
  const busy = overview.filter(
    (each) =>
      (key === null || scopeKey(each.scope) === key) &&
      (each.states.waiting + each.states.sending > 0 || each.lane.resumesAt !== null),
  );
  return busy.map((each) => <LaneText key={scopeKey(each.scope)} {...each} />);
}
