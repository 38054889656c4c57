import type { SpotlightActionData } from '@mantine/spotlight';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { listOf, listStore } from '../kit/state/list-store.ts';
import { type ListedReviewAct, reviewStore } from '../kit/state/review-store.ts';
import { importScenes } from '../kit/state/scene-import-store.ts';
import { showWorkspace } from '../kit/state/ui-store.ts';

/** Shows the list of scenes, which then does this with its scenes. */
function requestOfList(requested: ListedReviewAct) {
  showWorkspace('library');
  reviewStore.setState({ requested });
}

/** Returns the commands for the scenes of the library: import, review and report. Selected scenes are meant instead of all listed ones. */
export function useLibraryCommands(): SpotlightActionData[] {
  const { t } = useTranslation();
  const count = useStore(listStore, (all) => listOf(all, 'library').chosen.size);
  return [
    {
      id: 'import-scenes',
      label: t('sceneImport.open'),
      onClick() {
        showWorkspace('library');
        importScenes();
      },
    },
    {
      id: 'review-scenes',
      label: count > 0 ? t('reviews.queue.ofSelected', { count }) : t('reviews.queue.ofList'),
      onClick: () => requestOfList('queue'),
    },
    {
      id: 'review-report',
      label: count > 0 ? t('reviews.report.ofSelected', { count }) : t('reviews.report.ofList'),
      onClick: () => requestOfList('report'),
    },
    {
      id: 'read-reviews',
      label: t('reviews.read.open'),
      onClick() {
        showWorkspace('library');
        reviewStore.setState({ isReading: true });
      },
    },
    {
      id: 'delete-rejected',
      label: t('library.many.rejectedOpen'),
      onClick: () => requestOfList('delete-rejected'),
    },
  ];
}
