import { CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerTrackNext, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReviewQueueId } from '../../../src-preload/contract/reviews.ts';
import { useApi } from '../../client/api.tsx';
import { reviewStore } from '../../state/review-store.ts';
import { Tool } from '../../ui/tool-button.tsx';
import { useAct } from '../../ui/use-act.ts';
import { openQueueAt } from './review-actions.ts';

/** Where the reviewer is in the queue, what is left of it, and the ways to the other scenes. */
export function QueueBar({ queueId }: { queueId: ReviewQueueId }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const queue = useQuery(query.reviews.queues.queryOptions()).data?.find((each) => each.queueId === queueId);
  if (queue === undefined) return null;
  const { name, position, total, left } = queue;
  const go = (to: number | 'left') => act(() => openQueueAt(client, queueId, to));
  return (
    <Stack gap={4} data-testid="review-queue" role="group" aria-label={t('reviews.queue.title', { name })}>
      <Group gap={4} wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text size="xs" fw={600} role="status">
            {t('reviews.queue.at', { position: position + 1, total, left })}
          </Text>
          <Text size="xs" c="var(--nadir-quiet)" truncate title={name}>
            {name}
          </Text>
        </div>
        <Tool
          label={t('reviews.queue.previous')}
          icon={IconChevronLeft}
          isDisabled={position === 0}
          onClick={() => go(position - 1)}
        />
        <Tool
          label={t('reviews.queue.next')}
          icon={IconChevronRight}
          isDisabled={position >= total - 1}
          onClick={() => go(position + 1)}
        />
        <Tool
          label={t('reviews.queue.left')}
          icon={IconPlayerTrackNext}
          isDisabled={left === 0}
          onClick={() => go('left')}
        />
        <Tool
          label={t('reviews.queue.remove')}
          icon={IconTrash}
          onClick={() =>
            act(async () => {
              await client.reviews.removeQueue({ queueId });
              reviewStore.setState({ queueId: null, isOpen: true });
            })
          }
        />
        <CloseButton
          size="sm"
          aria-label={t('reviews.queue.close')}
          onClick={() => reviewStore.setState({ queueId: null, isOpen: true })}
        />
      </Group>
      <Progress
        size={4}
        value={(100 * (total - left)) / Math.max(1, total)}
        aria-label={t('reviews.queue.progress')}
      />
    </Stack>
  );
}
