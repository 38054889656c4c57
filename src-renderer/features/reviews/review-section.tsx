import { Button } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { reviewStore } from '../../kit/state/review-store.ts';
import { ReviewPanel } from './review-panel.tsx';

/** For an element that takes a whole row among buttons. */
const wholeRow = { flex: '1 0 100%', minWidth: 0 } as const;

/** The review of a scene among its actions: open while a queue is open, if there is a review, or once the user has opened it. */
export function ReviewSection({ scene }: { scene: SceneDetails }) {
  const { t } = useTranslation();
  const isOpen = useStore(reviewStore, (state) => state.isOpen || state.queueId !== null);
  if (isOpen || scene.review !== null)
    return (
      <div style={wholeRow}>
        <ReviewPanel key={scene.librarySceneId} scene={scene} />
      </div>
    );
  return (
    <Button
      variant="default"
      leftSection={<IconClipboardCheck size={14} aria-hidden />}
      onClick={() => reviewStore.setState({ isOpen: true })}
    >
      {t('reviews.begin')}
    </Button>
  );
}
