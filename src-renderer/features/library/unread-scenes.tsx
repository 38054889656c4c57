import { Button, Group, Text } from '@mantine/core';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';

/**
 * Says how many published captures have scenes that the library does not know yet, with a button that reads them. Nothing is shown if
 * there are none.
 */
export function UnreadScenes() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const scope = useActiveScope();
  const input = scope === null ? null : { scope };
  const unread = useQuery(query.library.unread.queryOptions({ input: input ?? skipToken })).data;
  const start = useMutation({ mutationFn: async () => input && client.library.readUnread(input) });
  const stop = useMutation({ mutationFn: async () => input && client.library.stopReading(input) });
  if (!unread || (unread.captures === 0 && unread.reading === null)) return null;
  const { captures, reading, error } = unread;
  const act = reading === null ? start : stop;
  return (
    <div data-testid="unread-scenes">
      <Group gap={8} mt={8} wrap="nowrap" justify="space-between">
        <Text size="xs" role="status">
          {reading === null
            ? t('library.unread', { count: captures })
            : t('library.readingUnread', { count: reading.total, done: reading.done })}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          flex="none"
          loading={act.isPending}
          onClick={() => act.mutate()}
        >
          {reading === null ? t('library.readUnread') : t('timeline.pause')}
        </Button>
      </Group>
      {error !== null && reading === null && <ErrorNote error={error} />}
    </div>
  );
}
