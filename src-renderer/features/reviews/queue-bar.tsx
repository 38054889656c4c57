import { Button, CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerTrackNext,
  IconTrash,
} from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { ReviewQueue, ReviewQueueId } from '../../../src-preload/contract/reviews.ts';
import { useApi } from '../../kit/client/api.tsx';
import { reviewStore } from '../../kit/state/review-store.ts';
import { Tool } from '../../kit/ui/tool-button.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { openQueueAt } from './review-actions.ts';

const closeQueue = () => reviewStore.setState({ queueId: null, isOpen: true });

interface QueueToolsProps {
  queue: ReviewQueue;
  /** The index of the displayed scene in the queue. */
  position: number;
}

/** The buttons that move from a scene of the queue to others. */
function QueueTools({ queue: { queueId, total, left }, position }: QueueToolsProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const go = (to: number | 'left') => act(() => openQueueAt(client, queueId, to));
  return (
    <>
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
            closeQueue();
          })
        }
      />
    </>
  );
}

/** The button that leads from a scene outside of the queue back to the queue's position. */
function BackToQueue({ queue: { queueId, position, total } }: { queue: ReviewQueue }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  return (
    <Button
      size="compact-xs"
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      onClick={() => act(() => openQueueAt(client, queueId, position))}
    >
      {t('reviews.queue.back', { position: position + 1, total })}
    </Button>
  );
}

/**
 * Returns the index of the displayed scene in the queue; null if it is not in it, undefined while that is unknown. The user may have
 * selected any scene in the list or on the map.
 */
function usePosition(queue: ReviewQueue | undefined, librarySceneId: LibrarySceneId) {
  const { query } = useApi();
  const isThere = queue?.librarySceneId === librarySceneId;
  const input = queue === undefined || isThere ? skipToken : { queueId: queue.queueId, librarySceneId };
  const found = useQuery(query.reviews.queuePosition.queryOptions({ input }));
  return isThere ? queue.position : found.data?.position;
}

/** So many keys wait for a moment only, while the next scene appears, and are not worth a word. */
const keysOfOneScene = 4;

interface QueueBarProps {
  queueId: ReviewQueueId;
  /** The displayed scene. */
  librarySceneId: LibrarySceneId;
}

/** The reviewer's position in the queue, the number of scenes left, and the buttons that move to others. */
export function QueueBar({ queueId, librarySceneId }: QueueBarProps) {
  const { t } = useTranslation();
  const { query } = useApi();
  const queue = useQuery(query.reviews.queues.queryOptions()).data?.find((each) => each.queueId === queueId);
  const position = usePosition(queue, librarySceneId);
  const waiting = useStore(reviewStore, (each) => each.waitingKeys);
  if (queue === undefined) return null;
  const { name, total, left } = queue;
  const status =
    position === null
      ? t('reviews.queue.outside')
      : position !== undefined && t('reviews.queue.at', { position: position + 1, total, left });
  return (
    <Stack gap={4} data-testid="review-queue" role="group" aria-label={t('reviews.queue.title', { name })}>
      <Group gap={4} wrap="nowrap">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text size="xs" fw={600} role="status" mih="1lh">
            {status}
          </Text>
          {/* In the same place, so that nothing below moves. */}
          {waiting > keysOfOneScene ? (
            <Text size="xs" c="var(--nadir-warning)" truncate data-testid="waiting-keys">
              {t('reviews.queue.waiting', { count: waiting })}
            </Text>
          ) : (
            <Text size="xs" c="var(--nadir-quiet)" truncate title={name}>
              {name}
            </Text>
          )}
        </div>
        {position !== null && <QueueTools queue={queue} position={position ?? queue.position} />}
        <CloseButton size="sm" aria-label={t('reviews.queue.close')} onClick={closeQueue} />
      </Group>
      {position === null && <BackToQueue queue={queue} />}
      <Progress
        size={4}
        value={(100 * (total - left)) / Math.max(1, total)}
        aria-label={t('reviews.queue.progress')}
      />
    </Stack>
  );
}
