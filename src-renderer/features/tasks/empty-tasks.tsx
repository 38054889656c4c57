import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';

/** Says why no task is shown. It says that there are none only after a sync has finished. */
export function EmptyTasks({ scope, filtered }: { scope: Scope; filtered: boolean }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const state = useQuery(query.tasking.syncState.queryOptions({ input: { scope } })).data;
  if (state === undefined) return null;
  const wasRead = state.lastFinishedAt !== null;
  const unread = state.running ? t('tasks.beingRead') : t('tasks.notRead');
  return (
    <Stack gap="xs">
      <Text p="md" size="sm" c="var(--nadir-quiet)" data-testid="no-tasks">
        {filtered ? t('tasks.noMatch') : wasRead ? t('tasks.empty') : unread}
      </Text>
      {!wasRead && state.error !== null && (
        <ErrorNote error={state.error} onRetry={() => act(() => client.tasking.sync({ scope }))} />
      )}
    </Stack>
  );
}

/** Says how many tasks the service did not list, and how many rows could not be parsed, so that none is dropped silently. */
export function UnreadableTasks({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const state = useQuery(query.tasking.syncState.queryOptions({ input: { scope } })).data;
  if (!state || state.missing + state.unreadable + state.unreadableCaptures === 0) return null;
  const missing = state.missing > 0 ? t('tasks.missing', { count: state.missing }) : '';
  const rows = state.unreadable > 0 ? t('tasks.unreadable', { count: state.unreadable }) : '';
  const captures =
    state.unreadableCaptures > 0 ? t('tasks.unreadableCaptures', { count: state.unreadableCaptures }) : '';
  return (
    <Text px="md" py={4} size="xs" c="var(--nadir-quiet)" role="status">
      {[missing, rows, captures].filter(Boolean).join(' ')}
    </Text>
  );
}
