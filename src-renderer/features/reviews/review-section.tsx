import { Button } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../kit/client/api.tsx';
import { reviewStore } from '../../kit/state/review-store.ts';
import { ReviewPanel } from './review-panel.tsx';

/** For an element that takes a whole row among buttons. */
const wholeRow = { flex: '1 0 100%', minWidth: 0 } as const;

/** Reads what others have written beside a scene since the last reading, however the user came to it: by a key of a queue or by a click. */
function useOthersNow(librarySceneId: LibrarySceneId, isShown: boolean) {
  const { client } = useApi();
  useEffect(() => {
    // A folder that is away changes nothing, and the list of folders says that it is.
    if (isShown) client.reviews.readBeside({ ids: String(librarySceneId) }).catch(() => undefined);
  }, [client, librarySceneId, isShown]);
}

/** The review of a scene among its actions: open while a queue is open, if there is a review, or once the user has opened it. */
export function ReviewSection({ scene }: { scene: SceneDetails }) {
  const { t } = useTranslation();
  const isOpen = useStore(reviewStore, (state) => state.isOpen || state.queueId !== null);
  const isShown = isOpen || scene.review !== null;
  useOthersNow(scene.librarySceneId, isShown);
  if (isShown)
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
